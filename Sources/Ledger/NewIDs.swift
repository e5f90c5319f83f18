public import Base
import Crypto

/// The names of the things that one command makes.
///
/// Made of its idempotency key and an ordinal, so that a device that has carried it out before has made the same, and
/// hashed with who sends it, so that nobody can choose a key that names something that is there; whoever knows the key
/// can work them out, so they are no secrets. They begin like the key, with the time that it was made: what is written
/// together stays together in the tables (RFC 9562, version 7).
final class NewIDs {
  private let world: World
  /// Without it, as for what the server does by itself, names are drawn at random.
  private let sent: Sent?
  private var count: UInt64 = 0
  init(_ world: World) { (self.world, sent) = (world, nil) }
  convenience init(_ other: NewIDs, for sent: Sent) { self.init(other.world, sent) }
  private init(_ world: World, _ sent: Sent) { (self.world, self.sent) = (world, sent) }

  func next<Thing>() -> ID<Thing> {
    guard let sent else { return world.id() }
    count += 1
    let number = ID<Thing>(high: 0, low: count).bytes
    let seed = sent.school.bytes + (sent.account ?? .none).bytes + sent.receipt.bytes + number
    var (high, low) = (UInt64(0), UInt64(0))
    for (place, byte) in SHA256.hash(data: seed).enumerated() where place < 16 {
      if place < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
    }
    return ID(
      high: sent.id.high & 0xFFFF_FFFF_FFFF_0000 | 0x7000 | high & 0x0FFF, low: 0x8000_0000_0000_0000 | low >> 2)
  }
}

extension WriteTransaction {
  /// A name for something that this command makes.
  public func newID<Thing>(_ kind: Thing.Type = Thing.self) -> ID<Thing> { newIDs.next() }
}
