public import Base

/// Who sees a row of a table.
public enum Seen<Record>: Sendable {
  /// The members of the buckets that the record names; the school is the transaction's.
  case by(@Sendable (_ record: Record, _ school: ID<Tenant>) -> [Bucket])
  /// The members of buckets that other rows name. Whoever changes those rows settles these (`recalculate`).
  case asking(@Sendable (_ record: Record, _ tx: WriteTransaction) throws(Refusal) -> [Bucket])
  /// Whoever sees the row of `parent` whose id stands in the column `column`, now and whenever that changes: those of its
  /// buckets for which `only` holds; and the members of buckets of the record's own.
  case with(
    parent: String, column: String, only: @Sendable (_ record: Record, _ bucket: Bucket) -> Bool,
    and: @Sendable (_ record: Record) -> [Bucket])

  /// Whoever sees the parent.
  public static func with(_ parent: String, by column: String) -> Seen {
    .with(parent: parent, column: column, only: { _, _ in true }, and: { _ in [] })
  }
  /// Whoever sees the parent, and the members of these.
  public static func with(
    _ parent: String, by column: String, and more: @escaping @Sendable (_ record: Record) -> [Bucket]
  ) -> Seen {
    .with(parent: parent, column: column, only: { _, _ in true }, and: more)
  }
  /// Some of those who see the parent.
  public static func with(
    parent: String, column: String, only: @escaping @Sendable (_ record: Record, _ bucket: Bucket) -> Bool
  ) -> Seen {
    .with(parent: parent, column: column, only: only, and: { _ in [] })
  }
}

/// How the rows of a table are kept in sight, whatever their records are.
///
/// The numbers of a row's buckets stand in the row, in a column `seen` that only the machinery knows: what a row leaves is
/// known without asking the change index, which is ordered by bucket.
package struct Visibility: Sendable {
  package static let column = "seen"
  /// The table whose rows these follow, and the column that names its id.
  let parent: (table: String, column: String)?
  /// The column that names a kept file, which is seen by those who see the row.
  let file: String?
  typealias Following = @Sendable (WriteTransaction, _ parent: Value) throws(Refusal) -> Void
  typealias Recalculating = @Sendable (WriteTransaction, _ key: [Value]) throws(Refusal) -> Void
  /// Puts the rows that follow a parent where they are seen now.
  let follow: Following?
  /// Puts one row where it is seen now.
  let recalculate: Recalculating
}

/// Where a row lies, and the file that lies with it.
private struct RowVisibility {
  let buckets: [Bucket], file: ID<KeptFile>?
  init(_ buckets: [Bucket], _ file: ID<KeptFile>?) { (self.buckets, self.file) = (buckets, file) }
  func without(_ other: RowVisibility) -> [Bucket] { buckets.filter { !other.buckets.contains($0) } }
  /// Those that features above the table's own have named: they are of other kinds than its own.
  func placed<Record>(_ table: Table<Record>, besides own: [Bucket]) -> [Bucket] {
    table.isPlaced ? buckets.filter { bucket in !own.contains { $0.kind == bucket.kind } } : []
  }
}

/// A row that others follow.
struct ParentRow: Hashable {
  let table: String, id: Value
}

/// All tables; and those whose rows follow those of another, by the name of the other.
package struct Followings: Sendable {
  private let byParent: [String: [TableSchema]]
  let tables: [TableSchema]
  /// Whether a school's people are rows.
  let namesPeople: Bool
  package init(_ tables: [TableSchema]) {
    self.tables = tables
    namesPeople = tables.contains { $0.name == DatabaseTables.person.name }
    byParent = Dictionary(grouping: tables.filter { $0.visibility?.parent != nil }) {
      $0.visibility?.parent?.table ?? ""
    }
  }
  func of(_ table: TableSchema) -> [TableSchema] { byParent[table.name] ?? [] }
}

extension TableSchema {
  /// The numbers of the buckets in which a row lies and the file that it names, by its key.
  fileprivate var selectVisibility: String {
    "SELECT \(Visibility.column), \(visibility?.file.map(quoted) ?? "NULL") FROM \(quoted(name)) WHERE "
      + key.enumerated().map { "\(quoted($1)) = $\($0 + 1)" }.joined(separator: " AND ")
  }

  fileprivate var updateSeen: String {
    "UPDATE \(quoted(name)) SET \(Visibility.column) = $\(key.count + 1) WHERE "
      + key.enumerated().map { "\(quoted($1)) = $\($0 + 1)" }.joined(separator: " AND ")
  }
}

