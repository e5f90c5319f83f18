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

extension Change.Entry {
  /// The course and the student a seat is about.
  var seated: (course: ID<Course>, student: ID<Student>)? {
    guard let course = id("course", of: EnrolmentTables.seat, Course.self),
      let student = id("student", of: EnrolmentTables.seat, Student.self)
    else { return nil }
    return (course, student)
  }
}

extension CourseCard {
  /// The last place has just gone, or there is one again, with nobody in the line.
  fileprivate var isAtTheTurn: Bool {
    guard let capacity = course.capacity, counts.waiting == 0 else { return false }
    return counts.enrolled == capacity || counts.enrolled == capacity - 1
  }
}

/// The places of the catalogue, which stay true while it is open.
///
/// Seats lie in nobody's sight who only looks for a course, so this is no page's interest: it tells a number and nothing else.
extension EnrolmentServer {
  public var views: [LiveView] { [catalogueView] }

  /// How many places are taken, on every card of the catalogue.
  ///
  /// When the last place goes or is free again, each page looks for itself: state and button depend on the reader.
  private var catalogueView: LiveView {
    let ledger = ledger
    return LiveView("catalogue") { id, caller in
      id == caller.school.text
    } touched: { change in
      change.entries.contains { $0.seated != nil } ? [change.school.text] : []
    } render: { id, change, scene in
      let courses = Array(Set(change.entries.compactMap { $0.seated?.course }).sorted().prefix(50))
      return try await ledger.read { tx in
        let offered = try CoursesStore(tx: tx).courses(courses, in: change.school).filter(\.isOffered)
        let counts = try EnrolmentStore(tx: tx).counts(of: offered.map(\.id), in: change.school)
        var out = HTML()
        for course in offered {
          let card = CourseCard(
            course: course, teachers: [], meetings: [], counts: counts[course.id] ?? SeatCounts())
          if card.isAtTheTurn { return fragment(.refresh, "catalogue") }
          out = out + fragment(.replace, "course-" + course.id.text + "-places", placesText(card, scene))
        }
        return out
      }
    }
  }
}
