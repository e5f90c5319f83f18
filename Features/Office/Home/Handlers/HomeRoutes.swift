import Base
import Database
public import Kit
public import Router
import School

/// The paths of home, used by its pages and by nobody else's.
enum HomePaths {
  static let home = "/"
  static let welcome = "/welcome"
  static let wizard = "/welcome/school"
}

public func homeRoutes(_ service: HomeService) -> [Route] {
  [
    .get(HomePaths.home, .members, "What matters today.", offline: .teachersAndFamilies, service.home),
    .get(HomePaths.welcome, .signedIn, "The two ways into a school.", inAPI: false, offline: .everybody) { _, _ in
      .page { welcomePage(mayFound: service.mayFound, $0) }
    },
  ]
}

/// The bars: where each role goes, most used first.
///
/// A place is called what its page is called, by the same key; only the first page says the day instead.
@Sendable public func homePlaces(_ identity: Identity) -> [Place] {
  guard let role = identity.school?.role else { return [] }
  let home = Place(icon: "home", key: "home.place.home", path: "/")
  let attendance = Place(icon: "check", key: "attendance.title", path: "/attendance")
  let classes = Place(icon: "class", key: "classrooms.title", path: "/classes")
  let students = Place(icon: "record", key: "students.title", path: "/students")
  let courses = Place(icon: "school", key: "courses.title", path: "/courses")
  let grades = Place(icon: "chart", key: "grades.title", path: "/grades")
  let messages = Place(
    icon: "chat", key: "messages.title", path: MessagesPaths.all, dot: "messages",
    hasNews: identity.news.contains(MessagesPaths.all))
  let news = Place(icon: "megaphone", key: "announcements.title", path: "/announcements")
  let calendar = Place(icon: "calendar", key: "calendar.title", path: "/schedule")
  let study = Place(icon: "flame", key: "study.title", path: StudyLogPaths.study)
  let settings = Place(icon: "settings", key: "schools.settings", path: "/settings")
  switch role {
  case .owner, .admin:
    return [
      home, attendance, classes, messages, students, courses, calendar, news,
      Place(icon: "person", key: "members.title", path: "/members"),
      Place(icon: "import", key: "exchange.title", path: "/exchange"), study, settings,
    ]
  case .teacher: return [home, attendance, courses, messages, calendar, classes, students, news, study, settings]
  case .student, .guardian: return [home, courses, calendar, messages, grades, news, study, settings]
  }
}
