import Base
import Classroom
import ClassroomServer
import Core
import Database
import Foundation
import Kit
import Learning
import LearningServer
import Ledger
import Logging
import Office
import OfficeServer
import People
import PeopleServer
import Router
import School
import Study
import StudyServer
import Talk
import TalkServer
import Training
import TrainingServer
import Web

/// Every feature, made with the books and handed its neighbours' seams.
///
/// A new feature is mounted here.
struct Features: Sendable {
  let ledger: Ledger
  let settings: Settings
  let services: Services
  let passwords: Passwords
  let accounts: AccountsServer
  let schools: SchoolsServer
  let members: MembersServer
  let students: StudentsServer
  let files: FilesServer
  let classrooms: ClassroomsServer
  let attendance: AttendanceServer
  let curriculum: CurriculumServer
  let observations: ObservationsServer
  let capture: CaptureServer
  let outside: OutsideServer
  let notifications: NotificationsServer
  let messages: MessagesServer
  let announcements: AnnouncementsServer
  let post: DeliveryService
  let calendar: CalendarServer
  let exchange: ExchangeServer
  let lessons: LessonsServer
  let grades: GradesServer
  let assignments: AssignmentsServer
  let questions: QuestionsServer
  let quizzes: QuizzesServer
  let tracks: TracksServer
  let logbook: LogbookServer
  let attempts: AttemptsServer
  let enrolment: EnrolmentServer
  let flashcards: FlashcardsServer
  let ownFiles: OwnFilesServer
  let trainees: TraineesServer
  let templates: TemplatesServer
  let signatures: SignaturesServer
  let documents: DocumentsServer
  let home: HomeServer
  let known = IdentityCache()
  let pushes = DevicePushes()

  init(
    ledger: Ledger, settings: Settings, carriers: Carriers,
    ended: @escaping @Sendable (ID<Account>, ID<Session>?, _ stays: ID<Session>?) -> Void
  ) {
    (self.ledger, self.settings) = (ledger, settings)
    let (sendsMail, mayFound) = (settings.sendsMail, settings.mayFound)
    var services = Services(sendsMail: sendsMail, mayFound: mayFound)
    passwords = Passwords(world: ledger.world)
    accounts = AccountsServer(
      ledger: ledger, passwords: passwords,
      settings: AccountsSettings(signUp: settings["sign-up"] == "yes", legal: settings.legal),
      service: services.accounts, ended: ended)
    files = FilesServer(ledger: ledger)
    schools = SchoolsServer(ledger: ledger, mayFound: mayFound, accounts: accounts)
    students = StudentsServer(ledger: ledger, reach: services.students.reach)
    announcements = AnnouncementsServer(ledger: ledger, files: files)
    classrooms = ClassroomsServer(ledger: ledger, service: services.classrooms)
    var members = MembersServer(ledger: ledger, accounts: accounts, service: services.members)
    members.inviting.append(.init { mail, tx throws(Refusal) in try writeInvitation(mail, tx) })
    self.members = members
    attendance = AttendanceServer(ledger: ledger)
    curriculum = CurriculumServer(ledger: ledger, service: services.curriculum)
    observations = ObservationsServer(ledger: ledger, files: files)
    capture = CaptureServer(files: files)
    outside = OutsideServer(ledger: ledger, ends: Features.outside(settings))
    post = DeliveryService(ledger: ledger, carriers: carriers)
    var notifications = NotificationsServer(ledger: ledger)
    notifications.post = post
    self.notifications = notifications
    messages = MessagesServer(ledger: ledger, files: files)
    calendar = CalendarServer(ledger: ledger, origin: Features.origin(settings))
    exchange = ExchangeServer(ledger: ledger)
    services.exchange = exchange.service
    lessons = LessonsServer(ledger: ledger, files: files)
    grades = GradesServer(ledger: ledger)
    assignments = AssignmentsServer(ledger: ledger, files: files)
    questions = QuestionsServer(ledger: ledger, service: services.questions)
    quizzes = QuizzesServer(ledger: ledger, questions: questions, service: services.quizzes)
    tracks = TracksServer(ledger: ledger, service: services.tracks)
    logbook = LogbookServer(ledger: ledger, service: services.logbook)
    attempts = AttemptsServer(ledger: ledger, service: services.attempts)
    enrolment = EnrolmentServer(ledger: ledger)
    flashcards = FlashcardsServer(ledger: ledger)
    ownFiles = OwnFilesServer(ledger: ledger, files: files)
    trainees = TraineesServer(
      ledger: ledger, members: self.members, service: services.trainees, origin: Features.origin(settings))
    templates = TemplatesServer(ledger: ledger, service: services.templates)
    signatures = SignaturesServer(
      service: services.signatures, sealer: SignatureKeys(ledger: ledger).sealer,
      proof: { [accounts] in try await accounts.isRight($0, of: $1) })
    documents = DocumentsServer(
      ledger: ledger, files: files, service: services.documents,
      proof: { [accounts] in try await accounts.isRight($0, of: $1) })
    home = HomeServer(ledger: ledger, schools: schools, service: services.home)
    self.services = services
  }

