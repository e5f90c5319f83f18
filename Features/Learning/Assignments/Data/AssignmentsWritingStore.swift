public import Base
public import Database
import People
public import School

/// Writing. Whoever calls these has asked the rules.
extension AssignmentsStore where DB == WriteTransaction {
  /// Writes an assignment where its item, which is written before it, is seen.
  public func put(_ assignment: Assignment) throws(Refusal) { try tx.put(AssignmentsTables.assignment, assignment) }

  /// Takes an assignment away that nobody has worked for; what its item and its column were stays with it.
  func delete(_ assignment: Assignment, _ item: CourseItem, _ column: GradeItem?, at: Instant) throws(Refusal) {
    var gone = assignment
    (gone.deletedAt, gone.trash) = (at, Trash(item: item, column: column).json)
    try put(gone)
    if let column { try GradesStore(tx: tx).remove(column) }
    try CoursesStore(tx: tx).remove(item)
  }

  /// Brings back what `delete` took away.
  func restore(_ assignment: Assignment, _ trash: Trash) throws(Refusal) {
    try CoursesStore(tx: tx).put(trash.item)
    if let column = trash.column { try GradesStore(tx: tx).restore(column) }
    var back = assignment
    (back.deletedAt, back.trash) = (nil, nil)
    try put(back)
  }

  /// Gives one student another day, for an assignment or a quiz.
  func put(_ other: DueExtension) throws(Refusal) { try tx.put(AssignmentsTables.dueExtension, other) }

  func removeExtension(_ item: ID<CourseItem>, of student: ID<Student>) throws(Refusal) {
    try tx.remove(AssignmentsTables.dueExtension, key: [.id(tx.school), .id(item), .id(student)])
  }

  // MARK: drafts

  func put(_ draft: WorkDraft) throws(Refusal) { try tx.put(AssignmentsTables.draft, draft) }

  /// A file that is kept goes into a draft.
  func attach(_ file: ID<KeptFile>, to assignment: ID<CourseItem>, of student: ID<Student>) throws(Refusal) {
    try tx.put(
      AssignmentsTables.draftFile,
      DraftFile(assignment: assignment, student: student, file: file, addedAt: tx.now))
  }

  func detach(_ file: ID<KeptFile>, from assignment: ID<CourseItem>, of student: ID<Student>) throws(Refusal) {
    try tx.remove(
      AssignmentsTables.draftFile, key: [.id(tx.school), .id(assignment), .id(student), .id(file)])
  }

  /// Empties a draft: what was in it has been handed in.
  func clearDraft(_ assignment: ID<CourseItem>, of student: ID<Student>) throws(Refusal) {
    for file in try draftFiles(of: student, for: assignment, in: tx.school) {
      try detach(file.id, from: assignment, of: student)
    }
    guard let draft = try draft(of: student, for: assignment, in: tx.school) else { return }
    try tx.remove(AssignmentsTables.draft, draft)
  }

  // MARK: handed in

  /// Writes what was handed in, for the student's family and the course's staff, with its files.
  public func insert(_ submission: Submission, files: [KeptFile]) throws(Refusal) {
    try tx.put(AssignmentsTables.submission, submission)
    for (place, file) in files.enumerated() {
      try tx.keep(file.id, file.content, name: file.name, type: file.type, by: file.account)
      try tx.put(
        AssignmentsTables.submissionFile,
        SubmissionFile(submission: submission.id, file: file.id, place: place, student: submission.student))
    }
  }

  /// The server has seen the student at the work.
  func see(_ student: ID<Student>, at assignment: ID<CourseItem>) throws(Refusal) {
    let new = try seen(student, at: assignment, in: tx.school)?.seeing(tx.now) ?? Viewing(at: tx.now)
    try tx.put(AssignmentsTables.seen, WorkViewing(assignment: assignment, student: student, seen: new))
  }

