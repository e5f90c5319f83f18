import Base
import Database
import People
import School

/// Whom one can write to, found by what they are called and by what they sign in with.
///
/// A search goes through those whom one may write to, and nobody else: it tells of no one who is not in the list without it.
extension MessagesService {
  /// How many members the office's search goes through by sound, after what the database finds.
  static let maxSounded = 2000

  /// Whom a talk can be begun with.
  func choices(_ caller: Caller, search: String, _ tx: Transaction) throws(Refusal) -> NewConversationPage {
    let caller = try MembersStore(tx: tx).current(caller)
    var page = NewConversationPage(search: search, role: caller.role)
    let fitting = try caller.role.isOffice ? members(caller, search, tx) : reachable(caller, search, tx)
    page.people = Array(fitting.prefix(Self.maxNames))
    page.hasMore = fitting.count > Self.maxNames
    if caller.role.isStaff {
      let groups = try Self.groups(for: caller, search: search, tx)
      page.groups = Array(groups.prefix(Self.maxNames))
      page.hasMore = page.hasMore || groups.count > Self.maxNames
    }
    return page
  }

  /// The office reaches everybody, and sees what they sign in with.
  private func members(
    _ caller: Caller, _ search: String, _ tx: Transaction
  ) throws(Refusal) -> [NewConversationPage.Choice] {
    let store = MembersStore(tx: tx)
    var rows = try store.members(of: caller.school, search: search, limit: Self.maxNames + 2)
    let wanted = NameSearch(search)
    if !wanted.isEmpty, rows.count <= Self.maxNames {
      let known = Set(rows.map { $0.account })
      rows += try store.members(of: caller.school, limit: Self.maxSounded)
        .filter { !known.contains($0.account) && wanted.finds([$0.name]) }
    }
    rows = rows.filter { $0.account != caller.account }
    let names = try MessagesStore(tx: tx).names(of: rows.map { $0.account }, in: caller.school)
    return rows.map { .init(account: $0.account, name: names[$0.account] ?? $0.name, role: $0.role, children: []) }
  }

  /// All others reach those they have to do with, and find them by a whole address or user name, too: by a part of one they
  /// could find out the rest.
  private func reachable(
    _ caller: Caller, _ search: String, _ tx: Transaction
  ) throws(Refusal) -> [NewConversationPage.Choice] {
    let store = MessagesStore(tx: tx)
    let found = try store.reachable(for: caller)
    let names = try store.names(of: found.map { $0.account }, in: caller.school)
    let all = found.map {
      NewConversationPage.Choice(
        account: $0.account, name: names[$0.account] ?? "", role: $0.role, children: $0.children)
    }
    let wanted = NameSearch(search)
    let named = wanted.isEmpty ? nil : try AccountsStore(tx: tx).holder(of: search)
    return all.filter { $0.matches(wanted) || $0.account == named }
      .sorted { (Student.fold($0.name), $0.account) < (Student.fold($1.name), $1.account) }
  }
}
