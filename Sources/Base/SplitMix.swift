/// The next number after one, whose bits look like chance: SplitMix64 (Steele, Lea and Flood, 2014).
///
/// The same on every device, which is what it is for: nobody guards a secret with it.
public func splitMix64(_ value: UInt64) -> UInt64 {
  var mixed = value &+ 0x9E37_79B9_7F4A_7C15
  mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
  mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
  return mixed ^ (mixed >> 31)
}
