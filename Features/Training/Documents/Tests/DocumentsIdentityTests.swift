import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Training

extension FlyingSchool {
  static let passport = DocumentKind.standard[2].id

  /// Ben is a minor from now on.
  func makeMinor() async throws {
    let ben = ben
    try await write { tx in
      guard var profile = try TraineesStore(tx: tx).profile(of: ben, in: tx.school) else { throw Refusal.notFound }
      profile.isMinor = true
      try tx.put(TraineesTables.profile, profile)
    }
  }

  func consent(as person: Person = .ruth) async throws {
    try await send(
      .post, DocumentsPaths.consent(ben),
      Form(["giver": "guardian", "who": "Nora Adler", "words": "By telephone: agrees"]), as: person)
  }

  func endorse(
    _ id: ID<TrainingDocument>, number: String = "1234", password: String = "right", as person: Person = .ruth
  ) async throws {
    try await send(
      .post, DocumentsPaths.endorsement(id, of: ben), Form(["number": number, "password": password]), as: person)
  }

  /// The school wants passports to be replaced.
  func replacePassports() async throws {
    try await send(
      .post, DocumentsPaths.kind(Self.passport),
      Form(["name": "", "required": "on", "file": "on", "warning": "30", "identity": "on", "endorsed": "on"]), as: .dana
    )
  }

  func filesKept() async throws -> Int { try await ledger.read { try $0.count("SELECT count(*) FROM file") } }
}

