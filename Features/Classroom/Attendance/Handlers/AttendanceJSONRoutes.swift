import Base
import School

/// The same data for programs; names as the columns and properties have them.
extension LessonSession {
  var members: [(String, JSON)] {
    [
      ("id", .id(id)), ("classroom", .id(classroom)), ("slot", .id(period)), ("day", .text(day.text)),
      ("title", .text(title)),
      ("start", .integer(start)), ("end", .integer(end)),
    ]
  }
}

extension AttendanceCount {
  var json: JSON {
    .object(
      Mark.Status.allCases.map { ($0.rawValue, .integer(self[$0])) } + [
        ("attendance", .optional(attendance?.text)), ("excludingExcused", .optional(excludingExcused?.text)),
        ("strict", .optional(strict?.text)),
      ])
  }
}

extension Mark {
  var members: [(String, JSON)] {
    [("status", .text(status.rawValue)), ("note", .optional(note)), ("by", .id(by)), ("at", .text(at.text))]
  }
}

extension RegisterPage {
  var json: JSON { .object(members) }
  /// With what a command did to it: `at` is what undoing wants.
  func json(_ change: RegisterChange) -> JSON {
    .object(members + [("changed", .integer(change.count)), ("at", .number(String(change.at.milliseconds)))])
  }
  private var members: [(String, JSON)] {
    [
      ("sitting", .object(session.members)), ("counts", count.json), ("left", .integer(left)),
      ("students", .list(rows.map { $0.json })),
    ]
  }
}

extension RegisterPage.Row {
  var json: JSON {
    .object([
      ("student", .id(student)), ("name", .text(name)), ("mark", mark.map { .object($0.members) } ?? .null),
      ("said", said.map { .object([("by", .text($0.by)), ("reason", .optional($0.reason))]) } ?? .null),
    ])
  }
}

extension AttendanceDay {
  var json: JSON {
    let sessions = lines.map { line in
      JSON.object(
        line.session.members + [
          ("students", .integer(line.students)), ("counts", line.count.json), ("left", .integer(line.left)),
        ])
    }
    return .object([
      ("day", .text(day.text)), ("holiday", .optional(holiday?.name)), ("sittings", .list(sessions)),
      ("counts", count.json),
    ])
  }
}

extension ChildToday {
  var json: JSON {
    let sessions = lines.map { line in
      JSON.object(line.session.members + [("mark", line.mark.map { .object($0.members) } ?? .null)])
    }
    return .object([("student", .id(student)), ("name", .text(name)), ("sittings", .list(sessions))])
  }
}

extension HistoryPage {
  var json: JSON {
    let marks = entries.map { entry in
      JSON.object(
        entry.session.members + entry.mark.members + [
          (
            "earlier",
            .list(
              entry.earlier.map {
                .object([
                  ("status", .optional($0.event.status?.rawValue)), ("note", .optional($0.event.note)),
                  ("by", .id($0.event.by)), ("at", .text($0.event.at.text)),
                ])
              })
          )
        ])
    }
    return .object([
      ("student", .id(student)), ("name", .text(name)), ("counts", count.json), ("untaken", .integer(untaken)),
      ("missed", .object([("halfDays", .integer(missed.halves)), ("days", .integer(missed.days))])),
      ("chronic", .flag(missed.isChronic)), ("marks", .list(marks)),
    ])
  }
}

extension Absence {
  var json: JSON {
    .object([
      ("id", .id(id)), ("student", .id(student)), ("from", .text(from.text)), ("until", .text(until.text)),
      ("reason", .optional(reason)), ("by", .id(by)), ("at", .text(at.text)),
      ("withdrawnAt", .optional(withdrawnAt?.text)),
    ])
  }
}

extension AbsencesPage {
  var json: JSON { .object([("absences", .list(rows.map { $0.absence.json }))]) }
}

extension TimetablePeriod {
  var json: JSON {
    .object([
      ("id", .id(id)), ("classroom", .id(classroom)), ("title", .text(title)), ("weekday", .integer(weekday)),
      ("start", .integer(start)), ("end", .integer(end)), ("from", .text(from.text)), ("until", .optional(until?.text)),
    ])
  }
}

extension TimetablePage {
  var json: JSON { .object([("slots", .list(periods.map { $0.json }))]) }
}

extension HolidaysPage {
  var json: JSON {
    .object([
      (
        "holidays",
        .list(
          breaks.map {
            .object([("day", .text($0.first.text)), ("until", .text($0.last.text)), ("name", .text($0.name))])
          })
      )
    ])
  }
}
