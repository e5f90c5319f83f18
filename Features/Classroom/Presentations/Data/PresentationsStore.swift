public import Base
public import Database
import People
public import School

/// All SQL about presentations.
public struct PresentationsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// All acts of a child that were not taken back, the oldest first.
  public func acts(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> [PresentationAct] {
    try tx.all(
      PresentationsTables.act, in: school,
      "AND student = $2 AND \"withdrawnAt\" IS NULL ORDER BY presentation, day, \"at\", id", [.id(student)])
  }

  /// What is planned for a child and not done.
  public func plans(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> [PresentationPlan] {
    try tx.all(
      PresentationsTables.plan, in: school,
      "AND student = $2 AND \"doneAt\" IS NULL AND \"deletedAt\" IS NULL ORDER BY day, \"at\", id", [.id(student)])
  }

  func act(_ id: ID<PresentationAct>, in school: ID<Tenant>) throws(Refusal) -> PresentationAct? {
    try tx.find(PresentationsTables.act, id, in: school)
  }

  /// With those that were taken back, the newest first.
  func history(
    of student: ID<Student>, _ presentations: [ID<CurriculumNode>], in school: ID<Tenant>
  ) throws(Refusal) -> [PresentationAct] {
    try tx.all(
      PresentationsTables.act, in: school,
      """
      AND student = $2 AND presentation IN (\(placeholders(presentations.count, from: 3)))
      ORDER BY day DESC, "at" DESC, id DESC LIMIT 200
      """, [.id(student)] + presentations.map { .id($0) })
  }

  /// Of several children and presentations, those that were not taken back.
  func acts(
    of students: [ID<Student>], _ presentations: [ID<CurriculumNode>], in school: ID<Tenant>
  ) throws(Refusal) -> [PresentationAct] {
    guard !students.isEmpty, !presentations.isEmpty else { return [] }
    var found: [PresentationAct] = []
    for part in presentations.chunks(of: 400) {
      found += try tx.all(
        PresentationsTables.act, in: school,
        """
        AND "withdrawnAt" IS NULL AND student IN (\(placeholders(students.count, from: 2)))
        AND presentation IN (\(placeholders(part.count, from: students.count + 2)))
        """, students.map { .id($0) } + part.map { .id($0) })
    }
    return found
  }

  func plan(_ id: ID<PresentationPlan>, in school: ID<Tenant>) throws(Refusal) -> PresentationPlan? {
    try tx.find(PresentationsTables.plan, id, in: school)
  }

  /// What is planned for some children and not done.
  public func plans(of students: [ID<Student>], in school: ID<Tenant>) throws(Refusal) -> [PresentationPlan] {
    var found: [PresentationPlan] = []
    for part in students.chunks(of: 400) {
      found += try tx.all(
        PresentationsTables.plan, in: school,
        """
        AND "doneAt" IS NULL AND "deletedAt" IS NULL AND student IN (\(placeholders(part.count, from: 2)))
        ORDER BY day, "at", id
        """, part.map { .id($0) })
    }
    return found
  }
}