  var views: [LiveView] {
    [
      attendanceViews(attendance),
      notificationViews(notifications),
      messageViews(messages),
      announcementViews(announcements),
      exchangeViews(exchange),
      flashcardViews(flashcards),
      enrolment.views,
      gradeViews(grades),
      attemptViews(attempts),
    ].flatMap { $0 }
  }

  var hooks: Hooks {
    Hooks(
      identify: { try await self.identify($0, $1, $2) }, places: Bars.places,
      redirection: { identity, _ in identity.school == nil ? identity.schools.isEmpty ? "/welcome" : "/schools" : nil },
      topics: Bars.topics,
      sight: { [ledger] asked, all, caller in try await ledger.read { try $0.sight(of: asked, all: all, caller) } },
      rows: deviceNews(ledger),
      room: { [ledger, files] request in try await ledger.read { try files.service.room(request, $0) } },
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
      ("Accounts", accountServerRoutes(accounts)),
      ("Schools", schoolServerRoutes(schools)),
      ("Members", memberServerRoutes(members, origin: origin)),
      ("Students", studentServerRoutes(students)),
      ("Files", fileServerRoutes(files)),
      ("Classrooms", classroomServerRoutes(classrooms)),
      ("Attendance", attendanceServerRoutes(attendance)),
      ("Curriculum", curriculumServerRoutes(curriculum)),
      ("Observations", observationServerRoutes(observations)),
      ("Capture", captureServerRoutes(capture)),
      ("Records", conferenceServerRoutes(ledger, services.conference)),
      ("Summaries", summaryServerRoutes(services.summaries)),
      ("Outside", outsideServerRoutes(outside)),
      ("Notifications", notificationServerRoutes(notifications)),
      ("Messages", messageServerRoutes(messages)),
      ("Announcements", announcementServerRoutes(announcements)),
      ("Exchange", exchangeServerRoutes(exchange)),
      ("Calendar", calendarServerRoutes(calendar)),
      ("Lessons", lessonServerRoutes(lessons)),
      ("Grades", gradeServerRoutes(grades)),
      ("Assignments", assignmentServerRoutes(assignments)),
      ("Tracks", trackImportServerRoutes(tracks)),
      ("Templates", templateServerRoutes(templates)),
      ("Signatures", signatureServerRoutes(signatures)),
      ("Logbook", logbookServerRoutes(logbook)),
      ("Quizzes", questionServerRoutes(questions) + quizServerRoutes(quizzes) + attemptServerRoutes(attempts)),
      ("StudyLog", studyLogServerRoutes(StudyLogService())),
      ("Flashcards", flashcardServerRoutes(flashcards)),
      ("OwnFiles", ownFileServerRoutes(ownFiles)),
      ("Trainees", traineeServerRoutes(trainees)),
      ("Documents", documentServerRoutes(documents)),
      ("Home", homeServerRoutes(home)),
    ]
    return services.routes + mounted.flatMap { mount in mount.routes.map { $0.of(mount.feature) } }
  }

  /// The table of all routes: the features', the machine's, and the files that have an address of their own.
  static func table(
    _ features: Features, assets: Assets, metrics: Metrics, ready: @escaping @Sendable () async -> Bool
  ) -> [Route] {
    let own = features.routes
    let from = features.settings.web.metricsFrom
    let device = deviceRoutes(
      assets: assets, sendsMail: features.settings.sendsMail, mayFound: features.settings.mayFound,
      pushes: features.pushes)
    let machine = machineRoutes(ready: ready, metrics: metrics, metricsFrom: from) {
      RouteTable(own + device.map { $0.of("Machine") }).openAPI(version: Homeroom.version)
    }
    return own + (machine + device + namedAssets(assets) { attendanceKit($0) }).map { $0.of("Machine") }
  }

  var followers: [Follower] {
    attendanceFollowers + recordFollowers + notificationFollowers + messageFollowers
      + announcementFollowers(ledger.world)
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
  var due: [@Sendable () async throws -> Void] {
    [
      classrooms.rollOver, exchange.rollOver, { _ = try await schools.eraseDue() },
      { _ = try await schools.eraseReturned() }, files.sweep,
      announcements.publishDue, calendar.closeDays, tracks.extendDays, post.sweep, accounts.forgetSessions,
      home.forgetDrafts, ownFiles.forgetDeleted, notifications.remindOfDocuments,
      documents.forgetDeleted,
      notifications.tellOfDamage,
    ]
  }

  private var jobHandlers: [JobHandler] {
    exchange.jobHandlers + schools.jobHandlers + attempts.jobHandlers + announcements.jobHandlers
      + assignments.jobHandlers + grades.jobHandlers + flashcards.jobHandlers + VisibilityJobs.handlers
      + BucketSums.handlers
  }
}
