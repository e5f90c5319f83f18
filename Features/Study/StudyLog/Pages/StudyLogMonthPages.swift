import Base
import HTML
import Kit
import School

/// A month of a track: what each of its days was.
struct StudyMonthPage: Sendable {
  let track: Track
  let month: StudyMonth
  /// The days that lead somewhere.
  let withText: Set<Day>
  let today: Day
  let streak: Streak
  var topics: [String] = []
}

func studyMonthPage(_ data: StudyMonthPage, _ scene: Scene) -> Page {
  let words = scene.words
  let streak: HTML = data.streak.current == 0 ? "" : streakMark(data.streak, scene)
  let key = pictureKey(
    keyed.filter { data.month.count($0.state) > 0 }.map { ($0.shade, words("study.state." + $0.state.rawValue)) })
  return Page(
    "study.month", title: words.date(data.month.first, .month), topics: data.topics,
    parent: (data.track.name, TracksPaths.track(data.track.id)),
    body: """
      <div class="stack">\(streak)\(monthPicture(data, scene))\(key)<nav class="study-turns" aria-label="\(words("study.month"))">\
      \(monthTurn(data.month.before, "study.month-before", isBack: true, data, scene))\
      \(monthTurn(data.month.after, "study.month-after", isBack: false, data, scene))</nav></div>
      """)
}
// words: study.state.* study.month-before study.month-after

/// A shape a state, so that no colour is needed.
private let keyed: [(state: StudyDayState, shade: Shade)] = [
  (.done, .good), (.late, .warning), (.frozen, .other), (.free, .empty), (.missed, .bad),
]

private func monthTurn(_ first: Day, _ key: String, isBack: Bool, _ data: StudyMonthPage, _ scene: Scene) -> HTML {
  guard first.isOfOurTime else { return "" }
  let (mark, word): (HTML, HTML) = (
    icon(isBack ? "back" : "forward", scene, size: .small),
    "<span>\(scene.words(key))<small>\(scene.words.date(first, .month))</small></span>"
  )
  let path = StudyLogPaths.month(data.track.id) + "?month=" + String(first.text.prefix(7))
  return """
    <a class="study-turns__turn study-turns__turn--\(isBack ? "before" : "after")" rel="\(isBack ? "prev" : "next")" href="\(url: path)">\
    \(isBack ? "\(mark)\(word)" as HTML : "\(word)\(mark)")</a>
    """
}

/// The days in columns of weekdays, each with its number and its mark; one that has a text leads there.
private func monthPicture(_ data: StudyMonthPage, _ scene: Scene) -> HTML {
  let (words, month) = (scene.words, data.month)
  let start = scene.zone.firstWeekday
  let heads: [HTML] = (0..<7).map { place in
    "<li class=\"study-month__weekday\" aria-hidden=\"true\">\(words("date.wd." + String((start - 1 + place) % 7 + 1)))</li>"
  }
  let gap = month.first.daysIntoWeek(from: start)
  let gaps: [HTML] = (0..<gap).map { _ in "<li aria-hidden=\"true\"></li>" }
  let sentence = words(
    "study.month-of", .text(words.date(month.first, .month)),
    .text(words.number(month.count(.done) + month.count(.late))),
    .text(words.number(month.count(.frozen))), .text(words.number(month.count(.free))),
    .text(words.number(month.count(.missed))))
  let days: [HTML] = month.states.enumerated().map { place, state in
    monthDay(month.first.plus(days: place), state, data, scene)
  }
  return """
    <p>\(sentence)</p><div class="picture study-month"><ol class="study-month__days" role="list">\(each: heads, { $0 })\(each: gaps, { $0 })\
    \(each: days, { $0 })</ol></div>
    """
}

private func monthDay(_ day: Day, _ state: StudyDayState, _ data: StudyMonthPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let shade = keyed.first { $0.state == state }?.shade
  let mark: HTML =
    shade.map { "<span class=\"picture-key__mark\" data-shade=\"\($0.rawValue)\"></span>" }
    ?? "<span class=\"study-month__blank\"></span>"
  let inside: HTML = """
    <span aria-hidden="true">\(String(day.parts.day))</span>\(mark)\
    <span class="visually-hidden">\(words.date(day, .weekday))\(words.comma)\(words("study.state." + state.rawValue))</span>
    """
  let drawn: HTML =
    data.withText.contains(day)
    ? "<a class=\"study-month__day\" href=\"\(url: StudyLogPaths.day(data.track.id, day))\">\(inside)</a>"
    : "<span class=\"study-month__day\">\(inside)</span>"
  return "<li\(attribute: "aria-current", day == data.today ? "date" : nil)>\(drawn)</li>"
}
