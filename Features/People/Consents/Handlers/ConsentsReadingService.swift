import Base
import Database
import Kit
import Router
import School

/// What the pages ask: each a look into one snapshot.
extension ConsentsService {
  /// What is allowed of a child, and as much of how that came about as the caller may know.
  ///
  /// The child's own account hears of no such page: it is not the child who is asked.
  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> ConsentsPage {
    let (caller, id) = (try request.caller(), try request.id("student", Student.self))
    let store = ConsentsStore(tx: tx)
    guard let access = try reach.access(id, caller, tx),
      let student = try StudentsStore(tx: tx).student(id, in: caller.school)
    else { throw .notFound }
    let isGuardian = try guardians(of: id, caller, tx).contains(caller.account)
    guard access.isStaff || isGuardian else { throw .notFound }
    var page = ConsentsPage(student: student, states: try store.states(of: id, in: caller.school))
    if isGuardian { page.own = try store.own(caller.account, of: id, in: caller.school) }
    if access == .office { page.office = try office(student, caller, tx) }
    page.topics = .watching(
      try StudentsService.buckets(of: student, access, caller, reach, tx),
      [ConsentsTables.state.number, StudentsTables.student.number, StudentsTables.guardian.number])
    if isGuardian { page.topics += .watching([.person(caller.account)], [ConsentsTables.consent.number]) }
    if access == .office { page.topics += .watching([.office(caller.school)], [ConsentsTables.consent.number]) }
    return page
  }

  private func office(
    _ student: Student, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> ConsentsPage.Office {
    let store = ConsentsStore(tx: tx)
    let guardians = try StudentsStore(tx: tx).guardians(of: student.id, in: caller.school)
    let history = try store.history(of: student.id, in: caller.school)
    let people = guardians.map { $0.account } + history.flatMap { [$0.by] + ($0.guardian.map { [$0] } ?? []) }
    let names = try AccountsStore(tx: tx).names(of: Array(Set(people)).sorted())
    var office = ConsentsPage.Office(
      guardians: guardians.map { .init(account: $0.account, name: names[$0.account] ?? "", relation: $0.relation) },
      history: history.map { .init($0, guardian: $0.guardian.flatMap { names[$0] }, by: names[$0.by] ?? "") })
    let all = try store.answers(of: student.id, in: caller.school)
    for scope in ConsentScope.allCases {
      let some = all.filter { $0.scope == scope }
      office.latest[scope] = Consent.latest(some)
      office.why[scope] = ConsentState.folded(some, guardians: Set(guardians.map { $0.account })).why
    }
    return office
  }

  /// The forms of the office, for a child that is there.
  func recording(_ request: Request, _ tx: Transaction) throws(Refusal) -> ConsentsPage {
    let page = try page(request, tx)
    guard page.office != nil else { throw .notFound }
    return page
  }
}
