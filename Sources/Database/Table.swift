public import Base

/// A table, described once: its columns, and how a record becomes a row and a row a record.
///
/// Writing and reading go through one list in one order, so nothing else knows positions; a debug build writes each record that it has
/// read and compares. A closure for each column, because Embedded Swift has no key paths.
public struct Table<Record: Sendable>: Sendable {
  public private(set) var schema: TableSchema
  /// The columns that are read, as SELECT names them.
  public let columns: String
  /// How many columns are read: what a statement selects besides begins at this place.
  public let width: Int
  private let fields: [Columns<Record>.Field]
  private let make: @Sendable (inout Cells) throws(Refusal) -> Record
  /// Who sees a row; without it whoever writes one says so.
  let seen: Seen<Record>?
  /// Whether features above its own name buckets of other kinds (`place`).
  let isPlaced: Bool

  /// - Parameters:
  ///   - columns: names the columns in their order, and says what of a record stands in each.
  ///   - isPlaced: whether features above its own name buckets (`place`), of other kinds than `seen` does.
  ///   - file: the column that names a kept file, which is seen by those who see the row.
  ///   - make: reads the columns in the same order.
  public init(
    _ name: String, number: Int, _ columns: (inout Columns<Record>) -> Void, key: [String], unique: [[String]] = [],
    indexes: [[String]] = [], foreign: [TableSchema.Foreign] = [], tallies: [KeptNumber] = [], proofs: [Proof] = [],
    holdsFiles: Bool = false, seen: Seen<Record>? = nil, isPlaced: Bool = false, file: String? = nil,
    read make: @escaping @Sendable (inout Cells) throws(Refusal) -> Record
  ) {
    var list = Columns<Record>()
    columns(&list)
    fields = list.fields
    self.make = make
    self.columns = Self.names(fields, of: nil)
    width = fields.count { $0.isRead }
    (self.seen, self.isPlaced) = (seen, isPlaced)
    schema = TableSchema(
      name, number: number, fields.map { $0.column }, key: key, unique: unique, indexes: indexes, foreign: foreign,
      tallies: tallies, proofs: proofs, holdsFiles: holdsFiles)
    guard let seen else { return }
    schema = schema.seen(Visibility(parent: nil, file: file, follow: nil) { _, _ in })
    schema = schema.seen(Visibility(parent: nil, file: file, follow: nil, recalculate: recalculating()))
    if case .with(let parent, let column, _, _) = seen {
      schema = schema.seen(
        Visibility(parent: (parent, column), file: file, follow: following(column), recalculate: recalculating()))
    }
  }

  /// As the row of a key is seen from now on.
  private func recalculating() -> Visibility.Recalculating {
    let table = self
    return { tx, key throws(Refusal) in
      let found = try tx.first(table, "WHERE " + table.schema.isKey, key)
      if let found { try tx.recalculate(table, found) }
    }
  }

  /// As the rows of a parent are seen from now on.
  private func following(_ column: String) -> Visibility.Following {
    let table = self
    return { tx, id throws(Refusal) in
      for record in try tx.all(table, in: tx.school, "AND \(quoted(column)) = $2", [id]) {
        try tx.recalculate(table, record)
      }
    }
  }

  /// The columns that are read, where the statement calls the table by another name.
  public func columns(of alias: String) -> String { Self.names(fields, of: alias) }

  private static func names(_ fields: [Columns<Record>.Field], of alias: String?) -> String {
    let prefix = alias.map { "\($0)." } ?? ""
    return fields.filter { $0.isRead }.map { prefix + quoted($0.column.name) }.joined(separator: ", ")
  }

  /// The record of a row that begins at a column of an answer.
  public func record(_ row: Row, from first: Int = 0) throws(Refusal) -> Record {
    var cells = Cells(row, from: first)
    let record = try make(&cells)
    assert(
      cells.place == first + width && isRow(row, of: record, from: first),
      "A row of \(schema.name) is read otherwise than it is written.")
    return record
  }

  /// All columns of a record, in their order.
  func row(_ record: Record, in school: ID<Tenant>) -> [Value] {
    fields.map { $0.value?(record) ?? .id(school) }
  }

  /// The key of a record, in the order of the key.
  public func key(_ record: Record, in school: ID<Tenant>) -> [Value] {
    schema.keyPlaces.map { fields[$0].value?(record) ?? .id(school) }
  }

