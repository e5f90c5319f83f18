public import Base

/// Begins a talk, or opens the one there is: with one person, with several of the staff, for a course or a class.
public struct StartConversation: FormCommand {
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

  public init(_ form: inout FormReader) {
    let named = form.values("with").count
    with = named > Self.most ? [] : form.ids("with", max: Self.most)
    if named > Self.most {
      form.ignore("with")
      form.fail("with", Phrase("messages.too-many", .count(Self.most)))
    }
    title = form.optionalText("title", max: 80)
    course = form.optionalID("course")
    classroom = form.optionalID("class")
    form.ignore("q")
    if form.problems.isEmpty, with.isEmpty, course == nil, classroom == nil {
      form.fail("with", Phrase("messages.choose-person"))
    }
  }
}

/// Says something.
public struct SendMessage: FormCommand {
  public static let name = "messages.send"
  public let conversation: ID<Conversation>
  /// Empty where files came along.
  public let text: String

  public init(conversation: ID<Conversation>, text: String) {
    (self.conversation, self.text) = (conversation, text)
  }
  public init(_ form: inout FormReader) {
    self.init(conversation: form.id("conversation"), text: form.messageText(isRequired: false))
    form.ignore("upload", "file")
  }
}

/// Says it in other words; the old ones stay in the journal.
public struct EditMessage: FormCommand {
  public static let name = "messages.edit"
  public let message: ID<Message>
  public let text: String
  public init(message: ID<Message>, text: String) { (self.message, self.text) = (message, text) }
  public init(_ form: inout FormReader) {
    self.init(
      message: form.id("message"),
      text: form.messageText(isRequired: true, about: "What it says from now on, a word at least."))
  }
}

/// Takes it back: the place stays, the words go to the journal.
public struct DeleteMessage: FormCommand {
  public static let name = "messages.delete"
  public let message: ID<Message>
  public init(message: ID<Message>) { self.message = message }
  public init(_ form: inout FormReader) { self.init(message: form.id("message")) }
}

/// Everything up to a number has been seen.
public struct SeeMessages: FormCommand {
  public static let name = "messages.see"
  public let conversation: ID<Conversation>
  /// `nil` is all there is.
  public let upTo: Int?
  public init(conversation: ID<Conversation>, upTo: Int? = nil) {
    (self.conversation, self.upTo) = (conversation, upTo)
  }
  public init(_ form: inout FormReader) {
    conversation = form.id("conversation")
    let number = form.optionalText("number", max: 9, about: "Up to this message; all of them without it.")
    upTo = number.map { wholeNumber($0.utf8) ?? 0 }
  }
}

/// Wants no word about new messages here, or wants it again.
public struct MuteConversation: FormCommand {
  public static let name = "messages.mute"
  public let conversation: ID<Conversation>
  public let isMuted: Bool
  public init(conversation: ID<Conversation>, isMuted: Bool) {
    (self.conversation, self.isMuted) = (conversation, isMuted)
  }
  public init(_ form: inout FormReader) {
    self.init(
      conversation: form.id("conversation"), isMuted: form.flag("muted", about: "Whether no words about it come."))
  }
}

/// Goes out of a group.
public struct LeaveConversation: FormCommand {
  public static let name = "messages.leave"
  public let conversation: ID<Conversation>
  public init(conversation: ID<Conversation>) { self.conversation = conversation }
  public init(_ form: inout FormReader) { self.init(conversation: form.id("conversation")) }
}

/// Brings others of the staff into a group of theirs.
public struct AddParticipants: FormCommand {
  public static let name = "messages.add"
  public let conversation: ID<Conversation>
  public let with: [ID<Account>]
  public init(conversation: ID<Conversation>, with: [ID<Account>]) {
    (self.conversation, self.with) = (conversation, with)
  }
  public init(_ form: inout FormReader) {
    self.init(
      conversation: form.id("conversation"),
      with: form.ids("with", max: StartConversation.most, about: "The accounts of those who come in."))
    if form.problems.isEmpty, with.isEmpty { form.fail("with", Phrase("messages.choose-person")) }
  }
}

/// Brings somebody back into a group who went out of it.
public struct BringBack: FormCommand {
  public static let name = "messages.bring-back"
  public let conversation: ID<Conversation>
  public let account: ID<Account>
  public init(conversation: ID<Conversation>, account: ID<Account>) {
    (self.conversation, self.account) = (conversation, account)
  }
  public init(_ form: inout FormReader) {
    self.init(
      conversation: form.id("conversation"), account: form.id("account", about: "Who went out of the group."))
  }
}

extension FormReader {
  /// What somebody says: several lines, with its limit named when it is too long.
  fileprivate mutating func messageText(isRequired: Bool, about: String = "") -> String {
    let text = note("text", max: Message.longest, about: about)
    if text == nil, isRequired, problems.isEmpty { fail("text", Phrase("messages.say-something")) }
    return text ?? ""
  }
}
