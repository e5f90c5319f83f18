public import Base

/// What the form of an entry holds.
public struct LogFields: Hashable, Sendable {
  public var day: Day
  public var aircraft: String
  public var from: String
  public var to: String
  public var note: String
  public var minutes: LogMinutes

  public init(
    day: Day, aircraft: String = "", from: String = "", to: String = "", note: String = "", minutes: LogMinutes
  ) {
    (self.day, self.aircraft, self.from, self.to) = (day, aircraft, from, to)
    (self.note, self.minutes) = (note, minutes)
  }

  /// The longest, in characters.
  public static let longestPlace = 60
  public static let longestNote = 2000

  public init(_ form: inout FormReader) {
    day = form.day("day", about: "The day on which it was.")
    aircraft = form.optionalText("aircraft", max: Self.longestPlace, about: "The aircraft, or the place.") ?? ""
    from = form.optionalText("from", max: Self.longestPlace, about: "From where.") ?? ""
    to = form.optionalText("to", max: Self.longestPlace, about: "To where.") ?? ""
    note = form.note("note", max: Self.longestNote, about: "What was done.") ?? ""
    minutes = LogMinutes()
    var isWrong = false
    func read(_ name: String, _ about: String, _ form: inout FormReader) -> Int? {
      guard let typed = form.optionalText(name, max: 20, about: about) else { return nil }
      do throws(LogTime.Fault) { return try LogTime.minutes(typed) } catch {
        form.fail(name, error.phrase)
        isWrong = true
        return nil
      }
    }
    let total = read("total", "All of it: 1:18, 1.3 or 78 min; without it dual and solo together.", &form)
    for kind in LogKind.allCases {
      minutes[kind] = read(kind.rawValue, "What of it was " + kind.rawValue + ", written likewise.", &form) ?? 0
    }
    minutes.total = total ?? minutes.dual + minutes.solo
    // Whoever mistyped one number is not told that the others do not fit it.
    if !isWrong, let problem = minutes.problem { form.fail(problem.field, problem.reason) }
  }
}

/// Enters some time of training; from the page of a checklist it is linked with that.
public struct AddLogEntry: FormCommand {
  public static let name = "logbook.add"
  /// As the sender calls it, if it does.
  public let id: ID<LogEntry>?
  public let trainee: ID<Trainee>
  public let checklist: ID<Checklist>?
  public let fields: LogFields
  public init(
    id: ID<LogEntry>? = nil, trainee: ID<Trainee>, checklist: ID<Checklist>? = nil, fields: LogFields
  ) {
    (self.id, self.trainee, self.checklist, self.fields) = (id, trainee, checklist, fields)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      trainee: form.id("trainee"),
      checklist: form.optionalID("checklist", about: "The trainee's checklist that was worked on."),
      fields: LogFields(&form))
  }
}

public struct EditLogEntry: FormCommand {
  public static let name = "logbook.edit"
  public let trainee: ID<Trainee>
  public let entry: ID<LogEntry>
  public let fields: LogFields
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(trainee: ID<Trainee>, entry: ID<LogEntry>, fields: LogFields, version: String? = nil) {
    (self.trainee, self.entry, self.fields, self.version) = (trainee, entry, fields, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      trainee: form.id("trainee"), entry: form.id("entry"), fields: LogFields(&form),
      version: form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same."))
  }
}

/// Takes an entry out; it can be brought back as it was.
public struct DeleteLogEntry: FormCommand {
  public static let name = "logbook.delete"
  public let trainee: ID<Trainee>
  public let entry: ID<LogEntry>
  public init(trainee: ID<Trainee>, entry: ID<LogEntry>) { (self.trainee, self.entry) = (trainee, entry) }
  public init(_ form: inout FormReader) { self.init(trainee: form.id("trainee"), entry: form.id("entry")) }
}

public struct RestoreLogEntry: FormCommand {
  public static let name = "logbook.restore"
  public let trainee: ID<Trainee>
  public let entry: ID<LogEntry>
  public init(trainee: ID<Trainee>, entry: ID<LogEntry>) { (self.trainee, self.entry) = (trainee, entry) }
  public init(_ form: inout FormReader) { self.init(trainee: form.id("trainee"), entry: form.id("entry")) }
}

/// Takes over the entries of another logbook's file.
public struct ImportLog: FormCommand {
  public static let name = "logbook.import"
  public let trainee: ID<Trainee>
  /// The whole file.
  public let text: String
  public init(trainee: ID<Trainee>, text: String) { (self.trainee, self.text) = (trainee, text) }
  public init(_ form: inout FormReader) {
    // The button and the file are the business of whoever takes them in.
    form.ignore("act", "file", "upload")
    self.init(
      trainee: form.id("trainee"),
      text: form.note("text", max: LogImport.maxBytes, about: "A CSV file of MyFlightbook or ForeFlight.") ?? "")
  }
}
