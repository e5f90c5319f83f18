import Base
import Database
import Kit
import People
import Router
import School

/// The teacher's grading desk, and files by themselves.
extension AssignmentsService {
  func grading(_ request: Request, _ tx: Transaction) throws(Refusal) -> GradingPage {
    let attempt = request.query["attempt"].flatMap { wholeNumber($0.utf8) }
    return try grading(request, request.id("student"), attempt: attempt, tx)
  }

  /// - Parameter attempt: from 1; `nil` is the last.
  func grading(
    _ request: Request, _ student: ID<Student>, attempt: Int? = nil, _ tx: Transaction
  ) throws(Refusal) -> GradingPage {
    let caller = try request.caller()
    let (item, assignment) = try staffed(request, tx)
    let list = try Self.page(assignment, item, caller.school, tx)
    guard let row = list.rows.first(where: { $0.student.id == student }) else { throw .notFound }
    return try Self.gradingPage(list, row, attempt, caller, tx)
  }

  private static func gradingPage(
    _ list: AssignmentPage, _ row: WorkRow, _ attempt: Int?, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> GradingPage {
    let (store, school, id) = (AssignmentsStore(tx: tx), caller.school, list.item.id)
    var score: Score?
    if let column = list.column {
      score = try GradesStore(tx: tx).score(of: row.student.id, for: column.id, in: school)
    }
    let sent = try store.submissions(of: row.student.id, for: id, in: school)
    let files = try store.files(of: sent.map { $0.id }, in: school)
    let other = try store.dueExtension(id, of: row.student.id, in: school)
    let times = WorkTimes(list.assignment, due: list.item.dueAt, extended: other?.dueAt)
    return GradingPage(
      list: list, row: row,
      attempts: sent.map {
        HandedIn(
          submission: $0, files: (files[$0.id] ?? []).map { $0.item }, lateSeconds: times.lateSeconds($0.countsAt))
      }, shown: min(max(0, (attempt ?? sent.count) - 1), max(0, sent.count - 1)),
      feedback: try store.feedback(of: row.student.id, for: id, in: school),
      score: score, markedFiles: try store.markedFiles(of: row.student.id, for: id, in: school).map { $0.item },
      phrases: try store.phrases(of: caller.account, in: school))
  }

  func handle(_ command: GradeWork, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store, grades) = (try request.caller(), AssignmentsStore(tx: tx), GradesStore(tx: tx))
    let (assignment, item, access) = try Self.open(command.assignment, caller, tx)
    let column = try grades.item(item.id.cast(), in: caller.school)
    var score: Score?
    if let column { score = try grades.score(of: command.student, for: column.id, in: caller.school) }
    let words = try store.feedback(of: command.student, for: item.id, in: caller.school)
    let permit = try command.permit(
      for: caller, access: access,
      isEnrolled: EnrolmentStore(tx: tx).isEnrolled(command.student, in: item.course, school: caller.school),
      rubric: assignment.rubric, isGraded: column != nil,
      version: (score?.version ?? "0") + "-" + (words?.version ?? "0"), now: tx.now)
    if let column { try grades.mustBeOpen(column) }
    try store.save(permit, rubric: assignment.rubric, column: column)
    return .done
  }

