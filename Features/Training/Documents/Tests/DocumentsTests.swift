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

@testable import Training
@testable import TrainingServer

extension FlyingSchool {
  static func withDocuments(_ dialect: Dialect) async throws -> FlyingSchool {
    let opened = try await open(dialect)
    let service = DocumentsService()
    let server = DocumentsServer(
      ledger: opened.ledger, files: FilesServer(ledger: opened.ledger), service: service,
      proof: { password, _ in password == "right" })
    return FlyingSchool(
      ledger: opened.ledger, clock: opened.clock,
      table: RouteTable(
        traineeRoutes(TraineesService(pieces: [DocumentsService.piece])) + documentRoutes(service)
          + documentServerRoutes(server)))
  }

  static let medical = DocumentKind.standard[1].id
  static let certificate = DocumentKind.standard[0].id

  /// Hands in a small PDF, or what else is in `bytes`.
  @discardableResult
  func handIn(
    _ kind: ID<DocumentKind>, expires: Day? = nil, notes: String = "", _ bytes: [[UInt8]] = [pdf("one")],
    as person: Person = .ben
  ) async throws -> ID<TrainingDocument> {
    var fields = [Form.Field("kind", kind.text)]
    if let expires { fields.append(Form.Field("expires", expires.text)) }
    if !notes.isEmpty { fields.append(Form.Field("notes", notes)) }
    var uploads: [Router.Upload] = []
    for (place, content) in bytes.enumerated() { uploads.append(try await upload("page\(place).pdf", content)) }
    let answer = try await send(
      .post, DocumentsPaths.all(ben), Form(fields), as: person, uploads: uploads, wants: .json)
    guard case .object(let made) = answer.json(), case .text(let id)? = made.first(where: { $0.0 == "id" })?.1
    else { throw Refusal.notFound }
    return ID(id) ?? .none
  }

  static func pdf(_ text: String) -> [UInt8] {
    Array("%PDF-1.4\n% \(text)\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n".utf8)
  }

  func documents() async throws -> TrainingDocuments {
    try await ledger.read { [school, ben] in try DocumentsStore(tx: $0).all(of: ben, in: school) }
  }

  func status(_ kind: ID<DocumentKind>, on day: Day = monday) async throws -> TrainingDocumentStatus? {
    try await documents().entries.first { $0.kind.id == kind }?.status(today: day)
  }
}

@Suite struct `How a document stands` {
  private let kind = DocumentKind.standard[1]
  private func document(expires: Day?, rejected: Bool = false) -> TrainingDocument {
    TrainingDocument(
      id: .none, trainee: .none, kind: kind.id, expires: expires, uploadedBy: .none,
      uploadedAt: Instant(milliseconds: 0), rejectedAt: rejected ? Instant(milliseconds: 1) : nil)
  }

  @Test func `is said by the day, through its last one`() {
    let today = FlyingSchool.monday
    for (left, status) in [
      (-1, TrainingDocumentStatus.expired), (0, .expiring), (30, .expiring), (31, .uploaded), (4000, .uploaded),
    ] {
      #expect(
        TrainingDocumentStatus(document(expires: today.plus(days: left)), kind, today: today) == status, "\(left)")
    }
    #expect(TrainingDocumentStatus(nil, kind, today: today) == .none)
    #expect(TrainingDocumentStatus(document(expires: nil), kind, today: today) == .uploaded)
    #expect(
      TrainingDocumentStatus(document(expires: today.plus(days: 90), rejected: true), kind, today: today) == .rejected)
    var eager = kind
    eager.warningDays = 60
    #expect(TrainingDocumentStatus(document(expires: today.plus(days: 60)), eager, today: today) == .expiring)
  }
}

