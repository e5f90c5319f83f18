import Base
import Kit
import Ledger
import People
import School
import Web

/// The teacher's grading desk, and files by themselves.
extension AssignmentsService {
  func grading(_ request: Request) async throws -> GradingPage {
    let attempt = request.query["attempt"].flatMap { wholeNumber($0.utf8) }
    return try await grading(request, request.id("student"), attempt: attempt)
  }

  /// - Parameter attempt: from 1; `nil` is the last.
  func grading(_ request: Request, _ student: ID<Student>, attempt: Int? = nil) async throws -> GradingPage {
    let (caller, id) = (try request.caller(), try request.id("assignment", CourseItem.self))
    return try await ledger.read { tx in
      let (assignment, item, sight) = try Self.found(id, caller, tx)
      guard sight.isStaff else { throw Refusal.notFound }
      let list = try Self.page(assignment, item, caller.school, tx)
      guard let row = list.rows.first(where: { $0.student.id == student }) else { throw Refusal.notFound }
      return try Self.gradingPage(list, row, attempt, caller, tx)
    }
  }

  private static func gradingPage(
    _ list: AssignmentPage, _ row: WorkRow, _ attempt: Int?, _ caller: Caller, _ tx: Transaction
  ) throws -> GradingPage {
    let (store, school, id) = (AssignmentsStore(tx: tx), caller.school, list.item.id)
    let sent = try store.submissions(of: row.student.id, for: id, in: school)
    let files = try store.files(of: sent.map(\.id), in: school)
    let other = try store.dueExtension(id, of: row.student.id, in: school)
    let times = WorkTimes(list.assignment, due: list.item.dueAt, extended: other?.dueAt)
    return GradingPage(
      list: list, row: row,
      attempts: sent.map {
        HandedIn(
          submission: $0, files: (files[$0.id] ?? []).map(\.item), lateSeconds: times.lateSeconds($0.countsAt))
      }, shown: min(max(0, (attempt ?? sent.count) - 1), max(0, sent.count - 1)),
      feedback: try store.feedback(of: row.student.id, for: id, in: school),
      score: try list.column.flatMap {
        try GradesStore(tx: tx).score(of: row.student.id, for: $0.id, in: school)
      },
      markedFiles: try store.markedFiles(of: row.student.id, for: id, in: school).map(\.item),
      phrases: try store.phrases(of: caller.account, in: school))
  }