  /// What is said of the time of an attempt, and the day of study that follows from it.
  func put(_ claim: Submission.Claim, of work: Submission) throws(Refusal) {
    let key: [Value] = [.id(tx.school), .id(work.assignment), .id(work.student), .int(work.attempt)]
    let day = try SchoolsStore(tx: tx).studyDay(of: work.countsAt(claim), in: tx.school)
    try tx.execute(
      "UPDATE submission SET claim = $5, day = $6 WHERE school = $1 AND assignment = $2 AND student = $3 AND attempt = $4",
      key + [.text(claim.rawValue), .day(day)])
    try tx.touch(AssignmentsTables.submission, key: key)
  }

  // MARK: words of the staff

  /// Writes what the staff say, for the staff.
  func put(_ feedback: Feedback) throws(Refusal) { try tx.put(AssignmentsTables.feedback, feedback) }

  /// Lets a student and the family see what was written where there is no score to be posted with it.
  func post(_ assignment: ID<CourseItem>, to student: ID<Student>) throws(Refusal) {
    if let words = try feedback(of: student, for: assignment, in: tx.school) {
      try tx.put(AssignmentsTables.posted, words)
    }
  }

  /// A marked file for one student, seen when the score is, and at once where there is none.
  package func putMarked(_ file: ID<KeptFile>, _ assignment: ID<CourseItem>, _ student: ID<Student>) throws(Refusal) {
    try tx.put(
      AssignmentsTables.feedbackFile,
      MarkedFile(assignment: assignment, student: student, file: file, addedAt: tx.now))
  }

  func put(_ phrase: CommentPhrase) throws(Refusal) { try tx.put(AssignmentsTables.phrase, phrase) }

  func remove(_ phrase: ID<CommentPhrase>) throws(Refusal) {
    try tx.remove(AssignmentsTables.phrase, key: [.id(tx.school), .id(phrase)])
  }
}

/// What a deleted assignment's or quiz's item and column were.
struct Trash {
  let item: CourseItem
  let column: GradeItem?
  init(item: CourseItem, column: GradeItem?) { (self.item, self.column) = (item, column) }

  var json: JSON {
    let moment: (Instant?) -> JSON = { $0.map { .number(String($0.milliseconds)) } ?? .null }
    var members: [(String, JSON)] = [
      ("course", .id(item.course)), ("module", .optional(item.module?.text)), ("title", .text(item.title)),
      ("place", .integer(item.place)), ("dueAt", moment(item.dueAt)), ("publishedAt", moment(item.publishedAt)),
    ]
    if let column {
      members += [
        ("category", .optional(column.category?.text)), ("possible", .text(column.possible.text)),
        ("columnPlace", .integer(column.place)), ("counts", .flag(column.counts)),
        ("neverDrop", .flag(column.neverDrop)), ("postsItself", .flag(column.postsItself)),
      ]
    }
    return .object(members)
  }

  /// - Throws: `Refusal.notFound` when the text is not ours.
  init(_ json: JSON, id: ID<CourseItem>, kind: CourseItem.Kind = .assignment, at now: Instant) throws(Refusal) {
    guard case .text(let course) = json["course"], let course = ID<Course>(course),
      case .text(let title) = json["title"]
    else { throw .notFound }
    let text: (String) -> String? = { if case .text(let text) = json[$0] { text } else { nil } }
    let number: (String) -> Int64? = { if case .number(let digits) = json[$0] { Int64(digits) } else { nil } }
    let moment: (String) -> Instant? = { number($0).map(Instant.init(milliseconds:)) }
    item = CourseItem(
      id: id, course: course, module: text("module").flatMap { ID<CourseModule>($0) }, kind: kind, title: title,
      place: Int(number("place") ?? 0), dueAt: moment("dueAt"), publishedAt: moment("publishedAt"), updatedAt: now)
    guard let possible = text("possible").flatMap({ Amount($0) }) else {
      column = nil
      return
    }
    column = GradeItem(
      id: id.cast(), course: course, category: text("category").flatMap { ID<GradeCategory>($0) },
      source: kind == .quiz ? .quiz : .assignment,
      title: title, possible: possible, place: Int(number("columnPlace") ?? 0), dueAt: moment("dueAt"),
      counts: json["counts"] == .flag(true), neverDrop: json["neverDrop"] == .flag(true),
      postsItself: json["postsItself"] == .flag(true), updatedAt: now)
  }
}
