public import Base
public import ICalendar

/// From one time on it is different; what came before stays as it was.
public struct EditFollowing: FormCommand {
  public static let name = "calendar.edit-following"
  public let event: ID<Event>
  public let day: Day
  public let words: EventWords
  public init(event: ID<Event>, day: Day, words: EventWords) {
    (self.event, self.day, self.words) = (event, day, words)
  }
  public init(_ form: inout FormReader) {
    self.init(event: form.id("event"), day: form.day("day"), words: form.eventWords())
  }
}

/// From one time on, or altogether, it comes as many days later or earlier, at the same time or at another.
public struct MoveFollowing: Command {
  public static let name = "calendar.move-following"
  /// How one of the times goes; the others go alike.
  public let move: MoveEvent
  public let isAll: Bool
  public init(_ move: MoveEvent, isAll: Bool = false) { (self.move, self.isAll) = (move, isAll) }
}

/// From one time on it comes no more.
public struct CancelFollowing: OccurrenceCommand {
  public static let name = "calendar.cancel-following"
  public let event: ID<Event>
  public let day: Day
  public init(event: ID<Event>, day: Day) { (self.event, self.day) = (event, day) }
}

/// It goes on as it did before it was cut; what followed is called off.
public struct RejoinEvent: FormCommand {
  public static let name = "calendar.rejoin-event"
  public let event: ID<Event>
  /// The rule it had.
  public let rule: Recurrence
  public let following: ID<Event>?
  /// Its number after the cut: whoever changed it since did not mean it to go on as before.
  public let sequence: Int
  public init(event: ID<Event>, rule: Recurrence, following: ID<Event>?, sequence: Int) {
    (self.event, self.rule, self.following, self.sequence) = (event, rule, following, sequence)
  }
  public init(_ form: inout FormReader) {
    (event, following) = (form.id("event"), form.optionalID("following", about: "What follows since."))
    sequence = form.integer("sequence", in: 0...1_000_000_000, about: "Its number after the cut.")
    let text = form.text("rule", max: 500, about: "The rule it had, as in RFC 5545.")
    var rule = Recurrence(.daily)
    do { if !text.isEmpty { rule = try Recurrence(text) } } catch { form.fail("rule", Phrase(error.key)) }
    self.rule = rule
  }
}
