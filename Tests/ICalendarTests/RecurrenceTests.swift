import Base
import ICalendar
import Testing

@Suite struct `A rule` {
  @Test func `a window far ahead is the same as the whole, cut`() throws {
    for text in [
      "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU", "FREQ=MONTHLY;BYDAY=-2MO",
      "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=YEARLY;BYDAY=20MO",
      "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=DAILY;COUNT=500", "FREQ=MONTHLY;INTERVAL=5;BYDAY=1SA,-1SU",
    ] {
      let (rule, start) = (try Recurrence(text), try #require(Day("2020-01-07")))
      let whole = rule.days(from: start, in: start...start.plus(days: 4000))
      for offset in stride(from: 0, to: 3900, by: 97) {
        let window = start.plus(days: offset)...start.plus(days: offset + 60)
        #expect(rule.days(from: start, in: window) == whole.filter { window.contains($0) }, "\(text) \(offset)")
      }
    }
  }

  @Test func `a rule is written as it was read`() throws {
    for text in [
      "FREQ=DAILY;COUNT=10", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;COUNT=8;BYDAY=TU,TH", "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO",
      "FREQ=WEEKLY;UNTIL=20260930T235959Z;BYDAY=SU,MO", "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,-1",
    ] {
      #expect(try Recurrence(text).text() == text)
    }
  }

  @Test(arguments: [
    "", "FREQ", "FREQ=SECONDLY", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=99999999", "FREQ=DAILY;INTERVAL=0",
    "FREQ=DAILY;COUNT=2;UNTIL=20260101", "FREQ=WEEKLY;BYDAY=2MO", "FREQ=DAILY;BYHOUR=1,2,3", "FREQ=MONTHLY;BYSETPOS=1",
    "FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY;UNTIL=never", "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=MONTHLY;BYDAY=XX",
    "FREQ=DAILY;COUNT=18446744073709551616", "FREQ=WEEKLY;BYMONTHDAY=1", "COUNT=2",
  ])
  func `what cannot be done exactly is refused`(_ text: String) {
    #expect(throws: Recurrence.Fault.self) { try Recurrence(text) }
  }

  @Test func `a rule that never comes ends`() throws {
    let rule = try Recurrence("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30")
    #expect(rule.days(from: Day(number: 0), in: Day(number: 0)...Day(number: 60_000)).isEmpty)
  }
}
