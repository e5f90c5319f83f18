import Base
public import Classroom
import Database
public import Learning
public import Office
public import People
public import Router
import School
public import Study
public import Talk

/// What every feature does with rows alone, handed its neighbours' seams: a server and a device have it in common.
public struct Services: Sendable {
  public var accounts = AccountsService()
  public let schools = SchoolsService()
  public var members: MembersService
  public let students = StudentsService(reach: .classrooms.withCourses().withPieces())
  public let files = FilesService()
  public var classrooms = ClassroomsService()
  public let attendance = AttendanceService()
  public let notifications = NotificationsService()
  public let messages = MessagesService()
  public let announcements = AnnouncementsService()
  public let calendar = CalendarService()
  public var exchange = ExchangeService()
  public let journal = JournalService()
  public var courses: CoursesService
  public let lessons = LessonsService()
  public let grades = GradesService()
  public let assignments = AssignmentsService()
  public let questions: QuestionsService
  public let quizzes: QuizzesService
  public let attempts: AttemptsService
  public let marking: MarkingService
  public let enrolment: EnrolmentService
  public let progress = ProgressService().withQuizzes()
  public let tracks = TracksService()
  public let studyLog = StudyLogService()
  public let flashcards = FlashcardsService()
  public let tools = ToolsService()
  public let home: HomeService

  /// - Parameters:
  ///   - sendsMail: whether invitations can be sent from here.
  ///   - mayFound: whether anybody may found a school here.
  public init(sendsMail: Bool, mayFound: Bool) {
    accounts.askMembers()
    accounts.askStudy()
    questions = QuestionsService(files: files).withAttempts()
    quizzes = QuizzesService(questions: questions, attempts: .taken)
    attempts = AttemptsService(quizzes: quizzes, regrades: .marking)
    marking = MarkingService(attempts: attempts)
    members = MembersService(sendsMail: sendsMail).withClasses()
    courses = CoursesService().withLearning(quizzes).showing(announcements, progress)
    enrolment = EnrolmentService()
    home = HomeService(attendance: attendance, progress: progress, mayFound: mayFound).showing(announcements).showing(
      studyLog)
    let announcements = announcements
    classrooms.cards.append(
      .init { room, access, caller, tx throws(Refusal) in try announcements.piece(room, access, caller, tx) })
  }

  /// Four features to us, and one to the programs of a school: a token for quizzes is for all of them.
  private var quizzesRoutes: [Route] {
    questionRoutes(questions) + quizRoutes(quizzes) + attemptRoutes(attempts) + markingRoutes(marking)
  }

  /// The routes that need nothing but rows.
  public var routes: [Route] {
    let mounted: [(feature: String, routes: [Route])] = [
      ("Accounts", accountRoutes(accounts)),
      ("Schools", schoolRoutes(schools)),
      ("Members", memberRoutes(members)),
      ("Students", studentRoutes(students)),
      ("Files", fileRoutes(files)),
      ("Classrooms", classroomRoutes(classrooms)),
      ("Attendance", attendanceRoutes(attendance)),
      ("Notifications", notificationRoutes(notifications)),
      ("Messages", messageRoutes(messages)),
      ("Announcements", announcementRoutes(announcements)),
      ("Exchange", exchangeRoutes(exchange)),
      ("Journal", journalRoutes(journal)),
      ("Calendar", calendarRoutes(calendar)),
      ("Courses", courseRoutes(courses)),
      ("Enrolment", enrolmentRoutes(enrolment)),
      ("Lessons", lessonRoutes(lessons)),
      ("Progress", progressRoutes(progress)),
      ("Grades", gradeRoutes(grades)),
      ("Assignments", assignmentRoutes(assignments)),
      ("Quizzes", quizzesRoutes),
      ("Tracks", trackRoutes(tracks)),
      ("StudyLog", studyLogRoutes(studyLog)),
      ("Flashcards", flashcardRoutes(flashcards)),
      ("Tools", toolRoutes(tools)),
      ("Home", homeRoutes(home)),
    ]
    return mounted.flatMap { mount in mount.routes.map { $0.of(mount.feature) } }
  }
}
