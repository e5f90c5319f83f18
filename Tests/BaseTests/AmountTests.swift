import Base
import Testing

/// The same arithmetic in numbers of 128 bits, where nothing can overflow.
private func rounded(_ a: Int128, by b: Int128) -> Int128 {
  let (quotient, rest) = a.magnitude.quotientAndRemainder(dividingBy: b.magnitude)
  let up: UInt128 = rest * 2 >= b.magnitude ? 1 : 0
  return (a < 0) != (b < 0) ? -Int128(quotient + up) : Int128(quotient + up)
}

/// What fits an amount with room to spare; the last two numbers of the range are left out on purpose, see below.
private func fits(_ value: Int128) -> Bool { value.magnitude < UInt128(Int64.max) - 1 }

@Suite struct `An amount` {
  /// Numbers of every size, with the edges among them.
  static func numbers(_ seed: UInt64) -> [Int64] {
    var dice = Dice(seed)
    let edges: [Int64] = [0, 1, -1, 4999, 5000, 5001, -5000, 10_000, -10_000, .max, -.max, .max / 2, 3_037_000_499]
    return edges
      + (0..<3000).map { _ in Int64(bitPattern: dice.next()) >> Int64(dice.next() % 63) }.filter { $0 != .min }
  }

  @Test func `adds and takes away as whole numbers do, and refuses to overflow`() {
    for (a, b) in zip(Self.numbers(1), Self.numbers(2).reversed()) {
      let (x, y) = (Amount(units: a), Amount(units: b))
      let (sum, difference) = (Int128(a) + Int128(b), Int128(a) - Int128(b))
      #expect(x.plus(y)?.units == Int64(exactly: sum))
      #expect(x.minus(y)?.units == Int64(exactly: difference))
      #expect((x < y) == (a < b))
    }
  }
  @Test func `multiplies exactly and rounds a tie away from zero`() {
    for (a, b) in zip(Self.numbers(3), Self.numbers(4).reversed()) {
      let product = rounded(Int128(a) * Int128(b), by: 10_000)
      let found = Amount(units: a).timesHalfUp(Amount(units: b))
      if fits(product) {
        #expect(found?.units == Int64(product))
      } else if Int64(exactly: product) == nil {
        #expect(found == nil)
      }
    }
  }
  @Test func `divides exactly and rounds a tie away from zero`() {
    for (a, b) in zip(Self.numbers(5), Self.numbers(6).reversed()) where b != 0 {
      let quotient = rounded(Int128(a) * 10_000, by: Int128(b))
      let found = Amount(units: a).dividedHalfUp(by: Amount(units: b))
      if fits(quotient) {
        #expect(found?.units == Int64(quotient))
      } else if Int64(exactly: quotient) == nil {
        #expect(found == nil)
      }
    }
    #expect(Amount(units: 1).dividedHalfUp(by: .zero) == nil)
  }
  @Test func `rounds to fewer places, ties away from zero`() {
    for a in Self.numbers(7) {
      for (places, step) in [(0, 10_000), (1, 1000), (2, 100), (3, 10)] as [(Int, Int128)] {
        let value = rounded(Int128(a), by: step) * step
        if fits(value) { #expect(Amount(units: a).roundedHalfUp(places: places)?.units == Int64(value)) }
      }
      #expect(Amount(units: a).roundedHalfUp(places: 4)?.units == a)
    }
  }
  @Test(arguments: [
    ("2.5", 0, "3"), ("-2.5", 0, "-3"), ("89.95", 1, "90"), ("0.0005", 3, "0.001"), ("-0.04", 1, "0"),
    ("1.4999", 0, "1"),
  ])
  func `named cases of rounding half up`(text: String, places: Int, expected: String) throws {
    #expect(try #require(Amount(text)).roundedHalfUp(places: places)?.text == expected)
  }

  @Test func `comes back from its text`() {
    for a in Self.numbers(8) { #expect(Amount(Amount(units: a).text)?.units == a, "\(a)") }
  }
  @Test(arguments: [
    ("-12", -120_000), ("83.4", 834_000), ("0.0001", 1), ("007", 70_000), ("922337203685477.5807", Int64.max),
    ("-0", 0),
  ])
  func `is read from its text`(text: String, units: Int64) { #expect(Amount(text)?.units == units) }

  @Test(arguments: [
    "", "-", "+1", ".5", "1.", "1e3", "1,5", "1.00000", "0.00001", "--1", "1-", "NaN", "٣", "１", " 1", "1 ",
    "922337203685477.5808", "9223372036854775807",
    "1.2.3", "99999999999999999999999999", "0x1F", "1_000",
  ])
  func `is read strictly`(text: String) { #expect(Amount(text) == nil) }

  @Test func `a whole number too large is refused`() {
    #expect(Amount(922_337_203_685_477)?.text == "922337203685477")
    #expect(Amount(922_337_203_685_478) == nil && Amount(.max) == nil && Amount(.min) == nil)
  }
}
