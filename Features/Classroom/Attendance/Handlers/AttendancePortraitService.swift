public import Base
public import Database
public import People
public import School

/// What a child's page shows of its attendance: to everybody who sees the child, as the history does.
public func attendancePiece(
  _ student: Student, _ access: StudentAccess, _ caller: Caller, _ zone: Zone, _ tx: Transaction
) throws(Refusal) -> StudentPiece {
  let stays = try ClassroomsStore(tx: tx).enrolments(of: student.id, in: caller.school).map {
    Stay(classroom: $0.enrolment.classroom, from: $0.enrolment.from, until: $0.enrolment.until)
  }
  let since = zone.day(of: tx.now).plus(days: -AttendanceService.historyDays)
  let marks = try AttendanceStore(tx: tx).days(of: student.id, since: since, in: caller.school).filter { mark in
    stays.contains { $0.covers(mark.classroom, on: mark.day) }
  }
  let portrait = AttendancePortrait(
    student: student.id, year: AttendanceYear(marks),
    rate: try SchoolsStore(tx: tx).school(caller.school)?.rate ?? .attendance,
    mayReport: caller.role.isOffice || caller.role == .guardian)
  return StudentPiece(tables: [AttendanceTables.mark.number]) { attendanceParts(portrait, $0) }
}
