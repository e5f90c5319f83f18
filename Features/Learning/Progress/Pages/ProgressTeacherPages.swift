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
  public var topics: [String] = []
  public init() {}
}

/// To grade, the oldest first, and who asks to come in.
public func teacherBoard(_ board: TeacherBoard, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = board.toGrade.map { line in
    cell(
      name(line.item.title), meta: "\(name(line.course)) · \(time(line.since, scene, isRelative: true))",
      lead: icon(workIcon(line.item.kind), scene), trail: badge(words("progress.to-grade", .count(line.count)), .info),
      to: line.path, scene)
  }
  let sum = board.toGrade.reduce(0) { $0 + $1.count }
  let title = words("progress.grading-sum", .text(words.number(sum)))
  let grading: HTML =
    rows.isEmpty
    ? "" : "<section>\(sectionTitle(title))\(list(Array(rows.prefix(shown))))\(moreToGrade(rows, scene))</section>"
  let asked: HTML =
    board.requests == 0
    ? ""
    : banner(
      HTML(text: words("progress.requests", .count(board.requests))), scene,
      action: linkButton(
        words("progress.look"), to: EnrolmentPaths.requests, .secondary, style: ButtonStyle(isSmall: true)))
  return "<div class=\"stack stack--loose\" id=\"teacher-board\">\(asked)\(grading)</div>"
}

/// So many lines are seen at once.
private let shown = 8

/// The rest, folded.
private func moreToGrade(_ rows: [HTML], _ scene: Scene) -> HTML {
  guard rows.count > shown else { return "" }
  let label = scene.words("progress.grading-more", .count(rows.count - shown))
  return "<details class=\"due__done\"><summary>\(label)</summary>\(list(Array(rows.dropFirst(shown))))</details>"
}
