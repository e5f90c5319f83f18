import Base
import HTML
import Kit
import School

/// Who lies on a grading desk, and the way to the others: everybody by name, of assignments and of quizzes alike.
struct GradingTurns: Sendable {
  struct Place: Sendable {
    let student: ID<Student>
    let name: String
    /// The desk with this one on it.
    let path: String
    let waits: Bool
  }
  let places: [Place]
  let current: ID<Student>

  private var place: Int { places.firstIndex { $0.student == current } ?? 0 }
  var number: Int { place + 1 }
  var previous: Place? { place > 0 ? places[place - 1] : nil }
  var next: Place? { place + 1 < places.count ? places[place + 1] : nil }

  /// The next one who waits, after this one and then from the start.
  var nextWaiting: Place? {
    let around = places[min(place + 1, places.count)...] + places[..<min(place, places.count)]
    return around.first { $0.waits }
  }

  /// The places as the list shows them: who waits before who is done.
  var listed: [Int] { places.indices.filter { places[$0].waits } + places.indices.filter { !places[$0].waits } }
  fileprivate var here: Int { place }
}

/// A desk on which one student's work is graded after another's: everybody at one side, the work, the marks beside it.
///
/// Replaced whole when the next one comes.
struct GradingShell {
  let path: String
  let turns: GradingTurns
  let name: String
  /// Where each of them stands, a badge for each place.
  let badges: [HTML]
  /// What lets the families see the scores, where some are not seen yet.
  let post: HTML
  let work: HTML
  let marks: HTML

  fileprivate func badge(at place: Int) -> HTML { badges.indices.contains(place) ? badges[place] : "" }
}

func gradingShell(_ fixture: GradingShell, _ scene: Scene) -> HTML {
  """
  <div class="desk" id="desk"\(behaviour: .desk, fixture.path) data-title="\(fixture.name)">\
  \(gradingHead(fixture, scene))\(gradingList(fixture, scene))\
  <section class="desk__work stack" aria-label="\(scene.words("assignments.work-of", .text(fixture.name)))">\(fixture.work)</section>\
  <section class="desk__marks" aria-label="\(scene.words("assignments.marks"))">\(fixture.marks)</section></div>
  """
}

private func gradingHead(_ fixture: GradingShell, _ scene: Scene) -> HTML {
  let (words, turns) = (scene.words, fixture.turns)
  let place = words("assignments.place", .count(turns.number), .count(turns.places.count))
  return """
    <div class="desk__head cluster cluster--between"><h2 class="cluster">\(avatar(fixture.name, turns.current, size: .small))\
    \(name(fixture.name)) \(fixture.badge(at: turns.here))</h2>\
    <nav class="cluster" aria-label="\(words("assignments.students"))"><span class="quiet">\(place)</span>\
    \(turn(turns.previous, "back", words("assignments.previous-student"), "k", scene))\
    \(turn(turns.next, "forward", words("assignments.next-student"), "j", scene))\
    \(nextWaiting(turns, scene))</nav>\(fixture.post)</div>
    """
}

private func turn(_ to: GradingTurns.Place?, _ symbol: String, _ label: String, _ key: String, _ scene: Scene) -> HTML {
  guard let to else { return "" }
  return """
    <a class="button button--icon" href="\(url: to.path)" aria-label="\(label)" title="\(label)"\(behaviour: .turn) \
    data-key="\(key)">\(icon(symbol, scene))</a>
    """
}

private func nextWaiting(_ turns: GradingTurns, _ scene: Scene) -> HTML {
  guard let next = turns.nextWaiting else { return "" }
  return """
    <a class="button button--small" href="\(url: next.path)"\(behaviour: .turn) data-key="u">\
    \(scene.words("assignments.next-ungraded"))<kbd aria-hidden="true">u</kbd></a>
    """
}

/// Everybody, for desks that have the room.
private func gradingList(_ fixture: GradingShell, _ scene: Scene) -> HTML {
  let rows = fixture.turns.listed.map { place -> HTML in
    let one = fixture.turns.places[place]
    return """
      <li><a href="\(url: one.path)"\(behaviour: .turn)\
      \(attribute: "aria-current", one.student == fixture.turns.current ? "true" : nil)>\(name(one.name))\
      <span id="desk-\(one.student.text)">\(fixture.badge(at: place))</span></a></li>
      """
  }
  return """
    <nav class="desk__list" aria-label="\(scene.words("assignments.everybody"))"><ul role="list">\(each: rows, { $0 })</ul></nav>
    """
}

/// The form of the marks: its fields, and what saves them, which stays in view however long the fields are.
func gradingForm(_ path: String, draft: String, fields: HTML, _ scene: Scene) -> HTML {
  let words = scene.words
  return form(
    path, scene, style: FormStyle(id: "grade-form", isLive: true, draft: "grade-" + draft, classes: "desk__form"),
    content: """
      <div class="desk__fields form card">\(fields)</div>\
      <div class="form__actions">\(submit(words("assignments.save-and-next"), name: "then", value: "next"))\
      \(submit(words("assignments.save"), .secondary, name: "then", value: "stay", style: ButtonStyle(key: "w")))</div>
      """)
}

/// When the student sees what is given.
func postingHint(_ column: GradeItem?, _ scene: Scene) -> HTML {
  let key = column?.postsItself ?? true ? "assignments.shown-at-once" : "assignments.shown-when-posted"
  return "<p class=\"quiet\">\(scene.words(key))</p>"
}

extension Behaviour {
  /// One student's work after another, without a page load.
  static let desk = Behaviour("desk", on: "data-desk")
  /// A link to another student's work on the desk.
  static let turn = Behaviour("desk", on: "data-turn")
  /// A phrase that goes into the field of that name.
  static let phrase = Behaviour("desk", on: "data-phrase")
  /// Points that are typed one after the other.
  static let scores = Behaviour("desk", on: "data-scores")
}
