import Base
import Classroom
import Database
import HTML
import Kit
import Learning
import People
import Router
import School
import Talk

extension HomeService {
  /// What matters today and nothing else: each role's own pieces, made by the features they belong to.
  func home(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let caller = try request.caller()
    let today = try news.map { source throws(Refusal) in try source.news(caller, tx) }
    switch caller.role {
    case .owner, .admin: return try office(caller, today, request, tx)
    case .teacher: return try teacher(caller, today, request, tx)
    case .student, .guardian: return try family(caller, today, request, tx)
    }
  }

  private func office(
    _ caller: Caller, _ news: [HomeNews], _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> Response {
    let overview = try attendance.overview(for: caller, zone: request.scene.zone, tx)
    let day = overview.day
    let students = try StudentsStore(tx: tx).count(in: caller.school)
    let members = try MembersStore(tx: tx).count(of: caller.school)
    let waiting = OfficeWaiting(
      requests: try EnrolmentStore(tx: tx).requestCount(for: caller),
      reports: try MessagesStore(tx: tx).waitingReports(in: caller.school),
      invites: try MembersInviteStore(tx: tx).pending(in: caller.school))
    let training = try training(request, caller, tx)
    return .page { scene in
      var today = HomeToday(topics: overview.topics + Self.waitingTopics + (training?.topics ?? []))
      if let training { today.main.append(training.draw(scene)) }
      if day.hasTimetable { today.main.append(classesToday(overview, scene)) }
      today.main.append(waitingList(waiting, reported: reportedRow(overview, scene), scene))
      today.side = [weekBesideLast(overview, scene)]
      if !day.lines.isEmpty {
        today.lede = [HTML(text: scene.words("attendance.taken-of", .count(day.taken), .count(day.lines.count)))]
      }
      today.steps = firstSteps(day, members: members, request)
      today.counts =
        isTraining(request)
        ? []
        : [
          Stat(scene.words("classrooms.title"), scene.words.number(day.classCount), to: "/classes"),
          Stat(scene.words("students.title"), scene.words.number(students), to: "/students"),
          Stat(scene.words("members.title"), scene.words.number(members), to: "/members"),
        ]
      return todayPage(today.with(news, scene), scene)
    }
  }

  private static let waitingTopics: [String] = .watchingAll([
    EnrolmentTables.seat.number, MembersTables.invite.number, MessagesTables.report.number,
  ])

  /// What a school that has just begun needs next, in that order; empty when it has it all.
  private func firstSteps(
    _ day: AttendanceDay, members: Int, _ request: Request
  ) -> [(key: String, path: String)] {
    var steps: [(key: String, path: String)] = []
    if day.classCount == 0, !isTraining(request) {
      steps += [("home.start.import", "/exchange"), ("home.start.classes", "/classes")]
    }
    if members < 2 { steps.append(("home.start.invite", "/members/invites/new")) }
    if !day.hasTimetable, let first = day.classrooms.first {
      steps.append(("home.start.timetable", AttendancePaths.timetable(first.id)))
    }
    return steps
  }

  private func teacher(
    _ caller: Caller, _ news: [HomeNews], _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> Response {
    let day = try attendance.day(for: caller, zone: request.scene.zone, tx)
    // A guide with one room has one place to be; everybody else starts with the day.
    if request.identity?.school?.kind == SchoolKind.montessori.rawValue, day.classrooms.count == 1,
      request.wants == .page
    {
      return .done("/classes/" + day.classrooms[0].id.text)
    }
    let board = try progress.teacherBoard(for: caller, tx)
    let training = try training(request, caller, tx)
    // Where training is the school's business nobody waits for a class.
    let hasClasses = !isTraining(request) || !day.classrooms.isEmpty
    return .page(json: { board.json }) { scene in
      let trainees = training?.draw(scene) ?? ""
      let registers = hasClasses ? registersToday(day, scene) : ""
      var today = HomeToday(
        main: isTraining(request)
          ? [trainees, registers, teacherBoard(board, scene)] : [registers, teacherBoard(board, scene), trainees],
        side: [teacherCourses(board, scene)], topics: day.topics + board.topics + (training?.topics ?? []))
      today.lede = teacherLede(day, board, scene)
      return todayPage(today.with(news, scene), scene)
    }
  }

  /// Asked only where the school has the area.
  private func training(_ request: Request, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> HomeNews? {
    guard let training, hasTraining(request) else { return nil }
    return try training.news(caller, tx)
  }

  private func teacherLede(_ day: AttendanceDay, _ board: TeacherBoard, _ scene: Scene) -> [HTML] {
    let minute = scene.zone.minute(of: scene.now)
    let next = day.lines.first { $0.session.end > minute }.map { line in
      HomeLesson(
        title: "\(name(line.classroom)) · \(name(line.session.title))", start: line.session.start, end: line.session.end
      )
    }
    let waiting = board.toGrade.reduce(0) { $0 + $1.count }
    let toGrade: HTML? =
      waiting == 0 ? nil : HTML(text: scene.words("progress.to-grade", .count(waiting)))
    return [next.flatMap { lessonWords($0, scene) }, toGrade].compactMap { $0 }
  }

  private func family(
    _ caller: Caller, _ news: [HomeNews], _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> Response {
    let isStudent = caller.role == .student
    let children = try attendance.children(for: caller, zone: request.scene.zone, withWeeks: !isStudent, tx)
    let boards = try progress.boards(for: caller, zone: request.scene.zone, tx)
    let pieces = isStudent ? try studentPieces.map { source throws(Refusal) in try source.news(caller, tx) } : []
    let training = try training(request, caller, tx)
    return .page(json: { .object([("students", .list(boards.map { $0.json }))]) }) { scene in
      var today = isStudent ? studentToday(children, boards, scene) : guardianToday(children, boards, scene)
      if let training { today.main.append(training.draw(scene)) }
      today.main += pieces.map { $0.draw(scene) }
      if isStudent { today.main += boards.filter { !$0.isEmpty }.map { studentWeek($0, scene) } }
      today.topics += boards.flatMap { $0.topics } + (training?.topics ?? []) + pieces.flatMap { $0.topics }
      today.isUnlinked = children.isEmpty && !isTraining(request)
      return todayPage(today.with(news, scene), scene)
    }
  }

  private func studentToday(_ children: [ChildToday], _ boards: [StudentBoard], _ scene: Scene) -> HomeToday {
    let shown = boards.filter { !$0.isEmpty }
    var today = HomeToday(main: shown.flatMap { studentMain($0, scene) }, topics: children.map { $0.topic })
    today.side = children.map { ownDay($0, scene) } + shown.map { studentSide($0, scene) }
    today.lede = studentLede(children, shown, scene)
    return today
  }

  /// The next lesson, of a course or of the class; what is due today, or else tomorrow.
  private func studentLede(_ children: [ChildToday], _ boards: [StudentBoard], _ scene: Scene) -> [HTML] {
    let minute = scene.zone.minute(of: scene.now)
    let ofCourse = boards.compactMap { board in
      board.nextMeeting(at: minute).flatMap { meeting in
        board.cards.first { $0.course.id == meeting.course }.map {
          HomeLesson(title: name($0.course.name), start: meeting.start, end: meeting.end)
        }
      }
    }
    let ofClass = children.flatMap { $0.lines }.filter { $0.session.end > minute }.map {
      HomeLesson(title: name($0.session.title), start: $0.session.start, end: $0.session.end)
    }
    // A course and its class at the same hour are one lesson.
    let next = (ofCourse + ofClass).min { $0.start < $1.start }
    var parts = [next.flatMap { lessonWords($0, scene) }].compactMap { $0 }
    for (key, day) in [("home.due.today", scene.ownToday), ("home.due.tomorrow", scene.ownToday.plus(days: 1))] {
      let count = boards.reduce(0) { $0 + $1.dueCount(on: day, in: scene.ownZone) }
      if count > 0 { parts.append(HTML(text: scene.words(key, .count(count)))) }
    }
    return parts
  }
  // words: home.due.*

  /// A card a child; what is not as it should be stands before the child's day.
  private func guardianToday(_ children: [ChildToday], _ boards: [StudentBoard], _ scene: Scene) -> HomeToday {
    var today = HomeToday(topics: children.flatMap { $0.interests })
    for child in children {
      let board = boards.first { $0.student == child.student && !$0.isEmpty }
      today.main.append(
        familyCard(
          child, says: board.map { boardSentences($0, scene) } ?? [], about: board.map { childBoard($0, scene) } ?? "",
          isFirst: today.main.isEmpty, scene))
    }
    today.isFirstMarked = !children.isEmpty
    return today
  }
}

/// Whether anybody is trained by checklists here.
private func hasTraining(_ request: Request) -> Bool {
  request.identity?.school?.areas.contains(SchoolArea.training) == true
}

/// Whether training is what the school is for.
private func isTraining(_ request: Request) -> Bool {
  request.identity?.school?.kind == SchoolKind.training.rawValue
}

extension HomeToday {
  /// The news stand beside the day; what they listen to comes last, because a page listens to so much and no more.
  fileprivate func with(_ news: [HomeNews], _ scene: Scene) -> HomeToday {
    var copy = self
    copy.side = news.map { $0.draw(scene) } + side
    copy.topics += news.flatMap { $0.topics }
    return copy
  }
}
