import Base
import HTML
import Kit
import School

/// What the first page holds: pieces that their own features made, and what helps to begin.
struct HomeToday {
  /// What the reader's role is about today: sittings, or children.
  var pieces: [HTML] = []
  var topics: [String] = []
  /// The figures of the school, for those who run it.
  var counts: [Stat] = []
  /// The next steps of a school that has just begun.
  var steps: [(key: String, path: String)] = []
  /// For guardians and students that nobody has linked yet.
  var isUnlinked = false
}

/// What matters today and nothing else.
func todayPage(_ today: HomeToday, _ scene: Scene) -> Page {
  let words = scene.words
  var parts = today.pieces
  if today.isUnlinked { parts.append(unlinked(scene)) }
  if !today.steps.isEmpty { parts.append(firstSteps(today.steps, scene)) }
  if !today.counts.isEmpty { parts.append(stats(today.counts)) }
  return Page(
    "home.today", title: words("home.greeting", .text(words.date(scene.today, .today))), topics: today.topics,
    body: stack(parts, isLoose: true))
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
