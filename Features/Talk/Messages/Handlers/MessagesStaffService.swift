import Base
import Classroom
import Database
import Learning
import People
import Router
import School

/// Groups of the staff, and the groups of courses and classes that can be talked to as a whole.
extension MessagesService {
  /// How many names a choice shows before it wants a search.
  static let maxNames = 60

  /// Brings people into a group of staff, who see all that was said there.
  func handle(_ command: AddParticipants, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(request.caller()))
    let participation = try store.participation(command.conversation, now).participation
    let here = Set(try store.participants(in: command.conversation, school: tx.school).map { $0.account })
    try store.save(
      command.permit(for: now, participation, people: store.candidates(command.with, for: now), here: here, now: tx.now)
    )
    return .done
  }

  /// Whom of the staff one may choose.
  ///
  /// - Parameter group: those who are in it already are not among them.
  func staff(
    _ caller: Caller, search: String, chosen: [ID<Account>], into group: ID<Conversation>? = nil, _ tx: Transaction
  ) throws(Refusal) -> StaffChoicePage {
    let now = try MembersStore(tx: tx).current(caller)
    guard now.role.isStaff else { throw .notFound }
    var page = StaffChoicePage(search: search)
    var here: Set<ID<Account>> = [caller.account]
    if let group {
      let participation = try MessagesStore(tx: tx).participation(group, now).participation
      _ = try participation.mustBePart()
      guard participation.conversation.kind == .staff, participation.moderates else { throw .notFound }
      page.group = (group, participation.conversation.title)
      here.formUnion(try MessagesStore(tx: tx).participants(in: group, school: caller.school).map { $0.account })
    }
    page.chosen = try Self.staff(Array(chosen.prefix(StartConversation.most)), caller.school, tx)
      .filter { !here.contains($0.account) }
    here.formUnion(page.chosen.map { $0.account })
    let found = try Self.staff(named: search, caller.school, tx).filter { !here.contains($0.account) }
    page.people = Array(found.prefix(Self.maxNames))
    page.hasMore = found.count > Self.maxNames
    return page
  }

  private static func staff(
    named search: String, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> [NewConversationPage.Choice] {
    // As many of each role as could be shown, besides those who are in it or ticked.
    let most = Self.maxNames + 2 * StartConversation.most
    let roles: [Role] = [.owner, .admin, .teacher]
    let wanted = NameSearch(search)
    let rows = try roles.tryFlatMap { role throws(Refusal) in
      let store = MembersStore(tx: tx)
      let found = try store.members(of: school, role: role, search: search, limit: most)
      guard !wanted.isEmpty, found.count < most else { return found }
      let known = Set(found.map { $0.account })
      return found
        + (try store.members(of: school, role: role, limit: maxSounded)
          .filter { !known.contains($0.account) && wanted.finds([$0.name]) })
    }
    return rows.map { .init(account: $0.account, name: $0.name, role: $0.role, children: []) }
      .sorted { (Student.fold($0.name), $0.account) < (Student.fold($1.name), $1.account) }
  }

  private static func staff(
    _ accounts: [ID<Account>], _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> [NewConversationPage.Choice] {
    let names = try MessagesStore(tx: tx).names(of: accounts, in: school)
    return try accounts.tryCompactMap { account throws(Refusal) -> NewConversationPage.Choice? in
      guard let role = try MembersStore(tx: tx).membership(account, in: school)?.role, role.isStaff else { return nil }
      return .init(account: account, name: names[account] ?? "", role: role, children: [])
    }
  }

  /// The courses and classes somebody can talk to as a whole: those they teach, for the office all there are.
  static func groups(
    for caller: Caller, search: String, _ tx: Transaction
  ) throws(Refusal) -> [NewConversationPage.Group] {
    let (courses, rooms) = (CoursesStore(tx: tx), ClassroomsStore(tx: tx))
    let taught =
      try caller.role.isOffice
      ? courses.all(in: caller.school, limit: 2000)
      : courses.taught(by: caller.account, in: caller.school, archived: false)
    let own = try Set(rooms.taught(by: caller.account, in: caller.school))
    let classes = try rooms.rooms(for: caller, on: rooms.today(in: caller.school))
      .filter { caller.role.isOffice || own.contains($0.id) }
    let all: [NewConversationPage.Group] =
      taught.map { .init(field: "course", id: $0.id.cast(), title: $0.name) }
      + classes.map { .init(field: "class", id: $0.id.cast(), title: $0.name) }
    let words = Student.fold(search).split(separator: " ").map(String.init)
    return all.filter { group in
      let title = Student.fold(group.title)
      return words.allSatisfy { title.includes($0) }
    }
  }
}
