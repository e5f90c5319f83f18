import Base
public import HTML
public import Kit
import School

/// One child for a parent: exceptions first, then where things are; a part of the child's card.
public func childBoard(_ board: StudentBoard, _ scene: Scene) -> HTML {
  let exceptions = exceptionRows(board, scene)
  let calm: HTML =
    exceptions.isEmpty
    ? badge(scene.words("progress.child.calm"), .success, icon: icon("check", scene))
    : list(exceptions, isPlain: true)
  let soon: HTML =
    board.due.isEmpty
    ? "" : "<p class=\"quiet\">\(scene.words("progress.child.due", .count(board.due.count)))</p>"
  let courses: HTML =
    board.cards.isEmpty
    ? ""
    : """
    <details class="due__done"><summary>\(scene.words("progress.child.courses", .count(board.cards.count)))</summary>\
    \(list(board.cards.map { childCourse($0, scene) }, isPlain: true))</details>
    """
  return "<div class=\"stack\" id=\"board-\(board.student.text)\">\(calm)\(soon)\(courses)</div>"
}

/// What a parent should know and need not look for: work that is missing, grades that fell.
private func exceptionRows(_ board: StudentBoard, _ scene: Scene) -> [HTML] {
  let late = board.overdue.prefix(5).map { line in
    cell(
      name(line.item.title),
      meta: "\(name(line.course)) · \(scene.words.date(scene.ownZone.day(of: line.at), .weekday))",
      lead: icon("warning", scene), trail: badge(scene.words("progress.missing"), .warning), to: path(of: line.item),
      scene)
  }
  let low = board.low.map { card in
    cell(
      name(card.course.name), lead: icon("school", scene), trail: gradeMark(card, scene),
      to: CoursesPaths.course(card.course.id), scene)
  }
  return late + low
}

private func childCourse(_ card: ProgressCard, _ scene: Scene) -> HTML {
  cell(
    name(card.course.name), meta: HTML(text: lessonCount(card.progress, scene)),
    lead: ring(card.progress.lessons, scene),
    trail: gradeMark(card, scene), to: CoursesPaths.course(card.course.id), scene)
}