  private func isRow(_ row: Row, of record: Record, from first: Int) -> Bool {
    var place = first
    for field in fields where field.isRead {
      defer { place += 1 }
      guard let value = field.value?(record), field.column.kind != .json else { continue }
      if value != row.value(place, field.column.kind) { return false }
    }
    return true
  }
}

/// The words in which the columns of a table are described.
public struct Columns<Record> {
  struct Field: Sendable {
    let column: Column
    /// Nothing for the school, which is the transaction's.
    let value: (@Sendable (Record) -> Value)?
    let isRead: Bool
  }
  private(set) var fields: [Field] = []

  /// The school that the row belongs to; no record has it.
  public mutating func school() { fields.append(Field(column: Column("school", .id), value: nil, isRead: false)) }

  public mutating func id<Thing>(
    _ name: String, onMerge: OnMerge? = nil, _ get: @escaping @Sendable (Record) -> ID<Thing>
  ) {
    add(Column(name, .id, onMerge: onMerge)) { .id(get($0)) }
  }
  public mutating func id<Thing>(
    _ name: String, initial: String? = nil, onMerge: OnMerge? = nil, _ get: @escaping @Sendable (Record) -> ID<Thing>?
  ) {
    add(Column(name, .id, optional: true, initial: initial, onMerge: onMerge)) { .id(get($0)) }
  }
  /// - Parameter isRead: false for what is kept for searching and sorting alone.
  public mutating func text(
    _ name: String, check: String? = nil, initial: String? = nil, isRead: Bool = true,
    _ get: @escaping @Sendable (Record) -> String
  ) {
    add(Column(name, .text, check: check, initial: initial), isRead: isRead) { .text(get($0)) }
  }
  public mutating func text(
    _ name: String, check: String? = nil, isRead: Bool = true, _ get: @escaping @Sendable (Record) -> String?
  ) {
    add(Column(name, .text, optional: true, check: check), isRead: isRead) { .text(get($0)) }
  }
  /// One of a closed list.
  public mutating func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ get: @escaping @Sendable (Record) -> Choice
  ) {
    add(.choice(name, of: Choice.allCases.map { $0.rawValue })) { .text(get($0).rawValue) }
  }
  public mutating func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ get: @escaping @Sendable (Record) -> Choice?
  ) {
    add(.choice(name, of: Choice.allCases.map { $0.rawValue }, optional: true)) { .text(get($0)?.rawValue) }
  }
  public mutating func integer(
    _ name: String, check: String? = nil, initial: String? = nil, isRead: Bool = true,
    _ get: @escaping @Sendable (Record) -> Int
  ) {
    add(Column(name, .integer, check: check, initial: initial), isRead: isRead) { .int(get($0)) }
  }
  public mutating func integer(
    _ name: String, check: String? = nil, isRead: Bool = true, _ get: @escaping @Sendable (Record) -> Int?
  ) {
    add(Column(name, .integer, optional: true, check: check), isRead: isRead) { .int(get($0)) }
  }
  /// A number of 64 bits on every machine: sizes of files.
  public mutating func integer64(
    _ name: String, initial: String? = nil, _ get: @escaping @Sendable (Record) -> Int64
  ) {
    add(Column(name, .integer, initial: initial)) { .integer(get($0)) }
  }
  public mutating func amount(_ name: String, _ get: @escaping @Sendable (Record) -> Amount) {
    add(Column(name, .amount)) { .amount(get($0)) }
  }
  public mutating func amount(_ name: String, _ get: @escaping @Sendable (Record) -> Amount?) {
    add(Column(name, .amount, optional: true)) { get($0).map { .amount($0) } ?? .null }
  }
  public mutating func flag(
    _ name: String, initial: String? = nil, isRead: Bool = true, _ get: @escaping @Sendable (Record) -> Bool
  ) {
    add(Column(name, .flag, initial: initial), isRead: isRead) { .flag(get($0)) }
  }
  public mutating func flag(_ name: String, _ get: @escaping @Sendable (Record) -> Bool?) {
    add(Column(name, .flag, optional: true)) { get($0).map { .flag($0) } ?? .null }
  }
  public mutating func instant(
    _ name: String, initial: String? = nil, isRead: Bool = true, _ get: @escaping @Sendable (Record) -> Instant
  ) {
    add(Column(name, .instant, initial: initial), isRead: isRead) { .instant(get($0)) }
  }
  public mutating func instant(
    _ name: String, isRead: Bool = true, _ get: @escaping @Sendable (Record) -> Instant?
  ) {
    add(Column(name, .instant, optional: true), isRead: isRead) { .instant(get($0)) }
  }
  public mutating func day(_ name: String, isRead: Bool = true, _ get: @escaping @Sendable (Record) -> Day) {
    add(Column(name, .day), isRead: isRead) { .day(get($0)) }
  }
  public mutating func day(_ name: String, isRead: Bool = true, _ get: @escaping @Sendable (Record) -> Day?) {
    add(Column(name, .day, optional: true), isRead: isRead) { .day(get($0)) }
  }
  public mutating func json(
    _ name: String, initial: String? = nil, _ get: @escaping @Sendable (Record) -> String
  ) {
    add(Column(name, .json, initial: initial)) { .text(get($0)) }
  }
  public mutating func json(_ name: String, _ get: @escaping @Sendable (Record) -> String?) {
    add(Column(name, .json, optional: true)) { .text(get($0)) }
  }
  public mutating func bytes(_ name: String, _ get: @escaping @Sendable (Record) -> [UInt8]) {
    add(Column(name, .bytes)) { .bytes(get($0)) }
  }
  public mutating func bytes(_ name: String, _ get: @escaping @Sendable (Record) -> [UInt8]?) {
    add(Column(name, .bytes, optional: true)) { get($0).map { .bytes($0) } ?? .null }
  }

  /// A column in words of its own: what has no case above.
  public mutating func add(_ column: Column, isRead: Bool = true, _ value: @escaping @Sendable (Record) -> Value) {
    fields.append(Field(column: column, value: value, isRead: isRead))
  }
}

