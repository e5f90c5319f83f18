import Base
import ICalendar

extension FeedItem {
  /// The thing itself, and once more for each time that differs.
  func write(into file: inout CalendarFile, _ zone: Zone) {
    file.line("BEGIN:VEVENT")
    head(&file)
    write(times, &file)
    if let rule {
      file.line("RRULE:" + ruleText(rule, zone))
      let days = skipped.sorted()
      if !days.isEmpty { file.line(stamped("EXDATE", days.map { stamp($0, times.start) })) }
    }
    words(&file, title, place)
    if let alarm { write(alarm: alarm, &file) }
    file.line("END:VEVENT")
    for change in changed.sorted(by: { $0.day < $1.day }) where rule != nil { write(change, &file) }
  }

  private func write(_ change: EventChange, _ file: inout CalendarFile) {
    file.line("BEGIN:VEVENT")
    head(&file)
    file.line(stamped("RECURRENCE-ID", [stamp(change.day, times.start)]))
    write(change.times ?? times.moved(to: change.day), &file)
    words(&file, change.title ?? title, change.place ?? place)
    file.line("END:VEVENT")
  }

  private func write(alarm text: String, _ file: inout CalendarFile) {
    file.line("BEGIN:VALARM")
    file.line("ACTION:DISPLAY")
    file.text("DESCRIPTION", text)
    file.line("TRIGGER:PT0S")
    file.line("END:VALARM")
  }

  private func head(_ file: inout CalendarFile) {
    file.line("UID:" + uid)
    // When it was last changed, and not when it was asked for: the same things are the same bytes.
    file.line("DTSTAMP:" + Recurrence.compact(updatedAt))
    file.line("LAST-MODIFIED:" + Recurrence.compact(updatedAt))
    if let createdAt { file.line("CREATED:" + Recurrence.compact(createdAt)) }
    file.line("SEQUENCE:" + String(sequence))
  }

  private func words(_ file: inout CalendarFile, _ title: String, _ place: String?) {
    // What is called off for those who may know no more of it keeps an empty one (RFC 5546, 3.2.1).
    if title.isEmpty { file.line("SUMMARY:") } else { file.text("SUMMARY", title) }
    file.text("LOCATION", place)
    file.text("DESCRIPTION", note)
    if let url { file.line("URL:" + url) }
    file.line("CATEGORIES:" + kind.uppercased())
    file.line("STATUS:" + (isCancelled ? "CANCELLED" : "CONFIRMED"))
    file.line("TRANSP:" + (times.isAllDay ? "TRANSPARENT" : "OPAQUE"))
  }

  private func write(_ times: EventTimes, _ file: inout CalendarFile) {
    // A time that differs may have become a whole day, or no longer be one.
    if let start = times.start {
      file.line(timed("DTSTART", times.from, start))
      if let end = times.end, times.span > 0 || end > start { file.line(timed("DTEND", times.until, end)) }
    } else {
      file.line("DTSTART;VALUE=DATE:" + Recurrence.compact(times.from))
      file.line("DTEND;VALUE=DATE:" + Recurrence.compact(times.until.plus(days: 1)))
    }
  }

  private func timed(_ name: String, _ day: Day, _ minute: Int) -> String {
    let clock = Recurrence.compact(day.plus(days: minute / 1440), minute: minute % 1440)
    return zone == "UTC" ? name + ":" + clock + "Z" : name + ";TZID=" + zone + ":" + clock
  }

  private func stamp(_ day: Day, _ minute: Int?) -> String {
    guard let minute else { return Recurrence.compact(day) }
    return Recurrence.compact(day, minute: minute) + (zone == "UTC" ? "Z" : "")
  }

  private func stamped(_ name: String, _ values: [String]) -> String {
    let kind = times.isAllDay ? ";VALUE=DATE" : zone == "UTC" ? "" : ";TZID=" + zone
    return name + kind + ":" + values.joined(separator: ",")
  }

  /// The last day is said in UTC for what has a clock (RFC 5545, 3.3.10).
  private func ruleText(_ rule: Recurrence, _ zone: Zone) -> String {
    var rule = rule
    if case .moment(let moment) = rule.until, times.isAllDay { rule.until = .day(zone.day(of: moment)) }
    guard let start = times.start else { return rule.text() }
    return rule.text { Recurrence.compact(zone.moment($0, minute: start)) }
  }
}
