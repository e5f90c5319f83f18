public import Base
import HTML
import Kit
public import School

/// A course as a student's card shows it.
public struct ProgressCard: Sendable {
  public var course: Course
  public var progress: CourseProgress
  /// `nil` while nothing is posted that counts.
  public var grade: GradeSummary?
}

/// One thing that is due, on one student's own day.
public struct DueLine: Sendable {
  public var item: CourseItem
  public var course: String
  public var at: Instant
  public var isDone: Bool
}

/// A meeting of a course today, in minutes of the school's day.
public struct BoardMeeting: Hashable, Sendable {
  public var course: ID<Course>
  public var start: Int
  public var end: Int
}

/// A grade that is new.
public struct GradeNews: Sendable {
  public var title: String
  public var courseID: ID<Course>
  public var course: String
  /// As it is shown: “8.5 / 10”, or that it is excused.
  public var raw: Amount?
  public var possible: Amount
  public var path: String
  public var at: Instant
}

/// A grade point average as the first page shows it.
public struct BoardAverage: Hashable, Sendable {
  public var plain: Amount
  /// With what harder courses count for, where that makes a difference.
  public var weighted: Amount?
  /// Nothing is finished yet: it is as if everything ended today.
  public var isProjected: Bool
}

/// What matters to one student now.
public struct StudentBoard: Sendable {
  public var student: ID<Student>
  public var name: String
  public var cards: [ProgressCard] = []
  public var overdue: [DueLine] = []
  public var due: [DueLine] = []
  public var done: [DueLine] = []
  public var news: [GradeNews] = []
  public var streak: Streak?
  public var week: ProgressWeek
  /// The grade point average over all courses; `nil` where no letter counts in one yet.
  public var average: BoardAverage?
  /// When the courses meet today, in their order.
  public var meetings: [BoardMeeting] = []
  /// A grade below 60 %.
  public var low: [ProgressCard] { cards.filter { $0.grade?.band == .failing } }
  public var topics: [String] = []
  /// Nothing to say: no course, and nothing that is due.
  public var isEmpty: Bool { cards.isEmpty && overdue.isEmpty && due.isEmpty && news.isEmpty }
}

// words: progress.week.* progress.arrow.* progress.streak.*

/// Lessons done of all, in words.
func lessonCount(_ progress: CourseProgress, _ scene: Scene) -> String {
  scene.words("lessons.progress", .count(progress.lessons.done), .count(progress.lessons.of))
}

/// So many of so many, in figures: “22/24”.
func tally(_ done: Int, of whole: Int, _ scene: Scene) -> String {
  scene.words("progress.tally", .text(scene.words.number(done)), .text(scene.words.number(whole)))
}

/// What was given for a piece of work, of what was to be had; or that it is excused.
func givenPoints(_ raw: Amount?, of possible: Amount, _ scene: Scene) -> HTML {
  guard let raw else { return badge(scene.words("progress.excused"), .excused) }
  let shown = scene.words("progress.points", .text(raw.text), .text(possible.text))
  return "<strong class=\"number\" dir=\"ltr\">\(shown)</strong>"
}

/// A course by its name, with a spot of its colour, which says the same.
func courseName(_ id: ID<Course>, _ called: String) -> HTML { "\(hueDot(id)) \(name(called))" }

func courseName(_ course: Course) -> HTML { courseName(course.id, course.name) }

/// Work that is due, wherever a first page lists it; the row leads to the work.
///
/// - Parameters:
///   - at: when, where no heading says it.
///   - symbol: what stands for it; without one, what kind of work it is.
func dueRow(_ line: DueLine, at: String? = nil, symbol: String? = nil, trail: HTML, _ scene: Scene) -> HTML {
  let when: HTML = at.map { " · \($0)" } ?? ""
  return cell(
    name(line.item.title), meta: "\(courseName(line.item.course, line.course))\(when)",
    lead: icon(symbol ?? itemIcon(line.item.kind), scene), trail: trail, to: path(of: line.item), scene)
}

/// What is more than one wants to see at once, behind its own line.
func folded(_ label: String, _ inside: HTML) -> HTML {
  "<details class=\"due__done\"><summary>\(label)</summary>\(inside)</details>"
}

// MARK: week and streak

/// “This week: 4 lessons ↑ …”, and how many days in a row; the page of progress does not lead to itself.
func weekLine(_ board: StudentBoard, leadsOn: Bool, _ scene: Scene) -> HTML {
  let words = scene.words
  let counts = [
    ("progress.week.lessons", board.week.lessons), ("progress.week.assignments", board.week.assignments),
    ("progress.week.quizzes", board.week.quizzes),
  ]
  let streak: HTML = board.streak.map { streakPill($0, scene) } ?? ""
  // On the morning a week begins, three times “none, and less than last week” would be all that is said of it.
  let counted: HTML =
    board.week.isBegun ? "\(each: counts, { weekCount($0.0, $0.1, scene) })" : "<li>\(words("progress.week.none"))</li>"
  let all = leadsOn ? (label: words("progress.title"), path: ProgressPaths.all) : nil
  return """
    <section class="week">\(sectionTitle(words("progress.week"), link: all))\
    <ul class="week__counts" role="list">\(counted)</ul>\(streak)</section>
    """
}

private func weekCount(_ key: String, _ count: ProgressWeek.Count, _ scene: Scene) -> HTML {
  let arrow: HTML =
    switch count.arrow {
    case .up: "<span class=\"week__arrow week__arrow--up\" aria-hidden=\"true\">↑</span>"
    case .down: "<span class=\"week__arrow\" aria-hidden=\"true\">↓</span>"
    case .same: ""
    }
  let compared = scene.words("progress.arrow." + count.arrow.rawValue, .count(count.before))
  return """
    <li>\(scene.words(key, .count(count.now)))\(arrow)<span class="visually-hidden"> (\(compared))</span></li>
    """
}

/// Never loss-framed: a day that is missing is a new beginning.
func streakPill(_ streak: Streak, _ scene: Scene) -> HTML {
  guard streak.state != .none else { return "" }
  let words = scene.words
  let frozen: HTML =
    streak.frozen.last.map {
      "<span class=\"quiet\">\(words("progress.streak.frozen", .text(words.date($0, .weekday))))</span>"
    } ?? ""
  return """
    <p class="streak" data-state="\(streak.state.rawValue)">\(icon("flame", scene))<span><strong>\
    \(words("progress.streak.days", .count(streak.current)))</strong> \
    <span class="quiet">\(words("progress.streak." + streak.state.rawValue))</span> \(frozen)</span></p>
    """
}
