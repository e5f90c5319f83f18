public import Base
public import Database
package import People
package import Router
public import School

/// Where commands about assignments are carried out: ask the rules, then write.
///
/// Nothing else.
public struct AssignmentsService: Sendable {
  public init() {}

  /// An assignment that the caller sees, with its item and as whom.
  package static func found(
    _ id: ID<CourseItem>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (assignment: Assignment, item: CourseItem, access: CourseAccess) {
    let (item, access) = try EnrolmentStore(tx: tx).mustSee(id, caller)
    guard let assignment = try AssignmentsStore(tx: tx).assignment(id, in: caller.school) else { throw .notFound }
    return (assignment, item, access)
  }

  /// The same for whoever is about to change something: not in a course that was archived.
  package static func open(
    _ id: ID<CourseItem>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (assignment: Assignment, item: CourseItem, access: CourseAccess) {
    let found = try found(id, caller, tx)
    if found.access.isStaff { try CoursesStore(tx: tx).mustBeOpen(found.item.course, in: caller.school) }
    return found
  }

  package func handle(
    _ command: CreateAssignment, _ arrived: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, courses) = (try request.caller(), CoursesStore(tx: tx))
    let access = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
    let permit = try command.permit(for: caller, access: access, count: arrived.count, now: tx.now)
    try courses.mustBeOpen(command.course, in: caller.school)
    try courses.mustHave(command.fields.module, in: command.course, of: caller.school)
    let item = try AssignmentsStore(tx: tx).save(
      permit, as: tx.newID(), zone: SchoolsStore(tx: tx).zone(of: caller.school))
    try Self.add(arrived, isCopied: command.isCopied, to: item, caller, tx)
    return .made(item.id)
  }

  func handle(_ command: EditAssignment, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AssignmentsStore(tx: tx))
    let (assignment, item, access) = try Self.open(command.assignment, caller, tx)
    let permit = try command.permit(
      for: caller, access: access, version: assignment.version, hasWork: store.hasWork(item.id, in: caller.school),
      now: tx.now)
    try request.expect(version: assignment.version)
    try CoursesStore(tx: tx).mustHave(command.fields.module, in: item.course, of: caller.school)
    let zone = try SchoolsStore(tx: tx).zone(of: caller.school)
    try store.save(permit, over: assignment, item, zone: zone)
    if item.dueAt != command.fields.due?.instant(in: zone) {
      for score in try GradesStore(tx: tx).scores(for: item.id.cast(), in: caller.school) {
        try store.rejudgeLateness(item.id, of: score.student)
      }
    }
    return .done
  }

