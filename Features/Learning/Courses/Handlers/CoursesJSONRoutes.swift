import Base
import School

// The same data for programs.

extension CourseCard {
  /// The members of a course in lists.
  var members: [(String, JSON)] {
    course.json + [
      ("teachers", .list(teachers.map { .text($0) })), ("meetings", .list(meetings.map { $0.json })),
      ("enrolled", .integer(counts.enrolled)),
    ]
  }
  var json: JSON { .object(members) }
}

extension CoursesPage {
  var json: JSON { .object([("courses", .list(cards.map { $0.json })), ("next", .optional(next?.text))]) }
}

extension CoursePage {
  var json: JSON {
    .object(
      course.json + [
        ("teachers", .list(teachers.map { .text($0) })), ("meetings", .list(meetings.map { $0.json })),
        ("enrolled", .integer(counts.enrolled)),
        (
          "modules",
          .list(
            modules.map { .object([("id", .id($0.id)), ("title", .text($0.title)), ("place", .integer($0.place))]) })
        ),
        ("items", .list(items.map { $0.json })),
      ])
  }
}

extension Course {
  /// The members of a course in answers.
  var json: [(String, JSON)] {
    [
      ("id", .id(id)), ("name", .text(name)), ("subject", .optional(subject)), ("grade", .optional(grade)),
      ("about", .text(about)), ("room", .optional(room)), ("level", .text(level.rawValue)),
      ("credits", credits.map { .number($0.text) } ?? .null), ("capacity", capacity.map { .integer($0) } ?? .null),
      ("entry", .text(entry.rawValue)), ("from", .optional(from?.text)), ("until", .optional(until?.text)),
      ("dropUntil", .optional(dropUntil?.text)), ("promoteUntil", .optional(promoteUntil?.text)),
      ("refusesClash", .flag(refusesClash)), ("term", .optional(term)), ("publishedAt", .optional(publishedAt?.text)),
      ("archivedAt", .optional(archivedAt?.text)), ("updatedAt", .text(updatedAt.text)),
    ]
  }
}

extension CourseMeeting {
  var json: JSON {
    let clock: (Int) -> JSON = { .text(pad($0 / 60) + ":" + pad($0 % 60)) }
    return .object([("weekday", .integer(weekday)), ("start", clock(start)), ("end", clock(end))])
  }
}

extension CourseItem {
  var json: JSON {
    .object([
      ("id", .id(id)), ("kind", .text(kind.rawValue)), ("module", .optional(module?.text)), ("title", .text(title)),
      ("place", .integer(place)), ("dueAt", .optional(dueAt?.text)), ("publishedAt", .optional(publishedAt?.text)),
    ])
  }
}

extension CopyPage {
  var json: JSON {
    .object([
      ("from", .optional(from?.text)), ("daysOff", .list(daysOff.sorted().map { .integer($0) })),
      (
        "dates",
        .list(
          rows.map { row in
            .object([
              ("title", .text(row.title)), ("old", .text(row.old.text)), ("new", .text(row.new.text)),
              ("skipped", .flag(row.isSkipped)),
            ])
          })
      ),
    ])
  }
}
