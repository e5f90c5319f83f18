import Base
import Database
import Kit
import People
import Router
import School

/// What pages ask of presentations.
extension PresentationsService {
  func child(_ request: Request, _ tx: Transaction) throws(Refusal) -> ChildPresentationsPage {
    let (caller, store) = (try request.caller(), PresentationsStore(tx: tx))
    let student = try RecordsStore(tx: tx).mustKeep(request.id("student"), caller)
    let tree = try tree(caller, tx)
    let standings = PresentationStanding.all(try store.acts(of: student.id, in: caller.school), in: tree)
    let plans = try store.plans(of: student.id, in: caller.school)
    return ChildPresentationsPage(
      student: student, tree: tree, standings: standings, plans: plans,
      next: PresentationCandidate.list(standings, planned: tree.planned(plans), in: tree), today: try today(caller, tx),
      topics: .watching(try RecordsStore(tx: tx).watched(student.id, caller), Self.tables))
  }

  func one(_ request: Request, _ tx: Transaction) throws(Refusal) -> OnePresentationPage {
    let (caller, store) = (try request.caller(), PresentationsStore(tx: tx))
    let student = try RecordsStore(tx: tx).mustKeep(request.id("student"), caller)
    let tree = try tree(caller, tx)
    let node = try presentation(request, tree)
    let acts = try store.history(of: student.id, tree.sources(of: node.id), in: caller.school)
    let people = acts.map { $0.by } + acts.compactMap { $0.withdrawnBy }
    return OnePresentationPage(
      student: student, presentation: node, tree: tree, acts: acts,
      names: try AccountsStore(tx: tx).names(of: people), today: try today(caller, tx),
      topics: .watching(try RecordsStore(tx: tx).watched(student.id, caller), Self.tables))
  }

  func grid(_ request: Request, _ tx: Transaction) throws(Refusal) -> PresentationGridPage {
    let (caller, store) = (try request.caller(), PresentationsStore(tx: tx))
    let (room, students) = try classroom(request, caller, tx)
    let tree = try tree(caller, tx)
    let areas = tree.areas.filter { tree.stands($0.id) }
    var reader = FormReader(request.query)
    let asked = reader.optionalID("area", CurriculumNode.self, about: "An area of the curriculum.")
    try reader.finish()
    let area = areas.first { $0.id == asked } ?? areas.first
    let presentations = area.map { tree.presentations(of: $0.id) } ?? []
    let ids = students.map { $0.id }
    let acts = try store.acts(of: ids, presentations.flatMap { tree.sources(of: $0.id) }, in: caller.school)
    let plans = try store.plans(of: ids, in: caller.school)
    return PresentationGridPage(
      classroom: room, students: students, areas: areas, area: area, presentations: presentations, tree: tree,
      standings: Dictionary(grouping: acts) { $0.student }.mapValues { PresentationStanding.all($0, in: tree) },
      planned: Dictionary(grouping: plans) { $0.student }.mapValues { tree.planned($0) },
      topics: Self.topics(room, caller))
  }

  func group(_ request: Request, _ tx: Transaction) throws(Refusal) -> GroupPresentationPage {
    let (caller, store) = (try request.caller(), PresentationsStore(tx: tx))
    let (room, students) = try classroom(request, caller, tx)
    let tree = try tree(caller, tx)
    let node = try presentation(request, tree)
    let acts = try store.acts(of: students.map { $0.id }, tree.sources(of: node.id), in: caller.school)
    var standings: [ID<Student>: PresentationStanding] = [:]
    for (student, acts) in Dictionary(grouping: acts, by: { $0.student }) {
      standings[student] = PresentationStanding(acts)
    }
    return GroupPresentationPage(
      classroom: room, students: students, presentation: node, tree: tree, standings: standings,
      today: try today(caller, tx), topics: Self.topics(room, caller))
  }

  func week(_ request: Request, _ tx: Transaction) throws(Refusal) -> PlanWeekPage {
    let (caller, store) = (try request.caller(), PresentationsStore(tx: tx))
    let (room, students) = try classroom(request, caller, tx)
    let today = try today(caller, tx)
    var reader = FormReader(request.query)
    let asked = reader.optionalDay("week", about: "A day of the week.")
    try reader.finish()
    let day = asked.flatMap { $0.isOfOurTime ? $0 : nil } ?? today
    let start = day.plus(days: -((day.weekday - request.scene.zone.firstWeekday + 7) % 7))
    let plans = try store.plans(of: students.map { $0.id }, in: caller.school)
    return PlanWeekPage(
      classroom: room, students: students, start: start, today: today, plans: plans, tree: try tree(caller, tx),
      topics: Self.topics(room, caller))
  }

  static let tables = [
    PresentationsTables.act.number, PresentationsTables.plan.number, CurriculumTables.node.number,
  ]

  private static func topics(_ room: Classroom, _ caller: Caller) -> [String] {
    .watching([caller.role.isOffice ? .office(caller.school) : .classStaff(room.id)], tables)
  }

  private func tree(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> CurriculumTree {
    try CurriculumStore(tx: tx).tree(in: caller.school)
  }

  private func today(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> Day {
    try ClassroomsStore(tx: tx).today(in: caller.school)
  }

  /// One that was merged is read as what it became.
  private func presentation(_ request: Request, _ tree: CurriculumTree) throws(Refusal) -> CurriculumNode {
    guard let node = tree[tree.resolved(try request.id("presentation"))], node.kind == .presentation else {
      throw .notFound
    }
    return node
  }

  private func classroom(_ request: Request, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> (
    Classroom, [Student]
  ) {
    let rooms = ClassroomsStore(tx: tx)
    let id: ID<Classroom> = try request.id("classroom")
    guard let room = try rooms.classroom(id, in: caller.school), let access = try rooms.access(of: id, caller),
      access.isStaff
    else { throw .notFound }
    let ids = try rooms.studentIDs(id, in: caller.school, on: try rooms.today(in: caller.school))
    let students = try StudentsStore(tx: tx).students(in: caller.school, ids: ids).sorted {
      ($0.sort, $0.id) < ($1.sort, $1.id)
    }
    return (room, students)
  }
}
