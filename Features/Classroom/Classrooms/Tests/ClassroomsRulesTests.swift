import Base
import School
import Testing

/// What the rules themselves refuse, whichever routes lead to them.
@Suite struct `The rules of classrooms` {
  private let now = Instant(milliseconds: 1_794_000_000_000), today = Day(number: 20_521)
  private let room: ID<Classroom> = ID(high: 3, low: 3), child: ID<Student> = ID(high: 4, low: 4)
  private let teacher: ID<Account> = ID(high: 5, low: 5)
  private func caller(_ role: Role) -> Caller {
    Caller(account: ID(high: 1, low: 1), school: ID(high: 2, low: 2), role: role)
  }

  private func refusal(_ body: () throws(Refusal) -> Void) -> Refusal? {
    do throws(Refusal) { try body() } catch { return error }
    return nil
  }

  @Test(arguments: Role.allCases) func `the office alone opens classrooms`(_ role: Role) {
    let reason = refusal { () throws(Refusal) in
      _ = try AddClassroom(title: "9C").permit(for: caller(role), now: now)
    }
    #expect(reason == (role.isOffice ? nil : .notAllowed(Phrase("classrooms.office-only"))))
  }

  @Test(arguments: [ClassAccess.office, .teacher, .mate, .guardian([]), nil])
  func `the office alone archives and deletes them and says who teaches them`(_ access: ClassAccess?) {
    let me = caller(.teacher)
    let all = [
      refusal { () throws(Refusal) in
        _ = try ArchiveClassroom(classroom: room).permit(for: me, access: access, now: now)
      },
      refusal { () throws(Refusal) in
        _ = try DeleteClassroom(classroom: room).permit(for: me, access: access, wasUsed: false, now: now)
      },
      refusal { () throws(Refusal) in
        _ = try AssignTeacher(classroom: room, teacher: teacher).permit(
          for: me, access: access, role: .teacher, now: now)
      },
      refusal { () throws(Refusal) in
        _ = try UnassignTeacher(classroom: room, teacher: teacher).permit(
          for: me, access: access, teachers: [teacher], now: now)
      },
    ]
    let wanted: Refusal? =
      access == .office ? nil : access == nil ? .notFound : .notAllowed(Phrase("classrooms.office-only"))
    for reason in all { #expect(reason == wanted) }
  }

  @Test(arguments: [ClassAccess.office, .teacher, .mate, .guardian([]), nil])
  func `its staff alone name it, show it, and let students in and out`(_ access: ClassAccess?) {
    let me = caller(.teacher)
    let all = [
      refusal { () throws(Refusal) in
        _ = try RenameClassroom(classroom: room, title: "x").permit(for: me, access: access, version: "1", now: now)
      },
      refusal { () throws(Refusal) in
        _ = try SetCover(classroom: room).permit(for: me, access: access, now: now)
      },
      refusal { () throws(Refusal) in
        _ = try RemoveCover(classroom: room).permit(for: me, access: access, now: now)
      },
      refusal { () throws(Refusal) in
        _ = try EnrolStudents(classroom: room, students: [child]).permit(
          for: me, access: access, known: [child], now: now)
      },
      refusal { () throws(Refusal) in
        _ = try RemoveFromClass(classroom: room, student: child).permit(
          for: me, access: access, isThere: true, now: now)
      },
      rejoining(access, until: today),
    ]
    let isStaff = access == .office || access == .teacher
    let wanted: Refusal? = isStaff ? nil : access == nil ? .notFound : .notAllowed(Phrase("classrooms.staff-only"))
    for reason in all { #expect(reason == wanted) }
  }

  @Test func `a teacher takes back what was done today, the office whatever was done, nobody what was not`() {
    #expect(rejoining(.teacher, until: today.plus(days: -1)) == nil)
    #expect(rejoining(.teacher, until: today.plus(days: -2)) == .notFound)
    #expect(rejoining(.office, until: today.plus(days: -300)) == nil)
    #expect(rejoining(.office, until: nil) == .notFound)
    #expect(rejoining(.office, until: today, isAtSchool: false) == .notFound)
  }

  private func rejoining(_ access: ClassAccess?, until: Day?, isAtSchool: Bool = true) -> Refusal? {
    let last = Enrolment(classroom: room, student: child, from: today.plus(days: -400), until: until)
    return refusal { () throws(Refusal) in
      _ = try RejoinClass(classroom: room, student: child).permit(
        for: caller(.teacher), access: access, last: last, isAtSchool: isAtSchool, today: today, now: now)
    }
  }
}