@Suite struct `Documents of a trainee` {
  @Test(arguments: Dialect.allCases)
  func `that are required and missing stand in a banner for both`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    for person in [FlyingSchool.Person.ruth, .ben] {
      let page = try await school.shown(TrainingPaths.trainee(school.ben), as: person)
      #expect(page.contains("3 required documents missing") && page.contains("Medical Certificate"), "\(person)")
    }
    #expect(try await school.shown(TrainingPaths.all, as: .ruth).contains("3 required documents missing"))
    try await school.handIn(FlyingSchool.medical, expires: FlyingSchool.monday.plus(days: 25))
    for person in [FlyingSchool.Person.ruth, .ben] {
      let page = try await school.shown(DocumentsPaths.all(school.ben), as: person)
      #expect(page.contains("2 required documents missing") && page.contains("25 days left"), "\(person)")
    }
    #expect(try await school.status(FlyingSchool.medical) == .expiring)
  }

  @Test(arguments: Dialect.allCases)
  func `are handed in by the trainee alone`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    let instructor = try await school.refused { try await school.handIn(FlyingSchool.certificate, as: .ruth) }
    #expect(instructor == .notAllowed(Phrase("training.documents.trainee-only")))
    for person in [FlyingSchool.Person.sam, .dana, .stranger] {
      let refusal = try await school.refused { try await school.handIn(FlyingSchool.certificate, as: person) }
      #expect(refusal == .notFound, "\(person)")
      #expect(await school.refusal(.get, DocumentsPaths.all(school.ben), as: person) == .notFound)
    }
    let form = DocumentsPaths.all(school.ben) + "/new"
    #expect(await school.refusal(.get, form, as: .ruth) == .notFound)
    let shown = try await school.shown(form, as: .ben, query: Form(["kind": FlyingSchool.medical.text]))
    #expect(shown.contains("capture=\"environment\"") && shown.contains("type=\"date\""))
  }

  @Test(arguments: Dialect.allCases)
  func `have what a camera took, and what was chosen beside it`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    let uploads = [
      try await school.upload("two.pdf", FlyingSchool.pdf("two")),
      try await school.upload("one.pdf", FlyingSchool.pdf("one"), field: "photo"),
    ]
    try await school.send(
      .post, DocumentsPaths.all(school.ben), Form(["kind": FlyingSchool.certificate.text]), as: .ben, uploads: uploads)
    let documents = try await school.documents()
    let document = try #require(documents.entries.first { $0.kind.id == FlyingSchool.certificate }?.document)
    let place = school.school
    let pages = try await school.ledger.read { try DocumentsStore(tx: $0).pages(of: document.id, in: place) }
    #expect(pages.map { $0.name } == ["one.pdf", "two.pdf"])
  }

  @Test(arguments: Dialect.allCases)
  func `need a file that is one and a day where the kind says so`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    let bare = try await school.refused { try await school.handIn(FlyingSchool.medical, []) }
    #expect(
      bare
        == .invalid([
          Problem("file", Phrase("training.documents.file-needed")),
          Problem("expires", Phrase("training.documents.date-needed")),
        ]))
    let text = try await school.refused { try await school.handIn(FlyingSchool.certificate, [Array("hello".utf8)]) }
    #expect(text == .invalid("file", Phrase("training.documents.file-wrong")))
    let many = try await school.refused {
      try await school.handIn(FlyingSchool.certificate, (0...10).map { FlyingSchool.pdf("\($0)") })
    }
    #expect(many == .invalid("file", Phrase("training.documents.pages-many", .count(10))))
    let unknown = try await school.refused { try await school.handIn(FlyingSchool.id(9)) }
    #expect(unknown == .invalid("kind", Phrase("form.choice")))
  }

  @Test(arguments: Dialect.allCases)
  func `have pages in their order, whose sum is the one of what came`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    let (one, two) = (FlyingSchool.pdf("one"), FlyingSchool.pdf("two"))
    let id = try await school.handIn(FlyingSchool.certificate, notes: "Both sides", [one, two])
    let pages = try await school.ledger.read { [place = school.school] in
      try DocumentsStore(tx: $0).pages(of: id, in: place)
    }
    #expect(pages.map { $0.place } == [1, 2] && pages.map { $0.hash } == [sha256(one), sha256(two)])
    let path = DocumentsPaths.document(id, of: school.ben)
    for person in [FlyingSchool.Person.ruth, .ben] {
      let page = try await school.shown(path, as: person)
      #expect(page.contains(hex(sha256(one))) && page.contains("Both sides"), "\(person)")
      guard case .file(let file) = try await school.send(.get, DocumentsPaths.content(pages[1]), as: person).body else {
        Issue.record("no file for \(person)")
        continue
      }
      #expect(file.size == two.count && file.name == "page1.pdf")
    }
    for person in [FlyingSchool.Person.sam, .dana, .stranger] {
      #expect(await school.refusal(.get, path, as: person) == .notFound, "\(person)")
      #expect(await school.refusal(.get, DocumentsPaths.content(pages[0]), as: person) == .notFound, "\(person)")
    }
  }

  @Test(arguments: Dialect.allCases)
  func `are rejected by an instructor with a reason that the trainee reads`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    let id = try await school.handIn(FlyingSchool.certificate)
    let (path, reason) = (DocumentsPaths.rejection(id, of: school.ben), Form(["reason": "The photo is blurred"]))
    let own = try await school.refused { try await school.send(.post, path, reason, as: .ben) }
    #expect(own == .notAllowed(Phrase("training.trainees.instructors-only")))
    for person in [FlyingSchool.Person.sam, .dana, .stranger] {
      let refusal = try await school.refused { try await school.send(.post, path, reason, as: person) }
      #expect(refusal == .notFound, "\(person)")
    }
    let silent = try await school.refused { try await school.send(.post, path, as: .ruth) }
    #expect(silent == .invalid("reason", Phrase("form.required")))
    try await school.send(.post, path, reason, as: .ruth)
    #expect(try await school.status(FlyingSchool.certificate) == .rejected)
    #expect(
      try await school.shown(DocumentsPaths.document(id, of: school.ben), as: .ben).contains("The photo is blurred"))
    #expect(try await school.shown(DocumentsPaths.all(school.ben), as: .ben).contains("3 required documents missing"))
  }

  @Test(arguments: Dialect.allCases)
  func `are replaced: the last one before is kept, and no more of them`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    let first = try await school.handIn(FlyingSchool.certificate, [FlyingSchool.pdf("1")])
    let second = try await school.handIn(FlyingSchool.certificate, [FlyingSchool.pdf("2")])
    let entry = try #require(try await school.documents().entries.first { $0.kind.id == FlyingSchool.certificate })
    #expect(entry.document?.id == second && entry.earlier?.id == first)
    let late = try await school.refused {
      try await school.send(
        .post, DocumentsPaths.rejection(first, of: school.ben), Form(["reason": "Old"]), as: .ruth)
    }
    #expect(late == .conflict(Phrase("training.documents.is-replaced")))
    try await school.handIn(FlyingSchool.certificate, [FlyingSchool.pdf("3")])
    #expect(await school.refusal(.get, DocumentsPaths.document(first, of: school.ben), as: .ben) == .notFound)
    #expect(try await school.shown(DocumentsPaths.document(second, of: school.ben), as: .ruth).contains("newer one"))
    let files = try await school.ledger.read { try $0.count("SELECT count(*) FROM file") }
    #expect(files == 2, "the file of the oldest is forgotten with it")
  }

  @Test(arguments: Dialect.allCases)
  func `are taken away and brought back by the trainee alone`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    let id = try await school.handIn(FlyingSchool.certificate)
    let path = DocumentsPaths.removal(id, of: school.ben)
    let instructor = try await school.refused { try await school.send(.post, path, as: .ruth) }
    #expect(instructor == .notAllowed(Phrase("training.documents.trainee-only")))
    #expect(try await school.refused { try await school.send(.post, path, as: .sam) } == .notFound)
    try await school.send(.post, path, as: .ben)
    #expect(try await school.status(FlyingSchool.certificate) == TrainingDocumentStatus.none)
    #expect(await school.refusal(.get, DocumentsPaths.document(id, of: school.ben), as: .ruth) == .notFound)
    try await school.send(.post, path, Form(["restore": "1"]), as: .ben)
    #expect(try await school.status(FlyingSchool.certificate) == .uploaded)
    try await school.send(.post, path, as: .ben)
    try await school.handIn(FlyingSchool.certificate)
    let taken = try await school.refused { try await school.send(.post, path, Form(["restore": "1"]), as: .ben) }
    #expect(taken == .conflict(Phrase("training.documents.is-replaced")), "two would stand at once")
    // After an hour it is gone, with its file; the one that stands stays.
    let later = school.ledger.world.now().plus(seconds: TrainingDocument.regret)
    try await school.ledger.upkeep(school: school.school) { try DocumentsStore(tx: $0).forget(id, before: later) }
    #expect(try await school.refused { try await school.send(.post, path, as: .ben) } == .notFound)
    #expect(try await school.ledger.read { try $0.count("SELECT count(*) FROM file") } == 1)
    #expect(try await school.status(FlyingSchool.certificate) == .uploaded)
  }
}

