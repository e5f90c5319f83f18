public import Base
package import Database
import Kit
import People
import Router
package import School

/// The live topic of whether somebody has unread messages, for the bars of every page.
public func mailTopic(of account: ID<Account>) -> String { "mail/" + account.text }

/// What the pages show.
extension MessagesService {
  /// How many conversations a part of the list has, and how many messages a part of a conversation.
  static let pageSize = 30
  package static let messagesPerPage = 50
  /// How many members the office's search names; the next letter finds the others.
  static let foundMembers = 8

  /// What conversations are called for one reader: the others' names, or the group's own.
  static func titles(
    _ conversations: [Conversation], _ reader: ID<Account>, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal)
    -> [(conversation: Conversation, title: String, role: Role?, other: ID<Account>, people: [String])]
  {
    let store = MessagesStore(tx: tx)
    let people = try store.accounts(in: conversations.map { $0.id }, school: school)
    let names = try store.names(of: people.values.flatMap { $0 }, in: school)
    let pairs = conversations.filter { $0.kind == .direct }.flatMap { people[$0.id] ?? [] }
    let roles = try store.roles(of: pairs.filter { $0 != reader }, in: school)
    return conversations.map { conversation in
      let others = (people[conversation.id] ?? []).filter { $0 != reader }
      let called = others.compactMap { names[$0] }
      let isDirect = conversation.kind == .direct
      let title = isDirect ? called.first ?? "" : conversation.title
      return (conversation, title, isDirect ? others.first.flatMap { roles[$0] } : nil, others.first ?? reader, called)
    }
  }

  /// Where a part of a list of conversations ends, as the address says it.
  static func cursor(_ text: String) -> (at: Instant, id: ID<Conversation>)? {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let at = Int64(parts[0]), let id = ID<Conversation>(parts[1]) else { return nil }
    return (Instant(milliseconds: at), id)
  }

  func list(
    _ caller: Caller, search: String, after: String?, _ tx: Transaction
  ) throws(Refusal) -> ConversationsPage {
    let cursor = after.flatMap(Self.cursor)
    let store = MessagesStore(tx: tx)
    let isSearch = !search.isEmpty
    let limit = isSearch ? 500 : Self.pageSize + 1
    let now = try MembersStore(tx: tx).current(caller)
    let rows = try store.list(of: caller.account, in: caller.school, for: now, after: cursor, limit: limit)
    let titles = try Self.titles(rows.map { $0.conversation }, caller.account, caller.school, tx)
    let lastNames = try store.names(of: rows.compactMap { $0.conversation.lastBy }, in: caller.school)
    var cards = zip(rows, titles).map { row, called in
      let talk = row.conversation
      // To a guest who has just come, nothing was said yet.
      let isSaid = talk.last > row.since
      return ConversationCard(
        id: talk.id, kind: talk.kind, title: called.title, role: called.role, other: called.other,
        people: called.people, last: isSaid ? talk.last : 0, lastAt: talk.lastAt,
        lastBy: isSaid ? talk.lastBy : nil, lastName: isSaid ? talk.lastBy.flatMap { lastNames[$0] } ?? "" : "",
        preview: isSaid ? talk.preview : "", isUnread: talk.last > row.read, isMuted: row.isMuted)
    }
    let next =
      !isSearch && rows.count > Self.pageSize
      ? cards[Self.pageSize - 1].cursor : nil
    if isSearch {
      let wanted = NameSearch(search)
      cards = cards.filter { $0.matches(wanted) }
    }
    return ConversationsPage(
      me: caller.account, cards: Array(cards.prefix(isSearch ? 50 : Self.pageSize)), search: search, next: next,
      isFirst: cursor == nil, isOffice: caller.role.isOffice)
  }

  /// One conversation as the caller sees it.
  ///
  /// - Parameters:
  ///   - part: which part of it; the end, unless it says otherwise.
  ///   - older: what is found was said before the message of this number.
  ///   - unread: the number of what was the first unread when the reader set out to it.
  func conversation(
    _ id: ID<Conversation>, _ caller: Caller, part: TalkPart = .end, search: String = "", older: Int? = nil,
    unread: Int? = nil, _ tx: Transaction
  ) throws(Refusal) -> ConversationPage {
    let store = MessagesStore(tx: tx)
    let now = try MembersStore(tx: tx).current(caller)
    let (participation, since) = try store.participation(id, now)
    let participant = try participation.mustBePart()
    let conversation = participation.conversation
    let shown = try store.part(part, of: conversation, in: caller.school, since: since)
    var page = ConversationPage(
      me: caller.account, conversation: conversation, participation: participation,
      bubbles: try Self.bubbles(shown.messages, caller.school, tx), hasEarlier: shown.hasEarlier,
      isEnd: shown.isEnd, search: search)
    if !search.isEmpty { try Self.find(search, since: since, before: older, for: &page, caller.school, tx) }
    page.people = try Self.people(in: id, caller.school, tx)
    page.firstUnread = participant.read < conversation.last && participant.read >= since ? participant.read + 1 : nil
    if let unread, unread > since { (page.firstUnread, page.hasJumped) = (unread, true) }
    if let first = page.firstUnread {
      page.firstUnreadID = try store.messages(of: id, in: caller.school, from: first - 1, limit: 1).first?.id
    }
    let others = page.people.filter { $0.account != caller.account }
    // A direct talk is called by the other one of the two, also when that one has left the school.
    let called = try Self.titles([conversation], caller.account, caller.school, tx).first
    page.title = conversation.kind == .direct ? called?.title ?? "" : conversation.title
    page.role = called?.role
    page.other = others.first?.account ?? caller.account
    page.maxMegabytes = try FilesStore(tx: tx).limits(in: caller.school).megabytes(for: caller)
    return page
  }

