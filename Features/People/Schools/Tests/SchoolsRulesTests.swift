import Base
import School
import Testing

/// What the rules themselves refuse, whichever routes lead to them.
@Suite struct `The rules of a school's settings` {
  private let now = Instant(milliseconds: 1_794_000_000_000)
  private func caller(_ role: Role) -> Caller {
    Caller(account: ID(high: 1, low: 1), school: ID(high: 2, low: 2), role: role)
  }
  private func school(_ id: ID<Tenant> = ID(high: 2, low: 2), isLocked: Bool = false) -> School {
    var made = School(
      id: id, name: "Rimon", kind: .k12, zone: "UTC", language: .en, theme: "oasis", createdAt: now, updatedAt: now)
    made.lockedAt = isLocked ? now : nil
    return made
  }

  private func refusal(_ body: () throws(Refusal) -> Void) -> Refusal? {
    do throws(Refusal) { try body() } catch { return error }
    return nil
  }

  /// What the picture's commands say; then the two of its end.
  private func owners(_ me: Caller, _ school: School?, _ locked: School?) -> (looks: [Refusal?], ends: [Refusal?]) {
    let looks = [
      refusal { () throws(Refusal) in
        _ = try SetSchoolPicture(picture: ID(high: 3, low: 3)).permit(for: me, school: school, now: now)
      },
      refusal { () throws(Refusal) in _ = try RemoveSchoolPicture().permit(for: me, school: school, now: now) },
    ]
    let ends = [
      refusal { () throws(Refusal) in
        _ = try DeleteSchool(typed: "Rimon", password: "x").permit(for: me, school: school, isRight: true, now: now)
      },
      refusal { () throws(Refusal) in _ = try RestoreSchool().permit(for: me, school: locked, now: now) },
    ]
    return (looks, ends)
  }

  private func office(_ me: Caller, _ school: School?) -> [Refusal?] {
    let day = Day(number: 20_521)
    let term = SchoolTerm(id: ID(high: 4, low: 4), name: "Spring", from: day, until: day)
    return [
      refusal { () throws(Refusal) in
        _ = try SetAttendanceRules(correctionDays: 14, rate: .strict).permit(for: me, school: school, now: now)
      },
      refusal { () throws(Refusal) in
        _ = try SetWorkRules(work: SchoolWork()).permit(for: me, school: school, now: now)
      },
      refusal { () throws(Refusal) in
        _ = try AddTerm(term: term).permit(for: me, school: school, as: term.id, terms: [], now: now)
      },
      refusal { () throws(Refusal) in
        _ = try ChangeTerm(term: term).permit(for: me, school: school, terms: [term], now: now)
      },
      refusal { () throws(Refusal) in
        _ = try RemoveTerm(term: term.id).permit(for: me, school: school, terms: [term], now: now)
      },
    ]
  }

  @Test(arguments: Role.allCases) func `let owners say how it looks and when it ends, and the office the rest`(
    _ role: Role
  ) {
    let (looks, ends) = owners(caller(role), school(), school(isLocked: true))
    let isOwner = role == .owner
    for reason in looks { #expect(reason == (isOwner ? nil : .notAllowed(Phrase("schools.owner-only")))) }
    for reason in ends { #expect(reason == (isOwner ? nil : .notFound)) }
    for reason in office(caller(role), school()) { #expect(reason == (role.isOffice ? nil : .notFound)) }
  }

  @Test func `know no other school, and none that is not there`() {
    for other in [school(ID(high: 9, low: 9)), nil] {
      var locked = other
      locked?.lockedAt = now
      let (looks, ends) = owners(caller(.owner), other, locked)
      for reason in looks + ends + office(caller(.owner), other) { #expect(reason == .notFound) }
    }
  }

  @Test func `end it once, and only what was ended comes back`() {
    let (_, ends) = owners(caller(.owner), school(isLocked: true), school())
    #expect(ends == [.conflict(Phrase("schools.locked-already")), .conflict(Phrase("schools.not-locked"))])
  }
}