  /// The outcome is what was said before.
  func handle(_ command: JudgeTime, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AssignmentsStore(tx: tx))
    let (_, item, access) = try Self.open(command.assignment, caller, tx)
    let work = try store.submissions(of: command.student, for: item.id, in: caller.school)
      .first { $0.attempt == command.attempt }
    let permit = try command.permit(for: caller, access: access, work: work, now: tx.now)
    guard let work, let before = work.claim else { throw .notFound }
    try Self.columnMustBeOpen(of: item, tx)
    try store.save(permit, over: work)
    return Outcome(before.rawValue)
  }

  func handle(_ command: KeepPhrase, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AssignmentsStore(tx: tx))
    let count = try store.phrases(of: caller.account, in: caller.school).count
    try store.save(command.permit(for: caller, count: count, now: tx.now), as: tx.newID())
    return .done
  }

  func handle(_ command: DropPhrase, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AssignmentsStore(tx: tx))
    let isMine = try store.phrases(of: caller.account, in: caller.school).contains { $0.id == command.phrase }
    try store.save(command.permit(for: caller, isMine: isMine, now: tx.now))
    return .done
  }

  // MARK: files

  /// A file of somebody's work, for those who may see the work; a picture's small copy where that was asked for and is
  /// there.
  func file(_ request: Request, _ tx: Transaction) throws(Refusal) -> KeptFile {
    let (caller, id) = (try request.caller(), try request.id("file", KeptFile.self))
    guard let file = try tx.file(id, school: caller.school) else { throw .notFound }
    let places = try AssignmentsStore(tx: tx).places(of: id, in: caller.school)
    let seen = try places.tryFirst { place throws(Refusal) in try Self.maySee(place, caller, tx) }
    guard seen != nil else { throw .notFound }
    guard request.query["small"] == "1" else { return file }
    return try tx.file(id.smallCopy, school: caller.school) ?? file
  }

  /// One's own work is one's own also after the course; drafts nobody else's.
  private static func maySee(
    _ place: AssignmentsStore<Transaction>.FilePlace, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> Bool {
    let me = try StudentsStore(tx: tx).ofAccount(caller.account, in: caller.school)?.id
    switch place {
    case .sheet(let item):
      let access = try? EnrolmentStore(tx: tx).mustSee(item, caller).access  // not seen at all is not seen
      return access != nil
    case .draft(_, let student): return caller.role == .student && student == me
    case .work(let item, let student):
      if caller.role == .student, student == me { return true }
      return try isStaffOrParent(of: student, item, caller, tx)
    case .marked(let item, let student):
      let access = try? EnrolmentStore(tx: tx).mustSee(item, caller).access  // not seen at all is not seen
      if access?.isStaff == true { return true }
      let grades = GradesStore(tx: tx)
      // Where there is no score to wait for, what comes back is seen at once.
      if try !grades.isPosted(student, for: item.cast(), in: caller.school),
        try grades.item(item.cast(), in: caller.school) != nil
      {
        return false
      }
      if caller.role == .student { return student == me }
      return try isStaffOrParent(of: student, item, caller, tx)
    }
  }

  private static func isStaffOrParent(
    of student: ID<Student>, _ item: ID<CourseItem>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> Bool {
    guard let known = try CoursesStore(tx: tx).item(item, in: caller.school),
      let access = try EnrolmentStore(tx: tx).access(of: known.course, caller)
    else { return false }
    if case .guardian(let children) = access { return children.contains(student) }
    return access.isStaff
  }

  /// All files of the student who asks, by course and assignment.
  func ownFiles(_ request: Request, _ tx: Transaction) throws(Refusal) -> OwnFilesPage {
    let caller = try request.caller()
    guard let me = try StudentsStore(tx: tx).ofAccount(caller.account, in: caller.school) else { throw .notFound }
    let rows = try AssignmentsStore(tx: tx).ownFiles(of: me.id, in: caller.school)
    let homes = try CoursesStore(tx: tx).homes(of: Set(rows.map { $0.assignment }).sorted(), in: caller.school)
    var groups: [OwnFilesPage.Group] = []
    var places: [ID<CourseItem>: Int] = [:]
    for row in rows {
      let entry = OwnFilesPage.Entry(file: row.file.item, addedAt: row.file.createdAt, attempt: row.attempt)
      if let place = places[row.assignment] {
        groups[place].entries.append(entry)
        continue
      }
      places[row.assignment] = groups.count
      let home = homes[row.assignment]
      groups.append(
        OwnFilesPage.Group(
          course: home?.course ?? "", title: home?.title ?? "—",
          path: AssignmentsPaths.assignment(row.assignment), entries: [entry]))
    }
    let kept = FilesStore(tx: tx)
    return OwnFilesPage(
      groups: groups, size: try kept.used(by: caller.account, in: caller.school),
      most: try kept.limits(in: caller.school).person)
  }
}
