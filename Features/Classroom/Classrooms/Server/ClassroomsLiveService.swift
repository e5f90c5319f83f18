import Base
import Database
import HTML
import Kit
import Ledger
import People
import School
public import Web

/// What stays true on open screens.
extension ClassroomsServer {
  public var views: [LiveView] { [classView, teachersView, rowView, listView, taughtView] }

  private static let tables: Set<Int> = [
    ClassroomsTables.classroom.number, ClassroomsTables.classTeacher.number, ClassroomsTables.enrolment.number,
    StudentsTables.student.number,
  ]

  /// The classrooms whose staff bucket a change in one of the tables touches.
  private static func rooms(_ change: Change, _ tables: Set<Int> = tables) -> Set<String> {
    Set(
      change.entries.filter { $0.bucket.kind == Bucket.classStaff(.none).kind && tables.contains($0.table) }
        .map { $0.bucket.id.text })
  }

  /// One class's page, for its staff: who is in it, who teaches it.
  ///
  /// Today's marks stand beside the names.
  private var classView: LiveView {
    let ledger = ledger
    return LiveView("class") { id, caller in
      guard let id = ID<Classroom>(id) else { return false }
      return try await ledger.read { try ClassroomsStore(tx: $0).access(of: id, caller)?.isStaff ?? false }
    } touched: {
      Self.rooms($0, Self.tables.union([AttendanceTables.mark.number]))
    } render: { id, change, scene in
      guard let id = ID<Classroom>(id) else { return nil }
      return try await ledger.read { tx in
        // Drawn for any of the staff: what only the office may press stands outside these pieces.
        guard var page = try ClassroomsService.page(id, .teacher, change.school, tx) else { return nil }
        try ClassroomsService.mark(&page, change.school, tx)
        return fragment(.replace, "class-" + id.text + "-students", classroomRoster(page, scene))
      }
    }
  }

  /// Who teaches the class, for the office, which alone may change it.
  private var teachersView: LiveView {
    let ledger = ledger
    return LiveView("class-teachers") { id, caller in
      guard let id = ID<Classroom>(id), caller.role.isOffice else { return false }
      return try await ledger.read { try ClassroomsStore(tx: $0).classroom(id, in: caller.school) != nil }
    } touched: {
      Self.rooms($0)
    } render: { id, change, scene in
      guard let id = ID<Classroom>(id) else { return nil }
      return try await ledger.read { tx in
        try ClassroomsService.page(id, .office, change.school, tx).map {
          fragment(.replace, "class-" + id.text + "-teachers", classroomTeachers($0, scene))
        }
      }
    }
  }

  /// One row of anybody's list and the head of the class's own page: the picture, the name and the figures, without what
  /// only some may press.
  private var rowView: LiveView {
    let ledger = ledger
    return LiveView("class-row") { id, caller in
      guard let id = ID<Classroom>(id) else { return false }
      return try await ledger.read { try ClassroomsStore(tx: $0).access(of: id, caller) != nil }
    } touched: {
      Self.rooms($0)
    } render: { id, change, scene in
      guard let id = ID<Classroom>(id) else { return nil }
      return try await ledger.read { tx in
        guard let page = try ClassroomsService.page(id, .teacher, change.school, tx) else { return nil }
        let row = ClassroomsPage.Row(
          classroom: page.classroom, students: page.count, teachers: page.teachers.map(\.name))
        return fragment(.replace, "class-" + id.text + "-name", classroomName(page.classroom))
          + fragment(.replace, "class-" + id.text + "-meta", classroomMeta(row, scene))
          + fragment(.replace, "class-" + id.text + "-lead", classroomLead(page.classroom))
          + fragment(.replace, "class-" + id.text + "-cover", classroomCover(page.classroom))
      }
    }
  }

  /// The students of a teacher, for each of the classes: who comes, who goes, what one is called.
  ///
  /// The page asks for itself, because where a row belongs follows from all classes together.
  private var taughtView: LiveView {
    let ledger = ledger
    return LiveView("taught") { id, caller in
      guard let id = ID<Classroom>(id), caller.role == .teacher else { return false }
      return try await ledger.read { try ClassroomsStore(tx: $0).access(of: id, caller)?.isStaff ?? false }
    } touched: {
      Self.rooms($0)
    } render: { _, _, _ in
      fragment(.refresh, "main")
    }
  }

  /// The office's list of all classrooms.
  private var listView: LiveView {
    let ledger = ledger
    return LiveView("classes") { id, caller in
      caller.role.isOffice && id == caller.school.text
    } touched: { change in
      Self.rooms(change).isEmpty ? [] : [change.school.text]
    } render: { _, change, scene in
      try await ledger.read { tx in
        var page = try ClassroomsService.list(change.school, for: nil, archived: false, tx)
        (page.isOffice, page.isStaff) = (true, true)
        return fragment(.replace, "classes", classroomsList(page, scene))
      }
    }
  }
}
