public import Base

/// The names of the things that one command makes.
///
/// Made of its idempotency key and an ordinal, so that a device that has carried it out before has made the same, and
/// hashed with who sends it, so that nobody can choose a key that names something that is there; whoever knows the key
/// can work them out, so they are no secrets. They begin like the key, with the time that it was made: what is written
/// together stays together in the tables (RFC 9562, version 7).
package final class NewIDs {
  private enum Source {
    /// At random, as for what the server does by itself.
    case drawn(World)
    case made(CommandEnvelope)
  }
  private let source: Source
  private var count: UInt64 = 0
  private var made: Set<Value> = []
  private var written: Set<[Value]> = []
  package init(_ world: World) { source = .drawn(world) }
  package init(for sent: CommandEnvelope) { source = .made(sent) }

  func next<Thing>() -> ID<Thing> {
    switch source {
    case .drawn(let world): return world.id()
    case .made(let sent): return make(of: sent)
    }
  }

  private func make<Thing>(of sent: CommandEnvelope) -> ID<Thing> {
    count += 1
    let number = ID<Thing>(high: 0, low: count).bytes
    let seed = sent.school.bytes + (sent.account ?? .none).bytes + sent.receipt.bytes + number
    var (high, low) = (UInt64(0), UInt64(0))
    for (place, byte) in sha256(seed).enumerated() where place < 16 {
      if place < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
    }
    let id = ID<Thing>(
      high: sent.id.high & 0xFFFF_FFFF_FFFF_0000 | 0x7000 | high & 0x0FFF, low: 0x8000_0000_0000_0000 | low >> 2)
    made.insert(.id(id))
    return id
  }

  /// Whether a row of this key is written for the first time, and named by an id that was made here.
  ///
  /// There must be none of its key: a command that comes again when its receipt has been forgotten makes the same ids, and
  /// would write over what has become of its rows since.
  func begins(_ table: TableSchema, _ key: [Value]) -> Bool {
    guard !made.isEmpty, key.contains(where: made.contains) else { return false }
    return written.insert([.int(table.number)] + key).inserted
  }
}

extension WriteTransaction {
  /// A name for something that this command makes.
  public func newID<Thing>(_ kind: Thing.Type = Thing.self) -> ID<Thing> { newIDs.next() }
}
