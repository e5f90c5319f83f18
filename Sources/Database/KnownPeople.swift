public import Base

/// The people of a school by the names and roles that the others know them by.
///
/// Whoever sees a row sees who did it. So a person lies wherever a row lies that names the account, and stays there:
/// what somebody did keeps their name when they have gone. Nobody lists these buckets; writing a row says them.
extension DatabaseTables {
  package static let person = TableSchema(
    "person", number: 15,
    [
      Column("school", .id), Column("id", .id, onMerge: .stays), Column("name", .text),
      Column("role", .text, optional: true),
    ], key: ["school", "id"], indexes: [["id"], ["school", "role"]], foreign: [.init(["id"], to: "account", ["id"])],
    proofs: [roles]
  ).seen(Visibility(parent: nil, file: nil, follow: nil) { _, _ in })

  private static let roles = Proof(
    "The others know somebody in another role than their membership says.",
    sql: """
      SELECT 1 FROM person p LEFT JOIN membership m ON m.school = p.school AND m.account = p.id
      WHERE coalesce(p.role, '') <> coalesce(m.role, '') LIMIT 1
      """)
}

/// What is done in a school's books by and by, by the names of the jobs.
public enum VisibilityJobs {
  /// Says to the devices of a school that somebody has another name, which was changed elsewhere.
  public static let renamed = "sight.renamed"
  /// Puts the rows of a table where they are seen now.
  public static let recalculate = "sight.settle"
}

extension WriteTransaction {
  /// A device has what the server knows of people.
  private var namesPeople: Bool { followings.namesPeople && !isOnDevice }

  /// Whoever sees these buckets knows from now on the people whom a row names.
  func introduce(_ table: TableSchema, _ row: [Value], to buckets: [Bucket]) throws(Refusal) {
    if buckets.isEmpty { return }
    for place in table.accountPlaces where row[place] != .null { try introduce(row[place], to: buckets) }
  }

  /// Whoever sees these buckets knows the account's name and role from now on.
  public func introduce(_ account: ID<Account>, to buckets: [Bucket]) throws(Refusal) {
    try introduce(.id(account), to: buckets)
  }

  /// What the account is in the school from now on; nothing when it is no member any more.
  ///
  /// Everybody knows the staff.
  public func introduce(_ account: ID<Account>, as role: Role?) throws(Refusal) {
    guard namesPeople else { return }
    if role?.isStaff == true { try introduce(account, to: [.school(school)]) }
    let changed = try execute(
      "UPDATE person SET role = $3 WHERE school = $1 AND id = $2 AND coalesce(role, '') <> coalesce($3, '')",
      [.id(school), .id(account), .text(role?.rawValue)])
    if changed > 0 { try say(account) }
  }

  /// Somebody has another name, in all schools.
  ///
  /// A command writes in one school's books; the others say it in theirs as soon as they can (`VisibilityJobs.renamed`).
  public func rename(_ account: ID<Account>, to name: String) throws(Refusal) {
    guard namesPeople else { return }
    let schools = try rows(
      "UPDATE person SET name = $2 WHERE id = $1 AND name <> $2 RETURNING school", [.id(account), .text(name)]
    ) { $0.id(0, Tenant.self) }
    for other in schools {
      if other == school {
        try say(account)
      } else {
        try enqueue(newID(), kind: VisibilityJobs.renamed, payload: .object([("account", .id(account))]), in: other)
      }
    }
  }

  /// Says to those who know somebody in this school that their row has changed.
  public func say(_ account: ID<Account>) throws(Refusal) {
    let key: [Value] = [.id(school), .id(account)]
    try index(DatabaseTables.person, key, whereabouts(of: DatabaseTables.person, key))
  }

  /// Nobody sees a bucket any more: it knows nobody.
  func forgetPeople(knownTo bucket: Bucket) throws(Refusal) {
    guard namesPeople else { return }
    let ids = try rows(
      """
      SELECT r.row FROM bucket_row r JOIN bucket b ON b.num = r.bucket
      WHERE b.school = $1 AND b.kind = $2 AND b.id = $3 AND r.tbl = $4 AND r.op = 1
      """,
      [.id(school), .text(bucket.kind.letter), .id(bucket.id), .int(DatabaseTables.person.number)]
    ) { ID<Account>(bytes: $0.bytes(0)) }
    for id in ids.compactMap({ $0 }) {
      let key: [Value] = [.id(school), .id(id)]
      let stays = try whereabouts(of: DatabaseTables.person, key).filter { $0 != bucket }
      try execute(
        "UPDATE person SET \(Visibility.column) = $3 WHERE school = $1 AND id = $2",
        key + [.text(try numbers(of: stays))])
      introduced[.id(id)] = stays
      try index(DatabaseTables.person, key, [bucket], removed: true)
    }
  }

  /// Puts the rows of a table where they are seen now.
  public func recalculateAll(_ table: String) throws(Refusal) {
    guard let table = followings.tables.first(where: { $0.name == table }), let visibility = table.visibility else {
      return
    }
    for key in try keys(of: table, "", []) { try visibility.recalculate(self, key) }
  }

  private func introduce(_ account: Value, to buckets: [Bucket]) throws(Refusal) {
    guard namesPeople else { return }
    let key: [Value] = [.id(school), account]
    var known = introduced[account] ?? []
    if introduced[account] == nil { known = try whereabouts(of: DatabaseTables.person, key) }
    introduced[account] = known
    // Whoever sees anything of a school is one of it.
    if known.contains(.school(school)) { return }
    var now = known
    for bucket in buckets where !now.contains(bucket) { now.append(bucket) }
    if now.count == known.count { return }
    introduced[account] = now
    let written = try execute(
      """
      INSERT INTO person (school, id, name, \(Visibility.column)) SELECT $1, id, name, $3 FROM account WHERE id = $2
      ON CONFLICT (school, id) DO UPDATE SET \(Visibility.column) = excluded.\(Visibility.column)
      """, key + [.text(try numbers(of: now))])
    // What nobody did, and what somebody did who is gone, names an account that there is not.
    if written == 0 { return }
    try index(DatabaseTables.person, key, now.filter { !known.contains($0) })
  }
}
