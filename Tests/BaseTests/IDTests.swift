import Base
import Testing

/// A source of chance that gives the same numbers every time (SplitMix64).
struct Dice: RandomNumberGenerator {
  var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@Suite struct `An id` {
  @Test func `comes back from its text and its bytes`() {
    var dice = Dice(1)
    for _ in 0..<2000 {
      let id = ID<Account>(high: dice.next(), low: dice.next())
      #expect(ID<Account>(id.text) == id && ID<Account>(bytes: id.bytes) == id)
      #expect(ID<Account>(id.text.uppercased()) == id)
    }
  }
  @Test func `says its version and its variant, and when it was made`() {
    var dice = Dice(2)
    for _ in 0..<500 {
      let (moment, chance) = (Int64(dice.next() >> 17), dice.next())
      let id = World(now: { Instant(milliseconds: moment) }, random: { chance }).id(Account.self)
      #expect(id.high >> 12 & 0xF == 7 && id.low >> 62 == 0b10)
      #expect(Int64(id.high >> 16) == moment & 0xFFFF_FFFF_FFFF)
      #expect(Array(id.text)[14] == "7" && "89ab".contains(Array(id.text)[19]))
    }
  }
  @Test func `made later sorts later, as text and as a number`() {
    var dice = Dice(3)
    var last = ID<Account>.none
    for step in 0..<500 {
      let chance = dice.next()
      let id = World(now: { Instant(milliseconds: 1_770_000_000_000 + Int64(step)) }, random: { chance }).id(
        Account.self)
      #expect(last < id && last.text < id.text)
      last = id
    }
  }
  @Test(arguments: [
    "", "0198", "01980000-0000-7000-8000-00000000000", "01980000-0000-7000-8000-0000000000000",
    "0198000000007000800000000000000a",
    "01980000-0000-7000-8000-00000000000g", "{1980000-0000-7000-8000-00000000000a",
    "01980000_0000-7000-8000-00000000000a",
    "０1980000-0000-7000-8000-00000000000", "01980000-0000-7000-8000-0000000000\u{0}a",
    " 1980000-0000-7000-8000-00000000000a",
  ])
  func `is read strictly`(text: String) { #expect(ID<Account>(text) == nil) }

  @Test func `is sixteen bytes, no more and no less`() {
    #expect(
      ID<Account>(bytes: [UInt8](repeating: 1, count: 15)) == nil
        && ID<Account>(bytes: [UInt8](repeating: 1, count: 17)) == nil)
    #expect(ID<Account>(bytes: (0..<16).map { $0 })?.text == "00010203-0405-0607-0809-0a0b0c0d0e0f")
  }
  @Test func `a secret is as long as it was asked for`() {
    let world = World(now: { Instant(milliseconds: 0) }, random: { 0x0123_4567_89AB_CDEF })
    #expect(world.secret(bits: 128) == "0123456789abcdef0123456789abcdef" && world.secret().utf8.count == 64)
  }
}
