import Base
import Exact
import Testing

@testable import School

@Suite struct `Numbers as answers` {
  private func says(_ text: String, _ style: NumberStyle = .english) -> String? {
    style.read(text).flatMap { $0.unit.isEmpty ? $0.number.text : nil }
  }

  @Test(arguments: [
    ("3.142", "3.142"), ("1.", "1"), ("+1.0", "1"), (".5", "0.5"), ("-0", "0"), ("007", "7"), ("1e3", "1000"),
    ("1E-2", "0.01"), ("2 x 10^3", "2000"), ("2·10^3", "2000"), ("٣٫١٤", "3.14"), ("١٬٢٣٤", "1234"), ("۱۲", "12"),
    ("−11.72", "-11.72"), ("1,234.5", "1234.5"), ("1,234", "1234"), ("3,14", "3.14"), ("1 000", "1000"),
    ("\u{200F}٥", "5"), ("12'345", "12345"), ("0,125", "0.125"), ("0.125", "0.125"), ("-0,500", "-0.5"),
    ("00,125", "0.125"), ("10,125", "10125"),
  ])
  func `are read as they are written`(_ text: String, _ number: String) {
    #expect(says(text) == number)
  }

  @Test(arguments: [
    ("3,14", "3.14"), ("3.14", "3.14"), ("1 000,5", "1000.5"), ("1.234,5", "1234.5"), ("1,234", "1.234"),
    ("0.125", "0.125"), ("0,125", "0.125"),
  ])
  func `in French the comma is the decimal sign`(_ text: String, _ number: String) {
    #expect(says(text, .comma) == number)
  }

  @Test(arguments: [
    "", "frog", ". m", "-", "1,23,4", "1.2.3", "e5", "1e999", "0 125", "0,125,000", String(repeating: "9", count: 90),
  ])
  func `what is none is none`(_ text: String) {
    #expect(says(text) == nil)
  }

  @Test func `a unit stands behind its number`() throws {
    let read = try #require(NumberStyle.english.read("3x10^8 m/s"))
    #expect(read.number == ExactNumber(300_000_000) && read.unit == "m/s")
    #expect(NumberStyle.english.read("1 eV")?.unit == "eV")
  }

  @Test func `sums and products are exact`() throws {
    let (a, b) = (exact("0.1"), exact("0.2"))
    #expect((a + b).text == "0.3" && (a - b).text == "-0.1" && (a * b).text == "0.02")
    #expect(ExactNumber(-3) < a && !(a < a))
    let nines = exact("99999999999999999999")
    #expect((nines + ExactNumber(1)).text == "100000000000000000000")
    let (small, round) = (exact("0.0012345"), exact("-99.95"))
    #expect(small.rounded(significant: 3).text == "0.00123" && round.rounded(significant: 3).text == "-100")
  }

  /// The vectors of rules.md 4.5.
  @Test func `tolerances end where they say, and the ends belong to them`() throws {
    let near = try number(.absolute, "-11.7", "0.02")
    #expect(near.accepts(exact("-11.72")) && !near.accepts(exact("-11.73")))
    #expect(try number(.absolute, "0.3").accepts(exact("0.3")))
    #expect(try number(.range, "5", "2").accepts(ExactNumber(3)))
    let percent = try number(.percent, "200", "1")
    #expect(percent.accepts(ExactNumber(198)) && percent.accepts(ExactNumber(202)))
    #expect(!percent.accepts(exact("202.01")))
    let geometric = try number(.geometric, "100", "0.25")
    #expect(geometric.accepts(ExactNumber(80)) && geometric.accepts(ExactNumber(125)))
    #expect(!geometric.accepts(exact("79.9")) && !geometric.accepts(ExactNumber(-100)))
    let digits = try number(.significant, "3.14159", "3")
    #expect(digits.accepts(exact("3.14")) && !digits.accepts(exact("3.15")))
  }

  @Test func `a unit that is missing costs what it costs`() throws {
    var question = QuestionContent(.numeric, "How fast?")
    question.numbers = [try number(.absolute, "10")]
    question.units = [NumberUnit("m/s"), NumberUnit("km/h", factor: exact("0.277777777777"))]
    question.unitPenalty = 25
    #expect(question.verdict(.texts(["10 m/s"]), usual: .balanced) == .scored(.full))
    #expect(question.verdict(.texts(["10"]), usual: .balanced).share?.of(amount("4")) == amount("3"))
    #expect(question.verdict(.texts(["10 apples"]), usual: .balanced).share?.of(amount("4")) == amount("3"))
    question.units = []
    #expect(question.verdict(.texts(["10 m/s"]), usual: .balanced) == .scored(.none))
    #expect(question.nearMiss(.texts(["10 m/s"])) == "10")
  }
}
