public import Base

/// Writes down for one or more children what happened with a presentation.
public struct RecordPresentation: FormCommand {
  public static let name = "presentations.record"
  public let students: [ID<Student>]
  public let presentation: ID<CurriculumNode>
  public let kind: PresentationAct.Kind
  public let day: Day
  public let note: String
  /// Where it was asked; the way back.
  public let classroom: ID<Classroom>?
  public init(
    students: [ID<Student>], presentation: ID<CurriculumNode>, kind: PresentationAct.Kind, day: Day, note: String = "",
    classroom: ID<Classroom>? = nil
  ) {
    (self.students, self.presentation, self.kind, self.day) = (students, presentation, kind, day)
    (self.note, self.classroom) = (note, classroom)
  }
  public init(_ form: inout FormReader) {
    self.init(
      students: form.children(),
      presentation: form.id("presentation", about: "Of the curriculum."),
      kind: form.choice("kind", else: .presented, about: "What happened."),
      day: form.day("day", about: "The day on which it happened."),
      note: form.note("note", max: 1000, about: "What is to be remembered of it.") ?? "",
      classroom: form.optionalID("classroom", about: "The class in which it was asked."))
    if students.isEmpty { form.fail("students", Phrase("presentations.choose-children")) }
  }
  public static let mostStudents = 40
}

/// Takes an act back: it stays in the history and counts for nothing.
public struct WithdrawPresentation: FormCommand {
  public static let name = "presentations.withdraw"
  public let student: ID<Student>
  public let act: ID<PresentationAct>
  public init(student: ID<Student>, act: ID<PresentationAct>) { (self.student, self.act) = (student, act) }
  public init(_ form: inout FormReader) { self.init(student: form.id("student"), act: form.id("act")) }
}

/// Plans a presentation of the curriculum, or something else that has a title, for one or more children.
public struct PlanPresentation: FormCommand {
  public static let name = "presentations.plan"
  public let students: [ID<Student>]
  public let presentation: ID<CurriculumNode>?
  public let title: String
  public let details: String
  /// `nil` is some day.
  public let day: Day?
  /// Where it was asked; the way back.
  public let classroom: ID<Classroom>?
  public init(
    students: [ID<Student>], presentation: ID<CurriculumNode>?, title: String = "", details: String = "", day: Day?,
    classroom: ID<Classroom>? = nil
  ) {
    (self.students, self.presentation, self.title) = (students, presentation, title)
    (self.details, self.day, self.classroom) = (details, day, classroom)
  }
  public init(_ form: inout FormReader) {
    self.init(
      students: form.children(),
      presentation: form.optionalID("presentation", about: "Of the curriculum; without it the title says what."),
      title: form.optionalText("title", max: 200, about: "What, when it is not in the curriculum.") ?? "",
      details: form.note("details", max: 2000, about: "More about it.") ?? "",
      day: form.optionalDay("day", about: "When; some day without it."),
      classroom: form.optionalID("classroom", about: "The class in which it was asked."))
    if students.isEmpty { form.fail("students", Phrase("presentations.choose-children")) }
    if presentation == nil, title.isEmpty { form.fail("title", Phrase("form.required")) }
  }
}

/// Puts what is planned on another day.
public struct MovePlan: FormCommand {
  public static let name = "presentations.move"
  public let student: ID<Student>
  public let plan: ID<PresentationPlan>
  public let day: Day?
  /// Where it was asked, and the week that was looked at there; the way back.
  public let classroom: ID<Classroom>?
  public let week: Day?
  public init(
    student: ID<Student>, plan: ID<PresentationPlan>, day: Day?, classroom: ID<Classroom>? = nil, week: Day? = nil
  ) {
    (self.student, self.plan, self.day) = (student, plan, day)
    (self.classroom, self.week) = (classroom, week)
  }
  public init(_ form: inout FormReader) {
    self.init(
      student: form.id("student"), plan: form.id("plan"),
      day: form.optionalDay("day", about: "When; some day without it."),
      classroom: form.optionalID("classroom", about: "The class in whose week it was asked."),
      week: form.optionalDay("week", about: "A day of the week that was looked at."))
  }
  /// The week in which it was asked, and otherwise the child's presentations.
  public var back: String {
    guard let classroom else { return PresentationsPaths.of(student) }
    return PresentationsPaths.week(classroom) + (week.map { "?week=" + $0.text } ?? "")
  }
}

/// A command that names what is planned for a child and nothing else.
public protocol PlanCommand: FormCommand {
  var student: ID<Student> { get }
  var plan: ID<PresentationPlan> { get }
  init(student: ID<Student>, plan: ID<PresentationPlan>)
  /// The plan as it is then; `nil` when it is so already, and whoever was first stays.
  func changed(_ plan: PresentationPlan, by account: ID<Account>, at now: Instant) -> PresentationPlan?
}

extension PlanCommand {
  public init(_ form: inout FormReader) { self.init(student: form.id("student"), plan: form.id("plan")) }
}

/// Says that what was planned was presented today.
public struct CompletePlan: PlanCommand {
  public static let name = "presentations.complete"
  public let student: ID<Student>
  public let plan: ID<PresentationPlan>
  public init(student: ID<Student>, plan: ID<PresentationPlan>) { (self.student, self.plan) = (student, plan) }
  public func changed(_ plan: PresentationPlan, by account: ID<Account>, at now: Instant) -> PresentationPlan? {
    plan.doneAt == nil ? plan.done(by: account, at: now) : nil
  }
}

public struct DeletePlan: PlanCommand {
  public static let name = "presentations.delete-plan"
  public let student: ID<Student>
  public let plan: ID<PresentationPlan>
  public init(student: ID<Student>, plan: ID<PresentationPlan>) { (self.student, self.plan) = (student, plan) }
  public func changed(_ plan: PresentationPlan, by account: ID<Account>, at now: Instant) -> PresentationPlan? {
    plan.deletedAt == nil ? plan.with(deletedAt: now) : nil
  }
}

public struct RestorePlan: PlanCommand {
  public static let name = "presentations.restore-plan"
  public let student: ID<Student>
  public let plan: ID<PresentationPlan>
  public init(student: ID<Student>, plan: ID<PresentationPlan>) { (self.student, self.plan) = (student, plan) }
  public func changed(_ plan: PresentationPlan, by account: ID<Account>, at now: Instant) -> PresentationPlan? {
    plan.deletedAt == nil ? nil : plan.with(deletedAt: nil)
  }
}

extension PresentationPlan {
  /// The same, presented.
  public func done(by account: ID<Account>, at now: Instant) -> PresentationPlan {
    var copy = self
    (copy.doneAt, copy.doneBy) = (now, account)
    return copy
  }

  fileprivate func with(deletedAt: Instant?) -> PresentationPlan {
    var copy = self
    copy.deletedAt = deletedAt
    return copy
  }
}

extension FormReader {
  /// One child by the path, or several by the form.
  fileprivate mutating func children() -> [ID<Student>] {
    if let one = optionalID("student", Student.self, about: "The child.") { return [one] }
    var seen: Set<ID<Student>> = []
    return ids("students", max: RecordPresentation.mostStudents, about: "The children.").filter {
      seen.insert($0).inserted
    }
  }
}
