public import Base
public import HTML
public import Kit
import School

/// What a student's first page is about: the next step, what is due, what was graded.
public func studentMain(_ board: StudentBoard, _ scene: Scene) -> [HTML] {
  [nextStep(board, scene), dueLists(board, scene), newsList(board.news, scene)].filter { !$0.isEmpty }
}

/// What follows it, when all that waits has been said: the week with the streak.
public func studentWeek(_ board: StudentBoard, _ scene: Scene) -> HTML { weekLine(board, leadsOn: true, scene) }

/// What stands beside it: the courses.
public func studentSide(_ board: StudentBoard, _ scene: Scene) -> HTML { courseRows(board, scene) }

// MARK: the next step

/// The lesson that runs or comes today, with what is open in its course; otherwise the first open lesson of the course
/// that was worked on last.
private func nextStep(_ board: StudentBoard, _ scene: Scene) -> HTML {
  if let meeting = board.nextMeeting(at: scene.zone.minute(of: scene.now)),
    let card = board.cards.first(where: { $0.course.id == meeting.course })
  {
    return meetingStep(card, meeting, scene)
  }
  guard let card = board.cards.first(where: { $0.progress.next != nil }), let next = card.progress.next else {
    return ""
  }
  return step(
    name(next.title), "\(courseName(card.course)) · \(lessonCount(card.progress, scene))",
    goOn(next, scene))
}

extension StudentBoard {
  /// The lesson that runs, or the one that comes.
  public func nextMeeting(at minute: Int) -> BoardMeeting? { meetings.first { $0.end > minute } }
}

private func meetingStep(_ card: ProgressCard, _ meeting: BoardMeeting, _ scene: Scene) -> HTML {
  let words = scene.words
  let isNow = meeting.start <= scene.zone.minute(of: scene.now)
  let starts = scene.zone.instant(scene.today, minute: meeting.start)
  let when: HTML = isNow ? HTML(text: words("attendance.now")) : time(starts, scene, isRelative: true)
  let open: HTML = card.progress.next.map { " · \(name($0.title))" } ?? ""
  let act =
    card.progress.next.map { goOn($0, scene) }
    ?? linkButton(words("progress.look"), to: CoursesPaths.course(card.course.id), .primary)
  return step(
    courseName(card.course),
    "\(when) · \(words.hours(meeting.start, meeting.end))\(open)", act)
}

private func goOn(_ next: CourseItem, _ scene: Scene) -> HTML {
  linkButton(
    scene.words("progress.continue"), to: path(of: next), .primary, icon: icon("forward", scene),
    style: ButtonStyle(key: "c"))
}

private func step(_ title: HTML, _ meta: HTML, _ act: HTML) -> HTML {
  """
  <section class="card card--tinted next-step"><div><h2 class="card__title">\(title)</h2>\
  <p class="quiet">\(meta)</p></div>\(act)</section>
  """
}

// MARK: due

/// So many lines of what is due are seen at once.
private let shown = 7

/// What is late, then what comes by day, over all courses; what is more than a week's worth is folded.
private func dueLists(_ board: StudentBoard, _ scene: Scene) -> HTML {
  guard !board.overdue.isEmpty || !board.due.isEmpty || !board.done.isEmpty else { return "" }
  let words = scene.words
  let late = board.overdue.prefix(shown)
  let soon = board.due.prefix(shown - late.count)
  let rest = board.overdue.dropFirst(late.count) + board.due.dropFirst(soon.count)
  let overdue: HTML =
    late.isEmpty
    ? ""
    : "<h3 class=\"due__day due__day--late\">\(icon("warning", scene, size: .small))\(words("progress.overdue"))</h3>\(list(late.map { dayRow($0, isLate: true, scene) }))"
  let open: HTML =
    board.due.isEmpty && board.overdue.isEmpty
    ? "<p class=\"quiet\">\(words("progress.due-nothing"))</p>" : dueDays(Array(soon), scene)
  let more: HTML =
    rest.isEmpty
    ? "" : folded(words("progress.grading-more", .count(rest.count)), dueDays(Array(rest), scene))
  let done: HTML =
    board.done.isEmpty
    ? ""
    : folded(
      words("progress.done-items", .count(board.done.count)),
      list(board.done.map { dayRow($0, isLate: false, scene) }))
  return "<section class=\"due\">\(sectionTitle(words("progress.due")))\(overdue)\(open)\(more)\(done)</section>"
}

