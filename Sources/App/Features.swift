import Base
import Classroom
import Database
import Foundation
import Kit
import Learning
import Ledger
import Logging
import Office
import People
import Router
import School
import Talk
import Web

/// Every feature, made with the books and handed its neighbours' seams.
///
/// A new feature is mounted here.
struct Features: Sendable {
  let ledger: Ledger
  let settings: Settings
  let passwords: Passwords
  let accounts: AccountsService
  let schools: SchoolsService
  let members: MembersService
  let students: StudentsService
  let files: FilesService
  let classrooms: ClassroomsService
  let attendance: AttendanceService
  let notifications: NotificationsService
  let messages: MessagesService
  let announcements: AnnouncementsService
  let post: PostService
  let calendar: CalendarService
  let exchange: ExchangeService
  let journal: JournalService
  let courses: CoursesService
  let lessons: LessonsService
  let grades: GradesService
  let assignments: AssignmentsService
  let quizzes: QuizzesService
  let enrolment: EnrolmentService
  let progress: ProgressService
  let home: HomeService
  let known = Known()

  /// In the order they are carried out: what points to a table comes after it.
  static let migrations = [
    AccountsTables.migrations,
    SchoolsTables.migrations,
    MembersTables.migrations,
    StudentsTables.migrations,
    ClassroomsTables.migrations,
    AttendanceTables.migrations,
    NotificationsTables.migrations,
    CalendarTables.migrations,
    ExchangeTables.migrations,
    FilesTables.migrations,
    CoursesTables.migrations,
    EnrolmentTables.migrations,
    GradesTables.migrations,
    AssignmentsTables.migrations,
    LessonsTables.migrations,
    QuizzesTables.migrations,
    ProgressTables.migrations,
    MessagesTables.migrations,
    AnnouncementsTables.migrations,
    JournalTables.migrations,
    HomeTables.migrations,
  ].flatMap { $0 }

  init(
    ledger: Ledger, settings: Settings, carriers: Carriers,
    ended: @escaping @Sendable (ID<Account>, ID<Session>?, _ stays: ID<Session>?) -> Void
  ) {
    (self.ledger, self.settings) = (ledger, settings)
    let world = ledger.world
    passwords = Passwords(world: world)
    var accounts = AccountsService(
      ledger: ledger, passwords: passwords,
      settings: AccountsSettings(signUp: settings["sign-up"] == "yes", legal: settings.legal), ended: ended)
    accounts.askMembers()
    self.accounts = accounts
    files = FilesService(ledger: ledger)
    let mayFound = settings["new-schools"] == "yes"
    schools = SchoolsService(ledger: ledger, mayFound: mayFound, accounts: accounts)
    students = StudentsService(ledger: ledger, reach: .classrooms.withCourses())
    let announcements = AnnouncementsService(ledger: ledger, files: files)
    self.announcements = announcements
    var classrooms = ClassroomsService(ledger: ledger)
    classrooms.cards.append { try announcements.piece($0, $1, $2, $3) }
    self.classrooms = classrooms
    var members = MembersService(
      ledger: ledger, accounts: accounts, sendsMail: settings.optional("smtp-url") != nil)
    let leaving: [MembersService.Leaving] = [{ try leavingClassrooms($0, $1) }, { try leavingTeaching($0, $1) }]
    members.leaving += leaving
    members.demoting += leaving
    members.linking.append { invite, _, tx in try settleInvite(invite, tx) }
    members.moving += Features.moving
    members.classes = .classrooms
    members.beginning = { try beginWithClassroom($0, $1, $2) }
    members.linking.append { invite, _, tx in try settleCourses(invite, tx) }
    members.inviting.append { try writeInvitation($0, $1) }
    self.members = members
    attendance = AttendanceService(ledger: ledger)
    post = PostService(ledger: ledger, carriers: carriers)
    var notifications = NotificationsService(ledger: ledger)
    notifications.post = post
    self.notifications = notifications
    messages = MessagesService(ledger: ledger, files: files)
    calendar = CalendarService(ledger: ledger, origin: Features.origin(settings))
    exchange = ExchangeService(ledger: ledger)
    journal = JournalService()
    var courses = CoursesService(ledger: ledger).withLearning()
    lessons = LessonsService(ledger: ledger, files: files)
    grades = GradesService(ledger: ledger)
    courses.cards.append { try announcements.piece($0, $1, $2, $3) }
    let progress = ProgressService(ledger: ledger).withQuizzes()
    courses.cards.append { try progress.card($0, $1, $2, $3) }
    courses.ways.append { course, sight, _, _ in progress.way(course, sight) }
    self.progress = progress
    self.courses = courses
    assignments = AssignmentsService(ledger: ledger, files: files)
    quizzes = QuizzesService(ledger: ledger)
    enrolment = EnrolmentService(ledger: ledger, courses: courses)
    var home = HomeService(
      ledger: ledger, schools: schools, attendance: attendance, progress: progress, mayFound: mayFound)
    home.news.append { try announcements.news(for: $0, $1) }
    self.home = home
  }

