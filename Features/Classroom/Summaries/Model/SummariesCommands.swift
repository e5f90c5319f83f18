public import Base

/// Which days a summary is about.
public enum SummaryPeriod: String, CaseIterable, Hashable, Sendable {
  case week, month, custom

  /// The days up to today, or those that were named.
  public func days(from: Day?, until: Day?, today: Day, firstWeekday: Int) -> (from: Day, until: Day)? {
    switch self {
    case .week: return (today.startOfWeek(from: firstWeekday), today)
    case .month: return (today.startOfMonth, today)
    case .custom:
      guard let from, let until else { return nil }
      return (from, until)
    }
  }
}

/// Writes a draft from what is known of a time; nobody in the family sees it yet.
public struct StartSummary: FormCommand {
  public static let name = "summaries.start"
  /// As the sender calls it, if it does.
  public let id: ID<Summary>?
  public let student: ID<Student>
  public let period: SummaryPeriod
  public let from: Day?
  public let until: Day?
  /// `nil` is the family's own.
  public let language: Language?
  public init(
    id: ID<Summary>? = nil, student: ID<Student>, period: SummaryPeriod, from: Day? = nil, until: Day? = nil,
    language: Language? = nil
  ) {
    (self.id, self.student, self.period, self.from, self.until) = (id, student, period, from, until)
    self.language = language
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      student: form.id("student"),
      period: form.choice("period", else: .week, about: "This week, this month, or the days that are named."),
      from: form.optionalDay("from", about: "The first day, for custom."),
      until: form.optionalDay("until", about: "The last day, for custom."),
      language: form.optionalChoice("language", about: "en, fr, ar or he; the family's own without it."))
    if period == .custom {
      if from == nil { form.fail("from", Phrase("form.required")) }
      if until == nil { form.fail("until", Phrase("form.required")) }
    }
  }
}

public struct EditSummary: FormCommand {
  public static let name = "summaries.edit"
  public let student: ID<Student>
  public let summary: ID<Summary>
  public let text: String
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(student: ID<Student>, summary: ID<Summary>, text: String, version: String? = nil) {
    (self.student, self.summary, self.text, self.version) = (student, summary, text, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      student: form.id("student"), summary: form.id("summary"),
      text: form.note("text", max: Summary.longest, about: "What the family will read.") ?? "",
      version: form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same."))
    if text.isEmpty { form.fail("text", Phrase("form.required")) }
  }
}

/// Sends what stood on the page that asks once more, and nothing else.
public struct SendSummary: FormCommand {
  public static let name = "summaries.send"
  public let student: ID<Student>
  public let summary: ID<Summary>
  /// The version that was looked at.
  public let version: String
  /// Somebody has looked at what may be a name, and sends the text as it is.
  public let isAsItIs: Bool
  public init(student: ID<Student>, summary: ID<Summary>, version: String, isAsItIs: Bool = false) {
    (self.student, self.summary, self.version, self.isAsItIs) = (student, summary, version, isAsItIs)
  }
  public init(_ form: inout FormReader) {
    self.init(
      student: form.id("student"), summary: form.id("summary"),
      version: form.text("version", max: 20, about: "The version that was looked at before it goes out."),
      isAsItIs: form.flag(asItIsField, about: "What may be a name was looked at, and the text is sent as it is."))
  }
}

/// A command that names one draft of a child and nothing else.
public protocol SummaryDraftCommand: FormCommand {
  var student: ID<Student> { get }
  var summary: ID<Summary> { get }
  init(student: ID<Student>, summary: ID<Summary>)
  /// The draft as it is then; `nil` when it is so already.
  func changed(_ draft: Summary, at now: Instant) -> Summary?
}

extension SummaryDraftCommand {
  public init(_ form: inout FormReader) { self.init(student: form.id("student"), summary: form.id("summary")) }
}

public struct DeleteSummary: SummaryDraftCommand {
  public static let name = "summaries.delete"
  public let student: ID<Student>
  public let summary: ID<Summary>
  public init(student: ID<Student>, summary: ID<Summary>) { (self.student, self.summary) = (student, summary) }
  public func changed(_ draft: Summary, at now: Instant) -> Summary? {
    draft.deletedAt == nil ? draft.deleted(at: now) : nil
  }
}

public struct RestoreSummary: SummaryDraftCommand {
  public static let name = "summaries.restore"
  public let student: ID<Student>
  public let summary: ID<Summary>
  public init(student: ID<Student>, summary: ID<Summary>) { (self.student, self.summary) = (student, summary) }
  public func changed(_ draft: Summary, at now: Instant) -> Summary? {
    draft.deletedAt == nil ? nil : draft.restored(at: now)
  }
}

/// Answers a summary: a guardian to the staff, or the staff to that guardian.
public struct ReplyToSummary: FormCommand {
  public static let name = "summaries.reply"
  /// As the sender calls it, if it does.
  public let id: ID<SummaryReply>?
  public let student: ID<Student>
  public let summary: ID<Summary>
  /// To whom the staff answer; a guardian names nobody.
  public let guardian: ID<Account>?
  public let text: String
  public init(
    id: ID<SummaryReply>? = nil, student: ID<Student>, summary: ID<Summary>, guardian: ID<Account>? = nil, text: String
  ) {
    (self.id, self.student, self.summary, self.guardian, self.text) = (id, student, summary, guardian, text)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      student: form.id("student"), summary: form.id("summary"),
      guardian: form.optionalID("guardian", about: "To whom the staff answer; a guardian names nobody."),
      text: form.note("text", max: SummaryReply.longest, about: "What is said.") ?? "")
    if text.isEmpty { form.fail("text", Phrase("form.required")) }
  }
}
