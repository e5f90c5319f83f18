public import Base
import Database
import HTML
import Kit
import People
public import Router
import School

// The paths are `ProgressPaths`, beside the model, because pages of other features lead here.

public func progressRoutes(_ service: ProgressService) -> [Route] {
  [
    .get(
      ProgressPaths.all, .member([.student, .guardian]), "How far the caller, or the caller's children, are.",
      offline: .everybody
    ) {
      request, tx throws(Refusal) in
      let caller = try request.caller()
      let boards = try service.boards(for: caller, zone: request.scene.zone, tx)
      return .page(json: { .object([("students", .list(boards.map({ $0.json })))]) }) {
        progressPage(boards, isGuardian: caller.role == .guardian, $0)
      }
    },
    .get(
      "/courses/:course/progress", .members, "How far one is in a course; for the staff, everybody.",
      query: [.optional("sort", "behind: who is furthest behind comes first.")], offline: .teachersAndFamilies
    ) {
      request, tx throws(Refusal) in
      let data = try service.course(request, tx)
      return .page(json: { data.json }) { courseProgressPage(data, $0) }
    },
    .post(
      "/courses/:course/progress/settings", .staff, "Whether the course wants streaks and a leaderboard.",
      SetProgress.self, service.handle
    ) { handled in
      .done(ProgressPaths.course(handled.command.course), toast: Toast(Phrase("lessons.saved")))
    },
    .post(
      "/courses/:course/progress/leaderboard", .member([.student]), "Appears in the leaderboard, or leaves it.",
      JoinLeaderboard.self, service.handle
    ) { handled in
      .done(
        ProgressPaths.course(handled.command.course),
        toast: Toast(Phrase(handled.command.isIn ? "progress.leaderboard.joined" : "progress.leaderboard.left")))
    },
  ]
}

extension ProgressService {
  func course(_ request: Request, _ tx: Transaction) throws(Refusal) -> CourseProgressPage {
    let (caller, id) = (try request.caller(), try request.id("course", Course.self))
    let access = try EnrolmentStore(tx: tx).mustSee(id, caller)
    guard let course = try CoursesStore(tx: tx).course(id, in: caller.school) else { throw .notFound }
    var reader = FormReader(request.query)
    let sort = reader.optionalText("sort", max: 10)
    try reader.finish()
    var page = try CourseProgressPage(course, access, sources, request.scene.zone, caller, tx)
    page.isByBehind = access.isStaff && sort == "behind"
    return page
  }
}

extension CourseProgressPage {
  init(
    _ course: Course, _ access: CourseAccess, _ sources: [ProgressService.Source], _ zone: Zone, _ caller: Caller,
    _ tx: Transaction
  ) throws(Refusal) {
    let store = ProgressStore(tx: tx)
    let settings = try store.settings(of: course.id, in: caller.school)
    let runners = settings.leaderboard ? try store.runners(of: course.id, in: caller.school) : []
    let mine: [ID<Student>]
    switch access {
    case .office, .teacher: mine = try EnrolmentStore(tx: tx).studentIDs(in: course.id, school: caller.school)
    case .student(let student): mine = [student]
    case .guardian(let children): mine = children
    }
    let everybody = Array(Set(mine + runners))
    let facts = try ProgressFacts(everybody, [course], sources, zone, caller.school, tx)
    let students = try StudentsStore(tx: tx).students(in: caller.school, ids: everybody)
    let names = students.keyed(by: { $0.id }, to: { $0.name })
    func points(_ student: ID<Student>) -> Int {
      ProgressPoints.of((facts.events[student] ?? []).filter { $0.course == course.id })
    }
    let wanted = Set(mine)
    self.init(
      course: course, access: access, settings: settings,
      rows: students.filter { wanted.contains($0.id) }.map {
        Row(student: $0.id, name: $0.name, progress: facts.progress(of: $0.id, in: course.id), points: points($0.id))
      })
    let all = runners.keyed(by: { $0 }, to: { points($0) })
    leaderboard = Leaderboard(all).rows.map { (names[$0.student] ?? "", $0.points, $0.place) }
    if case .student(let student) = access { isIn = runners.contains(student) }
    if access.isStaff { handedIn = try Self.handedIn(in: course.id, caller.school, tx) }
    let own = [ProgressTables.settings.number, ProgressTables.runner.number]
    let work = LearningWatched.work + [GradesTables.score.number, GradesTables.posted.number]
    topics =
      .watching([access.bucket(of: course.id)], LearningWatched.course + own + (access.isStaff ? work : []))
      + .watching(access.families, work)
  }

