package import Base
import ICalendar
import Kit
import School

// What programs read: the same data as the pages.

extension CalendarPage {
  var json: JSON {
    .object([
      ("view", .text(view.rawValue)), ("from", .text(window.lowerBound.text)),
      ("through", .text(window.upperBound.text)),
      (
        "days",
        .list(
          days.map { day in
            let dates: [(String, JSON)] =
              (choice.hebrew ? [("hebrew", HebrewDate(day).json)] : [])
              + (choice.hijri ? [("hijri", HijriDate(day, shift: choice.shift).json)] : [])
            return .object(
              [("day", .text(day.text)), ("entries", .list(entries(on: day).map { $0.json }))] + dates)
          })
      ),
    ])
  }
}

extension HebrewDate {
  var json: JSON { .object([("year", .integer(year)), ("month", .integer(month)), ("day", .integer(day))]) }
}

extension HijriDate {
  var json: JSON { .object([("year", .integer(year)), ("month", .integer(month)), ("day", .integer(day))]) }
}

extension CalendarChoice {
  var json: JSON {
    .object([("hebrew", .flag(hebrew)), ("hijri", .flag(hijri)), ("shift", .integer(shift))])
  }
}

extension CalendarEntry {
  var json: JSON {
    .object([
      ("kind", .text(kind.rawValue)), ("title", .text(title)), ("day", .text(day.text)), ("last", .text(last.text)),
      ("allDay", .flag(start == nil)), ("start", .optional(begins?.text)), ("end", .optional(ends?.text)),
      ("place", .optional(place)), ("group", .optional(group)), ("who", .list(who.map { .text($0) })),
      ("path", .optional(path)), ("event", .optional(event?.text)), ("original", .optional(original?.text)),
    ])
  }
}

extension EventTimes {
  var json: JSON {
    let clock: (Int?) -> JSON = { minute in .optional(minute.map { pad($0 / 60) + ":" + pad($0 % 60) }) }
    return .object([
      ("from", .text(from.text)), ("until", .text(until.text)), ("start", clock(start)), ("end", clock(end)),
    ])
  }
}

extension Event {
  var json: JSON {
    .object([
      ("id", .id(id)), ("audience", .text(audience.text)), ("kind", .text(kind.rawValue)), ("title", .text(title)),
      ("place", .optional(place)), ("note", .optional(note)), ("times", times.json), ("zone", .text(zone)),
      ("rule", .optional(rule?.text())), ("uid", .text(uid)), ("sequence", .integer(sequence)),
      ("updatedAt", .text(updatedAt.text)), ("cancelledAt", .optional(cancelledAt?.text)),
    ])
  }
}

extension EventPage {
  var json: JSON {
    .object([
      ("event", event.json), ("day", .text(occurrence.day.text)), ("title", .text(occurrence.title)),
      ("place", .optional(occurrence.place)), ("times", occurrence.times.json), ("isSkipped", .flag(isSkipped)),
      ("isChanged", .flag(occurrence.isChanged)), ("by", .optional(by)), ("mayPlan", .flag(plans)),
      ("skipped", .list(changes.filter { $0.isSkipped }.map { .text($0.day.text) })),
    ])
  }
}

extension FeedsPage {
  var json: JSON {
    .object([
      (
        "feeds",
        .list(
          feeds.map { feed, name in
            .object([
              ("id", .id(feed.id)), ("scope", .text(feed.scope.kind)), ("name", .optional(name)),
              ("createdAt", .text(feed.createdAt.text)), ("rotatedAt", .text(feed.rotatedAt.text)),
            ])
          })
      ), ("choices", .list(choices.map { .text($0.text) })),
    ])
  }
}

extension CalendarImportPage {
  package var json: JSON {
    .object([
      ("new", .integer(count(.new))), ("changed", .integer(count(.changed))), ("same", .integer(count(.same))),
      (
        "problems",
        .list(problems.map { .object([("line", .integer($0.line)), ("key", .text($0.key))]) })
      ),
      (
        "leftOut",
        .list(leftOut.map { .object([("line", .integer($0.line)), ("key", .text($0.key))]) })
      ), ("leftOutCount", .integer(leftOutCount)),
      (
        "rows",
        .list(
          rows.prefix(CalendarImportPage.shown).map { row, state in
            .object([
              ("uid", .text(row.uid)), ("title", .text(row.title)), ("times", row.times.json),
              ("state", .text(state.rawValue)), ("cancelled", .flag(row.isCancelled)),
            ])
          })
      ),
    ])
  }
}
