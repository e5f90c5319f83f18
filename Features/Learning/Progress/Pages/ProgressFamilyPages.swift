import Base
public import HTML
public import Kit
import School

/// What a parent is told of a child's work in a sentence: what is missing, and which grade has moved.
public func boardSentences(_ board: StudentBoard, _ scene: Scene) -> [String] {
  let words = scene.words
  let missing =
    board.overdue.isEmpty
    ? words("progress.child.calm") : words("progress.child.missing", .count(board.overdue.count))
  return [missing] + [movedGrade(board, scene)].compactMap { $0 }
}

/// “Math 7 rose to 72 %.”: of the course with the newest grade whose last ones lead somewhere.
private func movedGrade(_ board: StudentBoard, _ scene: Scene) -> String? {
  for news in board.news {
    guard let card = board.cards.first(where: { $0.course.id == news.courseID }), let grade = card.grade,
      let percent = grade.percent, let trend = grade.trend, trend != .level
    else { continue }
    let key = trend == .up ? "progress.child.rose" : "progress.child.fell"
    return scene.words(key, .text(card.course.name), .text(percentText(percent, places: 0, scene)))
  }
  return nil
}

/// One child for a parent: exceptions first, the courses with their line, what comes next; a part of the child's card.
public func childBoard(_ board: StudentBoard, _ scene: Scene) -> HTML {
  let exceptions = exceptionRows(board, scene)
  let late: HTML = exceptions.isEmpty ? "" : list(exceptions, isPlain: true)
  let chips: HTML =
    board.cards.isEmpty
    ? ""
    : """
    <ul class="course-chips" role="list" aria-label="\(scene.words("progress.courses"))">\
    \(each: board.cards, { courseChip($0, scene) })</ul>
    """
  return "<div class=\"stack due\" id=\"board-\(board.student.text)\">\(late)\(chips)\(nextDue(board, scene))</div>"
}

/// What a parent should know and need not look for: work that is missing, grades that fell.
private func exceptionRows(_ board: StudentBoard, _ scene: Scene) -> [HTML] {
  let late = board.overdue.prefix(5).map { line in
    dueRow(
      line, at: scene.words.date(scene.ownZone.day(of: line.at), .weekday), symbol: "warning",
      trail: badge(scene.words("progress.missing"), .warning), scene)
  }
  let low = board.low.map { card in
    cell(
      name(card.course.name), lead: icon("school", scene), trail: gradeMark(card, scene),
      to: CoursesPaths.course(card.course.id), scene)
  }
  return late + low
}

/// A course with its grade and the line of its last scores.
private func courseChip(_ card: ProgressCard, _ scene: Scene) -> HTML {
  let scores = card.grade?.scores ?? []
  let grade: HTML =
    card.grade?.percent.map { "<strong class=\"number\">\(percentText($0, places: 0, scene))</strong>" } ?? ""
  let said = scores.map { scene.words.percent(($0 + 5) / 10) }
  let line: HTML =
    scores.count < 2
    ? ""
    : sparkline(
      scores.map { Optional($0) }, scene.words("progress.scores", .text(said.joined(separator: scene.words.comma))),
      scene)
  return """
    <li><a class="course-chip" href="\(url: CoursesPaths.course(card.course.id))">\(hueDot(card.course.id))\
    <span>\(name(card.course.name))</span>\(grade)\(line)</a></li>
    """
}

/// The next three things that are due.
private func nextDue(_ board: StudentBoard, _ scene: Scene) -> HTML {
  guard !board.due.isEmpty else { return "" }
  let rows = board.due.prefix(3).map { line in
    dueRow(line, trail: HTML(text: dayName(scene.ownZone.day(of: line.at), scene)), scene)
  }
  return """
    <section><h3 class="due__day">\(scene.words("progress.child.due", .count(board.due.count)))</h3>\
    \(list(rows, isPlain: true))</section>
    """
}