extension WriteTransaction {
  /// Writes a record's row where it is seen now, and takes it out of sight where it was.
  func put<Record>(_ table: Table<Record>, _ record: Record, seen: Seen<Record>) throws(Refusal) {
    let (row, key) = (table.row(record, in: school), table.key(record, in: school))
    if isOnDevice { return try write(table.schema, row + [.text("")]) }
    let before = try visibility(of: table.schema, key)
    let own = try buckets(seen, record, row, table.schema)
    let now = RowVisibility(own + before.placed(table, besides: own), file(row, table.schema))
    try write(table.schema, row + [.text(try numbers(of: now.buckets))])
    try note(table.schema, key, now.buckets, left: before.buckets)
    try introduce(table.schema, row, to: now.buckets)
    try follow(table.schema, key, before, now)
  }

  /// Puts a row where it is seen now, if that is elsewhere; the row itself is as it was.
  public func recalculate<Record>(_ table: Table<Record>, _ record: Record) throws(Refusal) {
    guard let seen = table.seen, !isOnDevice else { return }
    let (row, key) = (table.row(record, in: school), table.key(record, in: school))
    let before = try visibility(of: table.schema, key)
    let own = try buckets(seen, record, row, table.schema)
    let (gained, left) = try move(table.schema, key, row, before, to: own + before.placed(table, besides: own))
    if gained.isEmpty && left.isEmpty { return }
    try note(table.schema, key, gained, left: left)
  }

  /// Puts a row into those buckets of one kind that features above its own name, and out of the others of that kind.
  ///
  /// Who teaches a child, say, is not known where the child's record is. The journal names what was changed, and no row that
  /// follows from it. Nothing happens when there is no such row.
  public func place<Record>(
    _ table: Table<Record>, key: [Value], among kind: Bucket.Kind, in buckets: [Bucket]
  ) throws(Refusal) {
    precondition(table.isPlaced, "Who sees a row of \(table.schema.name) is said by its table alone.")
    guard !isOnDevice, let record = try first(table, "WHERE " + table.schema.isKey, key) else { return }
    let before = try visibility(of: table.schema, key)
    let others = before.buckets.filter { $0.kind != kind }
    let (gained, left) = try move(table.schema, key, table.row(record, in: school), before, to: others + buckets)
    try index(table.schema, key, gained)
    try index(table.schema, key, left, removed: true)
  }

  /// Puts a row into these buckets alone; the change index is the caller's.
  ///
  /// - Returns: the buckets that it lies in from now on, and those that it left.
  private func move(
    _ table: TableSchema, _ key: [Value], _ row: [Value], _ before: RowVisibility, to buckets: [Bucket]
  ) throws(Refusal) -> (gained: [Bucket], left: [Bucket]) {
    let now = RowVisibility(buckets, before.file)
    let (gained, left) = (now.without(before), before.without(now))
    if gained.isEmpty && left.isEmpty { return ([], []) }
    try execute(table.updateSeen, key + [.text(try numbers(of: now.buckets))])
    try introduce(table, row, to: gained)
    try follow(table, key, before, now)
    return (gained, left)
  }

  /// Says that a row was changed by a statement of the caller's own, to all who see it.
  public func touch(_ table: some SchemaHolder, key: [Value]) throws(Refusal) {
    if isOnDevice { return }
    try note(table.schema, key, try visibility(of: table.schema, key).buckets, left: [])
  }

  /// The same, to those of these buckets who see it: when the others see nothing of what changed.
  public func touch(_ table: some SchemaHolder, key: [Value], only some: [Bucket]) throws(Refusal) {
    if isOnDevice { return }
    let seen = try visibility(of: table.schema, key).buckets
    try note(table.schema, key, seen.filter { some.contains($0) }, left: [])
  }

  /// Takes the file of a row out of sight, which is about to go.
  ///
  /// - Returns: the buckets that the row is leaving.
  func leave(_ table: TableSchema, _ key: [Value]) throws(Refusal) -> [Bucket] {
    if isOnDevice { return [] }
    let before = try visibility(of: table, key)
    parents[ParentRow(table: table.name, id: key.last ?? .null)] = nil
    if let file = before.file { hide(file, from: before.buckets) }
    return before.buckets
  }

  /// Where a row lies now.
  private func visibility(of table: TableSchema, _ key: [Value]) throws(Refusal) -> RowVisibility {
    let found = try first(table.selectVisibility, key) { ($0.optionalText(0) ?? "", $0.optionalID(1, KeptFile.self)) }
    guard let (seen, file) = found else { return RowVisibility([], nil) }
    return RowVisibility(try buckets(seen), file)
  }

  /// In which buckets a row lies now.
  func whereabouts(of table: TableSchema, _ key: [Value]) throws(Refusal) -> [Bucket] {
    try visibility(of: table, key).buckets
  }

  /// Numbers of buckets as they stand in a row.
  func buckets(_ seen: String) throws(Refusal) -> [Bucket] {
    var found: [Bucket] = []
    for number in seen.split(separator: " ") {
      guard let number = Int64(number), let bucket = try bucket(number) else { continue }
      found.append(bucket)
    }
    return found
  }

