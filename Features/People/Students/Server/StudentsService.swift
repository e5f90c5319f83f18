public import Base
public import HTML
public import Kit
public import Ledger
public import School
import Web

/// What the records ask of their neighbours above: who teaches whom, and what else is known of a child.
///
/// The areas above fill it in (`StudentsReach.classrooms`), because arrows point down.
public struct StudentsReach: Sendable {
  /// As whom the caller sees the student; `nil` is not at all.
  public var sight: @Sendable (ID<Student>, Caller, Transaction) throws -> StudentSight?
  /// The students the caller teaches.
  public var taught: @Sendable (Caller, Transaction) throws -> [ID<Student>]
  /// The names of the classes that students are in today.
  public var classNames: @Sendable ([ID<Student>], ID<Tenant>, Transaction) throws -> [ID<Student>: [String]]
  /// Where a student is and was, the newest first.
  public var classes: @Sendable (ID<Student>, ID<Tenant>, Transaction) throws -> [(enrolment: Enrolment, name: String)]
  /// Ends all of a student's enrolments, and tells which.
  public var leave: @Sendable (ID<Student>, WriteTransaction) throws -> [ID<Classroom>]
  public var rejoin: @Sendable (ID<Student>, [ID<Classroom>], WriteTransaction) throws -> Void
  /// Whether anything is written down about the student that must not be lost.
  public var hasRecords: @Sendable (ID<Student>, ID<Tenant>, Transaction) throws -> Bool
  /// Takes away what may go when a record is deleted.
  public var forget: @Sendable (ID<Student>, WriteTransaction) throws -> Void
  /// What stands on a student's page besides the record, as its attendance.
  public var more: @Sendable (Student, Caller, Transaction) throws -> @Sendable (Scene) -> HTML
  /// What a teacher's list of students listens to; the office has a topic of its own.
  public var listening: @Sendable (Caller, Transaction) throws -> [String] = { _, _ in [] }
  /// Somebody was linked to a student or let go: what the family sees beyond the record follows.
  public var settle: @Sendable (ID<Student>, WriteTransaction) throws -> Void = { _, _ in }

  public init(
    sight: @escaping @Sendable (ID<Student>, Caller, Transaction) throws -> StudentSight?,
    taught: @escaping @Sendable (Caller, Transaction) throws -> [ID<Student>],
    classNames: @escaping @Sendable ([ID<Student>], ID<Tenant>, Transaction) throws -> [ID<Student>: [String]],
    classes:
      @escaping @Sendable (ID<Student>, ID<Tenant>, Transaction) throws -> [(enrolment: Enrolment, name: String)],
    leave: @escaping @Sendable (ID<Student>, WriteTransaction) throws -> [ID<Classroom>],
    rejoin: @escaping @Sendable (ID<Student>, [ID<Classroom>], WriteTransaction) throws -> Void,
    hasRecords: @escaping @Sendable (ID<Student>, ID<Tenant>, Transaction) throws -> Bool,
    forget: @escaping @Sendable (ID<Student>, WriteTransaction) throws -> Void,
    more: @escaping @Sendable (Student, Caller, Transaction) throws -> @Sendable (Scene) -> HTML
  ) {
    (self.sight, self.taught, self.classNames, self.classes) = (sight, taught, classNames, classes)
    (self.leave, self.rejoin, self.hasRecords, self.forget) = (leave, rejoin, hasRecords, forget)
    self.more = more
  }

  func staff(of student: ID<Student>, _ school: ID<Tenant>, _ tx: Transaction) throws -> [Bucket] {
    try classes(student, school, tx).filter { $0.enrolment.until == nil }.map { .classStaff($0.enrolment.classroom) }
  }
}

