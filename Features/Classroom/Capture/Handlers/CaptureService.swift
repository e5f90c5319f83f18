package import Base
package import Database
import Kit
package import People
package import Router
package import School

/// Carries a capture to the features that it belongs to, whose rules hold, and answers what its page asks.
public struct CaptureService: Sendable {
  let observations = ObservationsService()
  let presentations = PresentationsService()
  let tasks = TasksService()
  public init() {}

  /// All of it in one transaction: what is refused for one child or one picture has written nothing.
  package func handle(
    _ command: Capture, _ incoming: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let seen = Set(try store.seen(command.fields.children, by: caller).map { $0.id })
    let files = incoming.map { Capture.File(type: $0.type, size: $0.content.size) }
    let permit = try command.permit(for: caller, seen: seen, files: files, now: tx.now)
    switch permit.command.kind {
    case .observation: return try observe(command, incoming, request, tx)
    case .presentation: return try present(command, request, tx)
    case .task:
      var last = Outcome.done
      for child in command.fields.children {
        last = try tasks.handle(AddTask(student: child, fields: command.task), request, tx)
      }
      return last
    }
  }

  private func observe(
    _ command: Capture, _ incoming: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let id: ID<Observation> = command.id ?? tx.newID()
    let isKnown = try ObservationsStore(tx: tx).observation(id, in: request.caller().school) != nil
    let outcome = try observations.handle(WriteObservation(id: id, fields: command.fields), request, tx)
    // Its files came with it: the same sending once more has none to add.
    guard !isKnown, !incoming.isEmpty else { return outcome }
    let answer = ObservationFileAnswer(children: command.fields.children, others: command.others)
    _ = try observations.handle(AddObservationFile(observation: id, answer: answer), incoming, request, tx)
    return outcome
  }

  private func present(
    _ command: Capture, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    guard let presentation = command.presentation else { throw .notFound }
    let moment = command.fields.happenedAt?.instant(in: request.scene.zone) ?? tx.now
    return try presentations.handle(
      RecordPresentation(
        students: command.fields.children, presentation: presentation, kind: command.act,
        day: request.scene.zone.day(of: moment), note: command.fields.text), request, tx)
  }
}

/// How many children the page offers at most; a school where somebody has more looks them up by class.
private let mostOffered = 400

extension CaptureService {
  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> CapturePage {
    let (caller, rooms, store) = (try request.caller(), ClassroomsStore(tx: tx), ObservationsStore(tx: tx))
    let today = try rooms.today(in: caller.school)
    let typed = request.draft.form.fields.isEmpty ? request.query : request.draft.form
    let classes = try classes(request, caller, on: today, tx)
    let chosen = typed.all("child").prefix(Observation.mostChildren).compactMap { ID<Student>($0) }
    var ids = try Array(rooms.studentIDs(of: classes, in: caller.school, on: today).prefix(mostOffered))
    // A child of another class of theirs, as the child's own page leads here with, is offered too.
    let seen = try store.seen(chosen, by: caller).map { $0.id }
    ids += seen.filter { !ids.contains($0) }
    let students = try StudentsStore(tx: tx).students(in: caller.school, ids: ids)
    var data = CapturePage(now: WallTime(tx.now, in: request.scene.zone))
    (data.chosen, data.typed) = (seen, typed)
    data.absent = Set(try AttendanceStore(tx: tx).away(ids, in: classes, on: today, in: caller.school))
    data.photographed = try ConsentsStore(tx: tx).allowing(.photos, of: ids, in: caller.school)
    data.students = students.sorted {
      (data.absent.contains($0.id) ? 1 : 0, $0.sort, $0.id) < (data.absent.contains($1.id) ? 1 : 0, $1.sort, $1.id)
    }
    let tags = try tags(caller, tx)
    (data.recent, data.tags) = (tags.recent, tags.others)
    data.tree = try CurriculumStore(tx: tx).namedTree(in: caller.school)
    data.planned = try planned(ids, until: today, in: data.tree, caller, tx)
    return data
  }

  /// What is planned for these children until today, each once.
  private func planned(
    _ students: [ID<Student>], until day: Day, in tree: CurriculumTree, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> [CurriculumNode] {
    var found: [CurriculumNode] = []
    for plan in try PresentationsStore(tx: tx).plans(of: students, in: caller.school) {
      guard let due = plan.day, due <= day, let id = plan.presentation, let node = tree[tree.resolved(id)],
        tree.stands(node.id), !found.contains(where: { $0.id == node.id })
      else { continue }
      found.append(node)
    }
    return found
  }

  /// The classes whose children are offered: the one that is asked for, or one's own; the office's are all.
  private func classes(
    _ request: Request, _ caller: Caller, on day: Day, _ tx: Transaction
  ) throws(Refusal) -> [ID<Classroom>] {
    let rooms = ClassroomsStore(tx: tx)
    if let asked = request.query["classroom"] {
      guard let id = ID<Classroom>(asked), let access = try rooms.access(of: id, caller), access.isStaff else {
        throw .notFound
      }
      return [id]
    }
    let taught = try rooms.taught(by: caller.account, in: caller.school)
    guard taught.isEmpty, caller.role.isOffice else { return taught }
    return try rooms.rooms(for: caller, on: day).map { $0.id }
  }

  /// Those that the caller used of late, and the others.
  private func tags(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> (recent: [RecordTag], others: [RecordTag]) {
    let store = ObservationsStore(tx: tx)
    let offered = try store.tags(in: caller.school).filter { $0.isOffered }
    guard !offered.isEmpty else { return (recent: [], others: []) }
    var filter = ObservationFilter()
    filter.author = caller.account
    var used: [ID<RecordTag>] = []
    for one in try store.list(filter, for: caller, limit: 40) {
      for tag in one.tags where !used.contains(tag) { used.append(tag) }
    }
    let recent = used.compactMap { id in offered.first { $0.id == id } }.prefix(8)
    return (recent: Array(recent), others: offered.filter { tag in !recent.contains { $0.id == tag.id } })
  }
}
