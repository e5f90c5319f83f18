public import Base

/// The three steps from nothing to a school with a classroom and children in it.
///
/// Everything typed travels with the form until “Finish”, and waits for its person beside it, so that going back, by our
/// button or the browser's, loses nothing.
/// Pictures travel as the names under which they wait (`WaitingPicture`).
public struct HomeWizard: Sendable {
  public enum Step: String, CaseIterable, Sendable { case school, classroom, students }
  public enum Act: String, Sendable { case next, back, add, finish }

  /// What came in a field for a picture.
  public enum Chosen: Sendable {
    case picture(ID<Photo>)
    case wrong(Phrase)
  }

  public struct Child: Hashable, Sendable {
    public var given: String, family: String
    public var photo: ID<Photo>?
    public init(given: String, family: String, photo: ID<Photo>? = nil) {
      (self.given, self.family, self.photo) = (given, family, photo)
    }
    var isEmpty: Bool { trimmed(given).isEmpty && trimmed(family).isEmpty && photo == nil }
  }

  public var step: Step
  public var name: String
  /// The picture of the school.
  public var picture: ID<Photo>?
  public var kind: SchoolKind
  public var language: Language
  public var zone: String
  public var classroom: String
  /// The picture of the classroom.
  public var cover: ID<Photo>?
  public var children: [Child]
  /// Whether there is room for one more child, asked for or because there is none yet.
  public var hasRoom = false
  /// What is wrong with the files that came with this step.
  public private(set) var refused: [Problem] = []

  /// More children than this come by importing a file.
  public static let maxChildren = 200

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
  ///
  /// - Parameter chosen: what came with it, by the names of the fields.
  public mutating func take(_ form: Form, _ chosen: [String: Chosen] = [:]) {
    step = form["step"].flatMap { Step(rawValue: $0) } ?? .school
    name = form["name"] ?? name
    kind = form["kind"].flatMap { SchoolKind(rawValue: $0) } ?? kind
    language = form["language"].flatMap { Language(rawValue: $0) } ?? language
    zone = form["zone"] ?? zone
    classroom = form["classroom"] ?? classroom
    refused = []
    picture = taken(WizardField.picture, form[WizardField.waiting(WizardField.picture)], form, chosen)
    cover = taken(WizardField.cover, form[WizardField.waiting(WizardField.cover)], form, chosen)
    takeChildren(form, chosen)
  }

  /// All that is filled in, as `take` reads it.
  public var form: Form {
    var fields = [
      Form.Field("step", step.rawValue), Form.Field("name", name), Form.Field("kind", kind.rawValue),
      Form.Field("language", language.rawValue), Form.Field("zone", zone), Form.Field("classroom", classroom),
    ]
    for (name, picture) in [(WizardField.picture, picture), (WizardField.cover, cover)] {
      if let picture { fields.append(Form.Field(WizardField.waiting(name), picture.text)) }
    }
    for child in children {
      fields += [
        Form.Field("given", child.given), Form.Field("family", child.family),
        Form.Field(WizardField.waiting(WizardField.photo), child.photo?.text ?? ""),
      ]
    }
    return Form(fields)
  }

  /// Rows that are empty fall out, so a row's place in the form is not its place here.
  private mutating func takeChildren(_ form: Form, _ chosen: [String: Chosen]) {
    let (given, family) = (form.all("given"), form.all("family"))
    let photos = form.all(WizardField.waiting(WizardField.photo))
    children = []
    for place in given.indices.prefix(HomeWizard.maxChildren) {
      let kept = place < photos.count ? photos[place] : nil
      let photo = taken(
        WizardField.photo(place), kept, form, chosen, shown: WizardField.photo(children.count))
      let child = Child(given: given[place], family: place < family.count ? family[place] : "", photo: photo)
      let isWrong = refused.contains { $0.field == WizardField.photo(children.count) }
      if !child.isEmpty || isWrong { children.append(child) }
    }
  }

  /// The picture of a field: the new one, else the one that waits, unless it is to go.
  ///
  /// - Parameter shown: the field's name on the page that answers.
  private mutating func taken(
    _ field: String, _ kept: String?, _ form: Form, _ chosen: [String: Chosen], shown: String? = nil
  ) -> ID<Photo>? {
    let before = form["remove"] == field ? nil : kept.flatMap { ID<Photo>($0) }
    switch chosen[field] {
    case .picture(let new)?: return new
    case .wrong(let reason)?: refused.append(Problem(shown ?? field, reason))
    case nil: break
    }
    return before
  }

  /// Every picture that waits for this school.
  public var pictures: [ID<Photo>] {
    var all: [ID<Photo>] = []
    if let picture { all.append(picture) }
    if let cover { all.append(cover) }
    for child in children { if let photo = child.photo { all.append(photo) } }
    return all
  }

  /// Lets go of the pictures that wait no more, and returns to the first step that had one.
  ///
  /// - Returns: where on that step one must be chosen again.
  public mutating func drop(allBut there: Set<ID<Photo>>) -> [Problem] {
    let gone = Phrase("files.gone")
    var lost: [(step: Step, problem: Problem)] = []
    if let one = picture, !there.contains(one) {
      picture = nil
      lost.append((.school, Problem(WizardField.picture, gone)))
    }
    if let one = cover, !there.contains(one) {
      cover = nil
      lost.append((.classroom, Problem(WizardField.cover, gone)))
    }
    for place in children.indices {
      guard let one = children[place].photo, !there.contains(one) else { continue }
      children[place].photo = nil
      lost.append((.students, Problem(WizardField.photo(place), gone)))
    }
    guard let first = lost.first?.step else { return [] }
    step = first
    return lost.filter { $0.step == first }.map { $0.problem }
  }

  /// Goes one step on or back.
  ///
  /// - Returns: what is wrong with the step that was left; going back is never refused.
  public mutating func act(_ act: Act) -> [Problem] {
    switch (act, step) {
    case (.back, .students): step = .classroom
    case (.back, _): step = .school
    case (.next, .school):
      let problems = schoolProblems + refused
      if problems.isEmpty { step = .classroom }
      return problems
    case (.next, .classroom):
      let problems = classroomProblems + refused
      if problems.isEmpty { step = .students }
      return problems
    case (.add, _), (.next, .students):
      let problems = childProblems + refused
      hasRoom = problems.isEmpty
      return problems
    case (.finish, _): return schoolProblems + classroomProblems + childProblems + refused
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
    for place in children.indices {
      var reader = FormReader(Form(["given": children[place].given, "family": children[place].family]))
      _ = reader.personName("given")
      _ = reader.optionalPersonName("family")
      if !reader.problems.isEmpty { return reader.problems.map { Problem(WizardField.of($0.field, place), $0.reason) } }
    }
    return []
  }
}

extension HomeWizard {
  /// Where a picture that waits is looked at.
  public static func picturePath(_ id: ID<Photo>) -> String { "/welcome/pictures/" + id.text }
}

/// The names of the wizard's fields for pictures.
public enum WizardField {
  public static let picture = "picture"
  public static let cover = "cover"
  public static let photo = "photo"
  /// The field of one child, by its place on the page; the id of its control ends the same way.
  public static func of(_ field: String, _ place: Int) -> String { String(place) + "-" + field }
  public static func photo(_ place: Int) -> String { of(photo, place) }
  /// All of them that carry a picture.
  public static let ofPictures = [picture, cover] + (0..<HomeWizard.maxChildren).map(photo)
  /// The field that carries the name of the picture that waits.
  public static func waiting(_ field: String) -> String { field + "-waiting" }
}
