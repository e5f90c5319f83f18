public import Base
public import Database
public import School

/// All SQL about what families allow.
public struct ConsentsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// Those of the children for whom the scope is allowed now; without an answer it is not.
  public func allowing(_ scope: ConsentScope, of students: [ID<Student>], in school: ID<Tenant>) throws(Refusal) -> Set<
    ID<Student>
  > {
    var found: Set<ID<Student>> = []
    for part in students.chunks(of: 400) {
      let states = try tx.all(
        ConsentsTables.state, in: school,
        "AND scope = $2 AND student IN (\(placeholders(part.count, from: 3)))",
        [.text(scope.rawValue)] + part.map { .id($0) })
      for state in states where state.isAllowed { found.insert(state.student) }
    }
    return found
  }

  /// What stands about a child; a scope that nobody was ever asked about has no row.
  public func states(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> [ConsentScope: ConsentState] {
    var found: [ConsentScope: ConsentState] = [:]
    for state in try tx.all(ConsentsTables.state, in: school, "AND student = $2", [.id(student)]) {
      found[state.scope] = state
    }
    return found
  }

  /// Whether anybody has ever said yes.
  public func wasAllowed(
    _ scope: ConsentScope, of student: ID<Student>, in school: ID<Tenant>
  ) throws(Refusal) -> Bool {
    try tx.exists(
      "SELECT 1 FROM consent WHERE school = $1 AND student = $2 AND scope = $3 AND answer = $4",
      [.id(school), .id(student), .text(scope.rawValue), .text(Consent.Answer.yes.rawValue)])
  }

  /// Every answer about a child, or about a scope of it.
  func answers(
    of student: ID<Student>, _ scope: ConsentScope? = nil, in school: ID<Tenant>
  ) throws(Refusal) -> [Consent] {
    guard let scope else { return try tx.all(ConsentsTables.consent, in: school, "AND student = $2", [.id(student)]) }
    return try tx.all(
      ConsentsTables.consent, in: school, "AND student = $2 AND scope = $3", [.id(student), .text(scope.rawValue)])
  }

  /// What one guardian has said about a child, on paper or not: on their device there is nothing else.
  func own(
    _ guardian: ID<Account>, of student: ID<Student>, in school: ID<Tenant>
  ) throws(Refusal) -> [ConsentScope: Consent] {
    var found: [ConsentScope: [Consent]] = [:]
    let all = try tx.all(
      ConsentsTables.consent, in: school, "AND student = $2 AND guardian = $3", [.id(student), .id(guardian)])
    for one in all { found[one.scope, default: []].append(one) }
    var latest: [ConsentScope: Consent] = [:]
    for (scope, answers) in found { latest[scope] = Consent.latest(answers).guardians[guardian] }
    return latest
  }

  /// The last answers about a child that were written down, the newest first.
  func history(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> [Consent] {
    try tx.all(
      ConsentsTables.consent, in: school, "AND student = $2 ORDER BY at DESC, id DESC LIMIT \(Consent.shown)",
      [.id(student)])
  }
}
