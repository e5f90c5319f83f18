public import Base
public import Database
public import People
package import Router
public import School

/// Who comes into a class and who leaves it.
extension ClassroomsService {
  /// Answers how many came in who were not there.
  func handle(_ command: EnrolStudents, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ClassroomsStore(tx: tx))
    let known = try store.known(command.students, to: caller)
    let permit = try command.permit(
      for: caller, access: store.access(of: command.classroom, caller), known: known, now: tx.now)
    return Outcome(String(try store.save(permit)))
  }

  package func handle(
    _ command: AddStudentToClass, _ picture: IncomingFile?, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ClassroomsStore(tx: tx))
    let permit = try command.permit(for: caller, access: store.access(of: command.classroom, caller), now: tx.now)
    let id: ID<Student> = tx.newID()
    try store.save(permit, as: id)
    if let picture {
      let photo = try SetPhoto(student: id).permit(
        for: caller, access: caller.role.isOffice ? .office : .teacher, now: tx.now)
      try StudentsStore(tx: tx).save(photo, picture, staff: [.classStaff(command.classroom)])
    }
    return .made(id)
  }

  func handle(_ command: RemoveFromClass, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ClassroomsStore(tx: tx))
    let today = try store.today(in: caller.school)
    let isThere = try store.studentIDs(command.classroom, in: caller.school, on: today).contains(command.student)
    let permit = try command.permit(
      for: caller, access: store.access(of: command.classroom, caller), isThere: isThere, now: tx.now)
    try store.save(permit, today: today)
    return .done
  }

  func handle(_ command: RejoinClass, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ClassroomsStore(tx: tx))
    let student = try StudentsStore(tx: tx).student(command.student, in: caller.school)
    let permit = try command.permit(
      for: caller, access: store.access(of: command.classroom, caller),
      last: store.latest(of: command.student, in: command.classroom, school: caller.school),
      isAtSchool: student.map { $0.leftAt == nil } ?? false, today: store.today(in: caller.school), now: tx.now)
    try store.save(permit)
    return .done
  }
}

/// Somebody leaves the school, or changes what they are in it: they teach nothing there any more and are in no class's
/// bucket, in the same transaction.
public func onLeaveClassrooms(_ account: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  let store = ClassroomsStore(tx: tx)
  for classroom in try store.taughtEver(by: account, in: tx.school) {
    try store.unassign(teacher: account, from: classroom)
  }
  try store.recalculate(guardian: account, on: try store.today(in: tx.school))
  guard let student = try StudentsStore(tx: tx).ofAccount(account, in: tx.school) else { return }
  for time in try store.all(of: student.id) { try tx.revoke(account, .classMates(time.classroom)) }
}

/// An account that waited becomes another's: what it teaches and where it sits go over, in the same transaction.
///
/// Goes after `mergeStudents`.
public func mergeClassrooms(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  let store = ClassroomsStore(tx: tx)
  for classroom in try store.taughtEver(by: old, in: tx.school) {
    try store.unassign(teacher: old, from: classroom)
    try store.assign(teacher: new, to: classroom)
  }
  guard let student = try StudentsStore(tx: tx).ofAccount(new, in: tx.school) else { return }
  try store.recalculate([student.id], on: try store.today(in: tx.school))
}

/// The classroom step: who comes into a school without classrooms, and may make one, makes it.
///
/// A teacher may not: whose class waits for her without children goes on by adding them, and whoever has no class yet
/// reads at home whom to ask.
public func beginWithClassroom(
  _ role: Role, _ account: ID<Account>, _ school: ID<Tenant>, _ tx: Transaction
) throws(Refusal) -> String? {
  if role == .teacher { return try beginWithChildren(account, school, tx) }
  guard role.isOffice, try ClassroomsStore(tx: tx).count(in: school) == 0 else { return nil }
  // The list of a school without any is the form for the first.
  return ClassroomsPaths.all
}

