import Base
import Database
import HTML
import Kit
import Ledger
import People
import Router
import School
public import Web

/// What stays true on open screens: a gradebook's cells, a student's grades.
public func gradeViews(_ server: GradesServer) -> [LiveView] {
  [server.gradebookView, server.sheetView, server.gradingView, server.lettersView, server.familyView]
}

extension Change.Entry {
  /// Whose score for which item this entry is about.
  fileprivate func scored(_ table: some SchemaHolder) -> (item: ID<GradeItem>, student: ID<Student>)? {
    guard let item = id("item", of: table, GradeItem.self), let student = id("student", of: table, Student.self)
    else { return nil }
    return (item, student)
  }
  fileprivate var staffCourse: ID<Course>? {
    bucket.kind == Bucket.courseStaff(.none).kind ? bucket.id.cast() : nil
  }
  fileprivate var family: ID<Student>? { bucket.kind == Bucket.family(.none).kind ? bucket.id.cast() : nil }
}

extension GradesServer {
  /// The cells that somebody wrote, and the totals that follow, for every teacher who has the book open.
  var gradebookView: LiveView {
    LiveView("gradebook") { [ledger] id, caller in
      guard let course = ID<Course>(id) else { return false }
      return try await ledger.read { try EnrolmentStore(tx: $0).access(of: course, caller)?.isStaff == true }
    } touched: { change in
      Set(
        change.entries.compactMap { entry in
          entry.scored(GradesTables.score) == nil ? nil : entry.staffCourse?.text
        })
    } render: { [ledger] id, change, scene in
      guard let course = ID<Course>(id) else { return nil }
      let cells = change.entries.filter { $0.staffCourse == course }.compactMap { $0.scored(GradesTables.score) }
      let students = Set(cells.map(\.student))
      return try await ledger.read { tx in
        try GradesStore(tx: tx).news(of: course, cells, students, change.school, scene)
      }
    }
  }

  /// That a gradebook has other columns, or that a grade was put in the place of another; each teacher has sifted it in
  /// their own way, so it is fetched again.
  var sheetView: LiveView {
    let tables: Set<Int> = [
      GradesTables.item.number, GradesTables.override.number, GradesTables.periodOverride.number,
      GradesTables.standing.number,
    ]
    return LiveView(again: "sheet") { [ledger] id, caller in
      guard let course = ID<Course>(id) else { return false }
      return try await ledger.read { try EnrolmentStore(tx: $0).access(of: course, caller)?.isStaff == true }
    } touched: { change in
      Set(change.entries.compactMap { tables.contains($0.table) ? $0.staffCourse?.text : nil })
    }
  }

  /// How a course makes its grades, which everybody in it sees; what follows from it is each one's own.
  var gradingView: LiveView {
    let tables: Set<Int> = [
      GradesTables.settings.number, GradesTables.category.number, GradesTables.period.number,
    ]
    return LiveView(again: "grading") { [ledger] id, caller in
      guard let course = ID<Course>(id) else { return false }
      return try await ledger.read { try EnrolmentStore(tx: $0).access(of: course, caller) != nil }
    } touched: { change in
      Set(
        change.entries.compactMap {
          tables.contains($0.table) && $0.bucket.kind == Bucket.course(.none).kind ? $0.bucket.id.text : nil
        })
    }
  }

  /// The letters of the school, which everybody there may know; the id says nothing.
  var lettersView: LiveView {
    LiveView(again: "letters") { id, _ in
      id == "now"
    } touched: { change in
      change.entries.contains { $0.table == GradesTables.scale.number } ? ["now"] : []
    }
  }

  /// A student's grades, for the student and the family: of posted rows alone.
  var familyView: LiveView {
    let tables: Set<Int> = [
      GradesTables.posted.number, GradesTables.postedOverride.number, GradesTables.frozen.number,
      GradesTables.postedPeriodOverride.number, GradesTables.standing.number,
    ]
    return LiveView("grades") { [ledger] id, caller in
      guard let student = ID<Student>(id) else { return false }
      return try await ledger.read { try $0.maySee(.family(student), caller) }
    } touched: { change in
      Set(change.entries.compactMap { tables.contains($0.table) ? $0.family?.text : nil })
    } render: { [ledger, self] id, change, scene in
      guard let student = ID<Student>(id) else { return nil }
      let items = Set(
        change.entries.filter { $0.family == student }.compactMap { $0.scored(GradesTables.posted)?.item })
      return try await ledger.read { tx in
        let known = try StudentsStore(tx: tx).student(student, in: change.school)
        let children = try service.children(known.map { [$0] } ?? [], change.school, scene.zone.day(of: tx.now), tx)
        guard let child = children.first else { return nil }
        let courses = Set(try items.compactMap { try GradesStore(tx: tx).item($0, in: change.school)?.course })
        return try child.lines.filter { courses.isEmpty || courses.contains($0.course.id) }.map { line in
          let page = try familyPage(line, child, change.school, tx)
          return fragment(
            .replace, "grade-" + line.course.id.text + "-" + student.text, courseGradeCard(line, student, scene))
            + fragment(
              .replace, "course-grade-" + line.course.id.text + "-" + student.text, courseGradeBody(page, scene))
        }.reduce("", +)
      }
    }
  }

  /// The page of one course as the family sees it.
  private func familyPage(
    _ line: MyGradesPage.Line, _ child: MyGradesPage.Child, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> CourseGradePage {
    let store = GradesStore(tx: tx)
    let book = try store.postedGradebooks(of: [child.student], in: [line.course.id], school: school)[line.course.id]
    var page = CourseGradePage(
      course: line.course, student: child.student, name: child.name, access: .student(child.student),
      items: book?.items ?? [], scores: book?.scores[child.student] ?? [:], grade: line.grade, trend: line.trend,
      statistics: book?.settings.publishesStatistics == true
        ? try store.statistics(of: line.course.id, isStaff: false, in: school) : [:])
    page.standing = line.standing
    return page
  }
}

extension GradesStore {
  /// What some cells of a gradebook show now, and the totals of those students.
  func news(
    of course: ID<Course>, _ cells: [(item: ID<GradeItem>, student: ID<Student>)], _ students: Set<ID<Student>>,
    _ school: ID<Tenant>, _ scene: Scene
  ) throws(Refusal) -> HTML {
    let book = try book(of: course, students: Array(students), in: school)
    let policy = book.policy
    let items = Dictionary(book.items.map { ($0.id, $0) }) { first, _ in first }
    let news = cells.compactMap { cell -> GradebookNews? in
      items[cell.item].map {
        GradebookNews(item: cell.item, student: cell.student, kind: .now, cell: book.cell(cell.student, $0))
      }
    }
    let totals = students.map { student in
      (
        student: student,
        text: totalText(
          book.headline(of: student, policy), places: policy.rounding.places,
          isOverridden: book.overrides[student] != nil, scene)
      )
    }
    return gradebookFeed(news, totals: totals, scene)
  }
}
