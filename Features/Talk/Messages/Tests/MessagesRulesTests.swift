import Base
import School
import Testing

@Suite struct `Who may talk with whom` {
  private let none = Ties()
  private let usual = MessagePolicy()

  @Test func `everybody reaches the office, and the office everybody`() {
    for role in Role.allCases {
      for office in [Role.owner, .admin] {
        #expect(usual.lets(role, office, none) && usual.lets(office, role, none))
      }
    }
  }

  @Test func `teachers reach each other, those they teach, and the guardians of those`() {
    #expect(usual.lets(.teacher, .teacher, none))
    #expect(!usual.lets(.teacher, .student, none) && usual.lets(.teacher, .student, Ties(teaches: true)))
    #expect(!usual.lets(.guardian, .teacher, none) && usual.lets(.guardian, .teacher, Ties(teachesChild: true)))
    // The wrong reason is no reason.
    #expect(!usual.lets(.teacher, .guardian, Ties(teaches: true)))
    #expect(!usual.lets(.teacher, .student, Ties(teachesChild: true, isFamily: true, learnTogether: true)))
  }

  @Test func `students write to each other only where the school lets them, and only to those they learn with`() {
    let together = Ties(learnTogether: true)
    #expect(!usual.lets(.student, .student, together))
    #expect(MessagePolicy(studentsTalk: true).lets(.student, .student, together))
    #expect(!MessagePolicy(studentsTalk: true).lets(.student, .student, none))
  }

  @Test func `guardians reach their own children and no other family`() {
    #expect(usual.lets(.guardian, .student, Ties(isFamily: true)) && !usual.lets(.guardian, .student, none))
    let all = Ties(teaches: true, teachesChild: true, isFamily: true, learnTogether: true)
    #expect(!MessagePolicy(studentsTalk: true, includesGuardians: true).lets(.guardian, .guardian, all))
  }

  @Test func `what one may say to the other, the other may say back`() {
    for bits in 0..<16 {
      let ties = Ties(
        teaches: bits & 1 > 0, teachesChild: bits & 2 > 0, isFamily: bits & 4 > 0, learnTogether: bits & 8 > 0)
      for one in Role.allCases {
        for other in Role.allCases {
          #expect(usual.lets(one, other, ties) == usual.lets(other, one, ties))
        }
      }
    }
  }
}

@Suite struct `The rules of a conversation` {
  private let now = Instant(milliseconds: 1)
  private let ada = Caller(account: ID(high: 1, low: 1), school: .none, role: .teacher)

  private func participation(
    _ kind: Conversation.Kind = .direct, belongs: Bool = true, canReach: Bool = true, leftAt: Instant? = nil,
    moderates: Bool = false, read: Int = 0, last: Int = 5, isGuest: Bool = false
  ) -> Participation {
    Participation(
      conversation: Conversation(
        id: ID(high: 2, low: 2), kind: kind, last: last, lastAt: now, createdBy: ada.account, createdAt: now),
      participant: Participant(
        conversation: ID(high: 2, low: 2), account: ada.account, joinedAt: now, leftAt: leftAt, read: read,
        isGuest: isGuest),
      belongs: belongs, canReach: canReach, moderates: moderates)
  }

  private func message(by sender: ID<Account>, deleted: Bool = false) -> Message {
    Message(
      id: ID(high: 3, low: 3), conversation: ID(high: 2, low: 2), number: 5, sender: sender, text: "hello", at: now,
      deletedAt: deleted ? now : nil)
  }

