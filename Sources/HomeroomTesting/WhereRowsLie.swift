import App
import Base
import Database
import Ledger
import People
import School

/// In which kinds of buckets the rows of a table lie, by the letters of the kinds: who may see what, as one table.
///
/// Nobody sees it on a page when a bucket is missing; whoever writes a row says once more, here, who is to have it. A kept
/// file lies where what it belongs to lies: which that is, its command says.
enum WhereRowsLie {
  // a table of data
  static let known: [String: Set<String>] = [
    "absence": ["cf"],
    "announcement": ["cemp", "gp", "p", "ps", "pu"],
    "announcement_file": ["gp", "p", "ps"],
    "announcement_read": ["p"],
    "announcement_version": ["cemp", "gp", "p", "ps", "pu"],
    "answer_score": ["ft", "t"],
    "arrival": [""],
    "assignment": ["t", "tu"],
    "assignment_sheet": ["t", "tu"],
    "attempt_answer": ["ft"],
    "attempt_chance": ["t"],
    "attempt_question": ["ft"],
    "attempt_result": ["ft", "t"],
    "checklist": ["p"],
    "checklist_comment": ["p"],
    "checklist_note": ["p"],
    "checklist_template": ["ho"],
    "checklist_version": ["s"],
    "class_size": ["cemo"],
    "class_teacher": ["cemop"],
    "classroom": ["cemo"],
    "classroom_cover": ["cmo"],
    "comment_phrase": ["p"],
    "conversation": ["k"],
    "course": ["ostu", "ot", "otu"],
    "course_item": ["t", "tu"],
    "course_meeting": ["tu"],
    "course_module": ["tu"],
    "course_teacher": ["tu"],
    "document_endorsement": ["p"],
    "document_kind": ["s"],
    "draft_file": ["p"],
    "due_extension": ["ft"],
    "enrolment": ["cfmo"],
    "event": ["cemo", "otu", "p", "s"],
    "feedback": ["t"],
    "feedback_file": ["ft", "t"],
    "feedback_posted": ["f"],
    "file": [],
    "frozen_grade": ["ft"],
    "grade_category": ["tu"],
    "grade_item": ["t", "tu"],
    "grade_override": ["t"],
    "grade_item_statistics": ["tu"],
    "grade_settings": ["tu"],
    "grade_standing": ["ft"],
    "grading_period": ["tu"],
    "guardian": ["cfop", "cfopt", "fop", "fopt"],
    "holiday": ["s"],
    "home_call": ["c"],
    "identity_consent": ["p"],
    "invite": ["o"],
    "late_answer": ["t"],
    "leaderboard_runner": ["u"],
    "lesson": ["t", "tu"],
    "lesson_done": ["ft"],
    "lesson_file": ["t", "tu"],
    "lesson_note": ["p"],
    "letter_scale": ["s"],
    "log_entry": ["p"],
    "log_scheme": ["s"],
    "mark": ["cf"],
    "mark_before": ["cf"],
    "membership": ["op"],
    "message": ["k"],
    "message_file": ["k"],
    "message_policy": ["s"],
    "message_report": ["o"],
    "notice_mute": ["p"],
    "notice_preference": ["p"],
    "notice_way": ["p"],
    "notification": ["p"],
    "period_override": ["t"],
    "posted_override": ["ft"],
    "posted_period_override": ["ft"],
    "posted_score": ["ft"],
    "progress_settings": ["tu"],
    "question": ["pt"],
    "question_key": ["pt"],
    "question_picture": ["pt"],
    "question_version": ["pt"],
    "quiz": ["t", "tu"],
    "quiz_attempt": ["ft"],
    "quiz_time": ["ft"],
    "quiz_trash": ["t"],
    "regrade": ["t"],
    "regrade_step": ["t"],
    "rubric_before": ["t"],
    "roster_import": ["o"],
    "school": ["s"],
    "school_term": ["s"],
    "score": ["t"],
    "score_before": ["t"],
    "seat": ["fot"],
    "signature_seal": ["p"],
    "sitting": ["cem"],
    "sitting_count": ["c"],
    "slot": ["cem"],
    "student": ["cfmo", "cfmot", "fo", "fot"],
    "student_birthday": ["cfo", "fo"],
    "student_note": ["co", "o"],
    "student_photo": ["cfo", "fo"],
    "submission": ["ft"],
    "submission_file": ["ft"],
    "talker": ["kp"],
    "trainee": ["o", "op"],
    "trainee_instructor": ["op"],
    "trainee_profile": ["", "p"],
    "trainee_share": ["p"],
    "training_document": ["p"],
    "training_document_page": ["p"],
    "training_signature": ["p"],
    "training_lesson": ["p"],
    "video_place": ["p"],
    "work_draft": ["p"],
  ]