/// One list by day over all courses.
private func dueDays(_ lines: [DueLine], _ scene: Scene) -> HTML {
  var days: [(day: Day, lines: [DueLine])] = []
  for line in lines {
    let day = scene.ownZone.day(of: line.at)
    if days.last?.day == day { days[days.count - 1].lines.append(line) } else { days.append((day, [line])) }
  }
  return """
    \(each: days, { day in
      "<h3 class=\"due__day\">\(dayName(day.day, scene))</h3>\(list(day.lines.map { dayRow($0, isLate: false, scene) }))"
    })
    """
}

func dayName(_ day: Day, _ scene: Scene) -> String {
  switch day.number - scene.ownToday.number {
  case 0: scene.words("progress.today")
  case 1: scene.words("progress.tomorrow")
  default: scene.words.date(day, .weekday)
  }
}

private func dayRow(_ line: DueLine, isLate: Bool, _ scene: Scene) -> HTML {
  let at =
    isLate ? scene.words.date(scene.ownZone.day(of: line.at), .weekday) : scene.words.time(line.at, in: scene.ownZone)
  let mark: HTML = line.isDone ? badge(scene.words("progress.done"), .success, icon: icon("check", scene)) : ""
  return dueRow(line, at: at, trail: mark, scene)
}

extension StudentBoard {
  /// How much is due on a day of the reader's.
  public func dueCount(on day: Day, in zone: Zone) -> Int { due.filter { zone.day(of: $0.at) == day }.count }
}

// MARK: grades and courses

/// So many new grades are seen; all of them stand in the gradebook.
private let newsShown = 3

private func newsList(_ news: [GradeNews], _ scene: Scene) -> HTML {
  guard !news.isEmpty else { return "" }
  let rows = news.prefix(newsShown).map { grade in
    cell(
      name(grade.title),
      meta: "\(courseName(grade.courseID, grade.course)) · \(time(grade.at, scene, isRelative: true))",
      trail: givenPoints(grade.raw, of: grade.possible, scene), to: grade.path, scene)
  }
  let title = sectionTitle(scene.words("progress.news"), link: (scene.words("progress.look"), GradesPaths.mine))
  return "<section class=\"due\">\(title)\(list(Array(rows)))</section>"
}

/// A row a course: how much of it is done, the grade, the way on; below them the average over all.
private func courseRows(_ board: StudentBoard, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = board.cards.map { courseRow($0, scene) } + averageRows(board.average, scene)
  guard !rows.isEmpty else { return "" }
  let title = sectionTitle(words("progress.courses"), link: (words("progress.all-courses"), CoursesPaths.all))
  return "<section class=\"course-rows\">\(title)\(list(rows))</section>"
}

private func courseRow(_ card: ProgressCard, _ scene: Scene) -> HTML {
  let next: HTML =
    card.progress.next.map {
      iconLink("forward", scene.words("progress.continue"), to: path(of: $0), scene, kind: .ghost)
    } ?? ""
  let share = card.progress.share
  return cell(
    "<a href=\"\(url: CoursesPaths.course(card.course.id))\">\(courseName(card.course))</a>",
    meta: HTML(
      text: scene.words("progress." + share.name, .count(share.tally.done), .count(share.tally.of))),
    lead: ring(share.tally, scene),
    trail: gradeMark(card, scene) + next, scene, style: CellStyle(id: "card-" + card.course.id.text))
}

private func averageRows(_ average: BoardAverage?, _ scene: Scene) -> [HTML] {
  guard let average else { return [] }
  let words = scene.words
  let keys =
    average.isProjected
    ? ("grades.gpa-projected", "grades.gpa-projected-weighted") : ("grades.gpa", "grades.gpa-weighted")
  return [(keys.0, Optional(average.plain)), (keys.1, average.weighted)].compactMap { key, value in
    value.map {
      cell(HTML(text: words(key)), trail: "<strong class=\"number\">\(words.number($0, places: 2))</strong>", scene)
    }
  }
}
