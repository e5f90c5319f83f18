import Base
import Database
import HTML
import Kit
import Ledger
import People
import Router
import School
public import Web

/// What stays true on open screens: the staff's list fills as students hand in; a student's page hears of what came back.
public func assignmentViews(_ server: AssignmentsServer) -> [LiveView] { [server.workView, server.myWorkView] }

extension Change.Entry {
  /// Whose work in which assignment this entry is about.
  fileprivate var work: (item: ID<CourseItem>, student: ID<Student>)? {
    let ofWork: [any SchemaHolder] = [
      AssignmentsTables.submission, AssignmentsTables.feedback, AssignmentsTables.feedbackFile,
      AssignmentsTables.posted,
    ]
    return work(in: ofWork, by: "assignment")
      ?? work(in: [AssignmentsTables.dueExtension, GradesTables.score, GradesTables.posted], by: "item")
  }

  private func work(in tables: [any SchemaHolder], by item: String) -> (item: ID<CourseItem>, student: ID<Student>)? {
    guard let ours = tables.first(where: { $0.number == table }), let item = id(item, of: ours, CourseItem.self),
      let student = id("student", of: ours, Student.self)
    else { return nil }
    return (item, student)
  }
}

extension AssignmentsServer {
  /// The staff's list of one assignment: the rows that changed, and the counts above them.
  var workView: LiveView {
    let ledger = ledger
    return LiveView("work") { id, caller in
      guard let id = ID<CourseItem>(id), caller.role.isStaff else { return false }
      return try await ledger.read { tx in
        guard let item = try CoursesStore(tx: tx).item(id, in: caller.school) else { return false }
        return try EnrolmentStore(tx: tx).access(of: item.course, caller)?.isStaff ?? false
      }
    } touched: { change in
      Set(
        change.entries.filter { $0.bucket.kind == Bucket.courseStaff(.none).kind }.compactMap { $0.work?.item.text })
    } render: { id, change, scene in
      guard let id = ID<CourseItem>(id) else { return nil }
      let page = try await ledger.read { tx -> AssignmentPage? in
        guard let assignment = try AssignmentsStore(tx: tx).assignment(id, in: change.school),
          let item = try CoursesStore(tx: tx).item(id, in: change.school)
        else { return nil }
        return try AssignmentsService.page(assignment, item, change.school, tx)
      }
      let changed = Set(change.entries.compactMap { $0.work.flatMap { $0.item == id ? $0.student : nil } })
      return page.map { workFragments($0, changed, scene) }
    }
  }

  /// One student's page: what came back, another day.
  ///
  /// Its topic is `assignment.student`.
  var myWorkView: LiveView {
    let ledger = ledger
    return LiveView("my-work") { id, caller in
      guard let (item, student) = Self.parts(id) else { return false }
      return try await ledger.read { tx in
        guard let known = try CoursesStore(tx: tx).item(item, in: caller.school), known.publishedAt != nil else {
          return false
        }
        switch try EnrolmentStore(tx: tx).access(of: known.course, caller) {
        case .student(let me): return me == student
        case .guardian(let children): return children.contains(student)
        default: return false
        }
      }
    } touched: { change in
      Set(
        change.entries.filter { $0.bucket.kind == Bucket.family(.none).kind }
          .compactMap { $0.work.map { $0.item.text + "." + $0.student.text } })
    } render: { id, change, scene in
      guard let (item, student) = Self.parts(id) else { return nil }
      let page = try await ledger.read { tx -> WorkPage? in
        let nobody = Caller(account: .none, school: change.school, role: .student)
        guard let assignment = try AssignmentsStore(tx: tx).assignment(item, in: change.school),
          let known = try CoursesStore(tx: tx).item(item, in: change.school)
        else { return nil }
        return try AssignmentsService.work(assignment, known, student, nobody, tx)
      }
      return page.map { myWorkFragments($0, student, scene) }
    }
  }

  private static func parts(_ id: String) -> (ID<CourseItem>, ID<Student>)? {
    let halves = id.split(separator: ".")
    guard halves.count == 2, let item = ID<CourseItem>(halves[0]), let student = ID<Student>(halves[1]) else {
      return nil
    }
    return (item, student)
  }
}
