import Base
import HTML
import Kit
import School

/// What the first page holds: pieces that their own features made, and what helps to begin.
struct HomeToday {
  /// What stands under the day: the lesson that comes, what is due.
  var lede: [HTML] = []
  /// What the reader's role is about today: registers, work, or children; the first of them is the first useful thing.
  var main: [HTML] = []
  /// What one glances at: announcements, the week, the courses.
  var side: [HTML] = []
  var topics: [String] = []
  /// The figures of the school, for those who run it.
  var counts: [Stat] = []
  /// The next steps of a school that has just begun.
  var steps: [(key: String, path: String)] = []
  /// For guardians and students that nobody has linked yet.
  var isUnlinked = false
  /// Whether a piece says by itself where it begins, as the sentence of the first child.
  var isFirstMarked = false
}

/// A lesson of today, in minutes of the school's day.
struct HomeLesson {
  let title: HTML
  let start: Int
  let end: Int
}

/// What matters today and nothing else.
///
/// `data-first` marks the first useful thing, which begins within 200 pixels of the top: a test measures it.
func todayPage(_ today: HomeToday, _ scene: Scene) -> Page {
  let words = scene.words
  var main = today.main.filter { !$0.isEmpty }
  if today.isUnlinked { main.append(unlinked(scene)) }
  if !today.steps.isEmpty { main.append(firstSteps(today.steps, scene)) }
  var side = today.side.filter { !$0.isEmpty }
  if !today.counts.isEmpty { side.append(stats(today.counts)) }
  // With nothing to do there is nothing to stand beside.
  if main.isEmpty { (main, side) = (side, []) }
  if let first = main.first, !today.isFirstMarked { main[0] = "<div data-first>\(first)</div>" }
  let lede: HTML = today.lede.isEmpty ? "" : "<p class=\"page__lede\">\(dotted(today.lede))</p>"
  return Page(
    "home.today", title: words("home.greeting", .text(words.date(scene.today, .today))), topics: today.topics,
    body: "<div class=\"stack\">\(lede)\(columns(main, side: side))</div>")
}

/// “Math 7 in 12 minutes”, “Math 7 now”, “Math 7 at 10:00”; nothing once it is over.
func lessonWords(_ lesson: HomeLesson, _ scene: Scene) -> HTML? {
  let minute = scene.zone.minute(of: scene.now)
  guard lesson.end > minute else { return nil }
  if lesson.start <= minute { return "\(lesson.title) \(scene.words("home.lesson.now"))" }
  guard lesson.start - minute < 60 else {
    return "\(lesson.title) \(scene.words("home.lesson.at", .text(scene.words.time(minute: lesson.start))))"
  }
  return "\(lesson.title) \(time(scene.zone.instant(scene.today, minute: lesson.start), scene, isRelative: true))"
}

private func unlinked(_ scene: Scene) -> HTML {
  let isStudent = scene.reader?.school?.role == .student
  let key = isStudent ? "home.student.none" : "home.children.none"  // words: home.student.none*, home.children.none*
  let act =
    isStudent
    ? HTML() : linkButton(scene.words("home.welcome.join.act"), to: "/join", .primary, icon: icon("key", scene))
  return emptyState("people", scene.words(key), scene.words(key + ".text"), scene, action: act)
}

private func firstSteps(_ steps: [(key: String, path: String)], _ scene: Scene) -> HTML {
  let rows = steps.map { step in
    cell("\(scene.words(step.key))", lead: icon("sparkle", scene), to: step.path, scene)  // words: home.start.*
  }
  return card(scene.words("home.start.title"), id: "start", content: list(rows, isPlain: true))
}