  private func file(_ row: [Value], _ table: TableSchema) -> ID<KeptFile>? {
    guard let column = table.visibility?.file, let place = table.columns.firstIndex(where: { $0.name == column }),
      case .uuid(let high, let low) = row[place]
    else { return nil }
    return ID(high: high, low: low)
  }

  private func buckets<Record>(
    _ seen: Seen<Record>, _ record: Record, _ row: [Value], _ table: TableSchema
  ) throws(Refusal) -> [Bucket] {
    switch seen {
    case .by(let name): return name(record, school)
    case .asking(let ask): return try ask(record, self)
    case .with(let parent, let column, let only, let more):
      guard let place = table.columns.firstIndex(where: { $0.name == column }) else { return [] }
      return try buckets(ofParent: ParentRow(table: parent, id: row[place])).filter { only(record, $0) } + more(record)
    }
  }

  /// Remembered, because rows of one parent are often written one after the other.
  private func buckets(ofParent row: ParentRow) throws(Refusal) -> [Bucket] {
    if let known = parents[row] { return known }
    let sql = "SELECT \(Visibility.column) FROM \(quoted(row.table)) WHERE school = $1 AND id = $2"
    let found = try buckets(try first(sql, [.id(school), row.id]) { $0.optionalText(0) ?? "" } ?? "")
    parents[row] = found
    return found
  }

  func numbers(of buckets: [Bucket]) throws(Refusal) -> String {
    var text = ""
    for bucket in buckets { text += (text.isEmpty ? "" : " ") + String(try number(of: bucket)) }
    return text
  }

  /// What follows the row goes where it goes: its file, and the rows of which it is the parent.
  private func follow(
    _ table: TableSchema, _ key: [Value], _ before: RowVisibility, _ now: RowVisibility
  ) throws(Refusal) {
    let isSame = before.file == now.file
    if let file = before.file { hide(file, from: isSame ? before.without(now) : before.buckets) }
    if let file = now.file { show(file, in: isSame ? now.without(before) : now.buckets) }
    guard let id = key.last, Set(before.buckets) != Set(now.buckets) else { return }
    parents[ParentRow(table: table.name, id: id)] = now.buckets
    for child in followings.of(table) { try child.visibility?.follow?(self, id) }
  }
}

extension Dialect {
  /// Writes into each row of a table the numbers of the buckets in which the change index has it.
  ///
  /// Keys are compared as hexadecimal digits, which both engines can put together.
  func fillSeen(_ table: TableSchema) -> [String] {
    let (hex, list) =
      self == .sqlite
      ? ("hex(r.row)", "group_concat(r.bucket, ' ')")
      : ("upper(encode(r.row, 'hex'))", "string_agg(r.bucket::text, ' ' ORDER BY r.bucket)")
    let key = (table.key == ["school"] ? table.key : table.key.filter { $0 != "school" }).map { name in
      digits("t.\(quoted(name))", table.columns.first { $0.name == name }?.kind ?? .id)
    }
    return [
      """
      CREATE TEMPORARY TABLE seen_before AS SELECT b.school AS school, \(hex) AS row, \(list) AS seen
      FROM bucket_row r JOIN bucket b ON b.num = r.bucket WHERE r.tbl = \(table.number) AND r.op = 1 GROUP BY 1, 2
      """,
      "CREATE INDEX seen_before_row ON seen_before (row, school)",
      """
      UPDATE \(quoted(table.name)) AS t SET \(Visibility.column) =
        (SELECT s.seen FROM seen_before s WHERE s.row = \(key.joined(separator: " || ")) AND s.school = t.school)
      """,
      "DROP TABLE seen_before",
    ]
  }

  /// The bytes of a key's column (`Value.keyBytes`) as hexadecimal digits.
  private func digits(_ column: String, _ kind: Column.Kind) -> String {
    switch (self, kind) {
    case (.sqlite, .id), (.sqlite, .text), (.sqlite, .json), (.sqlite, .bytes): "hex(\(column))"
    case (.sqlite, .flag): "printf('%02X', \(column))"
    case (.sqlite, .integer), (.sqlite, .amount), (.sqlite, .instant), (.sqlite, .day): "printf('%016X', \(column))"
    case (.postgres, .id): "upper(replace(\(column)::text, '-', ''))"
    case (.postgres, .text), (.postgres, .json): "upper(encode(convert_to(\(column), 'UTF8'), 'hex'))"
    case (.postgres, .bytes): "upper(encode(\(column), 'hex'))"
    case (.postgres, .flag): "CASE WHEN \(column) THEN '01' ELSE '00' END"
    case (.postgres, .integer), (.postgres, .amount), (.postgres, .instant), (.postgres, .day):
      "upper(lpad(to_hex(\(column)), 16, '0'))"
    }
  }
}