  /// What goes over in a way of its own when an account that waited becomes another's, in this order; the rest is said by
  /// the columns (`OnMerge`).
  private static let moving: [MembersService.Moving] = [
    { try movingClassrooms($0, $1, $2) },
    { try movingCourses($0, $1, $2) },
    { try movingNotifications($0, $1, $2) },
    { try movingMessages($0, $1, $2) },
  ]

  var views: [LiveView] {
    [
      memberViews(members),
      students.views,
      classrooms.views,
      attendanceViews(attendance),
      notificationViews(notifications),
      messageViews(messages),
      announcementViews(announcements),
      calendar.views,
      exchangeViews(exchange),
      courses.views,
      enrolment.views,
      lessonViews(lessons),
      progressViews(progress),
      assignmentViews(assignments),
      gradeViews(grades),
      quizViews(quizzes),
    ].flatMap { $0 }
  }

  var hooks: Hooks {
    Hooks(
      identify: { try await self.identify($0, $1, $2) }, places: homePlaces,
      redirection: { identity, _ in identity.school == nil ? identity.schools.isEmpty ? "/welcome" : "/schools" : nil },
      topics: { identity in
        identity.school == nil ? [] : [inboxTopic(of: identity.account), mailTopic(of: identity.account)]
      }, room: { [ledger, files] request in try await ledger.read { try files.room(request, $0) } },
      speak: { request, language in try await self.accounts.run(ChooseLanguage(language), request) })
  }

  /// What links that leave the server begin with.
  private var origin: String { Features.origin(settings) }

  static func origin(_ settings: Settings) -> String {
    let origin = settings["origin"]
    return origin.isEmpty ? "http://localhost:" + settings["port"] : origin
  }

  private var routes: [Route] {
    let mounted: [(feature: String, routes: [Route])] = [
      ("Accounts", accountRoutes(accounts)), ("Schools", schoolRoutes(schools)),
      ("Members", memberRoutes(members, origin: origin)), ("Students", studentRoutes(students)),
      ("Files", fileRoutes(files)),
      ("Classrooms", classroomRoutes(classrooms)), ("Attendance", attendanceRoutes(attendance)),
      ("Notifications", notificationRoutes(notifications)), ("Messages", messageRoutes(messages)),
      ("Announcements", announcementRoutes(announcements)),
      ("Exchange", exchangeRoutes(exchange)), ("Journal", journalRoutes(journal)),
      ("Calendar", calendarRoutes(calendar)),
      ("Courses", courseRoutes(courses)),
      ("Enrolment", enrolmentRoutes(enrolment)),
      ("Lessons", lessonRoutes(lessons)),
      ("Progress", progressRoutes(progress)),
      ("Grades", gradeRoutes(grades)),
      ("Assignments", assignmentRoutes(assignments)),
      ("Quizzes", quizRoutes(quizzes)),
      ("Home", homeRoutes(home)),
    ]
    return mounted.flatMap { mount in mount.routes.map { $0.of(mount.feature) } }
  }

  /// The table of all routes: the features', the machine's, and the files that have an address of their own.
  static func table(
    _ features: Features, assets: Assets, metrics: Metrics, ready: @escaping @Sendable () async -> Bool
  ) -> [Route] {
    let own = features.routes
    let from = features.settings.web.metricsFrom
    let machine = machineRoutes(ready: ready, metrics: metrics, metricsFrom: from) {
      RouteTable(own).openAPI(version: Homeroom.version)
    }
    return own + (machine + namedAssets(assets) { attendanceKit($0) }).map { $0.of("Machine") }
  }

  var followers: [Follower] {
    attendanceFollowers + notificationFollowers + messageFollowers + announcementFollowers(ledger.world)
  }

  /// What goes on beside the requests: followers, jobs, and the sweeping out of what nobody needs any more.
  func background(_ logger: Logger) -> [Work] {
    let (ledger, followers, handlers, due) = (ledger, followers, jobHandlers, due)
    let (post, notifications) = (post, notifications)
    return [
      // What is done once is done by one of several servers.
      Work("followers") { try await ledger.once("followers") { await Followers(ledger, followers).run() } },
      Work("jobs") { await JobRunner(ledger, handlers).run() },
      Work("mail") { await post.runMail() },
      Work("push") { await post.runPush() },
      Work("reminders") {
        try await ledger.once("reminders") {
          try await Reminding(notifications: notifications, logger: logger).run()
        }
      },
      Work("sweep") {
        try await ledger.once("sweep") { try await Sweep(ledger: ledger, logger: logger, due: due).run() }
      },
    ]
  }

  /// What the hours ask for.
  private var due: [@Sendable () async throws -> Void] {
    [
      classrooms.turnDay, exchange.turnDay, { _ = try await schools.eraseDue() },
      { _ = try await schools.eraseReturned() }, files.sweep,
      announcements.publishDue, calendar.closeDays, post.sweep, accounts.forgetSessions, home.forgetDrafts,
    ]
  }

  private var jobHandlers: [JobHandler] {
    exchange.jobHandlers + schools.jobHandlers + quizzes.jobHandlers + announcements.jobHandlers
      + assignments.jobHandlers
  }
}