  /// What was found of what the reader may see, the newest first, and where the next part of it begins.
  private static func find(
    _ search: String, since: Int, before older: Int?, for page: inout ConversationPage, _ school: ID<Tenant>,
    _ tx: Transaction
  ) throws(Refusal) {
    var found = try MessagesStore(tx: tx).search(
      search, in: page.conversation.id, school: school, after: since, before: older, limit: messagesPerPage + 1)
    if found.count > messagesPerPage {
      found.removeLast()
      page.older = found.last?.number
    }
    page.isOlderPart = older != nil
    page.found = try bubbles(found, school, tx)
  }

  private static func people(
    in id: ID<Conversation>, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> [ConversationPage.Person] {
    let store = MessagesStore(tx: tx)
    let participants = try store.participants(in: id, school: school)
    let names = try store.names(of: participants.map { $0.account }, in: school)
    let roles = try store.roles(of: participants.map { $0.account }, in: school)
    return participants.map {
      .init(
        account: $0.account, name: names[$0.account] ?? "", role: roles[$0.account], read: $0.read,
        isGuest: $0.isGuest)
    }
  }

  package static func bubbles(_ messages: [Message], _ school: ID<Tenant>, _ tx: Transaction) throws(Refusal)
    -> [Bubble]
  {
    let store = MessagesStore(tx: tx)
    let files = try store.files(of: messages.map { $0.id }, in: school)
    let names = try store.names(of: messages.map { $0.sender }, in: school)
    let roles = try store.roles(of: messages.map { $0.sender }, in: school)
    return messages.map {
      Bubble(message: $0, name: names[$0.sender] ?? "", role: roles[$0.sender], files: files[$0.id] ?? [])
    }
  }

  /// One message, for its own page and for the answer to its sending.
  package func bubble(
    _ id: ID<Message>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (bubble: Bubble, participation: Participation) {
    let (known, participation, _) = try Self.found(id, caller, tx)
    _ = try participation.mustBePart()
    guard let bubble = try Self.bubbles([known], caller.school, tx).first else { throw .notFound }
    return (bubble, participation)
  }

  /// What the caller has said here under this id; `nil` when they have not.
  package func said(
    _ id: ID<Message>, in talk: ID<Conversation>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> Bubble? {
    let known = try MessagesStore(tx: tx).message(id, in: caller.school)
    guard let known, known.sender == caller.account, known.conversation == talk else { return nil }
    return try bubble(id, caller, tx).bubble
  }

  func people(_ id: ID<Conversation>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> ConversationPage {
    var page = try conversation(id, caller, tx)
    guard page.participation.moderates else { return page }
    let store = MessagesStore(tx: tx)
    let gone = try store.returning(to: page.conversation, school: caller.school).map { $0.account }
    let (names, roles) = (try store.names(of: gone, in: caller.school), try store.roles(of: gone, in: caller.school))
    page.left = gone.map { .init(account: $0, name: names[$0] ?? "", role: roles[$0], read: 0, isGuest: false) }
    return page
  }

  /// A kept file of a message the caller may see.
  func file(
    _ file: ID<MessageFile>, in id: ID<Conversation>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> KeptFile {
    let store = MessagesStore(tx: tx)
    let (participation, since) = try store.participation(id, MembersStore(tx: tx).current(caller))
    _ = try participation.mustBePart()
    guard let message = try store.message(with: file, in: id, school: caller.school), message.number > since,
      let kept = try tx.file(file.cast(), school: caller.school)
    else { throw .notFound }
    return kept
  }

  /// What somebody is called who may say something there.
  package func typist(_ id: ID<Conversation>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> String {
    let store = MessagesStore(tx: tx)
    let participation = try store.participation(id, MembersStore(tx: tx).current(caller)).participation
    _ = try participation.mustBePart()
    guard participation.canReach else { throw .notAllowed(Phrase("messages.cannot-reach")) }
    return try store.name(of: caller.account, in: caller.school)
  }
}
