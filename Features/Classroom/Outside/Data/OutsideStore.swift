public import Base
public import Database
import People
public import School

/// All SQL about services outside.
public struct OutsideStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// Whether the school has switched the service on.
  public func isOn(_ kind: OutsideKind, in school: ID<Tenant>) throws(Refusal) -> Bool {
    try SchoolsStore(tx: tx).school(school)?.outside.contains(kind) ?? false
  }

  /// What must be so before something about these children goes to a service: the school's switch, and all that their families
  /// say.
  public func leave(
    _ kind: OutsideKind, about students: [ID<Student>], in school: ID<Tenant>
  ) throws(Refusal) -> OutsideLeave {
    guard try isOn(kind, in: school) else { return OutsideLeave(isOn: false, isAllowed: false) }
    let consents = ConsentsStore(tx: tx)
    var allowing = try consents.allowing(.services, of: students, in: school)
    if kind == .speech { allowing.formIntersection(try consents.allowing(.voice, of: students, in: school)) }
    return OutsideLeave(isOn: true, isAllowed: !students.isEmpty && students.allSatisfy(allowing.contains))
  }

  /// Whether the page of a child offers to ask.
  public func offers(
    _ kind: OutsideKind, about students: [ID<Student>], in school: ID<Tenant>
  ) throws(Refusal) -> Bool {
    let leave = try leave(kind, about: students, in: school)
    return leave.isOn && leave.isAllowed
  }

  /// The last that were asked, the newest first.
  func requests(limit: Int, in school: ID<Tenant>) throws(Refusal) -> [OutsideRequest] {
    try tx.all(OutsideTables.request, in: school, "ORDER BY \"at\" DESC, id DESC LIMIT $2", [.integer(Int64(limit))])
  }
}

extension OutsideStore where DB == WriteTransaction {
  /// It was asked, whatever came of it; the journal knows it by this row.
  package func save<C: Command>(
    _ permit: Permit<C>, _ use: OutsideUse, about student: ID<Student>, size: Int, _ outcome: OutsideOutcome
  ) throws(Refusal) {
    try RecordsStore(tx: tx).open(student)
    try tx.put(
      OutsideTables.request,
      OutsideRequest(
        id: tx.newID(), student: student, use: use, by: permit.caller.account, at: permit.at, size: size,
        outcome: outcome))
    tx.detail("service", use.kind.rawValue)
    tx.detail("for", use.rawValue)
    tx.detail("bytes", String(size))
    tx.detail("outcome", outcome.rawValue)
  }
}
