import Base
import Database
import HTML
import Ledger
import People
import Router
import School
public import Web

extension LiveView {
  /// A view of what each reader sees in their own way: the pages that listen to a touched topic, and hold its
  /// `liveMarks`, fetch themselves again.
  init(
    again name: String, maySee: @escaping @Sendable (String, Caller) async throws -> Bool,
    touched: @escaping @Sendable (Change) -> Set<String>
  ) {
    self.init(name, maySee: maySee, touched: touched) { id, _, _ in lookAgain(name + "/" + id) }
  }
}

/// What stays true on open screens. Each reader sees a course in their own way, so a page that is touched fetches itself
/// again.
extension CoursesServer {
  public var views: [LiveView] { [staffView, openView, listView] }

  private static let tables: Set<Int> = [
    CoursesTables.course.number, CoursesTables.teacher.number, CoursesTables.meeting.number,
    CoursesTables.module.number, CoursesTables.item.number,
  ]

  private static func touched(_ change: Change, _ kind: Bucket.Kind) -> Set<String> {
    Set(
      change.entries.filter { $0.bucket.kind == kind && tables.contains($0.table) }.map { $0.bucket.id.text })
  }

  /// A course with its drafts, for its teachers and the office.
  private var staffView: LiveView {
    let ledger = ledger
    return LiveView(again: "course") { id, caller in
      guard let id = ID<Course>(id) else { return false }
      return try await ledger.read { try EnrolmentStore(tx: $0).access(of: id, caller)?.isStaff ?? false }
    } touched: {
      Self.touched($0, Bucket.courseStaff(.none).kind)
    }
  }

  /// A course as those in it see it.
  private var openView: LiveView {
    let ledger = ledger
    return LiveView(again: "course-open") { id, caller in
      guard let id = ID<Course>(id) else { return false }
      return try await ledger.read { try EnrolmentStore(tx: $0).access(of: id, caller) != nil }
    } touched: {
      Self.touched($0, Bucket.course(.none).kind)
    }
  }

  /// The office's list of all courses.
  private var listView: LiveView {
    LiveView(again: "courses") { id, caller in
      caller.role.isOffice && id == caller.school.text
    } touched: { change in
      let isTouched = change.entries.contains {
        $0.bucket.kind == Bucket.office(.none).kind && $0.table == CoursesTables.course.number
      }
      return isTouched ? [change.school.text] : []
    }
  }
}
