public import Base
package import Database
import People
public import School

/// A file in somebody's work, with the assignment it belongs to.
struct WorkFileRow: Sendable {
  let file: KeptFile
  let assignment: ID<CourseItem>
  let student: ID<Student>
  /// The attempt it was handed in with; `nil` in a draft.
  let attempt: Int?
}

/// Drafts, what was handed in, and what was written about it.
extension AssignmentsStore {
  /// The moment that counts against the day, of the submission `h`; as `Submission.countsAt` says it.
  static var countsAt: String {
    "CASE WHEN coalesce(h.claim, 'in-time') = 'in-time' THEN coalesce(h.\"pressedAt\", h.\"submittedAt\") "
      + "ELSE h.\"submittedAt\" END"
  }

  /// When the server saw the student at the work.
  func seen(_ student: ID<Student>, at assignment: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> Viewing? {
    try tx.first(
      AssignmentsTables.seen, in: school, "AND assignment = $2 AND student = $3", [.id(assignment), .id(student)])?
      .seen
  }

  func draft(of student: ID<Student>, for assignment: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal)
    -> WorkDraft?
  {
    try tx.first(
      AssignmentsTables.draft, in: school, "AND assignment = $2 AND student = $3", [.id(assignment), .id(student)])
  }

  func draftFiles(of student: ID<Student>, for assignment: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal)
    -> [KeptFile]
  {
    let ids = try tx.rows(
      """
      SELECT file FROM draft_file WHERE school = $1 AND assignment = $2 AND student = $3 ORDER BY "addedAt", file
      """, [.id(school), .id(assignment), .id(student)]
    ) { $0.id(0, KeptFile.self) }
    return try ids.tryCompactMap { id throws(Refusal) in try tx.file(id, school: school) }
  }

  /// What one student handed in for an assignment, the first attempt first.
  func submissions(
    of student: ID<Student>, for assignment: ID<CourseItem>, in school: ID<Tenant>
  ) throws(Refusal) -> [Submission] {
    try tx.all(
      AssignmentsTables.submission, in: school, "AND assignment = $2 AND student = $3 ORDER BY attempt",
      [.id(assignment), .id(student)])
  }

  /// What everybody handed in for an assignment, the first attempts first.
  package func submissions(for assignment: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> [Submission] {
    try tx.all(
      AssignmentsTables.submission, in: school, "AND assignment = $2 ORDER BY student, attempt", [.id(assignment)])
  }

  /// What is said of the time of a student's last attempt for which only the device told it.
  public func claim(
    of student: ID<Student>, for assignment: ID<CourseItem>, in school: ID<Tenant>
  ) throws(Refusal) -> Submission.Claim? {
    try submissions(of: student, for: assignment, in: school).last { $0.claim != nil }?.claim
  }

  func submission(_ id: ID<Submission>, in school: ID<Tenant>) throws(Refusal) -> Submission? {
    try tx.find(AssignmentsTables.submission, id, in: school)
  }

  func hasWork(_ assignment: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> Bool {
    try tx.exists(
      "SELECT 1 FROM submission WHERE school = $1 AND assignment = $2 LIMIT 1", [.id(school), .id(assignment)])
  }

  /// The files of some submissions, in their order.
  package func files(of submissions: [ID<Submission>], in school: ID<Tenant>) throws(Refusal) -> [ID<Submission>:
    [KeptFile]]
  {
    guard !submissions.isEmpty else { return [:] }
    var found: [ID<Submission>: [KeptFile]] = [:]
    for part in submissions.chunks(of: 400) {
      try tx.each(
        """
        SELECT l.submission, f.id, f.hash, f.size, f.type, f.name, f.account, f."createdAt"
        FROM submission_file l JOIN file f ON f.school = l.school AND f.id = l.file
        WHERE l.school = $1 AND l.submission IN (\(placeholders(part.count, from: 2))) ORDER BY l.place, l.file
        """, [.id(school)] + part.map { .id($0) }
      ) { found[$0.id(0), default: []].append(KeptFile(row: $0, from: 1)) }
    }
    return found
  }

  /// Marked files for one student; the student sees them when the score is posted.
  func markedFiles(of student: ID<Student>, for assignment: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal)
    -> [KeptFile]
  {
    try tx.rows(
      """
      SELECT f.id, f.hash, f.size, f.type, f.name, f.account, f."createdAt"
      FROM feedback_file l JOIN file f ON f.school = l.school AND f.id = l.file
      WHERE l.school = $1 AND l.assignment = $2 AND l.student = $3
      ORDER BY l."addedAt", l.file
      """, [.id(school), .id(assignment), .id(student)]
    ) { KeptFile(row: $0, from: 0) }
  }

  // MARK: words of the staff

  func feedback(of student: ID<Student>, for assignment: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal)
    -> Feedback?
  {
    try words(AssignmentsTables.feedback, of: student, for: assignment, in: school)
  }

  /// The words as the student may see them.
  public func postedFeedback(
    of student: ID<Student>, for assignment: ID<CourseItem>, in school: ID<Tenant>
  ) throws(Refusal) -> Feedback? {
    try words(AssignmentsTables.posted, of: student, for: assignment, in: school)
  }

  /// Who got words of any kind at one moment.
  public func feedback(postedAt moment: Instant, in school: ID<Tenant>) throws(Refusal)
    -> [(item: ID<CourseItem>, student: ID<Student>)]
  {
    try tx.rows(
      "SELECT assignment, student FROM feedback_posted WHERE school = $1 AND at = $2 ORDER BY assignment, student",
      [.id(school), .instant(moment)]
    ) { ($0.id(0), $0.id(1)) }
  }

  private func words(
    _ table: Table<Feedback>, of student: ID<Student>, for assignment: ID<CourseItem>, in school: ID<Tenant>
  ) throws(Refusal) -> Feedback? {
    try tx.first(table, in: school, "AND assignment = $2 AND student = $3", [.id(assignment), .id(student)])
  }

  func feedback(for assignment: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> [Feedback] {
    try tx.all(AssignmentsTables.feedback, in: school, "AND assignment = $2", [.id(assignment)])
  }

  func phrases(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [CommentPhrase] {
    try tx.all(
      AssignmentsTables.phrase, in: school, "AND account = $2 ORDER BY \"createdAt\", id", [.id(account)])
  }

  // MARK: files by themselves

  /// Everything a student has in drafts and handed in, the youngest first (G01).
  func ownFiles(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> [WorkFileRow] {
    let drafts = try tx.rows(
      """
      SELECT f.id, f.hash, f.size, f.type, f.name, f.account, f."createdAt", l.assignment
      FROM draft_file l JOIN file f ON f.school = l.school AND f.id = l.file
      WHERE l.school = $1 AND l.student = $2
      """, [.id(school), .id(student)]
    ) { WorkFileRow(file: KeptFile(row: $0, from: 0), assignment: $0.id(7), student: student, attempt: nil) }
    let handedIn = try tx.rows(
      """
      SELECT f.id, f.hash, f.size, f.type, f.name, f.account, f."createdAt", h.assignment, h.attempt
      FROM submission_file l JOIN file f ON f.school = l.school AND f.id = l.file
      JOIN submission h ON h.school = l.school AND h.id = l.submission
      WHERE l.school = $1 AND l.student = $2 ORDER BY h.attempt
      """, [.id(school), .id(student)]
    ) { WorkFileRow(file: KeptFile(row: $0, from: 0), assignment: $0.id(7), student: student, attempt: $0.int(8)) }
    var seen: Set<ID<KeptFile>> = []
    return (handedIn + drafts).filter { seen.insert($0.file.id).inserted }
      .sorted { ($1.file.createdAt, $1.file.id) < ($0.file.createdAt, $0.file.id) }
  }

  /// Where a file lies: in whose draft, in whose handed-in work, or among what goes back to whom.
  package enum FilePlace: Sendable {
    case draft(ID<CourseItem>, ID<Student>)
    case work(ID<CourseItem>, ID<Student>)
    case marked(ID<CourseItem>, ID<Student>)
    /// What the teacher gave with the work.
    case sheet(ID<CourseItem>)
  }

  package func places(of file: ID<KeptFile>, in school: ID<Tenant>) throws(Refusal) -> [FilePlace] {
    let values: [Value] = [.id(school), .id(file)]
    let work = try tx.rows(
      """
      SELECT h.assignment, h.student FROM submission_file l
      JOIN submission h ON h.school = l.school AND h.id = l.submission WHERE l.school = $1 AND l.file = $2
      """, values
    ) { FilePlace.work($0.id(0), $0.id(1)) }
    let drafts = try tx.rows("SELECT assignment, student FROM draft_file WHERE school = $1 AND file = $2", values) {
      FilePlace.draft($0.id(0), $0.id(1))
    }
    let back = try tx.rows("SELECT assignment, student FROM feedback_file WHERE school = $1 AND file = $2", values) {
      FilePlace.marked($0.id(0), $0.id(1))
    }
    let sheets = try tx.rows("SELECT assignment FROM assignment_sheet WHERE school = $1 AND file = $2", values) {
      FilePlace.sheet($0.id(0))
    }
    return work + drafts + back + sheets
  }
}

extension ID where Thing == KeptFile {
  /// The name of a picture's small copy follows from the picture's own.
  package var smallCopy: ID<KeptFile> { ID(high: high ^ 0x5A11, low: low) }
}

extension KeptFile {
  /// As pages show it.
  var item: WorkFileItem { WorkFileItem(id: id.cast(), name: name, type: type, size: Int(content.size)) }

  /// Read from the columns id, hash, size, type, name, account and createdAt, from the given one on.
  init(row: Row, from at: Int) {
    self.init(
      id: row.id(at), content: FileContent(hash: row.bytes(at + 1), size: row.integer(at + 2)),
      type: row.text(at + 3), name: row.text(at + 4), account: row.optionalID(at + 5), createdAt: row.instant(at + 6))
  }
}
