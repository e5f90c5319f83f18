import Base
import School
import Testing

@Suite struct `A length of time` {
  private func read(_ text: String, _ bare: LogTime.Bare = .minutes) -> Int? { try? LogTime.minutes(text, bare: bare) }

  private func fault(_ text: String) -> LogTime.Fault? {
    do throws(LogTime.Fault) {
      _ = try LogTime.minutes(text)
      return nil
    } catch { return error }
  }

  @Test func `is read as clock, as decimal hours and as minutes`() {
    for (text, minutes) in [
      ("1:18", 78), ("1.3", 78), ("1,3", 78), ("78 min", 78), ("78", 78), ("1 h 18", 78), ("1h18min", 78), ("1h", 60),
      ("0:05", 5), (".5", 30), ("1.25", 75), ("1.33", 80), ("2.0 h", 120), ("0", 0), ("24", 24), ("١:١٨", 78),
      ("١٫٣", 78), ("1.", 60), ("1000:00", 60_000),
    ] {
      #expect(read(text) == minutes, "\(text)")
    }
    #expect(read("2", .hours) == 120 && read("1.3", .hours) == 78 && read("78 min", .hours) == 78)
  }

  @Test func `is asked back where nobody can know it`() {
    for text in ["1", "2", "23"] { #expect(fault(text) == .unclear, "\(text)") }
    for text in [
      "", " ", "-1:00", "1:60", "1:5", "1:180", ":30", "1.345", "1.2.3", "1,234.5", ".", "x", "1 x", "h", "min", "1h5",
      "1h60", "1e3", "1:18:00", "99999999999999999999", "１:18", "1.-5",
    ] {
      #expect(fault(text) == .wrong, "\(text)")
    }
    for text in ["1000:01", "60001 min", "1001", "9999.9", "999999999"] where text != "1001" {
      #expect(fault(text) == .tooLong, "\(text)")
    }
    #expect(read("1001", .hours) == nil)
  }

  @Test func `goes out and comes back as it was, to the minute`() {
    for minutes in 0...LogTime.most {
      #expect(read(LogTime.clock(minutes)) == minutes)
      #expect(read(LogTime.decimal(minutes), .hours) == minutes)
    }
  }

  @Test func `is rounded once, after the sum`() {
    // Twenty flights of 1:20 are 26:40; each rounded to tenths by itself they would be 26.0.
    let flights = Array(repeating: 80, count: 20)
    #expect(LogTime.hours(flights.reduce(0, +), places: 1).text == "26.7")
    #expect(LogTime.hours(78, places: 1).text == "1.3" && LogTime.hours(75, places: 1).text == "1.3")
    #expect(LogTime.hours(3, places: 1).text == "0.1" && LogTime.hours(2, places: 1).text == "0")
    #expect(LogTime.decimal(80) == "1.33" && LogTime.decimal(0) == "0.00" && LogTime.decimal(60_000) == "1000.00")
  }

  @Test func `of a kind is no longer than the whole`() {
    #expect(LogMinutes(total: 60, dual: 30, solo: 30, night: 60, instrument: 60).problem == nil)
    #expect(LogMinutes().problem?.field == "total")
    #expect(LogMinutes(total: 60, night: 61).problem?.field == "night")
    #expect(LogMinutes(total: 60, dual: 31, solo: 30).problem?.field == "solo")
    #expect(LogMinutes(total: 60, dual: 20, solo: 10).other == 30)
  }
}
