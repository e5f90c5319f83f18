import Base
import Database
import People
import School

/// What the service writes: a permit in, rows out. The details beside the journal hold what was there before.
extension AssignmentsStore where DB == WriteTransaction {
  /// - Returns: its place in the outline.
  func save(
    _ permit: Permit<CreateAssignment>, as id: ID<CourseItem>, zone: Zone
  ) throws(Refusal) -> CourseItem {
    let (command, fields) = (permit.command, permit.command.fields)
    let place = try CoursesStore(tx: tx).items(of: command.course, in: tx.school).map { $0.place }.max() ?? -1
    let item = CourseItem(
      id: id, course: command.course, module: fields.module, kind: .assignment, title: fields.title, place: place + 1,
      dueAt: fields.due?.instant(in: zone), publishedAt: command.isPublished ? permit.at : nil, updatedAt: permit.at)
    try CoursesStore(tx: tx).put(item)
    try put(Assignment(id: id, item.course, fields, zone, at: permit.at))
    try recalculateColumn(item, fields, nil)
    return item
  }

  func save(_ permit: Permit<EditAssignment>, over old: Assignment, _ item: CourseItem, zone: Zone) throws(Refusal) {
    let fields = permit.command.fields
    if item.dueAt != fields.due?.instant(in: zone) { tx.detail("due-before", item.dueAt?.text ?? "") }
    if item.title != fields.title { tx.detail("title-before", item.title) }
    var item = item
    (item.title, item.module, item.updatedAt) = (fields.title, fields.module ?? item.module, permit.at)
    item.dueAt = fields.due?.instant(in: zone)
    try CoursesStore(tx: tx).put(item)
    var new = Assignment(id: old.id, old.course, fields, zone, at: permit.at)
    new.rubric = old.rubric
    try put(new)
    try recalculateColumn(item, fields, new.rubric.isEmpty ? nil : new.rubric.possible)
  }

  /// The gradebook's column agrees with the form: there when it gives points.
  ///
  /// One that holds scores stays, not counting.
  private func recalculateColumn(_ item: CourseItem, _ fields: AssignmentFields, _ rubric: Amount?) throws(Refusal) {
    let grades = GradesStore(tx: tx)
    let old = try grades.item(item.id.cast(), in: tx.school)
    guard let possible = rubric ?? fields.points else {
      guard let old else { return }
      guard try grades.scores(for: old.id, in: tx.school).isEmpty else {
        var kept = old
        (kept.counts, kept.title, kept.dueAt, kept.updatedAt) = (false, item.title, item.dueAt, item.updatedAt)
        try grades.mustStay(old, as: kept, day: "due", points: "points")
        return try grades.put(kept)
      }
      return try grades.remove(old)
    }
    var column =
      old
      ?? GradeItem(
        id: item.id.cast(), course: item.course, source: .assignment, title: item.title, possible: possible,
        place: item.place, updatedAt: item.updatedAt)
    (column.title, column.possible, column.category) = (item.title, possible, fields.category)
    (column.dueAt, column.updatedAt) = (item.dueAt, item.updatedAt)
    if let old { try grades.mustStay(old, as: column, day: "due", points: "points") }
    try grades.put(column)
  }

  func save(_ permit: Permit<PublishAssignment>, _ assignment: Assignment, _ item: CourseItem) throws(Refusal) {
    var item = item
    item.publishedAt = permit.command.isPublished ? item.publishedAt ?? permit.at : nil
    item.updatedAt = permit.at
    try CoursesStore(tx: tx).put(item)
    try put(assignment)
  }

  func save(_ permit: Permit<ExtendDue>, zone: Zone) throws(Refusal) {
    let due = permit.command.due.instant(in: zone)
    for student in permit.command.students {
      let other = DueExtension(
        item: permit.command.item, student: student, dueAt: due, by: permit.caller.account, at: permit.at)
      try put(other)
      try rejudgeLateness(permit.command.item, of: student)
    }
  }

  func save(_ permit: Permit<EndExtension>) throws(Refusal) {
    try removeExtension(permit.command.item, of: permit.command.student)
    try rejudgeLateness(permit.command.item, of: permit.command.student)
  }

  /// How late the work was is counted anew when the day changes: the late policy takes it from the score.
  func rejudgeLateness(_ id: ID<CourseItem>, of student: ID<Student>) throws(Refusal) {
    // A quiz knows itself how late it was taken.
    guard try assignment(id, in: tx.school) != nil, let column = try GradesStore(tx: tx).item(id.cast(), in: tx.school),
      var score = try GradesStore(tx: tx).score(of: student, for: column.id, in: tx.school)
    else { return }
    let late = try lateSeconds(id, of: student)
    // What is closed stays as it is, also for who hands in once more.
    guard late != score.lateSeconds, try GradesStore(tx: tx).closed(column, in: tx.school) == nil else { return }
    score.lateSeconds = late
    try GradesStore(tx: tx).record(score, of: column)
  }