  /// Kinds of buckets that features above name: moving a row among those says nothing to the others who see it.
  static let placed: [String: Set<String>] = [
    "answer_score": ["f"], "attempt_result": ["f"], "guardian": ["c", "t"], "student": ["c", "m", "t"],
    "student_birthday": ["c"],
    // People of a training come and go among their own buckets.
    "trainee": ["p"], "trainee_instructor": ["p"],
  ]

  /// Where a command tells some of those who see the row, because the others see nothing of what changed, have it already,
  /// or are told by the row's other commands.
  static let inPart: [String: Set<String>] = [
    "absence by follower.attendance.absences": ["c"],
    "announcement_file by announcements.publish": ["s"],
    "announcement_file by announcements.restore": ["s"],
    "announcement_file by announcements.retract": ["s"],
    "announcement_version by announcements.publish": ["cem", "s"],
    "announcement_version by announcements.publish-due": ["g"],
    "announcement_version by announcements.restore": ["s"],
    "announcement_version by announcements.retract": ["cem", "s"],
    "assignment_sheet by assignments.delete-assignment": ["u"],
    "assignment_sheet by assignments.publish-assignment": ["u"],
    "assignment_sheet by assignments.restore-assignment": ["u"],
    "assignment_sheet by courses.publish-item": ["u"],
    "file by announcements.create": ["ps"],
    "file by capture.save": ["co"],
    "file by observations.accept-home": ["co", "cop", "p"],
    "file by observations.add-file": ["co", "p"],
    "file by observations.send-home": ["cop"],
    "file by own-files.keep": ["p"],
    "file by own-files.remove": ["p"],
    "file by own-files.rename": ["p"],
    "file by announcements.edit": ["p", "ps"],
    "file by announcements.publish": ["s"],
    "file by announcements.remove-file": ["s"],
    "file by announcements.restore": ["s"],
    "file by announcements.retract": ["s"],
    "file by assignments.add-worksheets": ["t", "tu"],
    "file by assignments.attach-files": ["p"],
    "file by assignments.begin-attempt": ["p"],
    "file by assignments.create-assignment": ["t", "tu"],
    "file by assignments.delete-file": ["p"],
    "file by assignments.detach-file": ["p"],
    "file by assignments.hand-in": ["fpt", "ft"],
    "file by assignments.keep-archive": ["p"],
    "file by assignments.delete-assignment": ["t", "u"],
    "file by assignments.publish-assignment": ["t", "tu", "u"],
    "file by assignments.remove-worksheet": ["t", "tu"],
    "file by assignments.restore-assignment": ["t", "tu", "u"],
    "file by assignments.return-marked": ["ft", "p", "t"],
    "file by assignments.save-work": ["p"],
    "file by assignments.take-copies": ["p"],
    "file by classrooms.add-classroom": ["cmo"],
    "file by classrooms.add-student": ["cfo"],
    "file by classrooms.delete-classroom": ["cmo"],
    "file by classrooms.remove-cover": ["cmo"],
    "file by classrooms.set-cover": ["", "cmo"],
    "file by courses.publish-item": ["u"],
    "file by courses.undo-copy": ["t", "tu"],
    "file by exchange.apply-roster": ["o"],
    "file by exchange.begin-import": ["o"],
    "file by exchange.discard-import": ["o"],
    "file by exchange.weigh-roster": ["o"],
    "file by file.forget": [""],
    "file by file.keep": ["", "w"],
    "file by members.claim": [""],
    "file by members.join": [""],
    "file by flashcards.add-media": ["cemo", "p", "s"],
    "file by flashcards.put-package-piece": ["cemo", "p", "s"],
    "file by flashcards.remove-media": ["cemo", "p", "s"],
    "file by flashcards.take-package-back": ["cemo", "p", "s"],
    "file by home.furnish-school": ["cfo", "cmo", "s"],
    "file by lessons.add-file": ["t", "tu"],
    "file by lessons.delete-lesson": ["t", "tu"],
    "file by lessons.publish-lesson": ["u"],
    "file by lessons.remove-file": ["t", "tu"],
    "file by lessons.restore-lesson": ["t", "tu"],
    "file by messages.delete": ["k"],
    "file by messages.send": ["k"],
    "file by poster.hang": ["", "p", "pw", "w"],
    "file by quizzes.arrange-question": ["pt"],
    "file by quizzes.delete-quiz": ["pt"],
    "file by quizzes.import-questions": ["pt"],
    "file by quizzes.save-question": ["pt"],
    "file by quizzes.take-from-bank": ["pt"],
    "file by schools.remove-picture": ["s"],
    "file by schools.set-picture": ["", "s"],
    "file by students.add-student": ["fo"],
    "file by students.remove-photo": ["cfo"],
    "file by students.set-photo": ["", "cfo"],
    "file by test.fill": ["p", "pt", "t", "tu"],
    "file by trainees.accept": ["p"],
    "file by trainees.add-instructor": ["p"],
    "file by trainees.hand-over": ["p"],
    "file by trainees.remove-instructor": ["p"],
    "file by trainees.revoke": ["p"],
    "file by training-documents.add": ["p"],
    "file by training-documents.endorse": ["p"],
    "grade_item by assignments.publish-assignment": ["u"],
    "grade_item by courses.publish-item": ["u"],
    "grade_item by quizzes.publish-quiz": ["u"],
    "lesson by courses.publish-item": ["u"],
    "lesson by lessons.publish-lesson": ["u"],
    "lesson_file by courses.publish-item": ["u"],
    "lesson_file by lessons.publish-lesson": ["u"],
    "posted_score by test.write": ["f"],
    "question by members.join": ["p"],
    "question by test.write": ["t"],
    "question_key by members.join": ["p"],
    "question_picture by members.join": ["p"],
    "question_version by members.join": ["p"],
    "quiz by courses.publish-item": ["u"],
    "quiz by quizzes.publish-quiz": ["u"],
    "quiz_attempt by quizzes.accept-late": ["t"],
    "quiz_attempt by quizzes.leave-late": ["t"],
    "quiz_attempt by quizzes.regrade-question": ["t"],
    "quiz_attempt by quizzes.release-results": ["f"],
    "quiz_attempt by quizzes.save-answers": ["t"],
    "quiz_attempt by quizzes.set-quiz": ["f"],
    "quiz_attempt by quizzes.set-time": ["f"],
    "quiz_attempt by quizzes.submit-attempt": ["f"],
    "quiz_attempt by test.fill": ["t"],
    "school by schools.create": [""],
    "school by schools.erase": [""],
    "school by schools.found": [""],
    "school by test.found": [""],
    "seat by enrolment.leave-course": ["f"],
    "seat by test.write": ["f"],
    "talker by follower.messages.tell": ["p"],
    "talker by messages.send": ["p"],
    "talker by test.again": ["p"],
  ]

