public import Base

/// Shows the office a message that should not have been sent.
public struct ReportMessage: FormCommand {
  public static let name = "messages.report"
  public let message: ID<Message>
  public let reason: String
  public init(message: ID<Message>, reason: String) { (self.message, self.reason) = (message, reason) }
  public init(_ form: inout FormReader) {
    message = form.id("message")
    let said = form.note("reason", max: 500, about: "Why the office should see it; never left out.")
    if said == nil, form.problems.isEmpty { form.fail("reason", Phrase("form.required")) }
    reason = said ?? ""
  }
}

/// The office has dealt with a report.
public struct SettleReport: FormCommand {
  public static let name = "messages.settle-report"
  public let report: ID<MessageReport>
  public init(report: ID<MessageReport>) { self.report = report }
  public init(_ form: inout FormReader) { self.init(report: form.id("report")) }
}

/// The office looks at a file of a reported message; that it did stays in the journal.
public struct OpenReported: FormCommand {
  public static let name = "messages.open-reported"
  public let report: ID<MessageReport>
  public let file: ID<MessageFile>
  public init(report: ID<MessageReport>, file: ID<MessageFile>) { (self.report, self.file) = (report, file) }
  public init(_ form: inout FormReader) {
    self.init(report: form.id("report"), file: form.id("file", about: "One that came with the message."))
  }
}

/// The office takes a copy of a conversation it is no part of; who, when and why stay in the journal.
public struct ExportConversation: FormCommand {
  public static let name = "messages.export"
  public let conversation: ID<Conversation>
  public let reason: String
  public init(conversation: ID<Conversation>, reason: String) {
    (self.conversation, self.reason) = (conversation, reason)
  }
  public init(_ form: inout FormReader) {
    conversation = form.id("conversation")
    let said = form.note("reason", max: 500)
    if form.problems.isEmpty, (said ?? "").unicodeScalars.count < 10 {
      form.fail("reason", Phrase("messages.reason-short"))
    }
    reason = said ?? ""
  }
}

/// The school says who may talk with whom.
public struct SetMessagePolicy: FormCommand {
  public static let name = "messages.set-policy"
  public let policy: MessagePolicy
  public init(policy: MessagePolicy) { self.policy = policy }
  public init(_ form: inout FormReader) {
    policy = MessagePolicy(
      studentsTalk: form.flag("studentsTalk", about: "Whether students may write to each other."),
      includesGuardians: form.flag(
        "includesGuardians", about: "Whether guardians are in what staff and their children write."),
      groupsIncludeGuardians: form.flag(
        "groupsIncludeGuardians", about: "Whether guardians are in groups of classes and courses."))
  }
}
