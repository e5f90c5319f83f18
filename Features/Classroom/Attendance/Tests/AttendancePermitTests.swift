import Base
import School
import Testing

/// What the rules themselves refuse, whichever routes lead to them.
@Suite struct `The rules of registers and weeks` {
  private let now = Instant(milliseconds: 1_794_000_000_000), monday = Day(number: 20_521)
  private let room: ID<Classroom> = ID(high: 3, low: 3), child: ID<Student> = ID(high: 4, low: 4)
  private func caller(_ role: Role) -> Caller {
    Caller(account: ID(high: 1, low: 1), school: ID(high: 2, low: 2), role: role)
  }
  private var period: TimetablePeriod {
    TimetablePeriod(
      id: ID(high: 5, low: 5), classroom: room, title: "Morning", weekday: 1, start: 495, end: 540,
      from: monday.plus(days: -7), until: nil)
  }

  private func refusal(_ body: () throws(Refusal) -> Void) -> Refusal? {
    do throws(Refusal) { try body() } catch { return error }
    return nil
  }

  @Test(arguments: Role.allCases) func `the office alone closes days, opens them and takes in timetables`(_ role: Role)
  {
    let (me, week) = (caller(role), WeekFacts(today: monday, marksAll: true, plans: []))
    let all = [
      refusal { () throws(Refusal) in
        _ = try NameHoliday(from: monday, until: monday, title: "Snow").permit(for: me, now: now)
      },
      refusal { () throws(Refusal) in _ = try DropHoliday(day: monday).permit(for: me, isNamed: true, now: now) },
      refusal { () throws(Refusal) in
        _ = try ImportTimetable(file: "", from: monday).permit(for: me, week: week, now: now)
      },
    ]
    for reason in all { #expect(reason == (role.isOffice ? nil : .notFound)) }
  }

  @Test(arguments: Role.allCases) func `a class's week is its own staff's`(_ role: Role) {
    for marks in [true, false] {
      let plan = PlanFacts(marksClass: marks, periods: [period])
      let week = WeekFacts(today: monday, marksAll: marks, plans: [])
      let me = caller(role)
      let all = [
        refusal { () throws(Refusal) in
          let new = PlanPeriod(
            classroom: room, title: "Choir", weekday: 2, start: 495, end: 540, from: monday, until: nil)
          _ = try new.permit(for: me, plan: plan, as: ID(high: 6, low: 6), now: now)
        },
        refusal { () throws(Refusal) in
          let change = ChangePeriod(classroom: room, period: period.id, title: "x", start: 500, end: 540)
          _ = try change.permit(for: me, plan: plan, now: now)
        },
        refusal { () throws(Refusal) in
          let end = EndPeriod(classroom: room, period: period.id, until: monday)
          _ = try end.permit(for: me, plan: plan, now: now)
        },
        refusal { () throws(Refusal) in
          _ = try SetWeek(classroom: room, from: monday, lessons: []).permit(for: me, week: week, now: now)
        },
        refusal { () throws(Refusal) in
          _ = try CopyWeek(classroom: room, to: [ID(high: 7, low: 7)], from: monday).permit(
            for: me, week: week, now: now)
        },
      ]
      for reason in all { #expect(reason == (marks && role.isStaff ? nil : .notFound)) }
    }
  }

  @Test(arguments: Role.allCases) func `calls home are written down by staff who may see the child`(_ role: Role) {
    let known = HomeCall(student: child, day: monday, by: ID(high: 8, low: 8), at: now)
    for maySee in [true, false] {
      let (me, call) = (caller(role), HomeCallFacts(maySee: maySee, today: monday, known: known))
      let all = [
        refusal { () throws(Refusal) in
          _ = try NoteHomeCall(student: child, day: monday).permit(for: me, call: call, now: now)
        },
        refusal { () throws(Refusal) in
          _ = try DropHomeCall(student: child, day: monday).permit(for: me, call: call, now: now)
        },
      ]
      for reason in all { #expect(reason == (maySee && role.isStaff ? nil : .notFound)) }
    }
  }
}
