import Base
import Classroom
import Database
import Learning
import Office
import School
import Talk

extension HomeService {
  /// The same with the announcements of the day.
  func showing(_ announcements: AnnouncementsService) -> HomeService {
    var home = self
    home.news.append(HomeNewsSource { caller, tx throws(Refusal) in try announcements.news(for: caller, tx) })
    return home
  }
}

/// Where announcements show on their neighbours' pages.
extension AnnouncementsService {
  func news(for caller: Caller, _ tx: Transaction) throws(Refusal) -> HomeNews {
    let data = try card(for: caller, tx)
    return HomeNews(topics: data.topics) { announcementsCard(data, $0) }
  }

  func piece(
    _ classroom: Classroom, _ access: ClassAccess, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> ClassPiece? {
    let data = try card(of: classroom.id, access, caller, tx)
    return ClassPiece(topics: data.topics) { announcementsCard(data, $0) }
  }

  func piece(
    _ course: Course, _ access: CourseAccess, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> CoursePiece? {
    let data = try card(of: course.id, access, caller, tx)
    return CoursePiece(topics: data.topics) { announcementsLine(data, $0) }
  }
}
