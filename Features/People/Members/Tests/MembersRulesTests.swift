import Base
import School
import Testing

@Suite struct `Who may handle whom` {
  let school = ID<Tenant>(high: 1, low: 1)
  let me = ID<Account>(high: 2, low: 1), other = ID<Account>(high: 2, low: 2)
  let now = Instant(milliseconds: 1_794_000_000_000)

  func caller(_ role: Role) -> Caller { Caller(account: me, school: school, role: role) }
  func member(_ role: Role, _ account: ID<Account>? = nil, in place: ID<Tenant>? = nil) -> Membership {
    Membership(school: place ?? school, account: account ?? other, role: role, joinedAt: now)
  }

  func refusal(_ body: () throws(Refusal) -> Void) -> Refusal? {
    do throws(Refusal) { try body() } catch { return error }
    return nil
  }

  func change(_ by: Role, _ from: Role, to role: Role) -> Refusal? {
    refusal { () throws(Refusal) in
      _ = try ChangeRole(account: other, role: role).permit(for: caller(by), member: member(from), now: now)
    }
  }

  @Test func `an owner makes anybody anything`() {
    for from in Role.allCases { for to in Role.allCases { #expect(change(.owner, from, to: to) == nil) } }
  }

  @Test func `an administrator handles teachers, students and guardians, and nobody of the office`() {
    for from in Role.allCases {
      for to in Role.allCases {
        let isTheirs = !from.isOffice && !to.isOffice
        #expect(change(.admin, from, to: to) == (isTheirs ? nil : .notAllowed(Phrase("members.owner-only"))))
        #expect(ChangeRole.choices(for: .admin, of: from).contains(to) == isTheirs)
      }
    }
  }

  @Test(arguments: [Role.teacher, .student, .guardian])
  func `to everybody else there is nobody to handle`(_ role: Role) {
    #expect(change(role, .student, to: .teacher) == .notFound)
    #expect(
      refusal { () throws(Refusal) in
        _ = try RemoveMember(account: other).permit(for: caller(role), member: member(.student), now: now)
      } == .notFound)
    #expect(
      refusal { () throws(Refusal) in
        _ = try CreateInvite(role: .teacher, label: "x").permit(for: caller(role), hasStudent: false, now: now)
      } == .notFound)
  }

  @Test func `nobody changes or removes themselves, and another school's member is not there`() {
    #expect(
      refusal { () throws(Refusal) in
        _ = try ChangeRole(account: me, role: .admin).permit(for: caller(.owner), member: member(.owner, me), now: now)
      } == .notAllowed(Phrase("members.own-role")))
    #expect(
      refusal { () throws(Refusal) in
        _ = try RemoveMember(account: me).permit(for: caller(.owner), member: member(.owner, me), now: now)
      } == .notAllowed(Phrase("members.leave-instead")))
    let elsewhere = member(.student, in: ID(high: 9, low: 9))
    #expect(
      refusal { () throws(Refusal) in
        _ = try RemoveMember(account: other).permit(for: caller(.owner), member: elsewhere, now: now)
      } == .notFound)
  }

  @Test func `the last owner cannot leave, anybody else can`() {
    func leave(_ role: Role, owners: Int) -> Refusal? {
      refusal { () throws(Refusal) in _ = try QuitSchool().permit(for: caller(role), owners: owners, now: now) }
    }
    #expect(leave(.owner, owners: 1) == .conflict(Phrase("members.last-owner")))
    #expect(leave(.owner, owners: 2) == nil)
    for role in Role.allCases where role != .owner { #expect(leave(role, owners: 1) == nil) }
  }

  @Test func `only owners invite administrators, and only families are linked to a record`() {
    func invite(_ by: Role, _ command: CreateInvite, hasStudent: Bool = true) -> Refusal? {
      refusal { () throws(Refusal) in _ = try command.permit(for: caller(by), hasStudent: hasStudent, now: now) }
    }
    let student = ID<Student>(high: 5, low: 5)
    #expect(invite(.admin, CreateInvite(role: .admin, label: "x")) == .notAllowed(Phrase("members.owner-only")))
    #expect(invite(.owner, CreateInvite(role: .admin, label: "x")) == nil)
    #expect(invite(.owner, CreateInvite(role: .owner, label: "x")) == .invalid("role", Phrase("form.choice")))
    #expect(
      invite(.owner, CreateInvite(role: .teacher, label: "x", days: 365)) == .invalid("days", Phrase("form.choice")))
    #expect(
      invite(.admin, CreateInvite(role: .teacher, label: "x", student: student))
        == .invalid("student", Phrase("members.no-student")))
    #expect(invite(.admin, CreateInvite(role: .guardian, label: "x", student: student), hasStudent: false) == .notFound)
    #expect(invite(.admin, CreateInvite(role: .guardian, label: "x", student: student)) == nil)
  }
}

@Suite struct `A code` {
  let world = World(now: { Instant(milliseconds: 0) }, random: { 0xFEDC_BA98_7654_3210 })

  @Test func `is read as people write it`() throws {
    let code = InviteCode(world: world)
    #expect(code.text.count == 34)
    let plain = code.text.filter { $0 != "-" }
    for way in [
      code.text, plain, code.text.lowercased(), " \(code.text)\n",
      code.text.split(separator: "-").joined(separator: " "),
      "https://rimon.example/join?code=\(code.text)", "\u{2066}\(code.text)\u{2069}",
    ] { #expect(InviteCode(way) == code, "\(way)") }
  }

  @Test func `forgives the letters that look alike`() {
    let digits = String(repeating: "0", count: 14) + String(repeating: "1", count: 14)
    let letters =
      String(repeating: "O", count: 14) + String(repeating: "l", count: 7) + String(repeating: "I", count: 7)
    #expect(InviteCode(digits) != nil)
    #expect(InviteCode(digits) == InviteCode(letters))
  }

  @Test(arguments: [
    "", "ABC", "U" + String(repeating: "0", count: 27), String(repeating: "0", count: 29), "אבגד", "code=",
  ])
  func `is nothing else`(_ text: String) { #expect(InviteCode(text) == nil) }

  @Test func `that is wrong is said at its field`() {
    #expect(throws: Refusal.invalid("code", Phrase("members.code-form"))) { try JoinSchool(Form(["code": "abc"])) }
    #expect(throws: Refusal.invalid("code", Phrase("form.required"))) { try JoinSchool(Form(["code": " "])) }
  }
}
