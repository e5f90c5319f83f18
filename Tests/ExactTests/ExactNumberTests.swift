import Base
import Exact
import Testing

@Suite struct `Numbers as people write them` {
  private func exact(_ text: String) -> ExactNumber { ExactNumber(text) ?? .zero }

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

  @Test func `have as many digits as they have, in the order of size`() {
    let long = exact("-1234567890123456789012345678901234567890")
    #expect(long.text == "-1234567890123456789012345678901234567890" && long.isNegative)
    #expect((long * long).rounded(significant: 3).text == "152" + String(repeating: "0", count: 76))
    #expect(exact("1e60") > exact("9e59") && exact("-1e60") < exact("-9e59") && exact("1e-60") > .zero)
    #expect(exact("100") == exact("1e2") && exact("100").hashValue == exact("1e2").hashValue)
    #expect((exact("1e60") + exact("1e-60") - exact("1e60")) == exact("1e-60"))
  }

  @Test(arguments: [
    ("0.00015", "0.0002"), ("-2.00005", "-2.0001"), ("1.23444", "1.2344"), ("0.00001", "0"), ("0.00006", "0.0001"),
    ("12", "12"),
  ])
  func `become amounts of four places, half away from zero`(_ text: String, _ amount: String) {
    #expect(exact(text).rounded(places: 4)?.text == amount)
  }

  @Test(arguments: [
    ("8.5", "8.5"), ("8,5", "8.5"), ("٨٫٥", "8.5"), ("۸٫۵", "8.5"), ("12 ", "12"), ("−1", "-1"), ("\u{200F}٥", "5"),
  ])
  func `in a field for an amount are read in the digits of every language`(_ typed: String, _ plain: String) {
    #expect(plainNumber(typed) == plain)
  }
}
