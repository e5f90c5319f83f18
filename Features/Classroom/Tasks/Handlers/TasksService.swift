import Base
import Database
import People
import Router
import School

/// Carries out what is asked of tasks, and answers what pages ask.
public struct TasksService: Sendable {
  public init() {}

  func handle(_ command: AddTask, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TasksStore(tx: tx))
    let access = try mustSeeStudent(caller, command.student, tx)
    let open = try store.open(of: command.student, in: caller.school)
    let permit = try command.permit(for: caller, access: access, open: open, now: tx.now)
    if let id = command.id, let known = try store.task(id, in: caller.school) {
      // The same that came before is made once; another's id is taken.
      guard known.student == command.student, known.createdBy == caller.account else { throw .taken }
      return .made(id)
    }
    let id: ID<ChildTask> = command.id ?? tx.newID()
    try store.save(permit, as: id)
    return .made(id)
  }

  func handle(_ command: EditTask, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TasksStore(tx: tx))
    let access = try mustSeeStudent(caller, command.student, tx)
    guard let task = try store.task(command.task, in: caller.school) else { throw .notFound }
    let permit = try command.permit(for: caller, access: access, known: task, now: tx.now)
    try request.expect(version: task.version)
    try store.save(permit, task)
    return .done
  }

  func handle<C: TaskCommand>(_ command: C, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TasksStore(tx: tx))
    let access = try mustSeeStudent(caller, command.student, tx)
    guard let task = try store.task(command.task, in: caller.school) else { throw .notFound }
    let open = task.isOpen ? 0 : try store.open(of: task.student, in: caller.school)
    try store.save(command.permit(for: caller, access: access, known: task, open: open, now: tx.now), task)
    return .done
  }
}

extension TasksService {
  /// The newest that are done stay in sight; older ones are history.
  static let shown = 300

  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> TasksPage {
    let caller = try request.caller()
    let student = try RecordsStore(tx: tx).mustKeep(request.id("student"), caller)
    let tasks = try TasksStore(tx: tx).tasks(of: student.id, limit: Self.shown, in: caller.school)
    return TasksPage(
      student: student, tasks: tasks, names: try AccountsStore(tx: tx).names(of: tasks.compactMap { $0.doneBy }),
      today: try ClassroomsStore(tx: tx).today(in: caller.school),
      topics: .watching(
        try RecordsStore(tx: tx).watched(student.id, caller), [TasksTables.task.number, StudentsTables.student.number]))
  }

  func form(_ request: Request, _ tx: Transaction) throws(Refusal) -> TaskForm {
    let caller = try request.caller()
    let student = try RecordsStore(tx: tx).mustKeep(request.id("student"), caller)
    guard let task = try TasksStore(tx: tx).task(request.id("task"), in: caller.school), task.student == student.id,
      task.deletedAt == nil
    else { throw .notFound }
    return TaskForm(student: student, task: task)
  }
}
