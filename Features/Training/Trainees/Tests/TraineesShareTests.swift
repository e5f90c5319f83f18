import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import PeopleServer
import Router
import School
import Testing
import Web

@testable import Training
@testable import TrainingServer

extension FlyingSchool {
  static let origin = "https://club.example"

  /// With what only a server does.
  static func sharing(_ dialect: Dialect) async throws -> FlyingSchool {
    let opened = try await open(dialect)
    let accounts = AccountsServer(ledger: opened.ledger, passwords: Passwords(world: opened.clock.world))
    let service = TraineesService()
    let server = TraineesServer(
      ledger: opened.ledger, members: MembersServer(ledger: opened.ledger, accounts: accounts), service: service,
      origin: origin)
    return FlyingSchool(
      ledger: opened.ledger, clock: opened.clock,
      table: RouteTable(traineeRoutes(service) + traineeServerRoutes(server)))
  }

  /// A link for a trainee, as the page shows it.
  func invite(_ trainee: ID<Trainee>, key: ID<IdempotencyKey>? = nil) async throws -> String? {
    let answer = try await send(
      .post, TrainingPaths.invitation(trainee), as: .ruth, wants: .json, idempotencyKey: key)
    guard case .object(let fields) = answer.json(),
      case .text(let link)? = fields.first(where: { $0.0 == "link" })?.1
    else { return nil }
    return link
  }

  func accept(_ text: String, as person: Person) async throws -> Refusal? {
    try await refused { try await send(.post, TrainingPaths.join, Form(["code": text]), as: person) }
  }
}

@Suite struct `What is pasted` {
  private let code = "0000-1111-2222-3333-4444-5555-6666"

  @Test func `is a link of ours or a code, with white space around it`() throws {
    for text in [
      "https://club.example/training/join?code=\(code)", "  https://club.example/training/join?code=\(code)\n",
      "<HTTPS://Club.Example/training/join?code=\(code)>", "club.example/training/join?code=\(code)",
      "https://club.example/training/join?from=mail&code=\(code)#top", code, " 0000111122223333444455556666 ",
    ] {
      #expect(try TraineeShareLink.code(text, at: FlyingSchool.origin).text == code, "\(text)")
    }
  }

  @Test func `is judged in the words that people know`() {
    func reason(_ text: String) -> Refusal? {
      do throws(Refusal) {
        _ = try TraineeShareLink.code(text, at: FlyingSchool.origin)
        return nil
      } catch { return error }
    }
    for text in [
      "hello", "a b/c", "ftp://club.example/training/join?code=\(code)", "x=\(code)", "://", "https://", "…/",
    ] {
      #expect(reason(text) == .invalid("code", Phrase("training.join.format")), "\(text)")
    }
    for text in [
      "https://evil.example/x", "https://evil.example/training/join?code=\(code)",
      "https://club.example.evil.example/training/join?code=\(code)", "https://club.example/join?code=\(code)",
      "https://club.example/training/join", "https://club.example/training/join?code=12",
      "https://club.example:8443/training/join?code=\(code)",
    ] {
      #expect(reason(text) == .invalid("code", Phrase("training.join.other")), "\(text)")
    }
    let words = TestWords.of(.en)
    #expect(words("training.join.format") == "Invalid URL format")
    #expect(words("training.join.other") == "Invalid share URL")
    #expect(words("training.join.accepted") == "Share accepted successfully!")
  }
}

@Suite struct `An invitation to a training` {
  @Test(arguments: Dialect.allCases)
  func `is shown once, accepted once, and says at every moment whether somebody reads along`(_ dialect: Dialect)
    async throws
  {
    let school = try await FlyingSchool.sharing(dialect)
    let cleo = TrainingPaths.trainee(school.cleo)
    #expect(try await school.trainee(school.cleo)?.hasActiveShare == false)
    let key: ID<IdempotencyKey> = school.ledger.world.id()
    let link = try #require(try await school.invite(school.cleo, key: key))
    #expect(link.hasPrefix("https://club.example/training/join?code="))
    #expect(try await school.invite(school.cleo, key: key) == nil, "the books keep a hash alone")
    #expect(try await school.trainee(school.cleo)?.hasActiveShare == false)
    #expect(try await school.shown(cleo, as: .ruth).contains("The invitation is open until"))
    #expect(
      try await school.shown(TrainingPaths.join, as: .stranger, query: Form(["code": link])).contains("Cleo Marti"))
    #expect(await school.refusal(.get, cleo, as: .stranger) == .notFound)

    let answer = try await school.send(.post, TrainingPaths.join, Form(["code": "  \(link)\n"]), as: .stranger)
    #expect(answer.toast?.phrase == Phrase("training.join.accepted") && answer.path == TrainingPaths.all)
    #expect(try await school.trainee(school.cleo)?.hasActiveShare == true)
    #expect(try await school.trainee(school.cleo)?.account == school.account(.stranger))
    #expect(try await school.shown(TrainingPaths.all, as: .stranger).contains("Cleo@club.example"))
    #expect(try await school.shown(cleo, as: .ruth).contains("The trainee reads along."))
    // The same person once more is in already; somebody else is refused.
    try await school.send(.post, TrainingPaths.join, Form(["code": link]), as: .stranger)
    #expect(try await school.accept(link, as: .ben) == .invalid("code", Phrase("training.join.taken")))
    let again = try await school.refused { _ = try await school.invite(school.cleo) }
    #expect(again == .conflict(Phrase("training.share.is-shared")))

