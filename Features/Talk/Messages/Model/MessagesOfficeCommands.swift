public import Base

/// Shows the office a message that should not have been sent.
public struct ReportMessage: Command {
  public static let name = "messages.report"
  public let message: ID<Message>
  public let reason: String
  public init(message: ID<Message>, reason: String) { (self.message, self.reason) = (message, reason) }
  public init(_ form: Form, message: ID<Message>) throws(Refusal) {
    var reader = FormReader(form)
    let said = reader.note("reason", max: 500)
    if said == nil, reader.problems.isEmpty { reader.fail("reason", Phrase("form.required")) }
    (self.message, reason) = (message, said ?? "")
    try reader.finish()
  }
}

/// The office has dealt with a report.
public struct SettleReport: Command {
  public static let name = "messages.settle-report"
  public let report: ID<MessageReport>
  public init(report: ID<MessageReport>) { self.report = report }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    report = reader.id("report")
    try reader.finish()
  }
}

/// The office looks at a file of a reported message; that it did stays in the journal.
public struct OpenReported: Command {
  public static let name = "messages.open-reported"
  public let report: ID<MessageReport>
  public let file: ID<MessageFile>
  public init(report: ID<MessageReport>, file: ID<MessageFile>) { (self.report, self.file) = (report, file) }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    report = reader.id("report")
    file = reader.id("file")
    try reader.finish()
  }
}

/// The office takes a copy of a conversation it is no part of; who, when and why stay in the journal.
public struct ExportConversation: Command {
  public static let name = "messages.export"
  public let conversation: ID<Conversation>
  public let reason: String
  public init(conversation: ID<Conversation>, reason: String) {
    (self.conversation, self.reason) = (conversation, reason)
  }
  public init(_ form: Form, conversation: ID<Conversation>) throws(Refusal) {
    var reader = FormReader(form)
    let said = reader.note("reason", max: 500)
    if reader.problems.isEmpty, (said ?? "").unicodeScalars.count < 10 {
      reader.fail("reason", Phrase("messages.reason-short"))
    }
    (self.conversation, reason) = (conversation, said ?? "")
    try reader.finish()
  }
}

/// The school says who may talk with whom.
public struct SetMessagePolicy: Command {
  public static let name = "messages.set-policy"
  public let policy: MessagePolicy
  public init(policy: MessagePolicy) { self.policy = policy }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    policy = MessagePolicy(
      studentsTalk: reader.flag("studentsTalk"), includesGuardians: reader.flag("includesGuardians"),
      groupsIncludeGuardians: reader.flag("groupsIncludeGuardians"))
    try reader.finish()
  }
}
