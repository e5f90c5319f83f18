public import Base
public import Database
import People
public import School

/// What is written about conversations.
extension MessagesStore where DB == WriteTransaction {
  /// Puts a new conversation into the books; nobody is in it yet.
  public func insert(_ conversation: Conversation) throws(Refusal) {
    try tx.put(MessagesTables.conversation, conversation)
  }

  /// Gives somebody a place, or the place they had again.
  ///
  /// - Parameter since: the number after which a guest sees messages, also one who comes back: what was said while they
  ///   were away was not said to them.
  public func seat(
    _ account: ID<Account>, in conversation: ID<Conversation>, isGuest: Bool = false, since: Int = 0
  ) throws(Refusal) {
    let known = try place(of: account, in: conversation, school: tx.school)
    let isHere = try tx.isMember(account, of: .conversation(conversation), school: tx.school)
    if let known, isHere, known.leftAt == nil, known.isGuest == isGuest { return }
    let start = isGuest ? max(since, known?.since ?? 0) : 0
    var participant = known ?? Participant(conversation: conversation, account: account, joinedAt: tx.now)
    (participant.leftAt, participant.isGuest, participant.read, participant.since) = (
      nil, isGuest, max(participant.read, start), start
    )
    participant.isHere = true
    try put(participant)
    try tx.grant(account, .conversation(conversation))
  }

  /// Takes the sight of it away, and the word that waits; the place is kept, for when they come back.
  func unseat(_ account: ID<Account>, from conversation: ID<Conversation>) throws(Refusal) {
    if let told = try place(of: account, in: conversation, school: tx.school)?.told {
      try NotificationsStore(tx: tx).takeBack(told)
      try note(nil, for: account, in: conversation)
    }
    try tx.revoke(account, .conversation(conversation))
    try change(account, in: conversation) { $0.isHere = false }
  }

  func put(_ participant: Participant) throws(Refusal) { try tx.put(MessagesTables.participant, participant) }

  /// What was changed of it is nothing that the others are shown.
  private func touchOwn(_ account: ID<Account>, in conversation: ID<Conversation>) throws(Refusal) {
    try tx.touch(
      MessagesTables.participant, key: [.id(tx.school), .id(conversation), .id(account)], only: [.person(account)])
  }

  /// A conversation was changed by a statement.
  func touch(_ talk: ID<Conversation>) throws(Refusal) {
    try tx.touch(MessagesTables.conversation, key: [.id(tx.school), .id(talk)])
  }

  /// Changes somebody's own place.
  func change(
    _ account: ID<Account>, in conversation: ID<Conversation>, _ body: (inout Participant) -> Void
  ) throws(Refusal) {
    guard var participant = try place(of: account, in: conversation, school: tx.school) else { throw Refusal.notFound }
    body(&participant)
    try put(participant)
  }

  /// Somebody has seen what was said up to a number.
  public func seen(_ account: ID<Account>, in conversation: ID<Conversation>, upTo number: Int) throws(Refusal) {
    try change(account, in: conversation) { participant in
      participant.read = max(number, 0)
      participant.readAt = tx.now
    }
  }

  /// The word in somebody's inbox for what they have not read here.
  package func note(_ told: ID<Notification>?, for account: ID<Account>, in conversation: ID<Conversation>)
    throws(Refusal)
  {
    try tx.execute(
      "UPDATE talker SET told = $4 WHERE school = $1 AND conversation = $2 AND account = $3",
      [.id(tx.school), .id(conversation), .id(account), .id(told)])
    try touchOwn(account, in: conversation)
  }

  /// Puts one more message at the end; whoever says something has read what was before.
  public func append(
    _ id: ID<Message>, to conversation: Conversation, by sender: ID<Account>, text: String, files: Int = 0,
    at said: Instant? = nil
  ) throws(Refusal) -> Message {
    let (number, now) = (conversation.last + 1, said ?? tx.now)
    let message = Message(
      id: id, conversation: conversation.id, number: number, sender: sender, text: text, at: now)
    try put(message)
    try tx.execute(
      """
      UPDATE conversation SET last = $3, "lastAt" = $4, "lastBy" = $5, preview = $6 WHERE school = $1 AND id = $2
      """,
      [
        .id(tx.school), .id(conversation.id), .int(number), .instant(now), .id(sender),
        .text(Self.preview(text, files: files)),
      ])
    try touch(conversation.id)
    try tx.execute(
      """
      UPDATE talker SET read = $4, "readAt" = $5 WHERE school = $1 AND conversation = $2 AND account = $3
      """, [.id(tx.school), .id(conversation.id), .id(sender), .int(number), .instant(now)])
    try touchOwn(sender, in: conversation.id)
    return message
  }

  func put(_ message: Message) throws(Refusal) { try tx.put(MessagesTables.message, message) }

  /// The list shows other words when the last message has changed.
  func preview(of conversation: ID<Conversation>, number: Int, _ text: String) throws(Refusal) {
    try tx.execute(
      "UPDATE conversation SET preview = $4 WHERE school = $1 AND id = $2 AND last = $3",
      [.id(tx.school), .id(conversation), .int(number), .text(text)])
    try touch(conversation)
  }

  /// The beginning of what was said; a lone file is said by the page, in the reader's words.
  static func preview(_ text: String, files: Int) -> String {
    if text.isEmpty, files > 0 { return "\u{1}" }
    let line = text.split { $0.isNewline }.joined(separator: " ")
    return String(line.prefix(120))
  }
  /// What stands where a lone file or a message that was taken back would be quoted.
  static var filePreview: String { "\u{1}" }
  static var deletedPreview: String { "\u{2}" }

  public func attach(_ file: ID<MessageFile>, to message: Message, place: Int) throws(Refusal) {
    try tx.put(MessagesTables.file, AttachedFile(message: message.id, file: file, place: place))
  }

  /// What came with a message that was taken back goes out of sight with it.
  func hideFiles(of message: Message) throws(Refusal) {
    for file in try tx.all(MessagesTables.file, in: tx.school, "AND message = $2", [.id(message.id)]) {
      try tx.recalculate(MessagesTables.file, file)
    }
  }

  /// What somebody showed the office; the office alone sees it.
  public func put(_ report: MessageReport) throws(Refusal) { try tx.put(MessagesTables.report, report) }

  /// Brings the places of a conversation in line with those it is for.
  package func follow(_ talk: Conversation) throws(Refusal) {
    let places = try places(in: talk.id, school: tx.school)
    let (members, guests) = try audience(of: talk, places, school: tx.school)
    let wanted = members.union(guests)
    let here = Set(try tx.members(of: .conversation(talk.id), school: tx.school))
    let left = Set(places.filter { $0.leftAt != nil }.map { $0.account })
    for account in here.subtracting(wanted).sorted() { try unseat(account, from: talk.id) }
    // Whoever is a guest of two people is asked in with the next word that is said.
    guard talk.kind != .direct else { return }
    for account in wanted.subtracting(here).subtracting(left).sorted() {
      let isGuest = guests.contains(account)
      try seat(account, in: talk.id, isGuest: isGuest, since: isGuest ? talk.last : 0)
    }
    try rename(talk)
  }

  /// A group is called like its course or class.
  private func rename(_ talk: Conversation) throws(Refusal) {
    guard let title = try name(of: talk, in: tx.school), title != talk.title else { return }
    try tx.execute(
      "UPDATE conversation SET title = $3 WHERE school = $1 AND id = $2", [.id(tx.school), .id(talk.id), .text(title)])
    try touch(talk.id)
  }
}
