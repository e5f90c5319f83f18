import Base
public import HTML
public import Kit
import School

/// What a feature above knows of a child, in the places that the child's page has for it.
public struct PortraitParts: Sendable {
  /// What is done today, before everything else; it stays off paper.
  public var today: HTML
  /// Short facts, in one line with those of the others.
  public var figures: [Stat]
  /// A course and how it stands, as short as can be.
  public var chips: [HTML]
  /// What spans the page below the figures: the year at a glance.
  public var year: HTML
  /// What stands below, one after the other.
  public var parts: [HTML]
  public init(
    today: HTML = "", figures: [Stat] = [], chips: [HTML] = [], year: HTML = "", parts: [HTML] = []
  ) {
    self.today = today
    (self.figures, self.chips, self.year, self.parts) = (figures, chips, year, parts)
  }
}

/// Who the child is and whom one speaks to about it.
func portraitHead(_ data: StudentPage, _ scene: Scene) -> HTML {
  let (words, student) = (scene.words, data.student)
  let here = data.classes.filter { $0.until == nil }.map { time -> HTML in
    "<a href=\"\(url: ClassroomsPaths.classroom(time.classroom))\">\(name(time.name))</a>"
  }
  // What the child is called stands above as the title; what the papers say is said where that is something else.
  let full = student.called == nil ? nil : student.family.isEmpty ? student.given : student.given + " " + student.family
  let born = student.birthday.map { born -> String in
    let day = words.date(born)
    return student.age(on: scene.today).map { words("students.born-aged", .text(day), .count($0)) } ?? day
  }
  let number = student.number.map { words("students.number-is", .text($0)) }
  let facts: [HTML] = here + [full, number, born].compactMap { $0 }.map { name($0) }
  let gone: HTML =
    student.leftAt.map {
      " " + badge(words("students.left-on", .text(words.date(scene.zone.day(of: $0)))), .neutral)
    } ?? ""
  return """
    <section class="portrait__head">\(avatar(student.name, student.id, size: .large, photo: student.photoPath))\
    <div class="portrait__who"><ul class="portrait__facts" role="list">\(each: facts, { "<li>\($0)</li>" })</ul>\(gone)\
    \(data.staff.map { portraitGuardians($0.guardians, scene) })</div></section>
    """
}

/// The guardians with the way to write to each, where the reader may.
private func portraitGuardians(_ guardians: [StudentPage.Guardian], _ scene: Scene) -> HTML {
  let words = scene.words
  guard !guardians.isEmpty else { return "<p class=\"quiet\">\(words("students.no-guardian-yet"))</p>" }
  let rows = guardians.map { guardian -> HTML in
    let relation: HTML = guardian.relation.map { " <span class=\"quiet\">\(name($0))</span>" } ?? ""
    let write: HTML =
      guardian.isReachable
      ? """
      <button class="button button--small" form="guardian-message" name="with" value="\(guardian.account.text)" \
      aria-label="\(words("students.message-named", .text(guardian.name)))">\(icon("chat", scene))\
      <span class="desk-only">\(words("students.message"))</span></button>
      """ : ""
    return "<li><span>\(name(guardian.name))\(relation)</span>\(write)</li>"
  }
  // One form for all: it opens the talk there is, or begins it.
  let writing: HTML =
    guardians.contains { $0.isReachable }
    ? form(MessagesPaths.all, scene, style: FormStyle(id: "guardian-message", classes: ""), content: "") : ""
  return """
    <ul class="portrait__guardians" role="list" aria-label="\(words("students.guardians"))">\(each: rows, { $0 })</ul>\(writing)
    """
}

/// The four figures: how often the child is there, how its courses stand, what is missing, when it was last seen.
func portraitFigures(_ parts: [PortraitParts], _ scene: Scene) -> HTML {
  let (figures, chips) = (parts.flatMap { $0.figures }, parts.flatMap { $0.chips })
  guard !figures.isEmpty || !chips.isEmpty else { return "" }
  let grades: HTML =
    chips.isEmpty
    ? ""
    : """
    <ul class="portrait__chips" role="list" aria-label="\(scene.words("grades.title"))">\
    \(each: chips, { "<li>\($0)</li>" })</ul>
    """
  return "<div class=\"portrait__figures\">\(when: !figures.isEmpty, stats(figures))\(grades)</div>"
}

/// Paper, for the talk with the parents.
func portraitPrint(_ scene: Scene) -> HTML {
  """
  <button type="button" class="button js-only" aria-label="\(scene.words("students.print"))"\(behaviour: .print) \
  data-key="p">\(icon("print", scene))<span class="desk-only">\(scene.words("students.print"))</span>\
  <kbd class="desk-only" aria-hidden="true">p</kbd></button>
  """
}
