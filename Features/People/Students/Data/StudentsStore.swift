public import Base
public import Database
public import School

/// All SQL about children's records and their families.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
public struct StudentsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// How many ids one statement names; both engines take more, and a plan stays small.
  static var batchSize: Int { 500 }

  /// The records for which a condition holds, each with the picture and the birthday that lie beside it.
  ///
  /// - Parameter condition: what follows `WHERE school = $1`; its own values begin at `$2`.
  func all(in school: ID<Tenant>, _ condition: String, _ values: [Value] = []) throws(Refusal) -> [Student] {
    let table = StudentsTables.student
    return try tx.rows(
      """
      SELECT \(table.columns),
      (SELECT p.file FROM student_photo p WHERE p.school = student.school AND p.student = student.id),
      (SELECT b.day FROM student_birthday b WHERE b.school = student.school AND b.student = student.id)
      FROM student WHERE school = $1 \(condition)
      """, [.id(school)] + values
    ) { row throws(Refusal) in
      var student = try table.record(row).student
      student.photo = row.optionalID(table.width)
      student.birthday = row.optionalDay(table.width + 1)
      return student
    }
  }

  public func student(_ id: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> Student? {
    try all(in: school, "AND id = $2", [.id(id)]).first
  }

  /// Those of the ids that there are, in the order of lists.
  public func students(in school: ID<Tenant>, ids: [ID<Student>]) throws(Refusal) -> [Student] {
    guard ids.count > Self.batchSize else { return try some(ids[...], in: school) }
    var found: [(sort: String, student: Student)] = []
    for part in ids.chunks(of: Self.batchSize) {
      found += try some(part, in: school).map { ($0.sort, $0) }
    }
    return found.sorted { ($0.sort, $0.student.id) < ($1.sort, $1.student.id) }.map { $0.student }
  }

  private func some(_ ids: ArraySlice<ID<Student>>, in school: ID<Tenant>) throws(Refusal) -> [Student] {
    guard !ids.isEmpty else { return [] }
    return try all(
      in: school, "AND id IN (\(placeholders(ids.count, from: 2))) ORDER BY sort, id", ids.map { .id($0) })
  }

  /// The children whose names or number hold every word of `text`, `limit` at a time, in the order of lists.
  ///
  /// - Parameter ids: only these; `nil` is everybody in the school.
  /// - Parameter after: the last student of the part before.
  /// - Parameter left: those who have left the school instead of those who are there; `nil` is both.
  public func search(
    in school: ID<Tenant>, text: String = "", ids: [ID<Student>]? = nil, after: ID<Student>? = nil, limit: Int = 50,
    left: Bool? = false
  ) throws(Refusal) -> [Student] {
    var query = Query(school)
    query.match(text, ids: ids, left: left)
    if let after, let key = try sortKey(of: after, in: school) {
      query.add({ "(sort > \($0) OR (sort = \($0) AND id > \($1)))" }, [.text(key), .id(after)])
    }
    return try all(
      in: school, "\(query.sql) ORDER BY sort, id LIMIT \(max(1, limit))", Array(query.values.dropFirst()))
  }

  public func count(in school: ID<Tenant>, text: String = "", ids: [ID<Student>]? = nil, left: Bool? = false)
    throws(Refusal)
    -> Int
  {
    if text.isEmpty, ids == nil, left == false { return try tx.tally(StudentsTables.present, of: school) }
    var query = Query(school)
    query.match(text, ids: ids, left: left)
    return try tx.count("SELECT count(*) FROM student WHERE school = $1\(query.sql)", query.values)
  }

  private func sortKey(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> String? {
    try tx.first("SELECT sort FROM student WHERE school = $1 AND id = $2", [.id(school), .id(student)]) { $0.text(0) }
  }

  /// The child who signs in with this account.
  public func ofAccount(_ account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Student? {
    try all(in: school, "AND account = $2", [.id(account)]).first
  }

  /// The children whose own some of the accounts are.
  package func students(ofAccounts accounts: [ID<Account>], in school: ID<Tenant>) throws(Refusal) -> [ID<Account>:
    Student]
  {
    var found: [ID<Account>: Student] = [:]
    for part in accounts.chunks(of: 200) {
      let condition = "AND account IN (\(placeholders(part.count, from: 2)))"
      for student in try all(in: school, condition, part.map { .id($0) }) {
        if let account = student.account { found[account] = student }
      }
    }
    return found
  }

  /// What the school's records call those of some accounts that are children's.
  public func names(ofAccounts accounts: [ID<Account>], in school: ID<Tenant>) throws(Refusal) -> [ID<Account>: String]
  {
    try students(ofAccounts: accounts, in: school).mapValues { $0.name }
  }

  /// When the child was born.
  func birthday(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> Day? {
    try tx.first(StudentsTables.birthday, in: school, "AND student = $2", [.id(student)])?.day
  }

  /// What the staff wrote about the child.
  ///
  /// Only for callers who are its staff.
  public func note(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> String? {
    try tx.first("SELECT text FROM student_note WHERE school = $1 AND student = $2", [.id(school), .id(student)]) {
      $0.text(0)
    }
  }

  /// What an import finds its people by, of every child of the school, those who left included.
  public func keys(in school: ID<Tenant>) throws(Refusal) -> [StudentKey] {
    try tx.rows(
      "SELECT id, given, family, number, external, account FROM student WHERE school = $1 ORDER BY id", [.id(school)]
    ) {
      StudentKey(
        id: $0.id(0), given: $0.text(1), family: $0.text(2), number: $0.optionalText(3), external: $0.optionalText(4),
        account: $0.optionalID(5))
    }
  }
}

/// A child's record as an import sees it.
public struct StudentKey: Hashable, Sendable {
  public let id: ID<Student>
  public let given: String, family: String
  public let number: String?, external: String?
  public let account: ID<Account>?
}

/// `$2, $3, $4`: places for a list of values.
public func placeholders(_ count: Int, from first: Int) -> String {
  (first..<first + count).map { "$\($0)" }.joined(separator: ", ")
}

/// The conditions of a search besides the school, with its id and their values.
private struct Query {
  var sql = ""
  var values: [Value]
  init(_ school: ID<Tenant>) { values = [.id(school)] }

  /// One more condition, written with the places of its values.
  mutating func add(_ condition: (String, String) -> String, _ more: [Value]) {
    let first = values.count + 1
    values += more
    sql += " AND " + condition("$\(first)", "$\(first + 1)")
  }

  mutating func match(_ text: String, ids: [ID<Student>]?, left: Bool?) {
    for word in Student.fold(text).split(separator: " ").prefix(6) {
      let pattern = Query.escaped(String(word))
      add(
        { "(sort LIKE \($0) ESCAPE '!' OR lower(number) LIKE \($1) ESCAPE '!')" },
        [.text("%" + pattern + "%"), .text(pattern + "%")])
    }
    // The plus keeps the planner from walking all who are there when only some are asked for.
    let column = ids == nil ? "\"leftAt\"" : "+\"leftAt\""
    if let left { sql += " AND \(column) IS \(left ? "NOT NULL" : "NULL")" }
    guard let ids else { return }
    sql += ids.isEmpty ? " AND 1 = 0" : " AND id IN (\(placeholders(ids.count, from: values.count + 1)))"
    values += ids.map { .id($0) }
  }

  /// The wildcards of LIKE as the letters they are.
  private static func escaped(_ word: String) -> String {
    var out = ""
    for letter in word {
      if letter == "%" || letter == "_" || letter == "!" { out.append("!") }
      out.append(letter)
    }
    return out
  }
}
