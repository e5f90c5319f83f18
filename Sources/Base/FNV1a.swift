/// A number that hardly other bytes give: FNV-1a (Fowler, Noll and Vo) with 64 bits.
///
/// The same on every device, and no secret: whoever wants two texts with one number finds them.
///
/// - Parameter sum: what came before, for bytes in several pieces.
@inlinable public func fnv1a(
  _ bytes: some Sequence<UInt8>, after sum: UInt64 = 0xCBF2_9CE4_8422_2325
) -> UInt64 {
  bytes.reduce(sum) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