/// The columns of one row, read one after the other.
public struct Cells {
  private let row: Row
  private(set) var place: Int

  init(_ row: Row, from first: Int) { (self.row, place) = (row, first) }

  private mutating func next() -> Int {
    defer { place += 1 }
    return place
  }

  public mutating func id<Thing>(_ thing: Thing.Type = Thing.self) -> ID<Thing> { row.id(next()) }
  public mutating func optionalID<Thing>(_ thing: Thing.Type = Thing.self) -> ID<Thing>? { row.optionalID(next()) }
  public mutating func text() -> String { row.text(next()) }
  public mutating func optionalText() -> String? { row.optionalText(next()) }
  public mutating func int() -> Int { row.int(next()) }
  public mutating func optionalInt() -> Int? { row.optionalInt(next()) }
  public mutating func integer64() -> Int64 { row.integer(next()) }
  public mutating func amount() -> Amount { row.amount(next()) }
  public mutating func optionalAmount() -> Amount? {
    let place = next()
    return row.isNull(place) ? nil : row.amount(place)
  }
  public mutating func flag() -> Bool { row.flag(next()) }
  public mutating func optionalFlag() -> Bool? {
    let place = next()
    return row.isNull(place) ? nil : row.flag(place)
  }
  public mutating func instant() -> Instant { row.instant(next()) }
  public mutating func optionalInstant() -> Instant? { row.optionalInstant(next()) }
  public mutating func day() -> Day { row.day(next()) }
  public mutating func optionalDay() -> Day? { row.optionalDay(next()) }
  public mutating func bytes() -> [UInt8] { row.bytes(next()) }
  public mutating func optionalBytes() -> [UInt8]? {
    let place = next()
    return row.isNull(place) ? nil : row.bytes(place)
  }

  /// One of a closed list.
  ///
  /// - Throws: `unavailable` when a row says what this program does not know: it is a newer one's, or damaged.
  public mutating func choice<Choice: RawRepresentable<String>>(
    _ choice: Choice.Type = Choice.self
  ) throws(Refusal) -> Choice {
    guard let known = Choice(rawValue: text()) else { throw Refusal.unavailable }
    return known
  }
  public mutating func optionalChoice<Choice: RawRepresentable<String>>(
    _ choice: Choice.Type = Choice.self
  ) throws(Refusal) -> Choice? {
    guard let text = optionalText() else { return nil }
    guard let known = Choice(rawValue: text) else { throw Refusal.unavailable }
    return known
  }
}

extension Row {
  package func value(_ place: Int, _ kind: Column.Kind) -> Value {
    if isNull(place) { return .null }
    return switch kind {
    case .id: .id(id(place, Tenant.self))
    case .text, .json: .text(text(place))
    case .integer, .amount, .instant, .day: .integer(integer(place))
    case .flag: .flag(flag(place))
    case .bytes: .bytes(bytes(place))
    }
  }
}