  func handle(_ command: PublishAssignment, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AssignmentsStore(tx: tx))
    let (assignment, item, access) = try Self.open(command.assignment, caller, tx)
    let permit = try command.permit(
      for: caller, access: access, hasWork: store.hasWork(item.id, in: caller.school), now: tx.now)
    try store.save(permit, assignment, item)
    return .done
  }

  /// Work that exists is never thrown away: such an assignment stays.
  ///
  /// The outcome is the course it was in.
  func handle(_ command: DeleteAssignment, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store, grades) = (try request.caller(), AssignmentsStore(tx: tx), GradesStore(tx: tx))
    let (assignment, item, access) = try Self.open(command.assignment, caller, tx)
    let permit = try command.permit(for: caller, access: access, now: tx.now)
    guard try !store.hasWork(item.id, in: caller.school),
      try grades.scores(for: item.id.cast(), in: caller.school).isEmpty
    else { throw .conflict(Phrase("assignments.has-work-delete")) }
    try store.delete(assignment, item, grades.item(item.id.cast(), in: caller.school), at: permit.at)
    return .made(item.course)
  }

  func handle(_ command: RestoreAssignment, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AssignmentsStore(tx: tx))
    guard let assignment = try store.deleted(command.assignment, in: caller.school), let json = assignment.trash
    else { throw .notFound }
    let access = try EnrolmentStore(tx: tx).mustSee(assignment.course, caller)
    let permit = try command.permit(for: caller, access: access, now: tx.now)
    try CoursesStore(tx: tx).mustBeOpen(assignment.course, in: caller.school)
    var trash = try Trash(json, id: command.assignment, at: permit.at)
    let modules = try CoursesStore(tx: tx).modules(of: assignment.course, in: caller.school).map { $0.id }
    if let module = trash.item.module, !modules.contains(module) { trash = trash.outsideModules }
    try store.restore(assignment, trash)
    return .done
  }

  /// The outcome is the moment of the change, by which it is taken back.
  func handle(_ command: WriteRubric, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AssignmentsStore(tx: tx))
    let (assignment, item, access) = try Self.open(command.assignment, caller, tx)
    let named = command.naming { tx.newID() }
    let steps = try store.steps(named.rubric, over: assignment, in: caller.school)
    if steps.contains(where: { $0.movesPoints }) { try Self.columnMustBeOpen(of: item, tx) }
    let now = try store.moment(of: item.id)
    let permit = try named.permit(for: caller, access: access, version: assignment.version, steps: steps, now: now)
    try store.save(permit, over: assignment, item, steps)
    return Outcome(String(now.milliseconds))
  }

  func handle(_ command: UndoRubric, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AssignmentsStore(tx: tx))
    let (assignment, item, access) = try Self.open(command.assignment, caller, tx)
    guard access.isStaff, let before = try store.rubric(of: item.id, before: command.at) else { throw .notFound }
    let histories = try store.histories(of: item.id, at: command.at)
    let permit = try command.permit(
      for: caller, access: access, isLast: assignment.updatedAt == command.at,
      areAsLeft: store.changed(of: item.id, at: command.at).isEmpty, now: store.moment(of: item.id))
    try store.save(permit, over: assignment, item, before, histories)
    return .done
  }

  /// Another day for some students; a quiz gives one with everything else that a student has of its own.
  func handle(_ command: ExtendDue, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let (_, item, access) = try Self.open(command.item, caller, tx)
    let zone = try SchoolsStore(tx: tx).zone(of: caller.school)
    let roster = try EnrolmentStore(tx: tx).studentIDs(in: item.course, school: caller.school)
    let permit = try command.permit(
      for: caller, access: access, roster: roster, due: item.dueAt, zone: zone, now: tx.now)
    try Self.columnMustBeOpen(of: item, tx)
    try AssignmentsStore(tx: tx).save(permit, zone: zone)
    return .done
  }

  /// The outcome is the day that was taken back.
  func handle(_ command: EndExtension, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AssignmentsStore(tx: tx))
    let (_, item, access) = try Self.open(command.item, caller, tx)
    let permit = try command.permit(for: caller, access: access, now: tx.now)
    guard let was = try store.dueExtension(item.id, of: command.student, in: caller.school) else { throw .notFound }
    try Self.columnMustBeOpen(of: item, tx)
    try store.save(permit)
    return Outcome(String(was.dueAt.milliseconds))
  }

  /// Where scores are closed, nothing that moves them is done.
  package static func columnMustBeOpen(of item: CourseItem, _ tx: WriteTransaction) throws(Refusal) {
    let grades = GradesStore(tx: tx)
    if let column = try grades.item(item.id.cast(), in: tx.school) { try grades.mustBeOpen(column) }
  }
}

extension Trash {
  /// The module is gone meanwhile: the item comes back below all modules.
  var outsideModules: Trash {
    var item = item
    item.module = nil
    return Trash(item: item, column: column)
  }
}

/// An assignment is published from the outline: by the rules of its own button.
@Sendable public func publishAssignment(
  _ item: CourseItem, _ isPublished: Bool, _ caller: Caller, _ tx: WriteTransaction
) throws(Refusal) {
  let store = AssignmentsStore(tx: tx)
  let (assignment, item, access) = try AssignmentsService.open(item.id, caller, tx)
  let command = PublishAssignment(assignment: item.id, isPublished: isPublished)
  let permit = try command.permit(
    for: caller, access: access, hasWork: store.hasWork(item.id, in: caller.school), now: tx.now)
  try store.save(permit, assignment, item)
}
