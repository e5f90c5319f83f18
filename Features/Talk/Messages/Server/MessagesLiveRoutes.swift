import Base
import Database
import HTML
import Kit
import Ledger
import People
import Router
import School
import Talk
public import Web

/// What stays true on open screens: a conversation, its line in lists, and the dot beside “Messages”.
public func messageViews(_ server: MessagesServer) -> [LiveView] {
  [server.talkView, server.mailView, server.reportsView]
}

extension MessagesServer {
  /// One conversation, for those who have it or a list with it before them.
  var talkView: LiveView {
    let ledger = ledger
    return LiveView("talk") { id, caller in
      guard let id = ID<Conversation>(id) else { return false }
      return try await ledger.read { tx in
        do {
          let now = try MembersStore(tx: tx).current(caller)
          return try MessagesStore(tx: tx).isPart(of: id, now)
        } catch Refusal.notFound { return false }
      }
    } touched: { change in
      let kind = Bucket.conversation(.none).kind
      return Set(change.entries.filter { $0.bucket.kind == kind }.map { $0.bucket.id.text })
    } render: { id, change, scene in
      guard let id = ID<Conversation>(id) else { return nil }
      return try await fragments(change, id, scene)
    }
  }

  var mailView: LiveView {
    let ledger = ledger
    return LiveView("mail") { id, caller in
      id == caller.account.text
    } touched: { change in
      let mine = change.entries.filter {
        $0.table == MessagesTables.participant.number && $0.bucket.kind == Bucket.person(.none).kind
      }
      return Set(mine.map { $0.bucket.id.text })
    } render: { id, change, scene in
      guard let account = ID<Account>(id) else { return nil }
      let hasUnread = try await ledger.read { try MessagesStore(tx: $0).hasUnread(account, in: change.school) }
      return mailFragments(hasUnread: hasUnread, scene)
    }
  }

  /// What was reported, for the office; the page has buttons in it and asks for itself again.
  var reportsView: LiveView {
    LiveView("reports") { id, caller in
      caller.role.isOffice && id == caller.school.text
    } touched: { change in
      change.entries.contains { $0.table == MessagesTables.report.number } ? [change.school.text] : []
    } render: { _, _, _ in
      fragment(.refresh, "reports")
    }
  }

  /// A message near the end is put there; one further up is replaced where it is shown.
  ///
  /// What was said before the last guest came is not for everybody who listens: whoever shows it asks for it again, and
  /// gets what is theirs.
  private func fragments(_ change: Change, _ id: ID<Conversation>, _ scene: Scene) async throws -> HTML? {
    let mine = change.entries.filter { $0.bucket == .conversation(id) }
    let ids = mine.compactMap { $0.id("id", of: MessagesTables.message, Message.self) }
    let moved = mine.contains { $0.table == MessagesTables.participant.number }
    return try await ledger.read { tx in
      let store = MessagesStore(tx: tx)
      guard let talk = try store.conversation(id, in: change.school) else { return nil }
      let messages = try ids.compactMap { try store.message($0, in: change.school) }
      let start = try store.latestStart(in: id, school: change.school)
      let bubbles = try MessagesService.bubbles(messages.filter { $0.number > start }, change.school, tx)
      let hidden = messages.filter { $0.number <= start }.map(\.id)
      let edge = talk.last - MessagesService.messagesPerPage
      let people = moved ? try Self.people(in: id, change.school, tx) : nil
      let lastName = try talk.lastBy.map { try store.name(of: $0, in: change.school) } ?? ""
      let card = ConversationCard(
        id: id, kind: talk.kind, title: "", role: nil, other: .none, people: [], last: talk.last,
        lastAt: talk.lastAt, lastBy: talk.lastBy, lastName: lastName, preview: talk.preview, isUnread: false,
        isMuted: false)
      return talkFragments(
        bubbles.filter { $0.message.number > edge }, old: bubbles.filter { $0.message.number <= edge },
        hidden: hidden, people: people, card: talk.last > start ? card : nil, of: id, scene)
    }
  }

  private static func people(
    in id: ID<Conversation>, _ school: ID<Tenant>, _ tx: Transaction
  ) throws -> [ConversationPage.Person] {
    try MessagesStore(tx: tx).participants(in: id, school: school).map {
      ConversationPage.Person(account: $0.account, name: "", role: nil, read: $0.read, isGuest: $0.isGuest)
    }
  }
}