  private static func handedIn(
    in course: ID<Course>, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> Tally {
    let quizzes = try AttemptsStore(tx: tx).due(in: [course], school: school).filter { $0.dueAt < tx.now }
    let owed =
      try AssignmentsStore(tx: tx).owed(in: course, at: tx.now, school: school)
      + quizzes.map { OwedWork(item: $0.quiz.cast(), student: $0.student, isDone: $0.isTaken) }
    let scores = Dictionary(grouping: try GradesStore(tx: tx).scores(in: course, school: school), by: { $0.student })
    return Tally.handedIn(owed) { one in
      let score = scores[one.student]?.first { $0.item == one.item.cast(to: GradeItem.self) }
      return (score?.excused == true, score?.raw != nil)
    }
  }

  var json: JSON {
    .object([
      ("course", .id(course.id)), ("streaks", .flag(settings.streaks)), ("leaderboard", .flag(settings.leaderboard)),
      (
        "handedIn",
        access.isStaff
          ? .object([("done", .integer(handedIn.done)), ("of", .integer(handedIn.of))]) : .null
      ),
      (
        "students",
        .list(
          rows.map { row in
            .object([("id", .id(row.student)), ("name", .text(row.name))] + row.progress.json)
          })
      ),
      (
        "first",
        .list(
          leaderboard.map {
            .object([("place", .integer($0.place)), ("name", .text($0.name)), ("points", .integer($0.points))])
          })
      ),
    ])
  }
}

extension CourseProgress {
  var json: [(String, JSON)] {
    func tally(_ tally: Tally) -> JSON { .object([("done", .integer(tally.done)), ("of", .integer(tally.of))]) }
    return [
      ("percent", .integer(whole.percent)), ("lessons", tally(lessons)), ("assignments", tally(assignments)),
      ("quizzes", tally(quizzes)), ("minutesLeft", minutesLeft.map { .integer($0) } ?? .null),
      ("next", .optional(next?.id.text)),
    ]
  }
}

extension StudentBoard {
  public var json: JSON {
    func lines(_ lines: [DueLine]) -> JSON {
      .list(
        lines.map {
          .object([
            ("item", .id($0.item.id)), ("kind", .text($0.item.kind.rawValue)), ("title", .text($0.item.title)),
            ("dueAt", .text($0.at.text)),
          ])
        })
    }
    return .object([
      ("student", .id(student)), ("name", .text(name)),
      (
        "courses",
        .list(
          cards.map { card in
            .object(
              [("course", .id(card.course.id)), ("name", .text(card.course.name))] + card.progress.json + [
                ("grade", card.grade?.percent.map { .number($0.text) } ?? .null),
                ("letter", .optional(card.grade?.letter?.letter)),
              ])
          })
      ), ("overdue", lines(overdue)), ("due", lines(due)), ("done", lines(done)),
      ("streak", streak.map { .integer($0.current) } ?? .null),
      ("longestStreak", streak.map { .integer($0.longest) } ?? .null),
      ("gpa", average.map { .number($0.plain.text) } ?? .null),
      ("lessonsThisWeek", .integer(week.lessons.now)), ("lessonsLastWeek", .integer(week.lessons.before)),
    ])
  }
}

extension TeacherBoard {
  public var json: JSON {
    .object([
      (
        "toGrade",
        .list(
          toGrade.map {
            .object([
              ("item", .id($0.item.id)), ("title", .text($0.item.title)), ("count", .integer($0.count)),
              ("since", .text($0.since.text)),
            ])
          })
      ), ("requests", .integer(requests)),
    ])
  }
}