  func run(_ command: GradeWork, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(GradeWork.self)) { tx in
      let (store, grades) = (AssignmentsStore(tx: tx), GradesStore(tx: tx))
      let (assignment, item, sight) = try Self.open(command.assignment, caller, tx)
      let column = try grades.item(item.id.cast(), in: caller.school)
      let score = try column.flatMap { try grades.score(of: command.student, for: $0.id, in: caller.school) }
      let words = try store.feedback(of: command.student, for: item.id, in: caller.school)
      let permit = try command.permit(
        for: caller, sight: sight,
        isEnrolled: EnrolmentStore(tx: tx).isEnrolled(command.student, in: item.course, school: caller.school),
        rubric: assignment.rubric, isGraded: column != nil,
        version: (score?.version ?? "0") + "-" + (words?.version ?? "0"), now: tx.now)
      try column.map(grades.mustBeOpen)
      try store.save(permit, rubric: assignment.rubric, column: column)
      return ""
    }
  }

  /// - Returns: what was said before.
  func run(_ command: JudgeTime, _ request: Request) async throws -> Submission.Claim {
    let caller = try request.caller()
    let before = try await ledger.write(request.sent(JudgeTime.self)) { tx in
      let (store, grades) = (AssignmentsStore(tx: tx), GradesStore(tx: tx))
      let (_, item, sight) = try Self.open(command.assignment, caller, tx)
      let work = try store.submissions(of: command.student, for: item.id, in: caller.school)
        .first { $0.attempt == command.attempt }
      let permit = try command.permit(for: caller, sight: sight, work: work, now: tx.now)
      guard let work, let before = work.claim else { throw Refusal.notFound }
      try grades.item(item.id.cast(), in: caller.school).map(grades.mustBeOpen)
      try store.save(permit, over: work)
      return before.rawValue
    }
    return Submission.Claim(rawValue: before.text) ?? .open
  }

  func run(_ command: KeepPhrase, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(KeepPhrase.self)) { tx in
      let store = AssignmentsStore(tx: tx)
      let count = try store.phrases(of: caller.account, in: caller.school).count
      try store.save(command.permit(for: caller, count: count, now: tx.now))
      return ""
    }
  }

  func run(_ command: DropPhrase, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(DropPhrase.self)) { tx in
      let store = AssignmentsStore(tx: tx)
      let mine = try store.phrases(of: caller.account, in: caller.school).contains { $0.id == command.phrase }
      try store.save(command.permit(for: caller, isMine: mine, now: tx.now))
      return ""
    }
  }

  // MARK: files

  /// A file of somebody's work, for those who may see the work; a picture's small copy where that was asked for and is
  /// there.
  func file(_ request: Request) async throws -> KeptFile {
    let (caller, id) = (try request.caller(), try request.id("file", KeptFile.self))
    let isSmall = request.query["small"] == "1"
    return try await ledger.read { tx in
      guard let file = try tx.file(id, school: caller.school) else { throw Refusal.notFound }
      let places = try AssignmentsStore(tx: tx).places(of: id, in: caller.school)
      guard try places.contains(where: { try Self.maySee($0, caller, tx) }) else { throw Refusal.notFound }
      return isSmall ? try tx.file(id.smallCopy, school: caller.school) ?? file : file
    }
  }

  /// One's own work is one's own also after the course; drafts nobody else's.
  private static func maySee(
    _ place: AssignmentsStore<Transaction>.FilePlace, _ caller: Caller, _ tx: Transaction
  ) throws -> Bool {
    let me = try StudentsStore(tx: tx).ofAccount(caller.account, in: caller.school)?.id
    switch place {
    case .sheet(let item):
      let sight = try? EnrolmentStore(tx: tx).mustSee(item, caller).sight  // not seen at all is not seen
      return sight != nil
    case .draft(_, let student): return caller.role == .student && student == me
    case .work(let item, let student):
      if caller.role == .student, student == me { return true }
      return try isStaffOrParent(of: student, item, caller, tx)
    case .marked(let item, let student):
      let sight = try? EnrolmentStore(tx: tx).mustSee(item, caller).sight  // not seen at all is not seen
      if sight?.isStaff == true { return true }
      let grades = GradesStore(tx: tx)
      // Where there is no score to wait for, what comes back is seen at once.
      guard
        try grades.isPosted(student, for: item.cast(), in: caller.school)
          || grades.item(item.cast(), in: caller.school) == nil
      else { return false }
      if caller.role == .student { return student == me }
      return try isStaffOrParent(of: student, item, caller, tx)
    }
  }

  private static func isStaffOrParent(
    of student: ID<Student>, _ item: ID<CourseItem>, _ caller: Caller, _ tx: Transaction
  ) throws -> Bool {
    guard let known = try CoursesStore(tx: tx).item(item, in: caller.school),
      let sight = try EnrolmentStore(tx: tx).sight(of: known.course, caller)
    else { return false }
    if case .guardian(let children) = sight { return children.contains(student) }
    return sight.isStaff
  }

  /// All files of the student who asks, by course and assignment.
  func ownFiles(_ request: Request) async throws -> OwnFilesPage {
    let caller = try request.caller()
    return try await ledger.read { tx in
      guard let me = try StudentsStore(tx: tx).ofAccount(caller.account, in: caller.school) else {
        throw Refusal.notFound
      }
      let rows = try AssignmentsStore(tx: tx).ownFiles(of: me.id, in: caller.school)
      let homes = try CoursesStore(tx: tx).homes(of: Set(rows.map(\.assignment)).sorted(), in: caller.school)
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
}
