package import Base
package import HTML
package import Kit
package import School

/// One student's attendance, with everything its numbers are made of.
package struct HistoryPage: Sendable {
  package struct Entry: Sendable {
    let session: LessonSession
    let mark: Mark
    let by: String
    /// What stood there before, newest first, with who said it.
    let earlier: [(event: MarkEvent, by: String)]
  }
  let student: ID<Student>
  let name: String
  let count: AttendanceCount
  /// The rate that the school calls its attendance.
  let rate: AttendanceRate
  let missed: MissedDays
  /// Sittings of the time shown that nobody has marked the student in.
  let untaken: Int
  /// The first day of the month shown; `nil` is all.
  let month: Day?
  let months: [Day]
  let entries: [Entry]
  let next: String?
  /// Whether this is the newest part, where new marks appear.
  let isFirst: Bool
  let mayReport: Bool

  /// What the page listens to: the student, and the month when it shows one.
  var topic: String { student.text + (month.map { "." + $0.text.prefix(7) } ?? "") }
}

func historyPage(_ data: HistoryPage, _ scene: Scene) -> Page {
  let report: HTML =
    data.mayReport
    ? linkButton(
      scene.words("attendance.report-absence"), to: AttendancePaths.absences(data.student), icon: icon("note", scene))
    : ""
  return Page(
    "attendance.history", title: scene.words("attendance.history-of", .text(data.name)), actions: report,
    topics: ["history/" + data.topic],
    body: stack([monthChips(data, scene), historyRates(data, scene), entries(data, scene)]))
}

private func monthChips(_ data: HistoryPage, _ scene: Scene) -> HTML {
  guard data.months.count > 1 || data.month != nil else { return "" }
  let path = AttendancePaths.history(data.student)
  let all = chip(scene.words("attendance.all-months"), to: path, isCurrent: data.month == nil)
  let each = data.months.map {
    chip(scene.words.date($0, .month), to: path + "?month=" + String($0.text.prefix(7)), isCurrent: $0 == data.month)
  }
  return chips([all] + each)
}

/// The rates with their formula: what a live line replaces with every mark.
private func historyRates(_ data: HistoryPage, _ scene: Scene) -> HTML {
  "<div id=\"history-rates-\(data.student.text)\">\(rates(data, scene))</div>"
}

private func rates(_ data: HistoryPage, _ scene: Scene) -> HTML {
  guard data.count.marked > 0 else { return "" }
  let counts = Mark.Status.inPill.map {
    Stat($0.word(scene), scene.words.number(data.count[$0]), $0.tone)
  }
  let share = Stat(scene.words("attendance.rate"), rate(data.count[data.rate], scene))
  let flag: HTML =
    data.missed.isChronic
    ? banner(HTML(text: scene.words("attendance.chronic", .text(rate(data.missed.share, scene)))), scene, .warning) : ""
  // words: attendance.rule.*
  let rule: HTML = "<p class=\"quiet\">\(scene.words("attendance.rule." + data.rate.rawValue))</p>"
  return stack([stats([share] + counts), rule, formula(data, scene), flag])
}

/// How the rates come about, one tap away, with the reader's own numbers in them.
private func formula(_ data: HistoryPage, _ scene: Scene) -> HTML {
  let count = data.count
  let there = scene.words.number(count.present + count.late)
  let lines = [
    formulaLine("attendance.formula.attendance", there, count.marked, count.attendance, scene),
    formulaLine("attendance.formula.excluding", there, count.marked - count.excused, count.excludingExcused, scene),
    formulaLine("attendance.formula.strict", scene.words.number(count.present), count.marked, count.strict, scene),
    scene.words(
      "attendance.formula.days", .text(halves(data.missed.halves, scene)), .text(scene.words.number(data.missed.days)),
      .text(rate(data.missed.share, scene))),
    scene.words("attendance.formula.untaken", .count(data.untaken)),
  ]
  return """
    <details id="formula"><summary class="button button--small">\(icon("info", scene))\(scene.words("attendance.how-counted"))</summary>\
    <ul>\(each: lines, { "<li>\($0)</li>" })</ul></details>
    """
}

// words: attendance.formula.*

private func formulaLine(_ key: String, _ part: String, _ whole: Int, _ share: Amount?, _ scene: Scene) -> String {
  scene.words(key, .text(part), .text(scene.words.number(whole)), .text(rate(share, scene)))
}

/// Half days as days: 5 halves are 2.5.
private func halves(_ halves: Int, _ scene: Scene) -> String {
  scene.words.number(Amount(units: Int64(halves) * Amount.scale / 2), places: halves % 2 == 0 ? 0 : 1)
}

private func entries(_ data: HistoryPage, _ scene: Scene) -> HTML {
  guard !data.entries.isEmpty else {
    let empty = emptyState(
      "calendar", scene.words("attendance.no-records"), scene.words("attendance.no-records-text"), scene)
    return "<div id=\"history-\(data.student.text)-none\">\(empty)</div>"
  }
  let rows = data.entries.map { entryRow($0, scene) }
  let now = scene.words("attendance.marks-shown", .count(data.entries.count))
  let month = data.month.map { "&month=" + String($0.text.prefix(7)) } ?? ""
  let next = data.next.map { AttendancePaths.history(data.student) + "?after=" + $0 + month }
  let id = data.isFirst ? "history-" + data.student.text : nil
  return list(rows, id: id) + pager(now, previous: nil, next: next, scene)
}

