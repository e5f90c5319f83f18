public import Base
public import Ledger
public import People
public import School
import Web

/// Where commands about assignments are carried out: ask the rules, then write.
///
/// Nothing else.
public struct AssignmentsService: Sendable {
  let ledger: Ledger
  let world: World
  let files: FilesService
  let types = ContentType()
  public init(ledger: Ledger, world: World, files: FilesService) {
    (self.ledger, self.world, self.files) = (ledger, world, files)
  }

  /// An assignment that the caller sees, with its item and as whom.
  static func found(
    _ id: ID<CourseItem>, _ caller: Caller, _ tx: Transaction
  ) throws -> (assignment: Assignment, item: CourseItem, sight: CourseSight) {
    let (item, sight) = try EnrolmentStore(tx: tx).mustSee(id, caller)
    guard let assignment = try AssignmentsStore(tx: tx).assignment(id, in: caller.school) else {
      throw Refusal.notFound
    }
    return (assignment, item, sight)
  }

  /// The same for whoever is about to change something: not in a course that was archived.
  static func open(
    _ id: ID<CourseItem>, _ caller: Caller, _ tx: Transaction
  ) throws -> (assignment: Assignment, item: CourseItem, sight: CourseSight) {
    let found = try found(id, caller, tx)
    if found.sight.isStaff { try CoursesStore(tx: tx).mustBeOpen(found.item.course, in: caller.school) }
    return found
  }

  func run(_ command: CreateAssignment, _ request: Request) async throws -> ID<CourseItem> {
    let caller = try request.caller()
    if let before = try await ledger.answered(request.sent(CreateAssignment.self)), let id = ID<CourseItem>(before.text)
    {
      return id
    }
    let arrived = try await sheets(request)
    let answer = try await ledger.write(request.sent(CreateAssignment.self)) { tx in
      let sight = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
      let permit = try command.permit(for: caller, sight: sight, count: arrived.count, now: tx.now)
      try CoursesStore(tx: tx).mustBeOpen(command.course, in: caller.school)
      try CoursesStore(tx: tx).mustHave(command.fields.module, in: command.course, of: caller.school)
      try AssignmentsStore(tx: tx).save(permit, zone: SchoolsStore(tx: tx).zone(of: caller.school))
      if let item = try CoursesStore(tx: tx).item(command.id, in: caller.school) {
        try Self.add(arrived, isCopied: command.isCopied, to: item, caller, tx)
      }
      return command.id.text
    }
    guard let id = ID<CourseItem>(answer.text) else { throw Refusal.unavailable }
    return id
  }

