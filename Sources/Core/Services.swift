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
public import Training

/// What every feature does with rows alone, handed its neighbours' seams: a server and a device have it in common.
public struct Services: Sendable {
  public var accounts = AccountsService()
  public let schools = SchoolsService()
  public var members: MembersService
  public let students = StudentsService(reach: .classrooms.withCourses().withPieces())
  public let files = FilesService()
  public var classrooms = ClassroomsService()
  public let consents = ConsentsService(reach: .classrooms.withCourses())
  public let attendance = AttendanceService()
  public let curriculum = CurriculumService().withPresentations()
  public let observations = ObservationsService()
  public let presentations = PresentationsService()
  public let tasks = TasksService()
  public let habits = HabitsService()
  public let insights = InsightsService()
  public let conference = ConferenceService()
  public let summaries = SummariesService()
  public let myDay = MyDayService()
  public let capture = CaptureService()
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
  public let ownFiles = OwnFilesService()
  public let documents = DocumentsService()
  public let checklists = ChecklistsService()
  public let trainees = TraineesService(pieces: [
    checklistsTraineePiece(ChecklistsService()),
    logbookTraineePiece(),
    DocumentsService.piece,
    signatureTraineePiece(),
  ])
  public let templates = TemplatesService()
  public let signatures = SignaturesService(dual: loggedDual)
  public let logbook = LogbookService()
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
      studyLog
    ).showing(trainees)
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
      ("Devices", deviceRoutes()),
      ("Classrooms", classroomRoutes(classrooms)),
      ("Attendance", attendanceRoutes(attendance)),
      ("Consents", consentRoutes(consents)),
      ("Curriculum", curriculumRoutes(curriculum)),
      ("Observations", observationRoutes(observations)),
      ("Presentations", presentationRoutes(presentations)),
      ("Tasks", taskRoutes(tasks)),
      ("Habits", habitRoutes(habits)),
      ("Records", conferenceRoutes(conference)),
      ("Insights", insightRoutes(insights)),
      ("Summaries", summaryRoutes(summaries)),
      ("MyDay", myDayRoutes(myDay)),
      ("Capture", captureRoutes(capture)),
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
      ("OwnFiles", ownFileRoutes(ownFiles)),
      ("Trainees", traineeRoutes(trainees)),
      ("Documents", documentRoutes(documents)),
      ("Templates", templateRoutes(templates)),
      ("Checklists", checklistRoutes(checklists)),
      ("Signatures", signatureRoutes(signatures)),
      ("Logbook", logbookRoutes(logbook)),
      ("Home", homeRoutes(home)),
    ]
    return mounted.flatMap { mount in mount.routes.map { $0.of(mount.feature) } }
  }
}
