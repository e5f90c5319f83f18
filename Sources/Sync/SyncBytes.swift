package import Base

/// Writes what travels between a server and a device: numbers of variable length, seven bits a byte, and texts after their length.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []
  package init() {}

  package mutating func number(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest & 0x7F | 0x80))
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  package mutating func count(_ count: Int) { number(UInt64(clamping: count)) }

  /// Small ones in few bytes, whatever their sign.
  package mutating func signed(_ number: Int64) {
    self.number(UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  package mutating func flag(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  package mutating func text(_ text: String) {
    count(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func block(_ block: [UInt8]) {
    count(block.count)
    bytes += block
  }

  package mutating func id<Thing>(_ id: ID<Thing>) { bytes += id.bytes }

  /// What stands there as it is, without its length.
  package mutating func raw(_ more: [UInt8]) { bytes += more }
}

/// Reads them again; what is cut off or longer than what came throws, and takes no room.
package struct ByteReader {
  private let bytes: [UInt8]
  private var place = 0
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var isAtEnd: Bool { place == bytes.count }
  static var malformed: Refusal { .invalid("", Phrase("json.malformed")) }

  package mutating func byte() throws(Refusal) -> UInt8 {
    guard place < bytes.count else { throw Self.malformed }
    defer { place += 1 }
    return bytes[place]
  }

  package mutating func number() throws(Refusal) -> UInt64 {
    var (value, shift) = (UInt64(0), UInt64(0))
    while shift < 64 {
      let byte = try byte()
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw Self.malformed
  }

  package mutating func signed() throws(Refusal) -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// How many follow, of which each takes a byte at least.
  package mutating func count() throws(Refusal) -> Int {
    let number = try number()
    guard number <= UInt64(bytes.count - place) else { throw Self.malformed }
    return Int(number)
  }

  package mutating func flag() throws(Refusal) -> Bool { try byte() != 0 }

  package mutating func block(_ count: Int) throws(Refusal) -> [UInt8] {
    guard count >= 0, count <= bytes.count - place else { throw Self.malformed }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  package mutating func block() throws(Refusal) -> [UInt8] { try block(count()) }

  package mutating func text() throws(Refusal) -> String { String(decoding: try block(), as: UTF8.self) }

  package mutating func id<Thing>() throws(Refusal) -> ID<Thing> {
    guard let id = ID<Thing>(bytes: try block(16)) else { throw Self.malformed }
    return id
  }

  /// As many as are said to follow.
  package mutating func list<Item>(_ read: (inout ByteReader) throws(Refusal) -> Item) throws(Refusal) -> [Item] {
    let count = try count()
    var items: [Item] = []
    for _ in 0..<count { items.append(try read(&self)) }
    return items
  }
}
