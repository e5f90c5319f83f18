import Base
import Classroom
import Database
import HTML
import Kit
import Learning
import People
import Router
import School

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
    let day = try attendance.day(for: caller, zone: request.scene.zone, tx)
    let students = try StudentsStore(tx: tx).count(in: caller.school)
    let members = try MembersStore(tx: tx).count(of: caller.school)
    return .page { scene in
      var today = HomeToday(pieces: day.hasTimetable ? [officeTodayList(day, scene)] : [], topics: day.topics)
      today.steps = firstSteps(day, members: members)
      today.counts = [
        Stat(scene.words("classrooms.title"), scene.words.number(day.classCount), to: "/classes"),
        Stat(scene.words("students.title"), scene.words.number(students), to: "/students"),
        Stat(scene.words("members.title"), scene.words.number(members), to: "/members"),
      ]
      return todayPage(today.with(news, scene), scene)
    }
  }

  /// What a school that has just begun needs next, in that order; empty when it has it all.
  private func firstSteps(_ day: AttendanceDay, members: Int) -> [(key: String, path: String)] {
    var steps: [(key: String, path: String)] = []
    if day.classCount == 0 { steps += [("home.start.import", "/exchange"), ("home.start.classes", "/classes")] }
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
    return .page(json: { board.json }) { scene in
      let today = HomeToday(
        pieces: [teacherTodayList(day, scene), teacherBoard(board, scene)], topics: day.topics + board.topics)
      return todayPage(today.with(news, scene), scene)
    }
  }

  private func family(
    _ caller: Caller, _ news: [HomeNews], _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> Response {
    let children = try attendance.children(for: caller, zone: request.scene.zone, tx)
    let boards = try progress.boards(for: caller, zone: request.scene.zone, tx)
    let isStudent = caller.role == .student
    return .page(json: { .object([("students", .list(boards.map { $0.json }))]) }) { scene in
      var today = HomeToday(topics: children.map { $0.topic })
      today.pieces =
        isStudent
        ? boards.filter { !$0.isEmpty }.map { studentBoard($0, scene) } + children.map { todayCard($0, scene) }
        : [grid(children.map { childCard($0, boards, scene) })]
      today.topics += boards.flatMap { $0.topics }
      today.isUnlinked = children.isEmpty
      return todayPage(today.with(news, scene), scene)
    }
  }

  /// What is not as it should be stands before the child's day.
  private func childCard(_ child: ChildToday, _ boards: [StudentBoard], _ scene: Scene) -> HTML {
    let board = boards.first { $0.student == child.student && !$0.isEmpty }
    return todayCard(child, before: board.map { childBoard($0, scene) } ?? "", scene)
  }
}

extension HomeToday {
  /// The news stand above the day; what they listen to comes last, because a page listens to so much and no more.
  fileprivate func with(_ news: [HomeNews], _ scene: Scene) -> HomeToday {
    var copy = self
    copy.pieces = news.map { $0.draw(scene) } + pieces
    copy.topics += news.flatMap { $0.topics }
    return copy
  }
}
