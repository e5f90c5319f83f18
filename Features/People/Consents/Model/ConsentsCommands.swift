public import Base

/// A guardian says yes or no for themselves, or takes their answer back.
public struct AnswerConsent: FormCommand {
  public static let name = "consents.answer"
  public let student: ID<Student>
  public let scope: ConsentScope
  public let answer: Consent.Answer
  public init(student: ID<Student>, scope: ConsentScope, answer: Consent.Answer) {
    (self.student, self.scope, self.answer) = (student, scope, answer)
  }

  public init(_ form: inout FormReader) {
    self.init(
      student: form.id("student"), scope: form.consentScope(), answer: form.consentAnswer())
  }
}

/// The office records what a guardian said on paper.
public struct RecordPaperConsent: FormCommand {
  public static let name = "consents.record-paper"
  public let student: ID<Student>
  public let guardian: ID<Account>
  public let scope: ConsentScope
  public let answer: Consent.Answer
  public let day: Day
  public let note: String
  public init(
    student: ID<Student>, guardian: ID<Account>, scope: ConsentScope, answer: Consent.Answer, day: Day,
    note: String = ""
  ) {
    (self.student, self.guardian, self.scope) = (student, guardian, scope)
    (self.answer, self.day, self.note) = (answer, day, note)
  }

  public init(_ form: inout FormReader) {
    self.init(
      student: form.id("student"), guardian: form.id("guardian", about: "Who signed it."), scope: form.consentScope(),
      answer: form.consentAnswer(), day: form.day("day", about: "The date on the paper."),
      note: form.note("note", max: Consent.longestNote, about: "What else the paper says.") ?? "")
  }
}

/// The office records the order of a court, or that it holds no more.
public struct RecordConsentOrder: FormCommand {
  public static let name = "consents.record-order"
  public let student: ID<Student>
  public let scope: ConsentScope
  public let answer: Consent.Answer
  public let day: Day
  public let note: String
  public init(student: ID<Student>, scope: ConsentScope, answer: Consent.Answer, day: Day, note: String) {
    (self.student, self.scope, self.answer, self.day, self.note) = (student, scope, answer, day, note)
  }

  public init(_ form: inout FormReader) {
    self.init(
      student: form.id("student"), scope: form.consentScope(), answer: form.consentAnswer(),
      day: form.day("day", about: "The date of the order."),
      note: form.text("note", max: Consent.longestNote, about: "Which court and number, for whoever looks it up."))
  }
}

extension FormReader {
  fileprivate mutating func consentScope() -> ConsentScope {
    choice("scope", else: .photos, about: "What is allowed or not.")
  }
  fileprivate mutating func consentAnswer() -> Consent.Answer {
    choice("answer", else: .withdrawn, about: "withdrawn: as if it had never been said.")
  }
}