    try await school.send(.post, TrainingPaths.revocation(school.cleo), as: .ruth)
    #expect(try await school.trainee(school.cleo)?.hasActiveShare == false)
    #expect(try await school.accept(link, as: .stranger) == .invalid("code", Phrase("training.join.revoked")))
    #expect(await school.refusal(.get, cleo, as: .stranger) == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `runs out after fourteen days, and a new one ends the old one`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.sharing(dialect)
    let old = try #require(try await school.invite(school.cleo))
    let new = try #require(try await school.invite(school.cleo))
    #expect(try await school.accept(old, as: .stranger) == .invalid("code", Phrase("training.join.revoked")))
    #expect(try await school.accept(new, as: .ruth) == .invalid("code", Phrase("training.join.own")))
    school.clock.advance(days: 15)
    #expect(try await school.accept(new, as: .stranger) == .invalid("code", Phrase("training.join.expired")))
    #expect(try await school.shown(TrainingPaths.trainee(school.cleo), as: .ruth).contains("The invitation ran out:"))
    let third = try #require(try await school.invite(school.cleo))
    try await school.send(.post, TrainingPaths.withdrawal(school.cleo), as: .ruth)
    #expect(try await school.accept(third, as: .stranger) == .invalid("code", Phrase("training.join.revoked")))
    let unknown = InviteCode(world: school.clock.world).text
    #expect(try await school.accept(unknown, as: .stranger) == .invalid("code", Phrase("training.join.unknown")))
    #expect(try await school.trainee(school.cleo)?.hasActiveShare == false)
  }

  @Test(arguments: Dialect.allCases)
  func `is made, taken back and revoked by those who train them`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.sharing(dialect)
    let paths = [
      TrainingPaths.invitation(school.ben), TrainingPaths.withdrawal(school.ben), TrainingPaths.revocation(school.ben),
    ]
    for path in paths {
      let own = try await school.refused { try await school.send(.post, path, as: .ben) }
      #expect(own == .notAllowed(Phrase("training.trainees.instructors-only")), "\(path)")
      for person in [FlyingSchool.Person.sam, .dana, .stranger] {
        let refusal = try await school.refused { try await school.send(.post, path, as: person) }
        #expect(refusal == .notFound, "\(path) \(person)")
      }
    }
    #expect(await school.refusal(.get, TrainingPaths.revocation(school.ben), as: .ben) == .notFound)
    #expect(try await school.trainee(school.ben)?.hasActiveShare == true)
  }

  @Test(arguments: Dialect.allCases)
  func `that is revoked closes what the trainee has open`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.sharing(dialect)
    let ben = school.caller(.ben)
    let pages = [TrainingPaths.all, TrainingPaths.trainee(school.ben)]
    var topics: [[String]] = []
    for page in pages { topics.append(try await school.topics(page, as: .ben)) }
    let change = try #require(
      try await school.ledger.change { try await school.send(.post, TrainingPaths.revocation(school.ben), as: .ruth) })
    for watched in topics {
      #expect(try await school.ledger.tells(watched, of: change, to: ben) == true, "the open page looks again")
    }
    #expect(await school.refusal(.get, TrainingPaths.trainee(school.ben), as: .ben) == .notFound, "and is not there")
  }

  @Test(arguments: Dialect.allCases)
  func `ends when the trainee leaves the school`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.sharing(dialect)
    let ben = school.account(.ben)
    try await school.write { tx in try onLeaveTraining(ben, tx) }
    #expect(try await school.trainee(school.ben)?.hasActiveShare == false)
    #expect(await school.refusal(.get, TrainingPaths.trainee(school.ben), as: .ben) == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `lets in who has no account yet, as a student of that school`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.sharing(dialect)
    let link = try #require(try await school.invite(school.cleo))
    let anonymous = try school.request(.get, TrainingPaths.join, as: nil, query: Form(["code": link]))
    let page = try await anonymous.route.work.response(to: anonymous, school.ledger).page(school.scene())
    #expect(page?.body.contains("Account not available: sign in to accept the share.") == true)
    #expect(page?.body.contains("/sign-in?next=") == true)
    let form = Form([
      "code": link, "name": "Cleo Marti", "identifier": "cleo", "password": "four wet green umbrellas", "terms": "on",
    ])
    let request = try school.request(.post, TrainingPaths.joinAccount, form, as: nil)
    let answer = try await request.route.work.response(to: request, school.ledger)
    #expect(!answer.cookies.isEmpty && answer.path == TrainingPaths.all)
    let account = try #require(try await school.trainee(school.cleo)?.account)
    let role = try await school.ledger.read { [place = school.school] in
      try MembersStore(tx: $0).membership(account, in: place)?.role
    }
    #expect(role == .student)
    // A dead link makes no account.
    let late = try school.request(
      .post, TrainingPaths.joinAccount,
      Form(["code": link, "name": "Max", "identifier": "max2", "password": "four wet green umbrellas", "terms": "on"]),
      as: nil)
    let refusal = try await school.refused { _ = try await late.route.work.response(to: late, school.ledger) }
    #expect(refusal == .invalid("code", Phrase("training.join.taken")))
  }
}
