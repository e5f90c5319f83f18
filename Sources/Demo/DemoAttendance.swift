import Base
import Classroom
import Database
import Ledger
import School
import Web

/// How a child was seen on one day of the past.
struct DemoPresence: Sendable {
  let status: Mark.Status
  var note: String?

  /// Who came late was late for the first lesson; who was away was away all day.
  func status(in lesson: Int) -> Mark.Status { status == .late && lesson > 0 ? .present : status }
}

/// Who of the named children was away or late, and when: days of school back from today.
enum DemoAttendance {
  // a table of data
  static let kept: [Int: [Int: DemoPresence]] = [
    0: [5: DemoPresence(status: .late), 12: DemoPresence(status: .absent)],
    1: [
      3: DemoPresence(status: .absent), 9: DemoPresence(status: .absent), 14: DemoPresence(status: .late),
      17: DemoPresence(status: .absent),
    ],
    2: [11: DemoPresence(status: .excused, note: "Orthodontist")],
    3: [
      2: DemoPresence(status: .late), 6: DemoPresence(status: .late), 7: DemoPresence(status: .late),
      8: DemoPresence(status: .excused, note: "Family wedding"), 15: DemoPresence(status: .absent),
    ],
    6: [
      2: DemoPresence(status: .excused, note: "Flu"), 3: DemoPresence(status: .excused, note: "Flu"),
    ],
  ]

  /// Why others were away with an excuse, as their teachers noted it.
  static let reasons = ["Doctor’s appointment", "Fever", "Family celebration", "Flu"]
}

extension DemoBuilder {
  /// The past of one class: every register taken, most children there.
  ///
  /// A class at a time and not a day at a time, because its rows lie together in the books: day by day, each commit
  /// would touch every page of them.
  func record(_ room: Room, before today: Day, isNamed: Bool) async throws {
    let days = stride(from: plan.pastDays, through: 1, by: -1).map { today.plus(days: -$0) }
      .filter { plan.days.contains($0.weekday) }
    let registers = days.enumerated().flatMap { number, day in
      let lessons = room.periods.filter { $0.weekday == day.weekday && $0.from <= day }
      let seen = room.students.indices.map { presence(of: isNamed ? $0 : nil, back: days.count - number) }
      return lessons.enumerated().map { lesson, period in
        (session: period.session(on: day), seen: seen.map { ($0.status(in: lesson), $0.note) })
      }
    }
    guard !registers.isEmpty else { return }
    let (teacher, zone) = (accounts[room.plan.teachers[0]], Zones.named(plan.zone) ?? .utc)
    try await ledger.write(envelope("demo.take-registers", teacher)) { tx in
      let store = AttendanceStore(tx: tx)
      for (session, seen) in registers {
        let taken = zone.instant(session.day, minute: session.start + 5)
        let marks = zip(room.students, seen).map { student, seen in
          Mark(session: session.id, student: student, status: seen.0, note: seen.1, by: teacher, at: taken)
        }
        try store.record(session: session, marks: marks)
      }
      return ""
    }
  }

  /// 93 % there, 3 % absent, 2 % late, 2 % excused: about what schools report.
  ///
  /// The named children have their stories.
  private func presence(of named: Int?, back days: Int) -> DemoPresence {
    let chance = dice.roll(100)
    if let named, named < plan.children.count {
      if DemoStory.of(named) == .late { return DemoPresence(status: chance < 40 ? .late : .present) }
      return DemoAttendance.kept[named]?[days] ?? DemoPresence(status: .present)
    }
    switch chance {
    case 0..<3: return DemoPresence(status: .absent)
    case 3..<5: return DemoPresence(status: .late)
    case 5..<7:
      return DemoPresence(status: .excused, note: DemoAttendance.reasons[chance % DemoAttendance.reasons.count])
    default: return DemoPresence(status: .present)
    }
  }

  /// What guardians have said beforehand: of what was, and of a Thursday that is to come.
  func reportAbsences(_ rooms: [Room], on today: Day) async throws {
    guard plan.kind == .k12, let students = rooms.first?.students, students.count > 6 else { return }
    func back(_ days: Int) -> Day {
      (0..<days).reduce(today) { day, _ in plan.schoolDay(-1, from: day.plus(days: -1)) }
    }
    let dentist = today.plus(days: (4 - today.weekday + 6) % 7 + 1)
    let said: [(child: Int, by: Int, from: Day, until: Day, why: String)] = [
      (3, 12, back(8), back(8), "A wedding in the family"), (6, 10, back(3), back(2), "إنفلونزا وحرارة"),
      (2, 11, dentist, dentist, "Rendez-vous chez le dentiste, de retour à midi"),
    ]
    let zone = Zones.named(plan.zone) ?? .utc
    for one in said {
      let evening = zone.instant(min(one.from, today).plus(days: -1), minute: 19 * 60)
      try await send(
        ReportAbsence(student: students[one.child], from: one.from, until: one.until, reason: one.why),
        by: accounts[one.by], at: evening)
    }
  }
}
