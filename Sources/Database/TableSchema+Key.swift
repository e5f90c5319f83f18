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

extension Column.Kind {
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
