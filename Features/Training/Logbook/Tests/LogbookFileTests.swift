import Base
import School
import Testing

@Suite struct `A logbook's file` {
  private let today = Day(number: 20_521)

  private func entry(_ minutes: LogMinutes, aircraft: String = "HB-KFX", note: String = "") -> LogEntry {
    LogEntry(
      id: .none, trainee: .none, by: .none, day: today, aircraft: aircraft, from: "LSZG", to: "LSZB", note: note,
      minutes: minutes, createdAt: Instant(milliseconds: 0), updatedAt: Instant(milliseconds: 0))
  }

  @Test func `goes out under the headings of MyFlightbook and runs as no formula`() {
    let one = entry(LogMinutes(total: 80, dual: 80, night: 5), aircraft: "=1+1", note: "a \"b\"\nc")
    let text = String(decoding: LogFile.write([one]), as: UTF8.self)
    #expect(
      text == """
        Date,Tail Number,From,To,Total Flight Time,Dual Received,Solo Time,Night,Simulated Instrument,Comments\r
        2026-03-09,'=1+1,LSZG,LSZB,1.33,1.33,0.00,0.08,0.00,"a ""b""\nc"\r

        """)
  }

  @Test func `comes back as it went out, every minute of it`() {
    let all = (1...600).map { entry(LogMinutes(total: $0 * 7, dual: $0, solo: $0 * 2, night: $0 * 3, instrument: $0)) }
    let read = LogImport(String(decoding: LogFile.write(all, hasMark: true), as: UTF8.self), today: today)
    #expect(read.problems.isEmpty && read.extras.isEmpty)
    #expect(read.entries.map { $0.fields.minutes } == all.map { $0.minutes })
    let plan = LogImportPlan(read, over: all)
    #expect(plan.new.isEmpty && plan.kept == 600)
  }

  @Test func `of ForeFlight is read from its flights, with what has no place here beside its name`() {
    let text = """
      ForeFlight Logbook Import,This row is required
      ,
      Aircraft Table,,,
      Text,Text,Text
      AircraftID,TypeCode,Year
      HBKFX,C172,1998

      Flights Table,,,
      Date,Text,Text,Text,Decimal,Decimal,Decimal,Number,Text
      Date,AircraftID,From,To,TotalTime,DualReceived,ActualInstrument,SimulatedInstrument,DayLandingsFullStop,PilotComments
      2026-03-01,HBKFX,LSZG,LSZB,1.5,1.5,0.2,0.3,4,Steep turns
      2026-03-02,HBKFX,LSZG,LSZG,2,,,,0,
      """
    let read = LogImport(text, today: today)
    #expect(read.problems.isEmpty, "\(read.problems)")
    let fields = read.entries.map { $0.fields }
    #expect(fields.map { $0.minutes.total } == [90, 120])
    #expect(fields.first?.minutes == LogMinutes(total: 90, dual: 90, instrument: 30))
    #expect(fields.first?.note == "DayLandingsFullStop: 4\nSteep turns" && fields.last?.note == "")
    #expect(read.extras == ["DayLandingsFullStop"])
    #expect(read.entries.map { $0.line } == [11, 12])
  }

  @Test func `says of every line that is not taken why, and guesses nothing`() {
    let text = """
      Date,Tail Number,Route,Total Flight Time,Dual Received
      3/4/2026,A,X Y,1.0,
      2026-03-04,A,X Y,,
      2026-03-04,A,X Y,long,
      2026-03-04,A,X Y,1.0,1.5
      2026-03-30,A,X Y,1.0,
      2026-03-04,A,X Y,1.0,,more
      2026-03-04,A,LSZG LSGC LSZG,1:00,0.5
      """
    let read = LogImport(text, today: today)
    #expect(
      read.problems.map { $0.phrase.key.split(separator: ".").last } == [
        "date", "nothing", "time-wrong", "more-than-total", "day-ahead", "cells",
      ])
    #expect(read.problems.map { $0.line } == [2, 3, 4, 5, 6, 7])
    let one = read.entries.first?.fields
    #expect(read.entries.count == 1 && one?.from == "LSZG" && one?.to == "LSZG" && one?.note == "LSZG LSGC LSZG")
    #expect(LogImport("a,b\n1,2\n", today: today).problems.map { $0.phrase.key } == ["training.log.import.headings"])
    #expect(LogImport("", today: today).entries.isEmpty)
  }

  @Test func `is bounded, and what is broken is said`() {
    let head = "Date,Total Flight Time\n"
    let many = LogImport(head + String(repeating: "2026-03-04,1.0\n", count: 2001), today: today)
    #expect(many.entries.count == LogImport.mostEntries && many.problemCount == 1)
    let wrong = LogImport(head + String(repeating: "x,1.0\n", count: 300), today: today)
    #expect(wrong.problems.count == 100 && wrong.problemCount == 300)
    let open = LogImport(head + "2026-03-04,1.0\n\"2026", today: today)
    #expect(open.entries.count == 1 && open.problems.map { $0.phrase.key } == ["training.log.import.broken"])
    let long = LogImport("Date,Total,Tail Number\n2026-03-04,1.0,\(String(repeating: "x", count: 61))\n", today: today)
    #expect(long.problems.map { $0.phrase.key } == ["training.log.import.long"])
  }

  @Test func `twice the same flight on one day is two flights`() {
    let text = "Date,Total\n2026-03-04,1.0\n2026-03-04,1.0\n"
    let read = LogImport(text, today: today)
    let known = read.entries.prefix(1).map {
      LogEntry(
        id: .none, trainee: .none, by: .none, day: $0.fields.day, minutes: $0.fields.minutes,
        createdAt: Instant(milliseconds: 0), updatedAt: Instant(milliseconds: 0))
    }
    let plan = LogImportPlan(read, over: known)
    #expect(plan.new.count == 1 && plan.kept == 1)
  }
}
