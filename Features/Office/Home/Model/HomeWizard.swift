public import Base

/// The three steps from nothing to a school with a classroom and children in it.
///
/// Everything typed travels with the form until “Finish”, so going back loses nothing and giving up leaves nothing.
public struct HomeWizard: Sendable {
  public enum Step: String, CaseIterable, Sendable { case school, classroom, students }
  public enum Act: String, Sendable { case next, back, add, finish }

  public struct Child: Hashable, Sendable {
    public var given: String, family: String
    public init(given: String, family: String) { (self.given, self.family) = (given, family) }
    var isEmpty: Bool { trimmed(given).isEmpty && trimmed(family).isEmpty }
  }

  public var step: Step
  public var name: String
  public var kind: SchoolKind
  public var language: Language
  public var zone: String
  public var classroom: String
  public var children: [Child]

  /// More children than this come by importing a file.
  public static let mostChildren = 200

  public init(
    step: Step = .school, name: String = "", kind: SchoolKind = .k12, language: Language, zone: String,
    classroom: String = "",
    children: [Child] = []
  ) {
    (self.step, self.name, self.kind, self.language) = (step, name, kind, language)
    (self.zone, self.classroom, self.children) = (zone, classroom, children)
  }

  /// Takes up what the page sent.
  ///
  /// What cannot be read falls back to the start's, and is judged when it matters.
  public mutating func take(_ form: Form) {
    step = form["step"].flatMap { Step(rawValue: $0) } ?? .school
    name = form["name"] ?? name
    kind = form["kind"].flatMap { SchoolKind(rawValue: $0) } ?? kind
    language = form["language"].flatMap { Language(rawValue: $0) } ?? language
    zone = form["zone"] ?? zone
    classroom = form["classroom"] ?? classroom
    let (given, family) = (form.all("given"), form.all("family"))
    children = []
    for place in given.indices.prefix(HomeWizard.mostChildren) {
      let child = Child(given: given[place], family: place < family.count ? family[place] : "")
      if !child.isEmpty { children.append(child) }
    }
  }

  /// Goes one step on or back.
  ///
  /// - Returns: what is wrong with the step that was left; going back is never refused.
  public mutating func act(_ act: Act) -> [Problem] {
    switch (act, step) {
    case (.back, .students): step = .classroom
    case (.back, _): step = .school
    case (.next, .school):
      let problems = schoolProblems
      if problems.isEmpty { step = .classroom }
      return problems
    case (.next, .classroom):
      let problems = classroomProblems
      if problems.isEmpty { step = .students }
      return problems
    case (.add, _), (.next, .students): return childProblems
    case (.finish, _): return schoolProblems + classroomProblems + childProblems
    }
    return []
  }

  private var schoolProblems: [Problem] {
    var reader = FormReader(Form(["name": name]))
    _ = reader.text("name")
    return reader.problems
  }

  private var classroomProblems: [Problem] {
    var reader = FormReader(Form(["classroom": classroom]))
    _ = reader.text("classroom")
    return reader.problems
  }

  private var childProblems: [Problem] {
    for child in children {
      var reader = FormReader(Form(["given": child.given, "family": child.family]))
      _ = reader.text("given", max: 80)
      _ = reader.optionalText("family", max: 80)
      if !reader.problems.isEmpty { return reader.problems }
    }
    return []
  }
}