  static let tables = [DatabaseTables.file] + Homeroom.migrations.flatMap(\.tables)
  static let names = Dictionary(tables.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
}

/// Rows that lie where rows of their table never do.
struct Mislaid: Error, CustomStringConvertible {
  let rows: Set<String>
  var description: String { "lies where such rows do not lie: " + rows.sorted().joined(separator: "; ") }
}

extension Watch {
  /// Refuses every command that puts a row into a bucket too many or too few, or takes it out of one too many or too few.
  static func ofRows(reads: Bool = false) -> Watch {
    Watch(reads: reads) { change, tx in
      // What is too long to be named row by row is looked at where it lies (`findMislaid`).
      guard change.isWhole else { return }
      var said: [PlacedRow: (into: Set<String>, outOf: Set<String>)] = [:]
      for row in tx.named { said[PlacedRow(row.table, row.key, in: change.school)] = ([], []) }
      for entry in change.entries {
        let row = PlacedRow(table: WhereRowsLie.names[entry.table] ?? "", key: entry.row)
        let letter = entry.bucket.kind.letter
        if entry.removed { said[row]?.outOf.insert(letter) } else { said[row]?.into.insert(letter) }
      }
      let mislaid = said.compactMap { row, kinds -> String? in
        let (letters, isPut) = ((kinds.into.isEmpty ? kinds.outOf : kinds.into).sorted().joined(), !kinds.into.isEmpty)
        guard let known = WhereRowsLie.known[row.table], !known.contains(letters),
          WhereRowsLie.inPart["\(row.table) by \(change.command)"]?.contains(letters) != true,
          !kinds.into.union(kinds.outOf).isSubset(of: WhereRowsLie.placed[row.table] ?? [])
        else { return nil }
        return "\(row.table) \(isPut ? "into" : "out of") \"\(letters)\" by \(change.command)"
      }
      if !mislaid.isEmpty { throw Mislaid(rows: Set(mislaid)) }
    }
  }
}

extension Ledger {
  /// Throws when a command after one has put a row into a bucket too many or too few.
  func findMislaid(in school: ID<Tenant>, after seq: Int64) async throws {
    let rows = try await read { tx -> [String] in
      // An erased school has its journal and nothing else.
      guard try tx.exists("SELECT 1 FROM bucket WHERE school = $1", [.id(school)]) else { return [] }
      let named = try Journal.entries(tx, school: school, after: seq, limit: 100).flatMap { entry in
        entry.named.map { ($0, entry.command) }
      }
      var last: [PlacedRow: (row: Journal.Entry.NamedRow, by: String)] = [:]
      for (row, command) in named { last[PlacedRow(row.table, row.key, in: school)] = (row, command) }
      let lies = try tx.kinds(of: Array(last.keys), in: school)
      return try last.compactMap { place, now -> String? in
        guard let known = WhereRowsLie.known[place.table], !known.isEmpty else { return nil }
        let kinds = lies[place] ?? ""
        if now.row.isGone, kinds.isEmpty { return nil }
        if known.contains(kinds), try !now.row.isGone || !tx.isRemoved(now.row) { return nil }
        return "\(place.table) in \"\(kinds)\"\(now.row.isGone ? ", taken away" : "") by \(now.by)"
      }
    }
    if !rows.isEmpty { throw Mislaid(rows: Set(rows)) }
  }
}

private struct PlacedRow: Hashable {
  /// The key as it stands in the change index.
  let table: String, key: [UInt8]
  init(table: String, key: [UInt8]) { (self.table, self.key) = (table, key) }
  init(_ table: String, _ key: [UInt8], in school: ID<Tenant>) {
    self.init(table: table, key: TableSchema.indexKey(key, in: school))
  }
}

extension Transaction {
  /// Whether a row is there no more; one whose key is more than ids is not looked for.
  fileprivate func isRemoved(_ row: Journal.Entry.NamedRow) throws -> Bool {
    guard let table = WhereRowsLie.tables.first(where: { $0.name == row.table }),
      table.columns.allSatisfy({ !table.key.contains($0.name) || $0.kind == .id })
    else { return false }
    let ids = table.key.compactMap { row.id($0, of: table, Bucket.self) }
    let key = table.key.enumerated().map { "\"\($1)\" = $\($0 + 1)" }.joined(separator: " AND ")
    return try !exists("SELECT 1 FROM \"\(table.name)\" WHERE \(key)", ids.map { .id($0) })
  }

  /// The letters of the kinds of buckets in which rows lie now, in their order, each once.
  fileprivate func kinds(of rows: [PlacedRow], in school: ID<Tenant>) throws -> [PlacedRow: String] {
    let (keys, wanted) = (Array(Set(rows.map(\.key))), Set(rows))
    var found: [PlacedRow: Set<String>] = [:]
    for start in stride(from: 0, to: keys.count, by: 200) {
      let part = keys[start..<min(start + 200, keys.count)]
      try each(
        """
        SELECT tbl, row, kind FROM \(changeIndex)
        WHERE school = $1 AND op = 1 AND row IN (\(placeholders(part.count, from: 2)))
        """, [.id(school)] + part.map { .bytes($0) }
      ) { row in
        let place = PlacedRow(table: WhereRowsLie.names[row.int(0)] ?? "", key: row.bytes(1))
        if wanted.contains(place) { found[place, default: []].insert(row.text(2)) }
      }
    }
    return found.mapValues { $0.sorted().joined() }
  }
}
