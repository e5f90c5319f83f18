import Base
import Exact
import Testing

@Suite struct `Whole numbers of any size` {
  /// Numbers of up to 300 bits, the same at each run.
  private static let numbers: [Whole] = {
    var (state, out) = (
      UInt64(7), [Whole(0), Whole(1), Whole(-1), Whole(.max), Whole(.min), .small(.max), .small(.min)]
    )
    for length in 1...5 {
      for _ in 0..<4 {
        var made = Whole(1)
        for _ in 0..<length {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          made = made * Whole(Int64(bitPattern: state)) + Whole(Int64(state >> 33))
        }
        out.append(made)
      }
    }
    return out
  }()

  @Test func `keep the laws that numbers have, where they leave 128 bits as well`() {
    for a in Self.numbers {
      for b in Self.numbers {
        #expect(a + b == b + a && a * b == b * a && a - b == -(b - a) && (a + b) - b == a)
        #expect((a < b) == (a - b).isNegative && (a < b || b < a || a == b))
        guard !b.isZero else { continue }
        let (quotient, rest) = Whole.divided(a, by: b)
        #expect(quotient * b + rest == a && rest.magnitude < b.magnitude)
        let near = Whole.dividedHalfUp(a, by: b) * b - a
        #expect(near.magnitude + near.magnitude < b.magnitude + Whole(1))
      }
    }
  }

  @Test func `have a greatest common divisor`() {
    let (a, b) = (Whole(2 * 3 * 5 * 7), Whole(-3 * 7 * 11))
    #expect(Whole.commonDivisor(a, b) == Whole(21) && Whole.commonDivisor(.zero, .zero) == Whole(1))
    let large = Self.numbers[20]
    #expect(Whole.commonDivisor(large * a, large * Whole(11)) == large.magnitude)
    #expect(commonDivisor(12, 18) == 6 && commonDivisor(0, 5) == 5 && commonDivisor(0, 0) == 1)
  }

  @Test func `make fractions in lowest terms, which become amounts half away from zero`() throws {
    let third = try #require(Ratio(Whole(-2), over: Whole(-6)))
    #expect(third.above == Whole(1) && third.below == Whole(3) && Ratio(Whole(1), over: .zero) == nil)
    #expect(third + third + third == Ratio(Whole(1)) && third - third == .zero)
    #expect(third.amount() == Amount("0.3333") && (third * Ratio(Whole(2))).amount(places: 2) == Amount("0.67"))
    #expect(Ratio(Whole(-1), over: Whole(8))?.amount(places: 2) == Amount("-0.13"))
    #expect(third.divided(by: .zero) == nil && third.divided(by: third) == Ratio(Whole(1)))
    #expect(Ratio(.small(.max)).amount() == nil)
    let near = try #require(Ratio(Whole(.max), over: .small(.max)))
    #expect(near > .zero && near < third)
  }
}