@Suite struct `Kinds of documents` {
  private func form(_ name: String, required: Bool = true, version: String? = nil) -> Form {
    var fields = [Form.Field("name", name), Form.Field("warning", "14"), Form.Field("file", "on")]
    if required { fields.append(Form.Field("required", "on")) }
    if let version { fields.append(Form.Field("version", version)) }
    return Form(fields)
  }

  @Test(arguments: Dialect.allCases)
  func `are said by the staff of a school, beginning with four`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    let page = try await school.shown(DocumentsPaths.kinds, as: .dana)
    for name in ["Student Pilot Certificate", "Medical Certificate", "Passport / Birth Certificate", "LogBook"] {
      #expect(page.contains(name), "\(name)")
    }
    #expect(await school.refusal(.get, DocumentsPaths.kinds, as: .ben) == .notFound)
    let refusal = try await school.refused {
      try await school.send(.post, DocumentsPaths.kinds, form("Insurance"), as: .ben)
    }
    #expect(refusal == .notFound)
    let nameless = try await school.refused { try await school.send(.post, DocumentsPaths.kinds, form(""), as: .sam) }
    #expect(nameless == .invalid("name", Phrase("form.required")))
    try await school.send(.post, DocumentsPaths.kinds, form("Insurance"), as: .sam)
    #expect(try await school.shown(DocumentsPaths.all(school.ben), as: .ben).contains("Insurance"))
    #expect(try await school.shown(DocumentsPaths.all(school.ben), as: .ben).contains("4 required documents missing"))
  }

  @Test(arguments: Dialect.allCases)
  func `of ours are changed, keep their name and come back`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    let path = DocumentsPaths.kind(FlyingSchool.medical)
    let stale = try await school.refused { try await school.send(.post, path, form("", version: "7"), as: .dana) }
    #expect(stale == .stale)
    try await school.send(.post, path, form("", required: false, version: "0"), as: .dana)
    let list = try await school.shown(DocumentsPaths.all(school.ben), as: .ben)
    #expect(list.contains("Medical Certificate") && list.contains("2 required documents missing"))
    let id = try await school.handIn(FlyingSchool.medical)
    try await school.send(.post, DocumentsPaths.kindRemoval(FlyingSchool.medical), as: .ruth)
    #expect(await school.refusal(.get, path, as: .dana) == .notFound)
    #expect(try await school.shown(DocumentsPaths.all(school.ben), as: .ben).contains(id.text), "what is there stays")
    let late = try await school.refused { try await school.handIn(FlyingSchool.medical) }
    #expect(late == .invalid("kind", Phrase("form.choice")))
    try await school.send(
      .post, DocumentsPaths.kindRemoval(FlyingSchool.medical), Form(["restore": "1"]), as: .ruth)
    #expect(try await school.shown(path, as: .dana).contains("value=\"14\""))
  }
}