/// Where commands about children's records are carried out: ask the rules, then write.
///
/// Nothing else.
public struct StudentsService: Sendable {
  let ledger: Ledger
  let world: World
  let reach: StudentsReach
  let files: FilesService
  public init(ledger: Ledger, world: World, reach: StudentsReach) {
    (self.ledger, self.world, self.reach) = (ledger, world, reach)
    files = FilesService(ledger: ledger, world: world)
  }

  @discardableResult
  func run(_ command: AddStudent, _ request: Request) async throws -> ID<Student> {
    let caller = try request.caller()
    if let before = try await ledger.answered(request.sent(AddStudent.self)) { return try named(before) }
    let picture = try await files.picture(request, field: StudentPhoto.field, side: StudentPhoto.side)
    let photo = SetPhoto(student: command.id, photo: world.id())
    let answer = try await ledger.write(request.sent(AddStudent.self)) { tx in
      let permit = try command.permit(for: caller, now: tx.now)
      let store = StudentsStore(tx: tx)
      try store.save(permit)
      if let picture {
        try store.save(photo.permit(for: caller, sight: .office, now: tx.now), picture, staff: [])
      }
      return command.id.text
    }
    return try named(answer)
  }

  func run(_ command: EditStudent, _ request: Request) async throws {
    let (caller, reach) = (try request.caller(), reach)
    try await ledger.write(request.sent(EditStudent.self)) { tx in
      let store = StudentsStore(tx: tx)
      let student = try store.student(command.student, in: caller.school)
      let sight = try reach.sight(command.student, caller, tx)
      if let sight, let student { try request.expect { try Self.page(student, sight, caller, reach, tx).json } }
      let permit = try command.permit(for: caller, sight: sight, version: student?.version ?? "", now: tx.now)
      if let student { try store.save(permit, over: student, staff: reach.staff(of: student.id, caller.school, tx)) }
      return command.student.text
    }
  }

  /// - Returns: the classrooms the child was in, so that it can be undone.
  func run(_ command: RecordLeaving, _ request: Request) async throws -> [ID<Classroom>] {
    let (caller, reach) = (try request.caller(), reach)
    let answer = try await ledger.write(request.sent(RecordLeaving.self)) { tx in
      let store = StudentsStore(tx: tx)
      let student = try store.student(command.student, in: caller.school)
      let permit = try command.permit(for: caller, student: student, now: tx.now)
      guard let student, student.leftAt == nil else { return "" }
      let left = try reach.leave(student.id, tx)
      try store.save(permit, over: student)
      return left.map(\.text).joined(separator: " ")
    }
    return answer.text.split(separator: " ").compactMap { ID($0) }
  }

  func run(_ command: ReturnToSchool, _ request: Request) async throws {
    let (caller, reach) = (try request.caller(), reach)
    try await ledger.write(request.sent(ReturnToSchool.self)) { tx in
      let store = StudentsStore(tx: tx)
      let student = try store.student(command.student, in: caller.school)
      let permit = try command.permit(for: caller, student: student, now: tx.now)
      guard let student, student.leftAt != nil else { return "" }
      try store.save(permit, over: student)
      try reach.rejoin(student.id, command.classrooms, tx)
      return ""
    }
  }

  func run(_ command: DeleteStudent, _ request: Request) async throws {
    let (caller, reach) = (try request.caller(), reach)
    try await ledger.write(request.sent(DeleteStudent.self)) { tx in
      let store = StudentsStore(tx: tx)
      let student = try store.student(command.student, in: caller.school)
      let hasRecords = try student != nil && reach.hasRecords(command.student, caller.school, tx)
      let permit = try command.permit(for: caller, student: student, hasRecords: hasRecords, now: tx.now)
      if let student {
        let staff = try reach.staff(of: student.id, caller.school, tx)
        try reach.forget(student.id, tx)
        try store.save(permit, over: student, staff: staff)
      }
      return ""
    }
  }

  private func named(_ answer: Answered) throws(Refusal) -> ID<Student> {
    guard let id = ID<Student>(answer.text) else { throw .unavailable }
    return id
  }
}
