public import Base
public import Database
import HTML
import Kit
public import People
public import School

/// What the list of a guide's students shows of today: a pill for each child whose class has a register today.
///
/// Only where the reader takes it: staff of the child's class, on a school day. Lessons of a subject are marked in
/// their register, so other kinds of schools have none here; nor has the office, whose list is the whole school.
public func attendanceBeside(
  _ students: [Student], _ caller: Caller, _ zone: Zone, _ tx: Transaction
) throws(Refusal) -> StudentListPiece? {
  guard caller.role == .teacher, !students.isEmpty,
    try SchoolsStore(tx: tx).school(caller.school)?.kind == .montessori
  else { return nil }
  let registers = try todaysRegisters(students.map { $0.id }, caller, zone, tx)
  return StudentListPiece(
    tables: [
      AttendanceTables.mark.number, AttendanceTables.period.number, AttendanceTables.holiday.number,
    ]
  ) { student, scene in
    registers[student.id].map { attendanceListPill(student.id, student.name, $0.marks[student.id], in: $0.path, scene) }
      ?? ""
  } forms: { scene in
    attendancePillForms(
      students.compactMap { student in registers[student.id].map { (id: student.id, path: $0.path) } }, scene)
  }
}

/// For each student the register that is open in a class of the reader, or was last today; before the first one, that.
func todaysRegisters(
  _ students: [ID<Student>], _ caller: Caller, _ zone: Zone, _ tx: Transaction
) throws(Refusal) -> [ID<Student>: RunningRegister] {
  let (store, classrooms, school) = (AttendanceStore(tx: tx), ClassroomsStore(tx: tx), caller.school)
  let (today, minute) = (zone.day(of: tx.now), zone.minute(of: tx.now))
  guard try store.holiday(on: today, in: school) == nil else { return [:] }
  let own = Set(try classrooms.rooms(for: caller, on: today).map { $0.id })
  let stays = try classrooms.current(of: students, in: school, on: today).filter { own.contains($0.classroom) }
  let periods = try store.periods(of: Set(stays.map { $0.classroom }).sorted(), in: school)
  let sessions = Timetable(periods: periods, holidays: []).sessions(on: today)
  let found = try store.marks(of: students, in: sessions.map { $0.id }, school: school)
  let marks = Dictionary(grouping: found) { $0.session }.mapValues { marks in
    marks.keyed(by: { $0.student }, to: { $0.status })
  }
  var registers: [ID<Student>: RunningRegister] = [:]
  for (student, places) in Dictionary(grouping: stays, by: { $0.student }) {
    let rooms = Set(places.map { $0.classroom })
    let mine = sessions.filter { rooms.contains($0.classroom) }
    guard let session = mine.last(where: { $0.start <= minute }) ?? mine.first else { continue }
    registers[student] = RunningRegister(session: session, marks: marks[session.id] ?? [:])
  }
  return registers
}
