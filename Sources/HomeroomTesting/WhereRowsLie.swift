import App
import Base
import Ledger
import People
import School

/// In which kinds of buckets the rows of a table lie, by the letters of the kinds: who may see what, as one table.
///
/// Nobody sees it on a page when a bucket is missing; whoever writes a row says once more, here, who is to have it. A kept
/// file is not among them: it lies where what it belongs to lies.
enum WhereRowsLie {
  // a table of data
  static let known: [String: Set<String>] = [
    "absence": ["cf"],
    "announcement": ["cmp", "gp", "p", "ps", "pu"],
    "announcement_file": ["gp", "p", "ps"],
    "announcement_read": ["p"],
    "announcement_version": ["cmp", "gp", "p", "ps", "pu"],
    "answer_score": ["ft", "t"],
    "arrival": ["p"],
    "assignment": ["t", "tu"],
    "assignment_sheet": ["t", "tu"],
    "attempt_answer": ["ft"],
    "attempt_chance": ["t"],
    "attempt_question": ["ft"],
    "attempt_result": ["ft", "t"],
    "class_teacher": ["cmop"],
    "classroom": ["cmo"],
    "comment_phrase": ["p"],
    "conversation": ["k"],
    "course": ["ostu", "ot", "otu"],
    "course_item": ["t", "tu"],
    "course_meeting": ["tu"],
    "course_module": ["tu"],
    "course_teacher": ["tu"],
    "draft_file": ["p"],
    "due_extension": ["ft"],
    "enrolment": ["cfmo"],
    "event": ["cmo", "otu", "s"],
    "feedback": ["t"],
    "feedback_file": ["ft", "t"],
    "feedback_posted": ["f"],
    "frozen_grade": ["ft"],
    "grade_category": ["tu"],
    "grade_item": ["t"],
    "grade_override": ["t"],
    "grade_settings": ["tu"],
    "grade_standing": ["ft"],
    "grading_period": ["tu"],
    "guardian": ["fop"],
    "holiday": ["s"],
    "home_call": ["c"],
    "invite": ["o"],
    "late_answer": ["t"],
    "leaderboard_runner": ["u"],
    "lesson": ["t", "tu"],
    "lesson_done": ["ft"],
    "lesson_file": ["tu"],
    "lesson_note": ["p"],
    "letter_scale": ["s"],
    "mark": ["cf"],
    "mark_before": ["cf"],
    "membership": ["op"],
    "message": ["k"],
    "message_file": ["k"],
    "message_policy": ["s"],
    "message_report": ["o"],
    "notice_mute": ["p"],
    "notice_preference": ["p"],
    "notification": ["p"],
    "period_override": ["t"],
    "posted_override": ["ft"],
    "posted_period_override": ["ft"],
    "posted_score": ["ft"],
    "progress_settings": ["tu"],
    "question": ["pt"],
    "question_key": ["pt"],
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
    "score": ["t"],
    "score_before": ["t"],
    "seat": ["fot"],
    "sitting": ["c"],
    "slot": ["cm"],
    "student": ["cfmo", "fo"],
    "student_note": ["co"],
    "student_photo": ["cfo", "fo"],
    "submission": ["ft"],
    "submission_file": ["ft"],
    "talker": ["kp"],
    "work_draft": ["p"],
  ]

  static let tables = Homeroom.migrations.flatMap(\.tables)
  static let names = Dictionary(tables.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
}

/// Rows that lie where rows of their table never do.
struct Mislaid: Error, CustomStringConvertible {
  let rows: Set<String>
  var description: String { "lies where such rows do not lie: " + rows.sorted().joined(separator: "; ") }
}

extension Ledger {
  /// Throws when a command after one has put a row into a bucket too many or too few.
  func findMislaid(in school: ID<Tenant>, after seq: Int64) async throws {
    let rows = try await read { tx -> [String] in
      // An erased school has its journal and nothing else.
      guard try tx.exists("SELECT 1 FROM bucket_row WHERE school = $1", [.id(school)]) else { return [] }
      let named = try Journal.entries(tx, school: school, after: seq, limit: 100).flatMap { entry in
        entry.named.map { ($0, entry.command) }
      }
      var last: [PlacedRow: (row: Journal.Entry.NamedRow, by: String)] = [:]
      for (row, command) in named { last[PlacedRow(table: row.table, key: row.key)] = (row, command) }
      let lies = try tx.kinds(of: Array(last.keys), in: school)
      return try last.compactMap { place, now -> String? in
        guard let known = WhereRowsLie.known[place.table] else { return nil }
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
  let table: String, key: [UInt8]
}

extension Transaction {
  /// Whether a row is there no more; one whose key is more than ids is not looked for.
  fileprivate func isRemoved(_ row: Journal.Entry.NamedRow) throws -> Bool {
    guard let table = WhereRowsLie.tables.first(where: { $0.name == row.table }),
      table.columns.allSatisfy({ !table.key.contains($0.name) || $0.kind == .id })
    else { return false }
    let ids = table.key.indices.compactMap { row.id($0, Bucket.self) }
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
        SELECT tbl, row, kind FROM bucket_row
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
