package import Base
package import Database
package import People
package import Router
package import School

/// The student's own commands: writing, attaching, handing in.
extension AssignmentsService {
  /// What the rules of a student's commands need to know.
  static func room(
    _ id: ID<CourseItem>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (room: WorkRoom, access: CourseAccess, student: ID<Student>) {
    let (assignment, item, access) = try found(id, caller, tx)
    guard case .student(let student) = access else { throw .notAllowed(Phrase("assignments.students-only")) }
    let store = AssignmentsStore(tx: tx)
    let other = try store.dueExtension(id, of: student, in: caller.school)
    let room = WorkRoom(
      assignment: assignment, times: WorkTimes(assignment, due: item.dueAt, extended: other?.dueAt),
      attempts: try store.submissions(of: student, for: id, in: caller.school).count,
      draft: try store.draft(of: student, for: id, in: caller.school),
      files: try store.draftFiles(of: student, for: id, in: caller.school).count,
      isArchived: try CoursesStore(tx: tx).course(item.course, in: caller.school)?.isArchived ?? false,
      publishedAt: item.publishedAt, seen: try store.seen(student, at: id, in: caller.school))
    return (room, access, student)
  }

  /// The outcome is the version of the draft as it is now.
  package func handle(
    _ command: SaveWork, _ arrived: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let (room, access, student) = try Self.room(command.assignment, caller, tx)
    let permit = try command.permit(for: caller, access: access, room: room, now: tx.now)
    try Self.attach(arrived, room, access, student, caller, tx)
    try AssignmentsStore(tx: tx).save(permit, of: student)
    return Outcome(String(permit.at.milliseconds))
  }

  /// The outcome is how many files came.
  package func handle(
    _ command: AttachFiles, _ arrived: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    guard !arrived.isEmpty else { throw .invalid("file", Phrase("assignments.choose-files")) }
    let (room, access, student) = try Self.room(command.assignment, caller, tx)
    try Self.attach(arrived, room, access, student, caller, tx)
    return Outcome(String(arrived.count))
  }

  /// Puts files into the draft that are not there yet.
  ///
  /// - Returns: how many are new there.
  @discardableResult
  static func attach(
    _ arrived: [IncomingFile], _ room: WorkRoom, _ access: CourseAccess, _ student: ID<Student>, _ caller: Caller,
    _ tx: WriteTransaction
  ) throws(Refusal) -> Int {
    guard !arrived.isEmpty else { return 0 }
    let (store, kept, assignment) = (AssignmentsStore(tx: tx), FilesStore(tx: tx), room.assignment.id)
    let there = Set(try store.draftFiles(of: student, for: assignment, in: caller.school).map { $0.id })
    let new = arrived.filter { !$0.isAmong(there) }
    _ = try AttachFiles(assignment: assignment).permit(
      for: caller, access: access, room: room, adding: new.count, now: tx.now)
    for file in new {
      let id: ID<KeptFile> = file.ownID ?? tx.newID()
      if try tx.file(id, school: caller.school) == nil {
        _ = try kept.keep(file, as: id, by: caller.account)
      } else {
        try mustBeHandedIn(id, assignment, student, tx)
      }
      try store.attach(id, to: assignment, of: student)
    }
    return new.count
  }

  /// A file that is kept already goes along again where this student handed it in for this assignment, and nowhere else.
  private static func mustBeHandedIn(
    _ file: ID<KeptFile>, _ assignment: ID<CourseItem>, _ student: ID<Student>, _ tx: WriteTransaction
  ) throws(Refusal) {
    let isOurs = try AssignmentsStore(tx: tx).places(of: file, in: tx.school).contains {
      if case .work(assignment, student) = $0 { true } else { false }
    }
    guard isOurs else { throw .invalid("file", Phrase("files.lost")) }
  }

  /// The file leaves the draft; handed in before, it stays where it was handed in.
  func handle(_ command: DetachFile, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AssignmentsStore(tx: tx))
    let (_, access, student) = try Self.room(command.assignment, caller, tx)
    let file: ID<KeptFile> = command.file.cast()
    let there = try store.draftFiles(of: student, for: command.assignment, in: caller.school)
    let permit = try command.permit(for: caller, access: access, isThere: there.contains { $0.id == file }, now: tx.now)
    try store.detach(file, from: permit.command.assignment, of: student)
    if try store.places(of: file, in: caller.school).isEmpty { try tx.forgetFile(file) }
    return .done
  }

  /// Hands in once, however often it is sent: the same sending answers as it did, and the same work sent again at once
  /// is the work that is there.
  ///
  /// The outcome is the receipt.
  package func handle(
    _ command: HandIn, _ arrived: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AssignmentsStore(tx: tx))
    var (room, access, student) = try Self.room(command.assignment, caller, tx)
    if let again = try Self.again(command, room, student, arrived, tx) { return .made(again.id) }
    room.files += try Self.attach(arrived, room, access, student, caller, tx)
    let permit = try command.permit(for: caller, access: access, room: room, now: tx.now)
    let id: ID<Submission> = tx.newID()
    try store.save(permit, as: id, of: student, room)
    try store.rejudgeLateness(command.assignment, of: student)
    return .made(id)
  }

  /// Two taps in two tabs: nothing new is in the draft, and text and files are what came a minute ago.
  private static func again(
    _ command: HandIn, _ room: WorkRoom, _ student: ID<Student>, _ arrived: [IncomingFile], _ tx: WriteTransaction
  ) throws(Refusal) -> Submission? {
    let store = AssignmentsStore(tx: tx)
    guard room.draft == nil, room.files == 0,
      let last = try store.submissions(of: student, for: command.assignment, in: tx.school).last,
      last.text == command.text, last.link == command.link, tx.now.since(last.submittedAt) < 60_000
    else { return nil }
    let there = Set(try store.files(of: [last.id], in: tx.school)[last.id]?.map { $0.id } ?? [])
    return arrived.allSatisfy { $0.isAmong(there) } ? last : nil
  }

  func handle(_ command: BeginAttempt, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AssignmentsStore(tx: tx))
    let (room, access, student) = try Self.room(command.assignment, caller, tx)
    let permit = try command.permit(for: caller, access: access, room: room, now: tx.now)
    guard room.draft == nil,
      let last = try store.submissions(of: student, for: command.assignment, in: caller.school).last
    else { return .done }
    try store.save(permit, of: student, last: last)
    return .done
  }

  /// Takes a file of one's own away everywhere it is only a draft.
  func handle(_ command: DeleteWorkFile, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AssignmentsStore(tx: tx))
    let me = try StudentsStore(tx: tx).ofAccount(caller.account, in: caller.school)
    let file: ID<KeptFile> = command.file.cast()
    let places = try store.places(of: file, in: caller.school)
    let kept = try tx.file(file, school: caller.school)
    var (isMine, isLocked) = (false, false)
    for place in places {
      switch place {
      case .draft(_, let student): isMine = isMine || student == me?.id
      case .work(_, let student):
        isMine = isMine || student == me?.id
        isLocked = true
      case .marked, .sheet: break
      }
    }
    _ = try command.permit(for: caller, isMine: isMine, isLocked: isLocked, now: tx.now)
    tx.detail("file", kept?.name ?? "")
    for case .draft(let assignment, let student) in places {
      try store.detach(file, from: assignment, of: student)
    }
    try tx.forgetFile(file)
    return .done
  }
}

extension IncomingFile {
  /// What has no name of its own yet lies nowhere.
  fileprivate func isAmong(_ files: Set<ID<KeptFile>>) -> Bool { ownID.map { files.contains($0) } ?? false }
}