  func run(_ command: EditAssignment, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(EditAssignment.self)) { tx in
      let store = AssignmentsStore(tx: tx)
      let (assignment, item, sight) = try Self.open(command.assignment, caller, tx)
      let permit = try command.permit(
        for: caller, sight: sight, version: assignment.version, hasWork: store.hasWork(item.id, in: caller.school),
        now: tx.now)
      try request.expect(version: assignment.version)
      try CoursesStore(tx: tx).mustHave(command.fields.module, in: item.course, of: caller.school)
      try store.save(permit, over: assignment, item, zone: SchoolsStore(tx: tx).zone(of: caller.school))
      if item.dueAt != permit.command.fields.due?.instant(in: try SchoolsStore(tx: tx).zone(of: caller.school)) {
        for score in try GradesStore(tx: tx).scores(for: item.id.cast(), in: caller.school) {
          try store.rejudgeLateness(item.id, of: score.student)
        }
      }
      return ""
    }
  }

  func run(_ command: PublishAssignment, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(PublishAssignment.self)) { tx in
      let store = AssignmentsStore(tx: tx)
      let (assignment, item, sight) = try Self.open(command.assignment, caller, tx)
      let permit = try command.permit(
        for: caller, sight: sight, hasWork: store.hasWork(item.id, in: caller.school), now: tx.now)
      try store.save(permit, assignment, item)
      return ""
    }
  }

  /// Work that exists is never thrown away: such an assignment stays.
  func run(_ command: DeleteAssignment, _ request: Request) async throws -> ID<Course> {
    let caller = try request.caller()
    let answer = try await ledger.write(request.sent(DeleteAssignment.self)) { tx in
      let (store, grades) = (AssignmentsStore(tx: tx), GradesStore(tx: tx))
      let (assignment, item, sight) = try Self.open(command.assignment, caller, tx)
      let permit = try command.permit(for: caller, sight: sight, now: tx.now)
      let isUsed =
        try store.hasWork(item.id, in: caller.school)
        || !grades.scores(for: item.id.cast(), in: caller.school).isEmpty
      if isUsed { throw Refusal.conflict(Phrase("assignments.has-work-delete")) }
      try store.delete(assignment, item, grades.item(item.id.cast(), in: caller.school), at: permit.at)
      return item.course.text
    }
    guard let course = ID<Course>(answer.text) else { throw Refusal.unavailable }
    return course
  }

  func run(_ command: RestoreAssignment, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(RestoreAssignment.self)) { tx in
      let store = AssignmentsStore(tx: tx)
      guard let assignment = try store.deleted(command.assignment, in: caller.school), let json = assignment.trash
      else { throw Refusal.notFound }
      let sight = try EnrolmentStore(tx: tx).mustSee(assignment.course, caller)
      let permit = try command.permit(for: caller, sight: sight, now: tx.now)
      try CoursesStore(tx: tx).mustBeOpen(assignment.course, in: caller.school)
      var trash = try Trash(json, id: command.assignment, at: permit.at)
      let modules = try CoursesStore(tx: tx).modules(of: assignment.course, in: caller.school).map(\.id)
      if let module = trash.item.module, !modules.contains(module) { trash = trash.outsideModules }
      try store.restore(assignment, trash)
      return ""
    }
  }

  /// - Returns: the moment of the change, by which it is taken back.
  func run(_ command: WriteRubric, _ request: Request) async throws -> Instant {
    let caller = try request.caller()
    let answered = try await ledger.write(request.sent(WriteRubric.self)) { tx in
      let store = AssignmentsStore(tx: tx)
      let (assignment, item, sight) = try Self.open(command.assignment, caller, tx)
      let steps = try store.steps(command.rubric, over: assignment, in: caller.school)
      if steps.contains(where: \.movesPoints) {
        try GradesStore(tx: tx).item(item.id.cast(), in: caller.school).map(GradesStore(tx: tx).mustBeOpen)
      }
      let now = try store.moment(of: item.id)
      let permit = try command.permit(for: caller, sight: sight, version: assignment.version, steps: steps, now: now)
      try store.save(permit, over: assignment, item, steps)
      return String(now.milliseconds)
    }
    return Instant(milliseconds: Int64(answered.text) ?? 0)
  }

  func run(_ command: UndoRubric, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(UndoRubric.self)) { tx in
      let store = AssignmentsStore(tx: tx)
      let (assignment, item, sight) = try Self.open(command.assignment, caller, tx)
      guard sight.isStaff, let before = try store.rubric(of: item.id, before: command.at) else {
        throw Refusal.notFound
      }
      let histories = try store.histories(of: item.id, at: command.at)
      let permit = try command.permit(
        for: caller, sight: sight, isLast: assignment.updatedAt == command.at,
        areAsLeft: try store.changed(of: item.id, at: command.at).isEmpty, now: store.moment(of: item.id))
      try store.save(permit, over: assignment, item, before, histories)
      return ""
    }
  }

  /// Another day for some students; a quiz gives one with everything else that a student has of its own.
  func run(_ command: ExtendDue, _ request: Request) async throws -> Int {
    let caller = try request.caller()
    try await ledger.write(request.sent(ExtendDue.self)) { tx in
      let (_, item, sight) = try Self.open(command.item, caller, tx)
      let zone = try SchoolsStore(tx: tx).zone(of: caller.school)
      let roster = try EnrolmentStore(tx: tx).studentIDs(in: item.course, school: caller.school)
      let permit = try command.permit(
        for: caller, sight: sight, roster: roster, due: item.dueAt, zone: zone, now: tx.now)
      try GradesStore(tx: tx).item(item.id.cast(), in: caller.school).map(GradesStore(tx: tx).mustBeOpen)
      try AssignmentsStore(tx: tx).save(permit, zone: zone)
      return ""
    }
    return Set(command.students).count
  }

  /// - Returns: the day that was taken back.
  func run(_ command: EndExtension, _ request: Request) async throws -> Instant? {
    let caller = try request.caller()
    let answered = try await ledger.write(request.sent(EndExtension.self)) { tx in
      let (_, item, sight) = try Self.open(command.item, caller, tx)
      let store = AssignmentsStore(tx: tx)
      let permit = try command.permit(for: caller, sight: sight, now: tx.now)
      guard let was = try store.dueExtension(item.id, of: command.student, in: caller.school) else {
        throw Refusal.notFound
      }
      try GradesStore(tx: tx).item(item.id.cast(), in: caller.school).map(GradesStore(tx: tx).mustBeOpen)
      try store.save(permit)
      return String(was.dueAt.milliseconds)
    }
    return Int64(answered.text).map { Instant(milliseconds: $0) }
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
) throws {
  let store = AssignmentsStore(tx: tx)
  let (assignment, item, sight) = try AssignmentsService.open(item.id, caller, tx)
  let command = PublishAssignment(assignment: item.id, isPublished: isPublished)
  let permit = try command.permit(
    for: caller, sight: sight, hasWork: store.hasWork(item.id, in: caller.school), now: tx.now)
  try store.save(permit, assignment, item)
}
