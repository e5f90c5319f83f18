import Base
import School
import Testing

@Suite struct `The rules of students' records` {
  private let now = Instant(milliseconds: 1_794_000_000_000)
  private func caller(_ role: Role) -> Caller {
    Caller(account: ID(high: 1, low: 1), school: ID(high: 2, low: 2), role: role)
  }
  private var student: Student { Student(id: ID(high: 3, low: 3), given: "Ada", family: "Lovelace", updatedAt: now) }

  @Test(arguments: Role.allCases) func `the office adds students, a teacher into a class of hers`(_ role: Role) throws {
    let command = AddStudent(fields: StudentFields(given: "Ada", family: ""))
    let alone = Result { () throws(Refusal) in try command.permit(for: caller(role), now: now) }
    let inClass = Result { () throws(Refusal) in try command.permit(for: caller(role), teachesClass: true, now: now) }
    #expect(((try? alone.get()) != nil) == role.isOffice)
    #expect(((try? inClass.get()) != nil) == role.isStaff)
  }

  @Test func `who does not see a student is told there is none; the family is told that staff do this`() {
    let command = EditStudent(student: student.id, fields: StudentFields(given: "A", family: ""))
    #expect(throws: Refusal.notFound) { try command.permit(for: caller(.teacher), access: nil, version: "1", now: now) }
    #expect(throws: Refusal.notAllowed(Phrase("students.staff-only"))) {
      try command.permit(for: caller(.guardian), access: .family, version: "1", now: now)
    }
    #expect(throws: Never.self) { try command.permit(for: caller(.teacher), access: .teacher, version: "1", now: now) }
  }

  @Test(arguments: [Role.teacher, .student, .guardian])
  func `links, leaving and deleting are the office's, and nobody else hears of the student`(_ role: Role) {
    let me = caller(role)
    #expect(throws: Refusal.notFound) {
      try LinkGuardian(student: student.id, account: me.account).permit(
        for: me, student: student, role: .guardian, now: now)
    }
    #expect(throws: Refusal.notFound) {
      try RecordLeaving(student: student.id).permit(for: me, student: student, now: now)
    }
    #expect(throws: Refusal.notFound) {
      try DeleteStudent(student: student.id).permit(for: me, student: student, hasRecords: false, now: now)
    }
  }

  @Test(arguments: [Role.owner, .admin]) func `nor does the office do anything to a student who is not there`(
    _ role: Role
  ) {
    let (me, id) = (caller(role), student.id)
    #expect(throws: Refusal.notFound) {
      try LinkGuardian(student: id, account: me.account).permit(for: me, student: nil, role: .guardian, now: now)
    }
    #expect(throws: Refusal.notFound) {
      try UnlinkGuardian(student: id, account: me.account).permit(
        for: me, student: nil, guardians: [me.account], now: now)
    }
    #expect(throws: Refusal.notFound) { try RecordLeaving(student: id).permit(for: me, student: nil, now: now) }
    #expect(throws: Refusal.notFound) {
      try DeleteStudent(student: id).permit(for: me, student: nil, hasRecords: false, now: now)
    }
  }

  @Test func `a form says everything that is wrong with it at once`() {
    let form: Form = Form(["given": "", "family": "a\u{202E}b", "role": "owner"])
    #expect(
      throws: Refusal.invalid([
        Problem("given", Phrase("form.required")), Problem("family", Phrase("form.direction")),
        Problem("role", Phrase("form.unknown")),
      ])
    ) { try AddStudent(form) }
  }

  @Test(arguments: [
    ("  Élodie N’Diaye ", "elodie n'diaye"), ("ŁÓDŹ", "lodz"), ("Straße", "strasse"), ("אָדָם", "אדם"), ("أَحْمَد", "احمد"),
    ("Öz", "oz"),
  ])
  func `names are compared without case and marks`(_ name: String, _ folded: String) {
    #expect(Student.fold(name) == folded)
  }
}
