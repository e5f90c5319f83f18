public import Base

/// Begins a talk, or opens the one there is: with one person, with several of the staff, for a course or a class.
public struct StartConversation: Command {
  public static let name = "messages.start"
  public let with: [ID<Account>]
  public let title: String?
  public let course: ID<Conversation>?
  public let classroom: ID<Conversation>?
  /// As many as one group of staff may have.
  public static let most = 100

  public init(
    with: [ID<Account>] = [], title: String? = nil, course: ID<Conversation>? = nil,
    classroom: ID<Conversation>? = nil
  ) {
    (self.with, self.title, self.course, self.classroom) = (with, title, course, classroom)
  }

  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let named = form.all("with").count
    with = named > Self.most ? [] : reader.ids("with", max: Self.most)
    if named > Self.most {
      reader.ignore("with")
      reader.fail("with", Phrase("messages.too-many", .count(Self.most)))
    }
    title = reader.optionalText("title", max: 80)
    course = reader.optionalID("course")
    classroom = reader.optionalID("class")
    reader.ignore("q")
    if reader.problems.isEmpty, with.isEmpty, course == nil, classroom == nil {
      reader.fail("with", Phrase("messages.choose-person"))
    }
    try reader.finish()
  }
}

/// Says something.
public struct SendMessage: Command {
  public static let name = "messages.send"
  public let id: ID<Message>
  public let conversation: ID<Conversation>
  public let text: String

  public init(id: ID<Message>, conversation: ID<Conversation>, text: String) {
    (self.id, self.conversation, self.text) = (id, conversation, text)
  }

  /// - Parameter id: the id of this sending, which is the message's own.
  public init(_ form: Form, id: ID<Message>, conversation: ID<Conversation>, files: Int) throws(Refusal) {
    var reader = FormReader(form)
    text = reader.messageText(isRequired: files == 0)
    reader.ignore("upload", "file")
    if files > Message.maxFiles { reader.fail("file", Phrase("messages.too-many-files", .count(Message.maxFiles))) }
    (self.id, self.conversation) = (id, conversation)
    try reader.finish()
  }
}

/// Says it in other words; the old ones stay in the journal.
public struct EditMessage: Command {
  public static let name = "messages.edit"
  public let message: ID<Message>
  public let text: String
  public init(message: ID<Message>, text: String) { (self.message, self.text) = (message, text) }
  public init(_ form: Form, message: ID<Message>) throws(Refusal) {
    var reader = FormReader(form)
    text = reader.messageText(isRequired: true)
    self.message = message
    try reader.finish()
  }
}

/// Takes it back: the place stays, the words go to the journal.
public struct DeleteMessage: Command {
  public static let name = "messages.delete"
  public let message: ID<Message>
  public init(message: ID<Message>) { self.message = message }
  public init(_ form: Form, message: ID<Message>) throws(Refusal) {
    var reader = FormReader(form)
    self.message = message
    try reader.finish()
  }
}

/// Everything up to a number has been seen.
public struct SeeMessages: Command {
  public static let name = "messages.see"
  public let conversation: ID<Conversation>
  /// `nil` is all there is.
  public let upTo: Int?
  public init(conversation: ID<Conversation>, upTo: Int? = nil) {
    (self.conversation, self.upTo) = (conversation, upTo)
  }
  public init(_ form: Form, conversation: ID<Conversation>) throws(Refusal) {
    var reader = FormReader(form)
    upTo = reader.optionalText("number", max: 9).map { wholeNumber($0.utf8) ?? 0 }
    self.conversation = conversation
    try reader.finish()
  }
}

/// Wants no word about new messages here, or wants it again.
public struct MuteConversation: Command {
  public static let name = "messages.mute"
  public let conversation: ID<Conversation>
  public let isMuted: Bool
  public init(conversation: ID<Conversation>, isMuted: Bool) {
    (self.conversation, self.isMuted) = (conversation, isMuted)
  }
  public init(_ form: Form, conversation: ID<Conversation>) throws(Refusal) {
    var reader = FormReader(form)
    isMuted = reader.flag("muted")
    self.conversation = conversation
    try reader.finish()
  }
}

/// Goes out of a group.
public struct LeaveConversation: Command {
  public static let name = "messages.leave"
  public let conversation: ID<Conversation>
  public init(conversation: ID<Conversation>) { self.conversation = conversation }
  public init(_ form: Form, conversation: ID<Conversation>) throws(Refusal) {
    var reader = FormReader(form)
    self.conversation = conversation
    try reader.finish()
  }
}

/// Brings others of the staff into a group of theirs.
public struct AddTalkers: Command {
  public static let name = "messages.add"
  public let conversation: ID<Conversation>
  public let with: [ID<Account>]
  public init(conversation: ID<Conversation>, with: [ID<Account>]) {
    (self.conversation, self.with) = (conversation, with)
  }
  public init(_ form: Form, conversation: ID<Conversation>) throws(Refusal) {
    var reader = FormReader(form)
    with = reader.ids("with", max: StartConversation.most)
    self.conversation = conversation
    if reader.problems.isEmpty, with.isEmpty { reader.fail("with", Phrase("messages.choose-person")) }
    try reader.finish()
  }
}

/// Brings somebody back into a group who went out of it.
public struct BringBack: Command {
  public static let name = "messages.bring-back"
  public let conversation: ID<Conversation>
  public let account: ID<Account>
  public init(conversation: ID<Conversation>, account: ID<Account>) {
    (self.conversation, self.account) = (conversation, account)
  }
  public init(_ form: Form, conversation: ID<Conversation>) throws(Refusal) {
    var reader = FormReader(form)
    account = reader.id("account")
    self.conversation = conversation
    try reader.finish()
  }
}

extension FormReader {
  /// What somebody says: several lines, with its limit named when it is too long.
  fileprivate mutating func messageText(isRequired: Bool) -> String {
    let text = note("text", max: Message.longest)
    if text == nil, isRequired, problems.isEmpty { fail("text", Phrase("messages.say-something")) }
    return text ?? ""
  }
}
