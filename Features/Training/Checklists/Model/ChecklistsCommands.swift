public import Base

/// Gives a trainee published templates to go through, each by reference to the version that is there now.
public struct GiveChecklists: FormCommand {
  public static let name = "checklists.give"
  public let trainee: ID<Trainee>
  public let templates: [ID<ChecklistTemplate>]
  public init(trainee: ID<Trainee>, templates: [ID<ChecklistTemplate>]) {
    (self.trainee, self.templates) = (trainee, templates)
  }
  public init(_ form: inout FormReader) {
    self.init(
      trainee: form.id("trainee"),
      templates: form.ids("template", max: Self.mostAtOnce, about: "The templates, each once; at most 50."))
    if templates.isEmpty, form.problems.isEmpty {
      form.fail("template", Phrase("training.checklists.choose-template"))
    } else if Set(templates).count != templates.count {
      form.fail("template", Phrase("form.id"))
    }
  }

  public static let mostAtOnce = 50
}

/// One item is done.
public struct TickChecklistItem: FormCommand {
  public static let name = "checklists.tick"
  public let checklist: ID<Checklist>
  /// The item's key.
  public let item: Int
  /// The version of the template under which it was done; without it the checklist's own.
  public let version: Int?
  /// When, by the clock of whoever did it; now without it.
  public let at: Instant?
  public init(checklist: ID<Checklist>, item: Int, version: Int? = nil, at: Instant? = nil) {
    (self.checklist, self.item, self.version, self.at) = (checklist, item, version, at)
  }
  public init(_ form: inout FormReader) {
    self.init(
      checklist: form.id("checklist"), item: form.itemKey(),
      version: form.wholeNumber("version", max: 6, about: "The version that was seen; the checklist's own without it."),
      at: form.moment())
  }
}

/// One item is not done after all: of its ticks those that were seen are taken back, and no other.
public struct UntickChecklistItem: FormCommand {
  public static let name = "checklists.untick"
  public let checklist: ID<Checklist>
  public let item: Int
  /// The marks of the ticks that whoever asks has seen.
  public let seen: [UInt32]
  public let at: Instant?
  public init(checklist: ID<Checklist>, item: Int, seen: [UInt32], at: Instant? = nil) {
    (self.checklist, self.item, self.seen, self.at) = (checklist, item, seen, at)
  }
  public init(_ form: inout FormReader) {
    let (checklist, item) = (form.id("checklist", Checklist.self), form.itemKey())
    let typed = form.values("seen", about: "The mark of a tick that was seen; repeated, at most 60.")
    let marks = typed.prefix(Self.mostSeen).compactMap { ChecklistAct.mark(of: $0) }
    if typed.isEmpty {
      form.fail("seen", Phrase("form.required"))
    } else if typed.count > Self.mostSeen {
      form.fail("seen", Phrase("form.too-many", .count(Self.mostSeen)))
    } else if marks.count != typed.count {
      form.fail("seen", Phrase("form.id"))
    }
    self.init(checklist: checklist, item: item, seen: marks, at: form.moment())
  }

  static let mostSeen = 60
}

/// Writes the caller's own note of an item; an empty one takes it away.
public struct WriteChecklistNote: FormCommand {
  public static let name = "checklists.write-note"
  public let checklist: ID<Checklist>
  public let item: Int
  public let text: String
  public init(checklist: ID<Checklist>, item: Int, text: String) {
    (self.checklist, self.item, self.text) = (checklist, item, text)
  }
  public init(_ form: inout FormReader) {
    self.init(
      checklist: form.id("checklist"), item: form.itemKey(),
      text: form.note("text", max: ChecklistNote.longest, about: "Nothing takes the note away.") ?? "")
  }
}

/// Says something of a checklist as a whole.
public struct AddChecklistComment: FormCommand {
  public static let name = "checklists.add-comment"
  public let checklist: ID<Checklist>
  public let text: String
  public init(checklist: ID<Checklist>, text: String) { (self.checklist, self.text) = (checklist, text) }
  public init(_ form: inout FormReader) { self.init(checklist: form.id("checklist"), text: form.comment()) }
}

/// Says it otherwise; only its author does.
public struct EditChecklistComment: FormCommand {
  public static let name = "checklists.edit-comment"
  public let checklist: ID<Checklist>
  public let comment: ID<ChecklistComment>
  public let text: String
  public init(checklist: ID<Checklist>, comment: ID<ChecklistComment>, text: String) {
    (self.checklist, self.comment, self.text) = (checklist, comment, text)
  }
  public init(_ form: inout FormReader) {
    self.init(checklist: form.id("checklist"), comment: form.id("comment"), text: form.comment())
  }
}