  @Test func `who is no part of it, or no more, finds nothing`() {
    let send = SendMessage(conversation: ID(high: 2, low: 2), text: "hello")
    for out in [participation(belongs: false), participation(leftAt: now)] {
      #expect(throws: Refusal.notFound) { try send.permit(for: ada, out, now: now) }
    }
    #expect(throws: Refusal.notAllowed(Phrase("messages.cannot-reach"))) {
      try send.permit(for: ada, participation(canReach: false), now: now)
    }
    #expect(throws: Never.self) { try send.permit(for: ada, participation(), now: now) }
  }

  @Test func `one changes one's own words, and takes others' away only where one is responsible`() {
    let (other, mine) = (message(by: ID(high: 9, low: 9)), message(by: ada.account))
    let edit = EditMessage(message: mine.id, text: "x"), delete = DeleteMessage(message: mine.id)
    #expect(throws: Refusal.self) { try edit.permit(for: ada, participation(moderates: true), other, now: now) }
    #expect(throws: Refusal.self) {
      try edit.permit(for: ada, participation(), message(by: ada.account, deleted: true), now: now)
    }
    #expect(throws: Never.self) { try edit.permit(for: ada, participation(), mine, now: now) }
    #expect(throws: Refusal.self) { try delete.permit(for: ada, participation(), other, now: now) }
    #expect(throws: Never.self) { try delete.permit(for: ada, participation(moderates: true), other, now: now) }
    #expect(
      (try? delete.permit(for: ada, participation(), message(by: ada.account, deleted: true), now: now)) ?? nil == nil)
  }

  @Test func `seeing goes forward only, and never beyond the end`() throws {
    let id: ID<Conversation> = ID(high: 2, low: 2)
    #expect(try SeeMessages(conversation: id, upTo: 3).permit(for: ada, participation(read: 4), now: now) == nil)
    let permit = try #require(
      try SeeMessages(conversation: id, upTo: 99).permit(for: ada, participation(read: 4), now: now))
    #expect(permit.command.number(of: participation().conversation) == 5)
  }

  @Test func `a talk between two is muted, not left`() {
    let leave = LeaveConversation(conversation: ID(high: 2, low: 2))
    #expect(throws: Refusal.self) { try leave.permit(for: ada, participation(), now: now) }
    #expect(throws: Never.self) { try leave.permit(for: ada, participation(.staff), now: now) }
    #expect(throws: Never.self) { try leave.permit(for: ada, participation(isGuest: true), now: now) }
  }

  @Test func `a talk is begun with those one reaches; strangers and those out of reach answer alike`() {
    let (you, them) = (ID<Account>(high: 5, low: 5), ID<Account>(high: 6, low: 6))
    let begin: (StartConversation, [Candidate], MessagePolicy) throws -> Void = {
      _ = try $0.permit(for: ada, people: $1, isStaffThere: false, policy: $2, now: now)
    }
    let one = StartConversation(with: [you])
    let refusal = Refusal.invalid("with", Phrase("messages.nobody"))
    #expect(throws: refusal) { try begin(one, [Candidate(account: you, role: nil)], MessagePolicy()) }
    #expect(throws: refusal) { try begin(one, [Candidate(account: you, role: .student)], MessagePolicy()) }
    #expect(throws: refusal) {
      try begin(
        StartConversation(with: [ada.account]), [Candidate(account: ada.account, role: .teacher)], MessagePolicy())
    }
    let staff = [Candidate(account: you, role: .teacher), Candidate(account: them, role: .admin)]
    #expect(throws: Never.self) {
      try begin(StartConversation(with: [you, them], title: "Year 7"), staff, MessagePolicy())
    }
    #expect(throws: Refusal.self) { try begin(StartConversation(with: [you, them]), staff, MessagePolicy()) }
    let mixed = [staff[0], Candidate(account: them, role: .student, ties: Ties(teaches: true))]
    #expect(throws: Refusal.self) {
      try begin(StartConversation(with: [you, them], title: "x"), mixed, MessagePolicy())
    }
    #expect(throws: Refusal.notFound) { try begin(StartConversation(course: ID(high: 7, low: 7)), [], MessagePolicy()) }
  }

  @Test func `a message has an end, and its length is named`() {
    let long = String(repeating: "ש", count: Message.longest + 1)
    let form = Form([Form.Field("text", long)])
    #expect(throws: Refusal.invalid("text", Phrase("form.too-long", .count(4000)))) {
      try SendMessage(form, path: ["conversation": ID<Conversation>(high: 2, low: 2).text])
    }
    let silent = SendMessage(conversation: ID(high: 2, low: 2), text: "")
    #expect(throws: Refusal.invalid("text", Phrase("messages.say-something"))) {
      try silent.permit(for: ada, participation(), now: now)
    }
    #expect(throws: Never.self) { try silent.permit(for: ada, participation(), files: 1, now: now) }
  }

  @Test func `a hundred thousand recipients are refused with the number that is allowed`() {
    let form = Form((0..<100_000).map { _ in Form.Field("with", ID<Account>(high: 1, low: 1).text) })
    #expect(throws: Refusal.invalid("with", Phrase("messages.too-many", .count(100)))) { try StartConversation(form) }
  }
}
