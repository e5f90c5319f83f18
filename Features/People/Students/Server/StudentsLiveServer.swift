import Base
import Database
import HTML
import Kit
import Ledger
import Router
import School
public import Web

/// What stays true on open screens.
extension StudentsServer {
  public var views: [LiveView] { [studentView, studentsView] }

  /// The child's record on its own page.
  private var studentView: LiveView {
    let (ledger, reach) = (ledger, service.reach)
    return LiveView("student") { topic, caller in
      guard let (bucket, id) = Self.parts(of: topic) else { return false }
      return try await ledger.read { tx in try tx.maySee(bucket, caller) && reach.access(id, caller, tx) != nil }
    } touched: { change in
      Set(
        change.entries.filter { !$0.removed }.compactMap { entry in
          entry.id("id", of: StudentsTables.student, Student.self).map {
            String(StudentsService.topic(entry.bucket, $0).dropFirst("student/".count))
          }
        })
    } render: { topic, change, scene in
      guard let (bucket, id) = Self.parts(of: topic) else { return nil }
      return try await ledger.read { tx in
        // The record stays with the classes of before, which hear no more of it on open pages.
        guard
          try bucket.kind != Bucket.classStaff(.none).kind || reach.staff(of: id, change.school, tx).contains(bucket)
        else { return nil }
        return try StudentsStore(tx: tx).student(id, in: change.school).map {
          fragment(.replace, "student-" + id.text + "-identity", studentIdentity($0, scene))
        }
      }
    }
  }

  private static func parts(of topic: String) -> (Bucket, ID<Student>)? {
    let parts = topic.split(separator: ".")
    guard parts.count == 3, let bucket = ID<Bucket>(parts[1]), let student = ID<Student>(parts[2]) else { return nil }
    switch parts[0] {
    case "o": return (.office(bucket.cast()), student)
    case "c": return (.classStaff(bucket.cast()), student)
    case "f": return bucket == student.cast() ? (.family(student), student) : nil
    default: return nil
    }
  }

  /// The rows of the office's list: of the whole one, where new children appear in their place, and with `.found` of a
  /// part or a search, where only what is shown changes.
  private var studentsView: LiveView {
    let (ledger, reach) = (ledger, service.reach)
    return LiveView("students") { topic, caller in
      (topic == caller.school.text || topic == caller.school.text + ".found") && caller.role.isOffice
    } touched: { change in
      let school = change.school.text
      return change.entries.contains(where: Self.isInList) ? [school, school + ".found"] : []
    } render: { topic, change, scene in
      let ids = change.entries.filter(Self.isInList).prefix(100).compactMap {
        $0.id("id", of: StudentsTables.student, Student.self)
      }
      let isWhole = topic == change.school.text
      return try await ledger.read { tx in
        let classes = try reach.classNames(ids, change.school, tx)
        return try ids.map { id in
          guard let student = try StudentsStore(tx: tx).student(id, in: change.school) else {
            return fragment(.remove, studentRowID(id))
          }
          let row = studentRow(student, classes: classes[id] ?? [], scene)
          return isWhole
            ? try Self.placed(row, of: student, change.school, scene, tx)
            : fragment(.replace, studentRowID(id), row)
        }.reduce(HTML(), +)
      }
    }
  }

  /// The row where it belongs in the whole list: in its place when it is there already, else beside a neighbour that is
  /// shown; a child who left goes out of the list.
  private static func placed(
    _ row: HTML, of student: Student, _ school: ID<Tenant>, _ scene: Scene, _ tx: Transaction
  ) throws(Refusal) -> HTML {
    guard student.leftAt == nil else { return fragment(.remove, studentRowID(student.id)) }
    let (before, after) = try StudentsStore(tx: tx).neighbours(of: student.id, in: school)
    var out = before.map { fragment(.after, studentRowID($0), row) } ?? HTML()
    if let after { out += fragment(.before, studentRowID(after), row) }
    if before == nil, after == nil { out += fragment(.replace, "students-none", studentsBegin(row, scene)) }
    return out
  }

  private static func isInList(_ entry: Change.Entry) -> Bool {
    entry.table == StudentsTables.student.number && entry.bucket.kind == Bucket.office(.none).kind
  }
}
