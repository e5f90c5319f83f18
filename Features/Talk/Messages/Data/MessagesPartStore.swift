import Base
import Database
import School

/// Which part of a conversation is asked for, by the numbers of its messages.
enum TalkPart: Sendable {
  case end
  case before(Int), after(Int), around(Int)
}

extension MessagesStore {
  /// One part of a conversation, and whether it has others on either side.
  ///
  /// - Parameter since: the number after which the reader sees messages.
  func part(
    _ part: TalkPart, of talk: Conversation, in school: ID<Tenant>, since: Int
  ) throws(Refusal) -> (messages: [Message], hasEarlier: Bool, isEnd: Bool) {
    let pageSize = MessagesService.messagesPerPage
    let end: Int?
    switch part {
    case .after(let number):
      let start = max(number, since)
      let found = try messages(of: talk.id, in: school, from: start, limit: pageSize + 1)
      return (Array(found.prefix(pageSize)), start > since, found.count <= pageSize)
    case .end: end = nil
    case .before(let number): end = number
    case .around(let number): end = number + pageSize / 2
    }
    let found = try messages(of: talk.id, in: school, after: since, before: end, limit: pageSize + 1)
    return (Array(found.suffix(pageSize)), found.count > pageSize, end.map { $0 > talk.last } ?? true)
  }
}