  // MARK: the student's own

  func save(_ permit: Permit<SaveWork>, of student: ID<Student>) throws(Refusal) {
    let command = permit.command
    let draft = WorkDraft(
      assignment: command.assignment, student: student, text: command.text, link: command.link, savedAt: permit.at)
    try put(draft)
    try see(student, at: command.assignment)
  }

  /// What is in the form wins over the draft, whose files go with it.
  func save(
    _ permit: Permit<HandIn>, as id: ID<Submission>, of student: ID<Student>, _ room: WorkRoom
  ) throws(Refusal) {
    let command = permit.command
    let files = try draftFiles(of: student, for: command.assignment, in: tx.school)
    let (pressed, claim) = command.time(room, permit.at)
    let counts = claim == nil ? pressed ?? permit.at : permit.at
    let submission = Submission(
      id: id, assignment: command.assignment, student: student, attempt: room.attempts + 1, text: command.text,
      link: command.link, submittedAt: permit.at, pressedAt: pressed, by: permit.caller.account,
      day: try SchoolsStore(tx: tx).studyDay(of: counts, in: tx.school), claim: claim)
    try insert(submission, files: files)
    try clearDraft(command.assignment, of: student)
  }

  func save(_ permit: Permit<BeginAttempt>, of student: ID<Student>, last: Submission) throws(Refusal) {
    let draft = WorkDraft(
      assignment: last.assignment, student: student, text: last.text, link: last.link, savedAt: permit.at)
    try put(draft)
    for file in try files(of: [last.id], in: tx.school)[last.id] ?? [] {
      try attach(file.id, to: last.assignment, of: student)
    }
  }

  // MARK: grading

  /// Writes score and words together.
  ///
  /// Where there is a column the words go with the score, and are seen when it is; without one they are seen at once.
  func save(_ permit: Permit<GradeWork>, rubric: Rubric, column: GradeItem?) throws(Refusal) {
    let (command, grades) = (permit.command, GradesStore(tx: tx))
    try put(
      Feedback(
        assignment: command.assignment, student: command.student, comment: column == nil ? command.comment : "",
        levels: command.levels, by: permit.caller.account, at: permit.at))
    guard let column else { return try post(command.assignment, to: command.student) }
    let old = try grades.score(of: command.student, for: column.id, in: tx.school)
    let raw = command.isExcused ? nil : command.points ?? rubric.points(command.levels)
    let comment = command.comment.isEmpty && old?.comment == nil ? nil : command.comment
    guard raw != nil || command.isExcused || comment != nil || old != nil else { return }
    try grades.record(
      Score(
        item: column.id, student: command.student, raw: raw, excused: command.isExcused,
        lateSeconds: lateSeconds(command.assignment, of: command.student), comment: comment,
        by: permit.caller.account, at: permit.at), of: column)
  }

  func save(_ permit: Permit<JudgeTime>, over work: Submission) throws(Refusal) {
    tx.detail("claim-before", work.claim?.rawValue ?? "")
    try put(permit.command.claim, of: work)
    try rejudgeLateness(work.assignment, of: work.student)
  }

  func save(_ permit: Permit<KeepPhrase>, as id: ID<CommentPhrase>) throws(Refusal) {
    try put(CommentPhrase(id: id, account: permit.caller.account, text: permit.command.text, createdAt: tx.now))
  }

  func save(_ permit: Permit<DropPhrase>) throws(Refusal) {
    try remove(permit.command.phrase)
  }
}

extension AssignmentsStore where DB == WriteTransaction {
  /// How late a student's last attempt was, against the student's own day.
  func lateSeconds(_ id: ID<CourseItem>, of student: ID<Student>) throws(Refusal) -> Int64 {
    guard let assignment = try assignment(id, in: tx.school),
      let item = try CoursesStore(tx: tx).item(id, in: tx.school),
      let last = try submissions(of: student, for: id, in: tx.school).last
    else { return 0 }
    let other = try dueExtension(id, of: student, in: tx.school)
    return WorkTimes(assignment, due: item.dueAt, extended: other?.dueAt).lateSeconds(last.countsAt)
  }
}

extension Assignment {
  fileprivate init(id: ID<CourseItem>, _ course: ID<Course>, _ fields: AssignmentFields, _ zone: Zone, at now: Instant)
  {
    self.init(
      id: id, course: course, about: fields.about, accepts: fields.accepts, opensAt: fields.opens?.instant(in: zone),
      closesAt: fields.closes?.instant(in: zone), attempts: fields.attempts, lateAllowed: fields.lateAllowed,
      updatedAt: now)
  }
}
