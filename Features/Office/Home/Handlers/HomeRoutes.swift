import Base
import Database
public import Kit
public import Router
import School

/// The paths of home, used by its pages and by nobody else's.
package enum HomePaths {
  static let home = "/"
  static let welcome = "/welcome"
  package static let wizard = "/welcome/school"
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
  let people = Place(icon: "person", key: "members.title", path: "/members")
  let study = Place(icon: "flame", key: "study.title", path: StudyLogPaths.study)
  let settings = Place(icon: "settings", key: "schools.settings", path: "/settings")
  // Where children work with materials, what is presented to them is near.
  let isMontessori = identity.school?.kind == SchoolKind.montessori.rawValue
  let curriculum = isMontessori ? [Place(icon: "lesson", key: "curriculum.title", path: CurriculumPaths.all)] : []
  let training =
    identity.school?.areas.contains(SchoolArea.training) == true
    ? [Place(icon: "clipboard", key: "training.title", path: TrainingPaths.all)] : []
  // Where people are trained and nothing else is done, that is what one comes for; classes and children are not spoken of.
  if identity.school?.kind == SchoolKind.training.rawValue {
    switch role {
    case .owner, .admin: return [home] + training + [messages, calendar, news, people, courses, study, settings]
    case .teacher: return [home] + training + [messages, calendar, news, courses, study, settings]
    case .student, .guardian: return [home] + training + [messages, calendar, news, courses, grades, study, settings]
    }
  }
  switch role {
  case .owner, .admin:
    return [home, attendance, classes, messages, students, courses, calendar, news, people] + curriculum + training
      + [Place(icon: "import", key: "exchange.title", path: "/exchange"), study, settings]
  case .teacher:
    let myDay = Place(icon: "sun", key: "myday.title", path: MyDayPaths.today)
    if isMontessori {
      return [home, myDay, attendance, messages, calendar, classes, students] + curriculum
        + training + [courses, news, study, settings]
    }
    return [home, attendance, courses, messages, calendar, classes, students, news] + training + [study, settings]
  case .student, .guardian: return [home, courses, calendar, messages, grades, news] + training + [study, settings]
  }
}