/// For everybody who watches: the marks that are new or different, those that are gone, and what the rates are now.
///
/// A row that is there is replaced where it stands; the first mark of all comes with the list.
package func historyFragments(
  _ data: HistoryPage, _ changed: [HistoryPage.Entry], cleared: [ID<LessonSession>], _ scene: Scene
) -> HTML {
  let list = "history-" + data.student.text
  let rows: HTML = "\(each: changed, { entryRow($0, scene) })"
  let gone = cleared.map { fragment(.remove, entryID($0, data.student)) }.reduce(HTML(), +)
  return fragment(.replace, list + "-none", entries(data, scene)) + fragment(.prepend, list, rows) + gone
    + fragment(.replace, "history-rates-" + data.student.text, historyRates(data, scene))
}

private func entryID(_ session: ID<LessonSession>, _ student: ID<Student>) -> String {
  "entry-" + rowKey(session, student)
}

private func entryRow(_ entry: HistoryPage.Entry, _ scene: Scene) -> HTML {
  let by = scene.words(
    "attendance.marked-by", .text(scene.words.moment(entry.mark.at, in: scene.zone)), .text(entry.by))
  let note: HTML = entry.mark.note.map { "<span class=\"cell__meta\" dir=\"auto\">\($0)</span>" } ?? ""
  let title: HTML = "\(day(entry.session.day, scene, .weekday)) · \(name(entry.session.title))"
  return cell(
    title, meta: "\(by)\(note)\(earlier(entry, scene))", trail: statusBadge(entry.mark.status, scene), scene,
    style: CellStyle(id: entryID(entry.session.id, entry.mark.student)))
}

/// What stood there before; every name stays.
private func earlier(_ entry: HistoryPage.Entry, _ scene: Scene) -> HTML {
  guard !entry.earlier.isEmpty else { return "" }
  let lines = entry.earlier.map { old -> String in
    let word =
      old.event.status.map { $0.word(scene) } ?? scene.words("attendance.not-marked")
    return scene.words(
      "attendance.earlier-mark", .text(word), .text(scene.words.moment(old.event.at, in: scene.zone)), .text(old.by))
  }
  return """
    <details><summary class="button button--ghost button--small">\(scene.words("attendance.earlier", .count(lines.count)))</summary>\
    <ul>\(each: lines, { "<li>\($0)</li>" })</ul></details>
    """
}

// MARK: absences said beforehand

struct AbsencesPage: Sendable {
  struct Row: Sendable {
    let absence: Absence
    let by: String
  }
  let student: ID<Student>
  let name: String
  let rows: [Row]
  let mayReport: Bool
  let today: Day
}

func absenceFields(_ data: AbsencesPage, _ scene: Scene) -> [Field] {
  [
    .date("from", scene.words("attendance.first-day"), value: data.today),
    .date(
      "until", scene.words("attendance.last-day"), hint: scene.words("attendance.last-day-hint"), isRequired: false),
    .text(
      "reason", scene.words("attendance.reason"), hint: scene.words("attendance.reason-hint"), isRequired: false,
      max: 200),
  ]
}

func absencesPage(_ data: AbsencesPage, _ draft: Draft, _ scene: Scene) -> Page {
  let form: HTML =
    data.mayReport
    ? card(
      scene.words("attendance.report-absence"), id: "report",
      content: form(
        AttendancePaths.absences(data.student), absenceFields(data, scene), draft, scene,
        submit: scene.words("attendance.report"),
        style: FormStyle(draft: "absence-" + data.student.text))) : ""
  let rows = data.rows.map { absenceRow($0, data, scene) }
  let said: HTML =
    rows.isEmpty
    ? emptyState(
      "note", scene.words("attendance.no-absences"), scene.words("attendance.no-absences-text"), scene, isSlot: true)
    : list(rows)
  return Page(
    "attendance.absences", title: scene.words("attendance.absences-of", .text(data.name)),
    topics: ["absences/" + data.student.text],
    parent: (scene.words("attendance.history-of", .text(data.name)), AttendancePaths.history(data.student)),
    body: stack([form, said]))
}

private func absenceRow(_ row: AbsencesPage.Row, _ data: AbsencesPage, _ scene: Scene) -> HTML {
  let absence = row.absence
  let days: HTML =
    absence.from == absence.until
    ? day(absence.from, scene, .weekday)
    : HTML(
      text: scene.words(
        "attendance.from-until", .text(scene.words.date(absence.from, .weekday)),
        .text(scene.words.date(absence.until, .weekday))))
  let reason: HTML = absence.reason.map { " · <span dir=\"auto\">\($0)</span>" } ?? ""
  let trail: HTML
  if absence.withdrawnAt != nil {
    trail = badge(scene.words("attendance.withdrawn"), .neutral)
  } else if data.mayReport {
    trail = postButton(
      scene.words("attendance.withdraw"), to: AttendancePaths.withdraw(absence), scene,
      style: ButtonStyle(isSmall: true))
  } else {
    trail = ""
  }
  return cell(
    days, meta: "\(name(row.by))\(reason)", trail: trail, scene, style: CellStyle(id: "absence-" + absence.id.text))
}
