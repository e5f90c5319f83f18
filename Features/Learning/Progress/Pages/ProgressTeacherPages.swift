public import Base
public import HTML
public import Kit
public import School

/// What waits for a teacher.
public struct TeacherBoard: Sendable {
  public struct Line: Sendable {
    public var item: CourseItem
    public var course: String
    public var count: Int
    public var since: Instant
    public var path: String
  }
  public var toGrade: [Line] = []
  public var requests = 0
  /// What the teacher teaches now, by name.
  public var courses: [Course] = []
  public var topics: [String] = []
  public init() {}
}

/// To grade, the oldest first, and who asks to come in.
public func teacherBoard(_ board: TeacherBoard, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = board.toGrade.map { line in
    cell(
      name(line.item.title),
      meta: "\(courseName(line.item.course, line.course)) · \(time(line.since, scene, isRelative: true))",
      lead: icon(itemIcon(line.item.kind), scene), trail: badge(words("progress.to-grade", .count(line.count)), .info),
      to: line.path, scene)
  }
  let sum = board.toGrade.reduce(0) { $0 + $1.count }
  let title = words("progress.grading-sum", .text(words.number(sum)))
  let grading: HTML =
    rows.isEmpty ? "" : "<section class=\"due\">\(sectionTitle(title))\(listInPart(rows, scene))</section>"
  let asked: HTML =
    board.requests == 0
    ? ""
    : list([
      cell(
        HTML(text: words("progress.requests", .count(board.requests))), lead: icon("people", scene),
        to: EnrolmentPaths.requests, scene)
    ])
  return "<div class=\"stack due\" id=\"teacher-board\">\(grading)\(asked)</div>"
}

/// The courses that a teacher gives, beside the day.
public func teacherCourses(_ board: TeacherBoard, _ scene: Scene) -> HTML {
  guard !board.courses.isEmpty else { return "" }
  let words = scene.words
  let rows = board.courses.map {
    cell(name($0.name), lead: hueDot($0.id), to: CoursesPaths.course($0.id), scene)
  }
  let title = sectionTitle(words("progress.courses"), link: (words("progress.all-courses"), CoursesPaths.all))
  return "<section class=\"due\">\(title)\(listInPart(rows, scene))</section>"
}

/// So many lines are seen at once.
private let shown = 8

/// The first lines, and the rest folded.
private func listInPart(_ rows: [HTML], _ scene: Scene) -> HTML {
  let (first, rest) = (list(Array(rows.prefix(shown))), Array(rows.dropFirst(shown)))
  guard !rest.isEmpty else { return first }
  return "\(first)\(folded(scene.words("progress.grading-more", .count(rest.count)), list(rest)))"
}
