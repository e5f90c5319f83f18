public import Base
public import Database
package import Router
public import School

/// What the records ask of their neighbours above: who teaches whom, and what else is known of a child.
///
/// The areas above fill it in (`StudentsReach.classrooms`), because arrows point down.
public struct StudentsReach: Sendable {
  /// As whom the caller sees the student; `nil` is not at all.
  public var access: @Sendable (ID<Student>, Caller, Transaction) throws(Refusal) -> StudentAccess?
  /// The students the caller teaches.
  public var taught: @Sendable (Caller, Transaction) throws(Refusal) -> [ID<Student>]
  /// The names of the classes that students are in today.
  public var classNames: @Sendable ([ID<Student>], ID<Tenant>, Transaction) throws(Refusal) -> [ID<Student>: [String]]
  /// Where a student is and was, the newest first.
  public var classes:
    @Sendable (ID<Student>, ID<Tenant>, Transaction) throws(Refusal) -> [(enrolment: Enrolment, name: String)]
  /// Ends all of a student's enrolments, and tells which.
  public var leave: @Sendable (ID<Student>, WriteTransaction) throws(Refusal) -> [ID<Classroom>]
  public var rejoin: @Sendable (ID<Student>, [ID<Classroom>], WriteTransaction) throws(Refusal) -> Void
  /// Whether anything is written down about the student that must not be lost.
  public var hasRecords: @Sendable (ID<Student>, ID<Tenant>, Transaction) throws(Refusal) -> Bool
  /// Takes away what may go when a record is deleted.
  public var forget: @Sendable (ID<Student>, WriteTransaction) throws(Refusal) -> Void
  /// What stands on a student's page besides the record, as its attendance.
  public var pieces: [Piece] = []
  /// What stands beside the names in the list of students.
  public var beside: ReadBeside = { _, _, _, _ in nil }
  /// Whom of a child's guardians a caller may write to who is its staff.
  public var reachable: @Sendable ([ID<Account>], Caller, Transaction) throws(Refusal) -> Set<ID<Account>> = {
    _, _, _ in
    []
  }
  /// The tables that say who is in which class.
  public var watched: [Int] = []
  /// Somebody was linked to a student or let go: what the family sees beyond the record follows.
  public var recalculate: @Sendable (ID<Student>, WriteTransaction) throws(Refusal) -> Void = { _, _ in }

  public init(
    access: @escaping @Sendable (ID<Student>, Caller, Transaction) throws(Refusal) -> StudentAccess?,
    taught: @escaping @Sendable (Caller, Transaction) throws(Refusal) -> [ID<Student>],
    classNames: @escaping @Sendable ([ID<Student>], ID<Tenant>, Transaction) throws(Refusal) -> [ID<Student>: [String]],
    classes:
      @escaping @Sendable (ID<Student>, ID<Tenant>, Transaction) throws(Refusal) -> [(
        enrolment: Enrolment, name: String
      )],
    leave: @escaping @Sendable (ID<Student>, WriteTransaction) throws(Refusal) -> [ID<Classroom>],
    rejoin: @escaping @Sendable (ID<Student>, [ID<Classroom>], WriteTransaction) throws(Refusal) -> Void,
    hasRecords: @escaping @Sendable (ID<Student>, ID<Tenant>, Transaction) throws(Refusal) -> Bool,
    forget: @escaping @Sendable (ID<Student>, WriteTransaction) throws(Refusal) -> Void
  ) {
    (self.access, self.taught, self.classNames, self.classes) = (access, taught, classNames, classes)
    (self.leave, self.rejoin, self.hasRecords, self.forget) = (leave, rejoin, hasRecords, forget)
  }

  func staff(of student: ID<Student>, _ school: ID<Tenant>, _ tx: Transaction) throws(Refusal) -> [Bucket] {
    try classes(student, school, tx).filter { $0.enrolment.until == nil }.map { .classStaff($0.enrolment.classroom) }
  }
}

/// Where commands about children's records are carried out: ask the rules, then write.
///
/// Nothing else.
public struct StudentsService: Sendable {
  public let reach: StudentsReach
  public init(reach: StudentsReach) { self.reach = reach }

  package func handle(
    _ command: AddStudent, _ picture: IncomingFile?, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), StudentsStore(tx: tx))
    let permit = try command.permit(for: caller, now: tx.now)
    let id: ID<Student> = tx.newID()
    try store.save(permit, as: id)
    if let picture {
      let photo = try SetPhoto(student: id).permit(for: caller, access: .office, now: tx.now)
      try store.save(photo, picture, staff: [])
    }
    return .made(id)
  }

  func handle(_ command: EditStudent, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), StudentsStore(tx: tx))
    let student = try store.student(command.student, in: caller.school)
    let access = try reach.access(command.student, caller, tx)
    if let access, let student {
      try request.expect { () throws(Refusal) in try Self.page(student, access, caller, reach, tx).json }
    }
    let permit = try command.permit(for: caller, access: access, version: student?.version ?? "", now: tx.now)
    guard let student else { return .done }
    try store.save(permit, over: student, staff: reach.staff(of: student.id, caller.school, tx))
    // A birthday that is new is the class's to see.
    if command.fields.birthday != student.birthday { try reach.recalculate(student.id, tx) }
    return .done
  }

  /// Answers the classrooms the child was in, so that it can be undone.
  func handle(_ command: RecordLeaving, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), StudentsStore(tx: tx))
    let student = try store.student(command.student, in: caller.school)
    let permit = try command.permit(for: caller, student: student, now: tx.now)
    guard let student, student.leftAt == nil else { return .done }
    let left = try reach.leave(student.id, tx)
    try store.save(permit, over: student)
    return Outcome(left.map { $0.text }.joined(separator: " "))
  }

  func handle(_ command: ReturnToSchool, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), StudentsStore(tx: tx))
    let student = try store.student(command.student, in: caller.school)
    let permit = try command.permit(for: caller, student: student, now: tx.now)
    guard let student, student.leftAt != nil else { return .done }
    try store.save(permit, over: student)
    try reach.rejoin(student.id, command.classrooms, tx)
    return .done
  }

  func handle(_ command: DeleteStudent, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), StudentsStore(tx: tx))
    let student = try store.student(command.student, in: caller.school)
    let hasRecords = if student == nil { false } else { try reach.hasRecords(command.student, caller.school, tx) }
    let permit = try command.permit(for: caller, student: student, hasRecords: hasRecords, now: tx.now)
    guard let student else { return .done }
    let staff = try reach.staff(of: student.id, caller.school, tx)
    try reach.forget(student.id, tx)
    try store.save(permit, over: student, staff: staff)
    return .done
  }
}
