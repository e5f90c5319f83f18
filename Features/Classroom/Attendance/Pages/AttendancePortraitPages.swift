import Base
import HTML
import Kit
import People
import School

/// A child's attendance on its own page.
struct AttendancePortrait: Sendable {
  let student: ID<Student>
  let year: AttendanceYear
  /// The rate that the school calls its attendance.
  let rate: AttendanceRate
  let mayReport: Bool
}

/// Two figures, the year day by day, and the ways to all of it.
func attendanceParts(_ data: AttendancePortrait, _ scene: Scene) -> PortraitParts {
  let words = scene.words
  var figures = [
    Stat(
      words("attendance.title"), rate(data.year.count[data.rate], scene), to: AttendancePaths.history(data.student))
  ]
  if let seen = data.year.lastSeen {
    let day = seen.day == scene.today ? words("attendance.today") : words.date(seen.day, .weekday)
    let time = seen.day == scene.today ? words.time(minute: seen.start) : ""
    figures.append(Stat(words("attendance.last-seen"), day, unit: time))
  }
  return PortraitParts(figures: figures, year: yearPart(data, scene))
}

private func yearPart(_ data: AttendancePortrait, _ scene: Scene) -> HTML {
  let words = scene.words
  let history = linkButton(
    words("attendance.history"), to: AttendancePaths.history(data.student), .ghost, icon: icon("history", scene),
    style: ButtonStyle(isSmall: true))
  let report: HTML =
    !data.mayReport
    ? ""
    : linkButton(
      words("attendance.report-absence"), to: AttendancePaths.absences(data.student), icon: icon("calendar", scene),
      style: ButtonStyle(isSmall: true))
  let sentence = said(data, scene)
  let strip: HTML =
    data.year.first.map { first in
      let drawn = yearStrip(days(data.year, from: first, scene), sentence, numbers: months(data.year, scene), scene)
      return "<div class=\"portrait__strip\">\(drawn)\(pictureKey(key(data.year, scene)))</div>"
    } ?? ""
  // The picture says the sentence itself to who does not see it.
  let inWords: HTML = "<p class=\"quiet\"\(attribute: "aria-hidden", strip.isEmpty ? nil : "true")>\(sentence)</p>"
  return """
    <section class="card portrait__year" aria-label="\(words("attendance.title"))">\(inWords)\(strip)\
    <div class="cluster">\(report)\(history)</div></section>
    """
}

/// How the year was, as one would say it: since when, the rate, and on how many days absent and late.
private func said(_ data: AttendancePortrait, _ scene: Scene) -> String {
  let words = scene.words
  guard let first = data.year.first else { return words("attendance.no-records") }
  var parts = [
    words("attendance.year.since", .text(words.date(first)), .text(rate(data.year.count[data.rate], scene)))
  ]
  let (absent, late) = (data.year.dayCount(.absent), data.year.dayCount(.late))
  parts.append(words("attendance.year.absent", .count(absent)))
  if late > 0 { parts.append(words("attendance.year.late", .count(late))) }
  return parts.joined(separator: " ")
}

/// The strip of a school that has just begun is no shorter than this, so that a year looks like one.
private let leastDays = 40 * 7

/// Every day from the first mark on; a weekday on which the child has lessons and no register was taken is a dot.
private func days(_ year: AttendanceYear, from first: Day, _ scene: Scene) -> YearOfDays {
  let (today, weekdays) = (scene.today, Set(year.days.keys.map { $0.weekday }))
  let start = min(first, today.plus(days: 1 - leastDays))
  let days = (0...max(0, today.number - start.number)).map { place -> Shade? in
    let day = start.plus(days: place)
    return year.days[day].map { $0.shade } ?? (weekdays.contains(day.weekday) ? .empty : nil)
  }
  return YearOfDays(first: start, days: days)
}

private func months(_ year: AttendanceYear, _ scene: Scene) -> PictureNumbers {
  let words = scene.words
  let rows = year.months.keys.sorted().map { month -> [String] in
    let count = year.months[month] ?? AttendanceCount()
    return [words.date(month, .month)] + Mark.Status.inPill.map { words.number(count[$0]) }
  }
  return PictureNumbers(
    [words("attendance.year.month")] + Mark.Status.inPill.map { $0.word(scene) }, rows)
}

/// What is in the strip, and no more.
private func key(_ year: AttendanceYear, _ scene: Scene) -> [(shade: Shade, word: String)] {
  Mark.Status.inPill.filter { status in year.dayCount(status) > 0 }
    .map { (shade: $0.shade, word: $0.word(scene)) }
}
