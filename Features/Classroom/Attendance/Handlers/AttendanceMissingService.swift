import Base
import Database
import Kit
import People
import Router
import School

/// The list of who is missing, and the calls to their families.
extension AttendanceService {
  func missing(_ wanted: Day?, for caller: Caller, zone: Zone, _ tx: Transaction) throws(Refusal) -> MissingPage {
    let today = zone.day(of: tx.now)
    return try MissingPage(wanted ?? today, today: today, caller, tx)
  }

  func handle(_ command: NoteHomeCall, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let facts = try HomeCallFacts(command.student, command.day, caller, request.scene.zone, tx)
    try AttendanceStore(tx: tx).save(command.permit(for: caller, call: facts, now: tx.now))
    return .done
  }

  func handle(_ command: DropHomeCall, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let facts = try HomeCallFacts(command.student, command.day, caller, request.scene.zone, tx)
    try AttendanceStore(tx: tx).save(command.permit(for: caller, call: facts, now: tx.now))
    return .done
  }
}

extension HomeCallFacts {
  init(_ student: ID<Student>, _ day: Day, _ caller: Caller, _ zone: Zone, _ tx: Transaction) throws(Refusal) {
    self.init(
      maySee: try maySeeStudent(caller, student, tx), today: zone.day(of: tx.now),
      known: try AttendanceStore(tx: tx).calls(on: day, in: caller.school)[student])
  }
}

extension MissingPage {
  /// The office sees the school, a teacher the classes whose registers are theirs.
  init(_ day: Day, today: Day, _ caller: Caller, _ tx: Transaction) throws(Refusal) {
    let (store, classrooms, school) = (AttendanceStore(tx: tx), ClassroomsStore(tx: tx), caller.school)
    let own = caller.role.isOffice ? nil : try classrooms.rooms(for: caller, on: day)
    let marked = try store.missing(on: day, of: own?.map { $0.id }, in: school)
    let said = try store.reported(on: day, in: school)
    let lessons = Dictionary(grouping: marked) { $0.student }
    let stays = try classrooms.current(of: said.keys.sorted(), in: school, on: day)
    let open = Set(own?.map { $0.id } ?? stays.map { $0.classroom })
    let expected = Dictionary(grouping: stays.filter { open.contains($0.classroom) }) { $0.student }
    let ids = Set(lessons.keys).union(expected.keys).sorted()
    let rooms = try MissingPage.names(Set(expected.values.joined().map { $0.classroom }), own, school, tx)
    let calls = try store.calls(on: day, in: school)
    let students = try StudentsStore(tx: tx).students(in: school, ids: ids).map { student in
      let mine = lessons[student.id] ?? []
      let places = mine.isEmpty ? (expected[student.id] ?? []).compactMap { rooms[$0.classroom] } : mine.map { $0.room }
      return MissingStudent(
        student: student.id, name: student.name, rooms: Array(Set(places)).sorted(), lessons: mine.map { $0.lesson },
        said: said[student.id], call: calls[student.id])
    }
    let people = students.compactMap { $0.said?.by } + students.compactMap { $0.call?.by }
    self.init(
      day: day, today: today, students: students, names: try AccountsStore(tx: tx).names(of: people),
      topics: own.map { $0.map { "missing/" + $0.id.text } } ?? ["missing/" + school.text])
  }

  private static func names(
    _ ids: Set<ID<Classroom>>, _ own: [Classroom]?, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> [ID<Classroom>: String] {
    var rooms = own ?? []
    if own == nil {
      rooms = try ids.sorted().tryCompactMap { id throws(Refusal) in
        try ClassroomsStore(tx: tx).classroom(id, in: school)
      }
    }
    return rooms.keyed(by: { $0.id }, to: { $0.name })
  }
}