@Suite struct `Identity papers of minors` {
  @Test(arguments: Dialect.allCases)
  func `are taken once somebody who answers for them has consented`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    try await school.handIn(FlyingSchool.passport)
    try await school.makeMinor()
    let needed = Refusal.conflict(Phrase("training.documents.consent-needed"))
    #expect(try await school.refused { try await school.handIn(FlyingSchool.passport) } == needed)
    try await school.handIn(FlyingSchool.certificate)
    let list = try await school.shown(DocumentsPaths.all(school.ben), as: .ben)
    #expect(list.contains("cannot be uploaded yet") && list.contains("Consent is missing"))
    let form = try await school.shown(
      DocumentsPaths.all(school.ben) + "/new", as: .ben, query: Form(["kind": FlyingSchool.passport.text]))
    #expect(form.contains("cannot be uploaded yet") && !form.contains("type=\"file\""), "it says why, and has no form")
    try await school.consent()
    let shown = try await school.shown(DocumentsPaths.all(school.ben), as: .ben)
    #expect(shown.contains("Nora Adler") && shown.contains("By telephone: agrees"))
    try await school.handIn(FlyingSchool.passport)
  }

  @Test(arguments: Dialect.allCases)
  func `have a consent that instructors alone write down, once, and of a minor`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    let grown = try await school.refused { try await school.consent() }
    #expect(grown == .conflict(Phrase("training.documents.not-minor")))
    try await school.makeMinor()
    let own = try await school.refused { try await school.consent(as: .ben) }
    #expect(own == .notAllowed(Phrase("training.trainees.instructors-only")))
    for person in [FlyingSchool.Person.sam, .dana, .stranger] {
      #expect(try await school.refused { try await school.consent(as: person) } == .notFound, "\(person)")
    }
    let silent = try await school.refused {
      try await school.send(
        .post, DocumentsPaths.consent(school.ben), Form(["giver": "office", "who": "", "words": ""]), as: .ruth)
    }
    #expect(
      silent
        == .invalid([Problem("who", Phrase("form.required")), Problem("words", Phrase("form.required"))]))
    try await school.consent()
    let twice = try await school.refused { try await school.consent() }
    #expect(twice == .conflict(Phrase("training.documents.consent-there")))
  }

  @Test(arguments: Dialect.allCases)
  func `go when the consent is withdrawn`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    try await school.makeMinor()
    try await school.consent()
    let id = try await school.handIn(FlyingSchool.passport)
    try await school.handIn(FlyingSchool.certificate)
    let path = DocumentsPaths.consentWithdrawal(school.ben)
    let own = try await school.refused { try await school.send(.post, path, as: .ben) }
    #expect(own == .notAllowed(Phrase("training.trainees.instructors-only")))
    #expect(try await school.refused { try await school.send(.post, path, as: .sam) } == .notFound)
    try await school.send(.post, path, as: .ruth)
    #expect(try await school.status(FlyingSchool.passport) == TrainingDocumentStatus.none)
    #expect(try await school.status(FlyingSchool.certificate) == .uploaded)
    let back = try await school.refused {
      try await school.send(
        .post, DocumentsPaths.removal(id, of: school.ben), Form(["restore": "1"]), as: .ben)
    }
    #expect(back == .conflict(Phrase("training.documents.consent-needed")))
  }

  @Test(arguments: Dialect.allCases)
  func `are replaced by a signed endorsement where the school says so`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    try await school.replacePassports()
    try await school.handIn(FlyingSchool.passport, [FlyingSchool.pdf("old")])
    let id = try await school.handIn(FlyingSchool.passport, [FlyingSchool.pdf("1"), FlyingSchool.pdf("2")])
    #expect(try await school.filesKept() == 3)
    try await school.endorse(id)
    #expect(try await school.filesKept() == 0, "also of the one before it")
    #expect(try await school.status(FlyingSchool.passport) == .uploaded, "as before")
    for person in [FlyingSchool.Person.ruth, .ben] {
      let page = try await school.shown(DocumentsPaths.document(id, of: school.ben), as: person)
      #expect(page.contains("Checked by") && page.contains("Number ending") && page.contains("1234"), "\(person)")
      #expect(page.contains("in the place of the pages") && !page.contains("type=\"password\""), "\(person)")
    }
    let twice = try await school.refused { try await school.endorse(id) }
    #expect(twice == .conflict(Phrase("training.documents.endorsed-before")))
    let next = try await school.handIn(FlyingSchool.passport, [FlyingSchool.pdf("next")])
    try await school.endorse(next, number: "5678")
    #expect(try await school.filesKept() == 0)
    let before = try await school.shown(DocumentsPaths.document(id, of: school.ben), as: .ben)
    #expect(before.contains("1234"), "what was signed for the one before it stands")
    // One that was changed behind our back is not shown.
    let key = id
    try await school.write { tx in
      guard let known = try DocumentsStore(tx: tx).endorsement(of: key, in: tx.school) else { throw Refusal.notFound }
      try tx.put(
        DocumentsTables.endorsement,
        DocumentEndorsement(
          document: known.document, trainee: known.trainee, number: "9999", by: known.by, name: known.name,
          at: known.at, hash: known.hash))
    }
    let page = try await school.shown(DocumentsPaths.document(id, of: school.ben), as: .ben)
    #expect(page.contains("not what was signed") && !page.contains("9999"))
  }

  @Test(arguments: Dialect.allCases)
  func `stay checked when the consent is withdrawn, for no page of them is left`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    try await school.replacePassports()
    try await school.makeMinor()
    try await school.consent()
    let id = try await school.handIn(FlyingSchool.passport)
    try await school.endorse(id)
    try await school.send(.post, DocumentsPaths.consentWithdrawal(school.ben), as: .ruth)
    #expect(try await school.status(FlyingSchool.passport) == .uploaded)
    #expect(try await school.shown(DocumentsPaths.document(id, of: school.ben), as: .ben).contains("Checked by"))
  }

  @Test func `have so many consents and no more`() throws {
    let command = RecordIdentityConsent(trainee: .none, giver: .office, who: "Dana", words: "Yes")
    func permit(_ count: Int) throws(Refusal) {
      _ = try command.permit(
        for: Caller(account: .none, school: .none, role: .teacher), access: .instructor, isMinor: true, known: nil,
        count: count, now: Instant(milliseconds: 0))
    }
    try permit(IdentityConsent.most - 1)
    #expect(throws: Refusal.conflict(Phrase("training.documents.consents-many", .count(IdentityConsent.most)))) {
      try permit(IdentityConsent.most)
    }
  }

  @Test func `say what is missing where nothing else can be handed in, and not where nothing is asked for`()
    async throws
  {
    let school = try await FlyingSchool.withDocuments(.sqlite)
    try await school.makeMinor()
    for kind in DocumentKind.standard where kind.id != FlyingSchool.passport {
      try await school.send(.post, DocumentsPaths.kind(kind.id) + "/removal", as: .dana)
    }
    let form = DocumentsPaths.all(school.ben) + "/new"
    #expect(try await school.shown(form, as: .ben).contains("cannot be uploaded yet"))
    try await school.send(.post, DocumentsPaths.kind(FlyingSchool.passport) + "/removal", as: .dana)
    let empty = try await school.shown(form, as: .ben)
    #expect(empty.contains("No documents are asked for") && !empty.contains("cannot be uploaded yet"))
  }

  @Test(arguments: Dialect.allCases)
  func `keep their pages where the school does not`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    let id = try await school.handIn(FlyingSchool.passport)
    try await school.endorse(id)
    #expect(try await school.filesKept() == 1)
    let page = try await school.shown(DocumentsPaths.document(id, of: school.ben), as: .ben)
    #expect(page.contains("Checked by") && page.contains("page0.pdf"))
  }

  @Test(arguments: Dialect.allCases)
  func `are endorsed by an instructor with the password, and only what stands`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    let (id, other) = (
      try await school.handIn(FlyingSchool.passport), try await school.handIn(FlyingSchool.certificate)
    )
    let own = try await school.refused { try await school.endorse(id, as: .ben) }
    #expect(own == .notAllowed(Phrase("training.trainees.instructors-only")))
    for person in [FlyingSchool.Person.sam, .dana, .stranger] {
      #expect(try await school.refused { try await school.endorse(id, as: person) } == .notFound, "\(person)")
    }
    let wrong = try await school.refused { try await school.endorse(id, password: "wrong") }
    #expect(wrong == .invalid("password", Phrase("accounts.wrong-current")))
    let unlike = try await school.refused { try await school.endorse(other) }
    #expect(unlike == .conflict(Phrase("training.documents.not-identity")))
    let long = try await school.refused { try await school.endorse(id, number: "12345") }
    #expect(long == .invalid("number", Phrase("form.too-long", .count(4))), "a whole number is not kept")
    try await school.send(
      .post, DocumentsPaths.rejection(id, of: school.ben), Form(["reason": "Blurred"]), as: .ruth)
    let rejected = try await school.refused { try await school.endorse(id) }
    #expect(rejected == .conflict(Phrase("training.documents.is-rejected")))
  }

  @Test(arguments: Dialect.allCases)
  func `alone are replaced, and the switch is the instructor's`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    let odd = try await school.refused {
      try await school.send(
        .post, DocumentsPaths.kinds, Form(["name": "Insurance", "warning": "30", "endorsed": "on"]), as: .dana)
    }
    #expect(odd == .invalid("endorsed", Phrase("training.documents.endorsed-identity")))
    try await school.send(
      .post, TrainingPaths.trainee(school.ben), Form(["firstName": "Ben", "lastName": "Adler", "minor": "on"]),
      as: .ruth)
    #expect(try await school.shown(TrainingPaths.trainee(school.ben), as: .ben).contains("Is a minor"))
    #expect(try await school.shown(TrainingPaths.edit(school.ben), as: .ruth).contains("checked"))
  }
}
