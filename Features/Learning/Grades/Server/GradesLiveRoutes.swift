import Base
import Database
import HTML
import Kit
import Learning
import Ledger
import People
import Router
import School
public import Web

/// What stays true on open screens cell by cell: a gradebook.
public func gradeViews(_ server: GradesServer) -> [LiveView] { [server.gradebookView] }

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
