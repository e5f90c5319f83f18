import Base
import Database
import HTML
import Kit
import Ledger
import People
import Router
import School
public import Web

extension Change.Entry {
  /// The course and the student a seat is about.
  var seated: (course: ID<Course>, student: ID<Student>)? {
    guard let course = id("course", of: EnrolmentTables.seat, Course.self),
      let student = id("student", of: EnrolmentTables.seat, Student.self)
    else { return nil }
    return (course, student)
  }
}

extension Change.Entry {
  /// A course's row, as everybody sees it whom the catalogue offers it to.
  fileprivate var isOffered: Bool { table == CoursesTables.course.number && bucket.kind == Bucket.school(.none).kind }
}

extension CourseCard {
  /// The last place has just gone, or there is one again, with nobody in the line.
  fileprivate var isAtTheTurn: Bool {
    guard let capacity = course.capacity, counts.waiting == 0 else { return false }
    return counts.enrolled == capacity || counts.enrolled == capacity - 1
  }
}

/// What stays true on open screens: who is in a course, what is asked, and the places of the catalogue.
extension EnrolmentServer {
  public var views: [LiveView] { [courseSeatsView, requestsView, ownSeatsView, catalogueView] }

  /// The people and the requests of one course, for its staff.
  private var courseSeatsView: LiveView {
    let ledger = ledger
    return LiveView(again: "course-seats") { id, caller in
      guard let id = ID<Course>(id) else { return false }
      return try await ledger.read { try EnrolmentStore(tx: $0).access(of: id, caller)?.isStaff ?? false }
    } touched: { change in
      Set(
        change.entries.filter {
          $0.bucket.kind == Bucket.courseStaff(.none).kind
            && ($0.table == EnrolmentTables.seat.number || $0.table == CoursesTables.teacher.number
              || $0.table == CoursesTables.course.number)
        }.map { $0.bucket.id.text })
    }
  }

  /// What is asked in all courses, for the office; teachers listen to each of theirs.
  private var requestsView: LiveView {
    LiveView(again: "requests") { id, caller in
      caller.role.isOffice && id == caller.school.text
    } touched: { change in
      change.entries.contains { $0.seated != nil && $0.bucket.kind == Bucket.office(.none).kind }
        ? [change.school.text] : []
    }
  }

  /// A student's own seats, wherever the family looks at them.
  private var ownSeatsView: LiveView {
    let ledger = ledger
    return LiveView(again: "seats") { id, caller in
      guard let id = ID<Student>(id) else { return false }
      return try await ledger.read { try $0.maySee(.family(id), caller) }
    } touched: { change in
      Set(change.entries.filter { $0.bucket.kind == Bucket.family(.none).kind }.compactMap { $0.seated?.student.text })
    }
  }

  /// How many places are taken, on every card of the catalogue.
  ///
  /// When the last place goes or is free again, and when a course comes or goes, each page looks for itself: state and
  /// button depend on the reader. Everything between is one number.
  private var catalogueView: LiveView {
    let ledger = ledger
    return LiveView("catalogue") { id, caller in
      id == caller.school.text
    } touched: { change in
      change.entries.contains { $0.seated != nil || $0.isOffered } ? [change.school.text] : []
    } render: { id, change, scene in
      if change.entries.contains(where: \.isOffered) { return lookAgain("catalogue/" + id) }
      let courses = Array(Set(change.entries.compactMap { $0.seated?.course }).sorted().prefix(50))
      return try await ledger.read { tx in
        let offered = try CoursesStore(tx: tx).courses(courses, in: change.school).filter(\.isOffered)
        let counts = try EnrolmentStore(tx: tx).counts(of: offered.map(\.id), in: change.school)
        var out = HTML()
        for course in offered {
          let card = CourseCard(
            course: course, teachers: [], meetings: [], counts: counts[course.id] ?? SeatCounts())
          if card.isAtTheTurn { return lookAgain("catalogue/" + id) }
          out = out + fragment(.replace, "course-" + course.id.text + "-places", placesText(card, scene))
        }
        return out
      }
    }
  }
}
