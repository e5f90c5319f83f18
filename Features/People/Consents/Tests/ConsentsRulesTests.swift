import Base
import School
import Testing

@Suite struct `What the answers of a family come to` {
  private static let (mother, father, aunt) = (
    ID<Account>(high: 1, low: 1), ID<Account>(high: 1, low: 2), ID<Account>(high: 1, low: 3)
  )
  private let now = Instant(milliseconds: 1_794_000_000_000)
  private let today = Day(number: 20_764)
  private let student = ID<Student>(high: 3, low: 3)

  /// An answer of somebody, `nil` for a court's, said some days before today and written down as the `order`th.
  private func answer(
    _ answer: Consent.Answer, _ who: ID<Account>?, _ order: Int, daysAgo: Int = 0, _ source: Consent.Source? = nil
  ) -> Consent {
    Consent(
      id: ID(high: 9, low: UInt64(order)), student: student, scope: .photos, answer: answer,
      source: source ?? (who == nil ? .order : .guardian), guardian: who, day: today.plus(days: -daysAgo),
      by: who ?? Self.aunt, at: Instant(milliseconds: now.milliseconds + Int64(order)))
  }

  private func folded(_ answers: [Consent], _ guardians: Set<ID<Account>> = [mother, father]) -> String {
    let come = ConsentState.folded(answers, guardians: guardians)
    // The order in which rows are read says nothing.
    let turned = ConsentState.folded(answers.reversed(), guardians: guardians)
    guard come == turned else { return "differs" }
    return (come.isAllowed ? "allowed " : "not ") + come.why.rawValue
  }

  @Test func `a yes allows, a no beats it, and taking back is as if nobody had been asked`() {
    let (mother, father) = (Self.mother, Self.father)
    #expect(folded([]) == "not unasked")
    #expect(folded([answer(.yes, mother, 1)]) == "allowed yes")
    #expect(folded([answer(.yes, mother, 1), answer(.no, father, 2)]) == "not no")
    #expect(folded([answer(.no, father, 1), answer(.yes, mother, 2)]) == "not no")
    #expect(folded([answer(.yes, mother, 1), answer(.no, father, 2), answer(.withdrawn, father, 3)]) == "allowed yes")
    #expect(folded([answer(.yes, mother, 1), answer(.withdrawn, mother, 2)]) == "not unasked")
    #expect(folded([answer(.yes, mother, 1), answer(.yes, father, 2)]) == "allowed yes")
    #expect(folded([answer(.no, mother, 1), answer(.yes, mother, 2)]) == "allowed yes")
  }

  @Test func `paper is its guardian's, and counts from the day that stands on it`() {
    let mother = Self.mother
    #expect(folded([answer(.yes, mother, 1, .paper)]) == "allowed yes")
    // Written down later, said earlier.
    #expect(folded([answer(.no, mother, 1, daysAgo: 2), answer(.yes, mother, 2, daysAgo: 5, .paper)]) == "not no")
    #expect(folded([answer(.no, mother, 1, daysAgo: 5), answer(.yes, mother, 2, daysAgo: 2, .paper)]) == "allowed yes")
    #expect(folded([answer(.no, mother, 1), answer(.yes, mother, 2, .paper)]) == "allowed yes")
  }

  @Test func `an order stands above all answers until it is taken back`() {
    let (mother, father) = (Self.mother, Self.father)
    #expect(folded([answer(.yes, mother, 1), answer(.no, father, 2), answer(.yes, nil, 3)]) == "allowed order")
    #expect(folded([answer(.no, nil, 1), answer(.yes, mother, 2), answer(.yes, father, 3)]) == "not order")
    #expect(folded([answer(.yes, mother, 1), answer(.no, nil, 2), answer(.withdrawn, nil, 3)]) == "allowed yes")
    #expect(folded([answer(.no, nil, 1, daysAgo: 3), answer(.yes, nil, 2, daysAgo: 1)]) == "allowed order")
  }

  @Test func `whoever is no guardian has no say`() {
    let (mother, father, aunt) = (Self.mother, Self.father, Self.aunt)
    #expect(folded([answer(.yes, mother, 1), answer(.no, aunt, 2)]) == "allowed yes")
    #expect(folded([answer(.yes, mother, 1), answer(.no, father, 2)], [mother]) == "allowed yes")
    #expect(folded([answer(.yes, aunt, 1)]) == "not unasked")
    #expect(folded([answer(.yes, nil, 1)], []) == "allowed order")
  }

  private func caller(_ role: Role) -> Caller { Caller(account: Self.mother, school: ID(high: 2, low: 2), role: role) }

  @Test func `a guardian answers, staff are told that it is not theirs, others hear of no child`() {
    let command = AnswerConsent(student: student, scope: .photos, answer: .yes)
    #expect(throws: Never.self) {
      _ = try command.permit(for: caller(.guardian), access: .family, isGuardian: true, now: now)
      _ = try command.permit(for: caller(.teacher), access: .teacher, isGuardian: true, now: now)
    }
    #expect(throws: Refusal.notAllowed(Phrase("consents.guardians-only"))) {
      try command.permit(for: caller(.teacher), access: .teacher, isGuardian: false, now: now)
    }
    #expect(throws: Refusal.notAllowed(Phrase("consents.guardians-only"))) {
      try command.permit(for: caller(.owner), access: .office, isGuardian: false, now: now)
    }
    #expect(throws: Refusal.notFound) {
      try command.permit(for: caller(.student), access: .family, isGuardian: false, now: now)
    }
    #expect(throws: Refusal.notFound) {
      try command.permit(for: caller(.guardian), access: nil, isGuardian: true, now: now)
    }
  }

  @Test(arguments: Role.allCases) func `only the office records paper and orders`(_ role: Role) {
    let paper = RecordPaperConsent(student: student, guardian: Self.mother, scope: .voice, answer: .yes, day: today)
    let order = RecordConsentOrder(student: student, scope: .voice, answer: .no, day: today, note: "Court 4")
    let made = [
      (try? paper.permit(
        for: caller(role), access: .office, guardians: [Self.mother], today: today, now: now)) != nil,
      (try? order.permit(for: caller(role), access: .office, today: today, now: now)) != nil,
    ]
    #expect(made == [role.isOffice, role.isOffice])
  }

  @Test func `a paper is signed by a guardian, and no day is to come or out of all memory`() {
    func paper(_ who: ID<Account>, _ day: Day) throws(Refusal) {
      _ = try RecordPaperConsent(student: student, guardian: who, scope: .voice, answer: .yes, day: day).permit(
        for: caller(.admin), access: .office, guardians: [Self.mother], today: today, now: now)
    }
    #expect(throws: Refusal.invalid("guardian", Phrase("consents.no-guardian"))) { try paper(Self.aunt, today) }
    #expect(throws: Refusal.invalid("day", Phrase("consents.day-future"))) {
      try paper(Self.mother, today.plus(days: 1))
    }
    #expect(throws: Refusal.invalid("day", Phrase("consents.day-old"))) { try paper(Self.mother, Day(number: 1)) }
    #expect(throws: Never.self) { try paper(Self.mother, today.plus(days: -400)) }
  }

  @Test func `a form says everything that is wrong with it at once`() {
    #expect(
      throws: Refusal.invalid([
        Problem("student", Phrase("form.required")), Problem("scope", Phrase("form.choice")),
        Problem("answer", Phrase("form.required")), Problem("guardian", Phrase("form.unknown")),
      ])
    ) { try AnswerConsent(Form(["scope": "everything", "guardian": "x"])) }
  }
}
