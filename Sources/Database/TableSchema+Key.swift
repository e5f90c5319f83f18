public import Base

/// The bytes that stand for a row in the journal: its key's values, one after the other.
///
/// In the change index of a school they stand without the school's id, which would be the first of each. At most one
/// column of a key is as wide as its value, so that the others are found.
extension TableSchema {
  /// A key as it stands in the change index of a school.
  ///
  /// A key that is no more than the school stays, and so does that of another school's row.
  package static func indexKey(_ key: [UInt8], in school: ID<Tenant>) -> [UInt8] {
    key.count > 16 && key.starts(with: school.bytes) ? Array(key.dropFirst(16)) : key
  }

  /// The columns of a key in the change index.
  private var indexed: ArraySlice<String> { key.first == "school" && key.count > 1 ? key.dropFirst() : key[...] }

  fileprivate func id<Thing>(_ column: String, inIndex bytes: [UInt8]) -> ID<Thing>? {
    id(column, of: indexed, in: bytes)
  }
  package func id<Thing>(_ column: String, inKey bytes: [UInt8]) -> ID<Thing>? {
    id(column, of: key[...], in: bytes)
  }

  /// The id in a column of a key; `nil` when these bytes are no such key.
  private func id<Thing>(_ column: String, of key: ArraySlice<String>, in bytes: [UInt8]) -> ID<Thing>? {
    let widths = keyPlaces.suffix(key.count).map { columns[$0].kind.width }
    let rest = bytes.count - widths.reduce(0) { $0 + ($1 ?? 0) }
    let ofAnyWidth = widths.count { $0 == nil }
    guard rest >= 0, ofAnyWidth < 2, rest == 0 || ofAnyWidth == 1 else { return nil }
    var start = 0
    for (name, width) in zip(key, widths) {
      let end = start + (width ?? rest)
      if name == column { return ID(bytes: bytes[start..<end]) }
      start = end
    }
    return nil
  }
}

extension TableSchema {
  /// The values of a key, in its order, from its bytes in the change index; `nil` when they are no such key.
  package func keyValues(inIndex bytes: [UInt8], school: ID<Tenant>) -> [Value]? {
    let names = indexed
    let kinds = keyPlaces.suffix(names.count).map { columns[$0].kind }
    let rest = bytes.count - kinds.reduce(0) { $0 + ($1.width ?? 0) }
    let ofAnyWidth = kinds.count { $0.width == nil }
    guard rest >= 0, ofAnyWidth < 2, rest == 0 || ofAnyWidth == 1 else { return nil }
    var (values, start) = (names.count < key.count ? [Value.id(school)] : [], 0)
    for kind in kinds {
      let end = start + (kind.width ?? rest)
      guard let value = kind.value(bytes[start..<end]) else { return nil }
      values.append(value)
      start = end
    }
    return values
  }

  /// Reads one row by its key, all columns that are declared.
  package var selectRow: String {
    "SELECT \(columns.map { quoted($0.name) }.joined(separator: ", ")) FROM \(quoted(name)) WHERE \(isKey)"
  }

  /// All columns of a row, in their order.
  package func values(_ row: Row) -> [Value] {
    var (values, place) = ([Value](), 0)
    values.reserveCapacity(columns.count)
    for column in columns {
      values.append(row.value(place, column.kind))
      place += 1
    }
    return values
  }
}

extension Column.Kind {
  /// What a part of a key says (`Value.keyBytes`).
  fileprivate func value(_ bytes: ArraySlice<UInt8>) -> Value? {
    switch self {
    case .id: ID<Tenant>(bytes: bytes).map { .id($0) }
    case .integer, .amount, .instant, .day: .integer(bytes.reduce(0) { $0 << 8 | Int64($1) })
    case .flag: .flag(bytes.first != 0)
    case .text, .json: .text(String(decoding: bytes, as: UTF8.self))
    case .bytes: .bytes(Array(bytes))
    }
  }

  /// How many bytes a value takes in a key; `nil` for as many as it has.
  fileprivate var width: Int? {
    switch self {
    case .id: 16
    case .integer, .amount, .instant, .day: 8
    case .flag: 1
    case .text, .json, .bytes: nil
    }
  }
}

extension Change.Entry {
  /// The id in a column of the row's key; `nil` when the row is of another table.
  public func id<Thing>(_ column: String, of table: some SchemaHolder, _ thing: Thing.Type = Thing.self) -> ID<Thing>? {
    self.table == table.schema.number ? table.schema.id(column, inIndex: row) : nil
  }
}
