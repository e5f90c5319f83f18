public import Base
public import Ledger
public import People
public import School
import Web

/// Who comes into a class and who leaves it.
extension ClassroomsService {
  /// - Returns: how many came in who were not there.
  func run(_ command: EnrolStudents, _ request: Request) async throws -> Int {
    let caller = try request.caller()
    let answer = try await ledger.write(request.sent(EnrolStudents.self)) { tx in
      let store = ClassroomsStore(tx: tx)
      let known = try store.known(command.students, to: caller)
      let permit = try command.permit(
        for: caller, sight: store.sight(of: command.classroom, caller), known: known, now: tx.now)
      return String(try store.save(permit))
    }
    return Int(answer.text) ?? 0
  }

  func run(_ command: AddStudentToClass, _ request: Request) async throws -> ID<Student> {
    let caller = try request.caller()
    let before = try await ledger.answered(request.sent(AddStudentToClass.self))
    if let id = before.flatMap({ ID<Student>($0.text) }) { return id }
    let picture = try await files.picture(request, field: StudentPhoto.field, side: StudentPhoto.side)
    let photo = SetPhoto(student: command.id, photo: world.id())
    let answer = try await ledger.write(request.sent(AddStudentToClass.self)) { tx in
      let store = ClassroomsStore(tx: tx)
      let permit = try command.permit(for: caller, sight: store.sight(of: command.classroom, caller), now: tx.now)
      try store.save(permit)
      if let picture {
        let sight: StudentSight = caller.role.isOffice ? .office : .teacher
        try StudentsStore(tx: tx).save(
          photo.permit(for: caller, sight: sight, now: tx.now), picture, staff: [.classStaff(command.classroom)])
      }
      return command.id.text
    }
    guard let id = ID<Student>(answer.text) else { throw Refusal.unavailable }
    return id
  }

  func run(_ command: RemoveFromClass, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(RemoveFromClass.self)) { tx in
      let store = ClassroomsStore(tx: tx)
      let today = try store.today(in: caller.school)
      let isThere = try store.studentIDs(command.classroom, in: caller.school, on: today).contains(command.student)
      let permit = try command.permit(
        for: caller, sight: store.sight(of: command.classroom, caller), isThere: isThere, now: tx.now)
      try store.save(permit, today: today)
      return ""
    }
  }

  func run(_ command: RejoinClass, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(RejoinClass.self)) { tx in
      let store = ClassroomsStore(tx: tx)
      let student = try StudentsStore(tx: tx).student(command.student, in: caller.school)
      let permit = try command.permit(
        for: caller, sight: store.sight(of: command.classroom, caller),
        last: store.latest(of: command.student, in: command.classroom, school: caller.school),
        isAtSchool: student.map { $0.leftAt == nil } ?? false, today: store.today(in: caller.school), now: tx.now)
      try store.save(permit)
      return ""
    }
  }
}

/// Somebody leaves the school, or changes what they are in it: they teach nothing there any more and are in no class's
/// bucket, in the same transaction.
public func leavingClassrooms(_ account: ID<Account>, _ tx: WriteTransaction) throws {
  let store = ClassroomsStore(tx: tx)
  for classroom in try store.taughtEver(by: account, in: tx.school) {
    try store.unassign(teacher: account, from: classroom)
  }
  guard let student = try StudentsStore(tx: tx).ofAccount(account, in: tx.school) else { return }
  for time in try store.all(of: student.id) { try tx.revoke(account, .classMates(time.classroom)) }
}

/// An account that waited becomes another's: what it teaches and where it sits go over, in the same transaction.
///
/// Goes after `movingStudents`.
public func movingClassrooms(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws {
  let store = ClassroomsStore(tx: tx)
  for classroom in try store.taughtEver(by: old, in: tx.school) {
    try store.unassign(teacher: old, from: classroom)
    try store.assign(teacher: new, to: classroom)
  }
  guard let student = try StudentsStore(tx: tx).ofAccount(new, in: tx.school) else { return }
  try store.settle([student.id], on: try store.today(in: tx.school))
}

/// The classroom step: who comes into a school without classrooms, and may make one, makes it.
public func beginWithClassroom(_ role: Role, _ school: ID<Tenant>, _ tx: Transaction) throws -> String? {
  // The list of a school without any is the form for the first.
  try role.isOffice && ClassroomsStore(tx: tx).count(in: school) == 0 ? ClassroomsPaths.all : nil
}

extension MembersClasses {
  /// What the members ask, answered by the classrooms.
  public static let classrooms = {
    var classes = MembersClasses()
    classes.all = { school, tx in
      try ClassroomsStore(tx: tx).classrooms(in: school).map { ($0.classroom.id, $0.classroom.name) }
    }
    classes.students = { classroom, school, tx in
      let store = ClassroomsStore(tx: tx)
      guard try store.classroom(classroom, in: school) != nil else { return [] }
      return try store.studentIDs(classroom, in: school, on: store.today(in: school))
    }
    classes.names = { try ClassroomsStore(tx: $2).names(of: $0, in: $1) }
    return classes
  }()
}

/// An invitation gave a student a login: the login sees the student's classes, in the same transaction.
///
/// Goes after `linkInvite` of the students.
public func settleInvite(_ invite: Invite, _ tx: WriteTransaction) throws {
  guard invite.role == .student, let student = invite.student else { return }
  let store = ClassroomsStore(tx: tx)
  try store.settle([student], on: try store.today(in: tx.school))
}

extension StudentsReach {
  /// What the records ask, answered by the classrooms.
  public static let classrooms: StudentsReach = {
    var reach = answers
    reach.listening = { caller, tx in
      try ClassroomsStore(tx: tx).taught(by: caller.account, in: caller.school).map { "taught/" + $0.text }
    }
    return reach
  }()

  private static let answers = StudentsReach(
    sight: { try studentSight($0, $1, $2) },
    taught: { caller, tx in
      let store = ClassroomsStore(tx: tx)
      return try store.studentIDs(
        of: store.taught(by: caller.account, in: caller.school), in: caller.school, on: store.today(in: caller.school))
    },
    classNames: { try ClassroomsStore(tx: $2).names(of: $0, in: $1) },
    classes: { try ClassroomsStore(tx: $2).enrolments(of: $0, in: $1) },
    leave: { student, tx in
      let store = ClassroomsStore(tx: tx)
      let today = try store.today(in: tx.school)
      let rooms = try store.current(of: [student], in: tx.school, on: today).map(\.classroom)
      for room in rooms { try store.leave(student, from: room, until: today.plus(days: -1)) }
      return rooms
    },
    rejoin: { student, rooms, tx in
      for room in rooms { try ClassroomsStore(tx: tx).rejoin(student, in: room) }
    },
    hasRecords: { student, school, tx in
      let store = ClassroomsStore(tx: tx)
      let today = try store.today(in: school)
      let attendance = AttendanceStore(tx: tx)
      // Whoever was in a class before today may stand in its registers; today's are looked at.
      return try store.enrolments(of: student, in: school).contains { $0.enrolment.from < today }
        || !attendance.history(of: student, since: today, in: school).isEmpty
        || !attendance.absences(of: student, in: school, limit: 1).isEmpty
    },
    forget: { try ClassroomsStore(tx: $1).forget($0) },
    more: { student, caller, _ in
      { attendanceWays(student, mayReport: caller.role.isOffice || caller.role == .guardian, $0) }
    })
}