/// The trainee says that a comment was read.
public struct AcknowledgeComment: FormCommand {
  public static let name = "checklists.acknowledge"
  public let checklist: ID<Checklist>
  public let comment: ID<ChecklistComment>
  /// The version of its words that was read; whatever stands there without it.
  public let seen: String?
  public init(checklist: ID<Checklist>, comment: ID<ChecklistComment>, seen: String? = nil) {
    (self.checklist, self.comment, self.seen) = (checklist, comment, seen)
  }
  public init(_ form: inout FormReader) {
    self.init(
      checklist: form.id("checklist"), comment: form.id("comment"),
      seen: form.optionalText("seen", max: 20, about: "The version of its words that was read."))
  }
}

/// Takes a checklist away from a trainee; it comes back as it was.
public struct DeleteChecklist: FormCommand {
  public static let name = "checklists.delete"
  public let checklist: ID<Checklist>
  public init(checklist: ID<Checklist>) { self.checklist = checklist }
  public init(_ form: inout FormReader) { self.init(checklist: form.id("checklist")) }
}

public struct RestoreChecklist: FormCommand {
  public static let name = "checklists.restore"
  public let checklist: ID<Checklist>
  public init(checklist: ID<Checklist>) { self.checklist = checklist }
  public init(_ form: inout FormReader) { self.init(checklist: form.id("checklist")) }
}

/// For whom a newer version is taken: this trainee, or all trainees of one's own who have an older one.
public enum ChecklistReach: String, CaseIterable, Hashable, Sendable { case one, all }

/// Goes on with a newer version; what is done stays done by the keys of its items.
public struct TakeChecklistVersion: FormCommand {
  public static let name = "checklists.take-version"
  public let checklist: ID<Checklist>
  public let version: Int
  public let reach: ChecklistReach
  public init(checklist: ID<Checklist>, version: Int, reach: ChecklistReach = .one) {
    (self.checklist, self.version, self.reach) = (checklist, version, reach)
  }
  public init(_ form: inout FormReader) {
    self.init(
      checklist: form.id("checklist"),
      version: form.integer("version", in: 1...999_999, about: "The newest one, as it was shown beforehand."),
      reach: form.optionalChoice("for", about: "one is this trainee, all is every trainee of one's own who has it.")
        ?? .one)
  }
}

/// Goes back to the version before, for those who went on to the newer one in one act.
public struct ReturnChecklistVersion: FormCommand {
  public static let name = "checklists.return-version"
  public let checklist: ID<Checklist>
  public let reach: ChecklistReach
  public init(checklist: ID<Checklist>, reach: ChecklistReach = .one) {
    (self.checklist, self.reach) = (checklist, reach)
  }
  public init(_ form: inout FormReader) {
    self.init(
      checklist: form.id("checklist"),
      reach: form.optionalChoice("for", about: "all goes back for everybody who was taken along.") ?? .one)
  }
}

extension FormReader {
  fileprivate mutating func itemKey() -> Int {
    integer("item", in: 0...ChecklistItem.highestKey, about: "The item's key, the same over all versions.")
  }

  fileprivate mutating func comment() -> String {
    let text = note("text", max: ChecklistComment.longest, about: "What is said; of several lines.")
    if text == nil, !problems.contains(where: { $0.field == "text" }) { fail("text", Phrase("form.required")) }
    return text ?? ""
  }

  fileprivate mutating func wholeNumber(_ name: String, max digits: Int, about: String) -> Int? {
    guard let text = optionalText(name, max: digits, about: about) else { return nil }
    guard let value = Base.wholeNumber(text.utf8) else {
      fail(name, Phrase("form.id"))
      return nil
    }
    return value
  }

  /// Milliseconds since 1970, which take more than 32 bits.
  fileprivate mutating func moment() -> Instant? {
    let about = "When it was, in milliseconds since 1970; now without it."
    guard let text = optionalText("at", max: 15, about: about) else { return nil }
    guard let value = Int64(text), value >= 0 else {
      fail("at", Phrase("form.id"))
      return nil
    }
    return Instant(milliseconds: value)
  }
}

extension ChecklistItem {
  /// Keys are kept as digits to the base of 36, and no template has so many.
  static let highestKey = 1_679_615
}

extension ChecklistAct {
  /// As forms say it.
  public var name: String { String(mark) }
  static func mark(of text: String) -> UInt32? {
    guard text.utf8.count <= 8, let mark = UInt32(text), mark < marks else { return nil }
    return mark
  }

  /// The mark of an act, of the name that its request gives what it makes.
  public static func mark(_ id: ID<ChecklistAct>) -> UInt32 { UInt32(truncatingIfNeeded: id.low >> 16) % marks }
}
