import Base
import HTML
import Kit
import Learning
import School

/// What waits for those who run a school.
struct OfficeWaiting: Sendable {
  /// Who asks to come into a course.
  let requests: Int
  /// Messages that somebody has reported and nobody has looked at.
  let reports: Int
  /// Codes and slips that nobody has used.
  let invites: Int
}

/// A row a thing, each to where it is dealt with; what has nothing to say is left out.
///
/// - Parameter reported: the row of the absences that families have reported.
func waitingList(_ waiting: OfficeWaiting, reported: HTML, _ scene: Scene) -> HTML {
  let counts = [
    ("home.waiting.reports", waiting.reports, "warning", MessagesPaths.oversight),
    ("progress.requests", waiting.requests, "people", EnrolmentPaths.requests),
    ("home.waiting.invites", waiting.invites, "key", "/members/invites"),
  ]  // words: home.waiting.*
  let rows = counts.filter { $0.1 > 0 }.map { key, count, symbol, path in
    cell(HTML(text: scene.words(key, .count(count))), lead: icon(symbol, scene), to: path, scene)
  }
  let all = [reported].filter { !$0.isEmpty } + rows
  guard !all.isEmpty else { return "" }
  return "<section class=\"due\">\(sectionTitle(scene.words("home.waiting")))\(list(all))</section>"
}
