import Base
import HTML
import Kit
import School

// How a class stands with an assignment: in a bar, and a row a student.

/// How far the class has come, in a sentence and as a bar.
func workCounts(_ data: AssignmentPage, _ scene: Scene) -> HTML {
  guard !data.rows.isEmpty else { return "" }
  let words = scene.words
  func count(_ progress: WorkRow.Progress) -> Int { data.rows.count { $0.progress == progress } }
  func number(_ count: Int) -> Phrase.Argument { .text(words.number(count)) }
  let sentence =
    data.assignment.isOnPaper
    ? words("assignments.progress-paper", number(data.rows.count { $0.isGraded }), number(data.rows.count))
    : words(
      "assignments.progress", number(data.rows.count { $0.handedInAt != nil }), number(data.rows.count),
      number(data.rows.count { $0.lateSeconds > 0 }))
  let parts = [
    Segment(.good, words("assignments.show.graded"), count(.graded)),
    Segment(.accent, words("assignments.to-grade"), count(.waits)),
    Segment(.warning, words("assignments.late-to-grade"), count(.waitsLate)),
    Segment(.bad, words("assignments.missing"), count(.missing)),
    Segment(.other, words("assignments.state.excused"), count(.excused)),
    Segment(.empty, words("assignments.still-out"), count(.out)),
  ]
  return """
    <div id="work-\(data.item.id.text)-counts" class="card work-counts"><p>\(sentence)</p>\(segmentedBar(parts, sentence, scene))</div>
    """
}

extension WorkRow {
  /// How far one has come; everybody is in exactly one of them.
  enum Progress: CaseIterable, Sendable { case graded, waits, waitsLate, missing, excused, out }
  var progress: Progress {
    if state == .excused { return .excused }
    if waits { return lateSeconds > 0 ? .waitsLate : .waits }
    if isGraded { return .graded }
    return state == .missing ? .missing : .out
  }
}

func workChips(_ data: AssignmentPage, _ scene: Scene) -> HTML {
  let path = AssignmentsPaths.assignment(data.item.id)
  // words: assignments.show.*
  return chips(
    AssignmentPage.Show.allCases.map {
      chip(
        scene.words("assignments.show." + $0.rawValue), to: $0 == .all ? path : path + "?show=" + $0.rawValue,
        isCurrent: $0 == data.show)
    })
}

func workList(_ data: AssignmentPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = data.shown(data.show)
  guard !data.rows.isEmpty else {
    return emptyState("people", words("assignments.no-students"), words("assignments.no-students-text"), scene)
  }
  guard !rows.isEmpty else {
    return nothingLeft(words("assignments.none-shown"), words("assignments.none-shown-text"), scene)
  }
  return """
    <ul class="list list--tight" role="list" id="work-\(data.item.id.text)" aria-label="\(words("assignments.students"))">\
    \(each: rows, { workRow($0, data, scene) })</ul>
    """
}

/// One student of the list.
func workRow(_ row: WorkRow, _ data: AssignmentPage, _ scene: Scene) -> HTML {
  var meta: HTML = row.handedInAt.map { time($0, scene) } ?? ""
  if row.claim == .open {
    meta = "\(meta) · \(scene.words("assignments.device-time"))"
  } else if row.lateSeconds > 0 {
    meta = "\(meta) · \(scene.words("assignments.late-by", .text(durationText(row.lateSeconds, scene))))"
  }
  return cell(
    name(row.student.name), meta: meta, lead: avatar(row.student.name, row.student.id, size: .small),
    trail: workBadge(row, data.column, scene), to: AssignmentsPaths.grading(data.item.id, row.student.id), scene,
    style: CellStyle(id: workRowID(data.item.id, row.student.id)))
}

func workRowID(_ assignment: ID<CourseItem>, _ student: ID<Student>) -> String {
  "work-" + assignment.text + "-" + student.text
}

/// “8 / 10”, the points before what there were to get, whichever way the language runs.
func workScore(_ score: Amount, _ column: GradeItem?, _ scene: Scene) -> String {
  let shown = scene.words.number(score)
  guard let column else { return shown }
  return scene.words("assignments.score-of", .text(shown), .text(scene.words.number(column.possible)))
}

/// What matters most about a student's work in one badge.
func workBadge(_ row: WorkRow, _ column: GradeItem?, _ scene: Scene) -> HTML {
  let words = scene.words
  if row.state == .excused { return stateBadge(.excused, scene) }
  if let score = row.score, !row.waits {
    let mark: HTML = row.isPosted ? icon("eye", scene, label: words("assignments.posted")) : ""
    if column?.meant(score) != nil {
      return badge(workScore(score, column, scene), .warning, icon: icon("warning", scene, label: words("grades.over")))
    }
    return badge(workScore(score, column, scene), .success, icon: mark)
  }
  if row.waits { return badge(words("assignments.to-grade"), .warning, icon: icon("target", scene)) }
  return stateBadge(row.state, scene)
}

/// A student's state as a word with its picture.
func stateBadge(_ state: WorkState, _ scene: Scene) -> HTML {
  // words: assignments.state.*
  let word = scene.words("assignments.state." + state.rawValue)
  switch state {
  case .notStarted: return badge(word)
  case .draft: return badge(word, .info, icon: icon("edit", scene))
  case .handedIn: return badge(word, .success, icon: icon("check", scene))
  case .late: return badge(word, .late, icon: icon("clock", scene))
  case .missing: return badge(word, .danger, icon: icon("warning", scene))
  case .returned: return badge(word, .accent, icon: icon("note", scene))
  case .excused: return badge(word, .excused)
  }
}