/// The way to the children of the one class that a guide has, while nobody is in it.
///
/// Only where a class is a teacher's whole school: elsewhere the office's lists bring the children.
private func beginWithChildren(
  _ account: ID<Account>, _ school: ID<Tenant>, _ tx: Transaction
) throws(Refusal) -> String? {
  let store = ClassroomsStore(tx: tx)
  let taught = try store.taught(by: account, in: school)
  guard try SchoolsStore(tx: tx).school(school)?.kind == .montessori, let room = taught.first, taught.count == 1,
    try store.studentIDs(room, in: school, on: store.today(in: school)).isEmpty
  else { return nil }
  return ClassroomsPaths.newStudent(room) + "?begin=1"
}

extension MembersClasses {
  /// What the members ask, answered by the classrooms.
  public static let classrooms = {
    var classes = MembersClasses()
    classes.all = { school, tx throws(Refusal) in
      try ClassroomsStore(tx: tx).classrooms(in: school).map { ($0.classroom.id, $0.classroom.name) }
    }
    classes.students = { classroom, school, tx throws(Refusal) in
      let store = ClassroomsStore(tx: tx)
      guard try store.classroom(classroom, in: school) != nil else { return [] }
      return try store.studentIDs(classroom, in: school, on: store.today(in: school))
    }
    classes.names = { students, school, tx throws(Refusal) in
      try ClassroomsStore(tx: tx).names(of: students, in: school)
    }
    return classes
  }()
}

/// An invitation gave a student a login: the login sees the student's classes, in the same transaction.
///
/// Goes after `linkInvite` of the students.
public func settleInvite(_ invite: Invite, _ tx: WriteTransaction) throws(Refusal) {
  guard invite.role == .student, let student = invite.student else { return }
  let store = ClassroomsStore(tx: tx)
  try store.recalculate([student], on: try store.today(in: tx.school))
}

extension StudentsReach {
  /// What the records ask, answered by the classrooms.
  public static let classrooms: StudentsReach = {
    var reach = answers
    reach.watched = ClassroomsTables.watched
    return reach
  }()

  private static let answers = StudentsReach(
    access: { student, caller, tx throws(Refusal) in try studentAccess(student, caller, tx) },
    taught: { caller, tx throws(Refusal) in
      let store = ClassroomsStore(tx: tx)
      return try store.studentIDs(
        of: store.taught(by: caller.account, in: caller.school), in: caller.school, on: store.today(in: caller.school))
    },
    classNames: { students, school, tx throws(Refusal) in
      try ClassroomsStore(tx: tx).names(of: students, in: school)
    },
    classes: { student, school, tx throws(Refusal) in
      try ClassroomsStore(tx: tx).enrolments(of: student, in: school)
    },
    leave: { student, tx throws(Refusal) in
      let store = ClassroomsStore(tx: tx)
      let today = try store.today(in: tx.school)
      let rooms = try store.current(of: [student], in: tx.school, on: today).map { $0.classroom }
      for room in rooms { try store.leave(student, from: room, until: today.plus(days: -1)) }
      return rooms
    },
    rejoin: { student, rooms, tx throws(Refusal) in
      for room in rooms { try ClassroomsStore(tx: tx).rejoin(student, in: room) }
    },
    hasRecords: { student, school, tx throws(Refusal) in
      let store = ClassroomsStore(tx: tx)
      let today = try store.today(in: school)
      let attendance = AttendanceStore(tx: tx)
      // Whoever was in a class before today may stand in its registers; today's are looked at.
      if try store.enrolments(of: student, in: school).contains(where: { $0.enrolment.from < today }) { return true }
      if try !attendance.history(of: student, since: today, in: school).isEmpty { return true }
      return try !attendance.absences(of: student, in: school, limit: 1).isEmpty
    },
    forget: { student, tx throws(Refusal) in try ClassroomsStore(tx: tx).forget(student) })
}
