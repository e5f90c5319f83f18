package import Base
import Database
import People
import Router
package import School

/// What a gradebook is sifted by.
struct GradebookSift: Sendable {
  var category: ID<GradeCategory>?
  var show = GradebookPage.Show.all
  var search = ""

  init() {}
  init(_ query: Form) {
    category = query["category"].flatMap { ID($0) }
    show = query["show"].flatMap { GradebookPage.Show(rawValue: $0) } ?? .all
    search = String((query["q"] ?? "").prefix(80))
  }
}

/// What the pages of a gradebook ask.
extension GradesService {
  func gradebook(
    _ course: ID<Course>, _ sift: GradebookSift = GradebookSift(), _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> GradebookPage {
    let known = try staffCourse(course, caller, tx)
    let store = GradesStore(tx: tx)
    let book = try store.book(of: course, in: caller.school)
    let posted = try store.postedCounts(in: course, school: caller.school)
    let roster = try EnrolmentStore(tx: tx).roster(course, in: caller.school)
    var page = GradebookPage(known, book, roster, posted, sift)
    page.topics =
      ["gradebook/" + course.text]
      + .watching(
        [.courseStaff(course)],
        LearningWatched.grading + [
          GradesTables.override.number, GradesTables.periodOverride.number, GradesTables.standing.number,
          EnrolmentTables.seat.number,
        ]) + .watching([.school(caller.school)], [GradesTables.scale.number])
    return page
  }

  /// Some students' lines of it, for an answer to what was typed into their cells.
  func gradebook(
    _ course: ID<Course>, of students: Set<ID<Student>>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> GradebookPage {
    let known = try staffCourse(course, caller, tx)
    let here = try EnrolmentStore(tx: tx).studentIDs(in: course, school: caller.school).filter(students.contains)
    let book = try GradesStore(tx: tx).book(of: course, students: here, in: caller.school)
    let roster = try StudentsStore(tx: tx).students(in: caller.school, ids: here)
    return GradebookPage(known, book, roster, [:], GradebookSift())
  }

  /// One column, with what came of the cells just sent.
  func column(
    _ course: ID<Course>, _ item: ID<GradeItem>, _ caller: Caller,
    sent: (command: RecordScores, change: ScoreChange)? = nil, _ tx: Transaction
  ) throws(Refusal) -> GradeColumnPage {
    let known = try staffCourse(course, caller, tx)
    let store = GradesStore(tx: tx)
    let book = try store.book(of: course, in: caller.school)
    guard let place = book.items.firstIndex(where: { $0.id == item }) else { throw .notFound }
    let column = book.items[place]
    let roster = try EnrolmentStore(tx: tx).roster(course, in: caller.school)
    let scores = roster.compactMap { book.scores[$0.id]?[item] }
    var page = GradeColumnPage(
      course: known, item: column, category: book.categories.first { $0.id == column.category },
      rows: roster.map { .init(student: $0.id, name: $0.listName, cell: book.cell($0.id, column)) },
      given: scores.count,
      posted: try store.postedCounts(in: course, school: caller.school)[item] ?? 0, result: ClassResult(scores))
    (page.before, page.after) = (book.items.prefix(place).last, book.items.dropFirst(place + 1).first)
    if let sent { page.take(sent.command, sent.change) }
    return page
  }

  /// - Parameter category: the one the gradebook was sifted by; else the last column of one's own says where the next goes.
  func columnForm(
    _ course: ID<Course>, _ item: ID<GradeItem>?, _ caller: Caller, _ zone: Zone, in category: ID<GradeCategory>? = nil,
    _ tx: Transaction
  ) throws(Refusal) -> GradeColumnForm {
    let known = try staffCourse(course, caller, tx)
    let store = GradesStore(tx: tx)
    var column: GradeItem?
    if let item {
      column = try store.item(item, in: caller.school)
      guard column?.course == course else { throw .notFound }
    }
    let categories = try store.categories(of: course, in: caller.school)
    let last = try store.items(of: course, in: caller.school).last { $0.source == .manual }?.category
    return GradeColumnForm(
      course: known, item: column, categories: categories,
      postsItself: try store.settings(of: course, in: caller.school).postsItself,
      due: column?.dueAt.map { zone.day(of: $0) },
      category: categories.first { $0.id == category }?.id ?? last)
  }

  func cell(
    _ course: ID<Course>, _ item: ID<GradeItem>, _ student: ID<Student>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> GradeCellPage {
    let known = try staffCourse(course, caller, tx)
    let store = GradesStore(tx: tx)
    guard let column = try store.item(item, in: caller.school), column.course == course,
      try EnrolmentStore(tx: tx).isEnrolled(student, in: course, school: caller.school),
      let child = try StudentsStore(tx: tx).student(student, in: caller.school)
    else { throw .notFound }
    let book = try store.book(of: course, student: student, in: caller.school)
    let now = book.scores[student]?[item]
    let all = (now.map { [$0] } ?? []) + (try store.earlier(of: student, for: item, in: caller.school))
    let names = try AccountsStore(tx: tx).names(of: Array(Set(all.map { $0.by })))
    return GradeCellPage(
      course: known, item: column, student: student, name: child.name,
      grade: book.grade(of: student).entries.first { $0.entry.item == item }, score: now,
      history: all.map { .init(score: $0, by: names[$0.by] ?? "") },
      isPosted: try store.isPosted(student, for: item, in: caller.school))
  }
}

/// The course, when the caller is of its staff; for everybody else it is not there.
func staffCourse(_ id: ID<Course>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> Course {
  guard try EnrolmentStore(tx: tx).mustSee(id, caller).isStaff,
    let course = try CoursesStore(tx: tx).course(id, in: caller.school)
  else { throw .notFound }
  return course
}

extension GradeBook {
  /// What a gradebook shows of a student's scores in some columns.
  func cells(_ student: ID<Student>, _ items: [GradeItem]) -> [GradebookPage.Cell] {
    let (scores, missing) = (scores[student] ?? [:], missing[student] ?? [])
    return items.map { cell(scores[$0.id], $0, isMissing: missing.contains($0.id)) }
  }

  package func cell(_ student: ID<Student>, _ item: GradeItem) -> GradebookPage.Cell {
    cell(scores[student]?[item.id], item, isMissing: missing[student]?.contains(item.id) == true)
  }

  private func cell(_ score: Score?, _ item: GradeItem, isMissing: Bool) -> GradebookPage.Cell {
    guard let score else { return GradebookPage.Cell(text: "", isMissing: isMissing) }
    let isLate = settings.late.intervals(score.lateSeconds) > 0
    return GradebookPage.Cell(
      text: score.cellText, isMissing: score.raw == nil && !score.excused && isMissing, isLate: isLate,
      hasComment: score.comment != nil, isPending: score.isPending, left: isLate ? left(score, item) : nil,
      meant: score.excused ? nil : item.meant(score.raw))
  }
}

extension GradebookPage {
  init(
    _ course: Course, _ book: GradeBook, _ roster: [Student], _ posted: [ID<GradeItem>: Int], _ sift: GradebookSift
  ) {
    let items = sift.category == nil ? book.items : book.items.filter { $0.category == sift.category }
    let policy = book.policy
    var places = [ID<GradeItem>: Int](minimumCapacity: items.count)
    for (place, item) in items.enumerated() { places[item.id] = place }
    var given = [Int](repeating: 0, count: items.count)
    var spreads = [GradeSpread](repeating: GradeSpread(), count: items.count)
    let words = Student.fold(sift.search).split(separator: " ")
    var rows: [Row] = []
    rows.reserveCapacity(roster.count)
    for student in roster {
      for (item, score) in book.scores[student.id] ?? [:] {
        guard let place = places[item] else { continue }
        given[place] += 1
        spreads[place].add(score, of: items[place].possible)
      }
      let name = Student.fold(student.listName)
      guard words.allSatisfy({ name.includes($0) }) else { continue }
      let cells = book.cells(student.id, items)
      guard sift.show == .all || cells.contains(where: { sift.show == .missing ? $0.isMissing : $0.text.isEmpty })
      else {
        continue
      }
      rows.append(
        Row(
          student: student.id, name: student.listName, cells: cells, total: book.headline(of: student.id, policy),
          isOverridden: book.overrides[student.id] != nil, standing: book.standings[student.id]))
    }
    self.init(
      course: course, settings: book.settings, categories: book.categories,
      columns: items.enumerated().map { place, item in
        Column(
          item: item, category: book.categories.first { $0.id == item.category }, given: given[place],
          posted: posted[item.id] ?? 0, spread: spreads[place])
      }, rows: rows, category: sift.category, show: sift.show, search: sift.search, students: roster.count)
  }
}

extension GradeColumnPage {
  /// Puts beside each cell what became of it, and what was typed where it was turned away.
  mutating func take(_ command: RecordScores, _ change: ScoreChange) {
    outcome = (change.kept, change.refused)
    var said: [ID<Student>: (CellVerdict, String)] = [:]
    for (edit, verdict) in zip(command.edits, change.verdicts) { said[edit.student] = (verdict, edit.typed) }
    rows = rows.map { row in
      var row = row
      guard let (verdict, typed) = said[row.student], !verdict.isSaved else { return row }
      (row.verdict, row.typed) = (verdict, typed)
      return row
    }
  }
}

extension Student {
  /// As lists of a class have it: the family name first.
  var listName: String { family.isEmpty ? name : given.isEmpty ? family : family + ", " + given }
}
