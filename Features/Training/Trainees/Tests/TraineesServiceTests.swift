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
  static func trainees(_ dialect: Dialect) async throws -> FlyingSchool {
    try await open(dialect, routes: traineeRoutes(TraineesService()))
  }

  func form(_ first: String, version: String? = nil, email: String = "", telephone: String = "") -> Form {
    var fields = [
      Form.Field("firstName", first), Form.Field("lastName", "Adler"), Form.Field("ftn", "C1234567"),
      Form.Field("address", "1 Field Road\nEast"),
    ]
    if !email.isEmpty { fields.append(Form.Field("email", email)) }
    if !telephone.isEmpty { fields.append(Form.Field("telephone", telephone)) }
    if let version { fields.append(Form.Field("version", version)) }
    return Form(fields)
  }

  func trainee(_ id: ID<Trainee>) async throws -> Trainee? {
    try await ledger.read { [school] in try TraineesStore(tx: $0).trainee(id, in: school) }
  }

  func profile(_ id: ID<Trainee>) async throws -> TraineeProfile? {
    try await ledger.read { [school] in try TraineesStore(tx: $0).profile(of: id, in: school) }
  }

  func instructors(of id: ID<Trainee>) async throws -> [ID<Account>] {
    try await ledger.read { [school] in try TraineesStore(tx: $0).instructors(of: id, in: school).map { $0.account } }
  }

  func account(named person: Person) -> Form { Form(["account": account(person).text]) }
}

@Suite struct `A trainee` {
  @Test(arguments: Dialect.allCases)
  func `is added by whoever is staff, and seen by them alone`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.trainees(dialect)
    let answer = try await school.send(
      .post, TrainingPaths.trainees, school.form("Nora", email: "nora@club.example", telephone: "٠٢ ٧٩٤٦٠٩٩١ داخلي ٤"),
      as: .sam)
    let path = try #require(answer.path)
    let page = try await school.shown(path, as: .sam)
    #expect(page.contains("C1234567") && page.contains("nora@club.example") && page.contains("1 Field Road<br>East"))
    #expect(try await school.shown(TrainingPaths.all, as: .sam).contains("Nora Adler"))
    for person in [FlyingSchool.Person.ruth, .max, .ben, .dana, .stranger] {
      #expect(await school.refusal(.get, path, as: person) == .notFound, "\(person)")
      #expect(await school.refusal(.get, path + "/edit", as: person) == .notFound, "\(person)")
      #expect(try await !school.shown(TrainingPaths.all, as: person).contains("Nora"), "\(person)")
    }
    let refusal = try await school.refused {
      try await school.send(.post, TrainingPaths.trainees, school.form("Zoe"), as: .ben)
    }
    #expect(refusal == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `needs a name, and an address and a number that look like ones`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.trainees(dialect)
    for (form, field) in [
      (school.form(""), "firstName"), (school.form("A", email: "nowhere"), "email"),
      (school.form("A", telephone: "ext. 12"), "telephone"),
      (school.form(String(repeating: "a", count: 81)), "firstName"),
    ] {
      let refusal = try await school.refused { try await school.send(.post, TrainingPaths.trainees, form, as: .ruth) }
      guard case .invalid(let problems) = refusal else {
        Issue.record("\(field) was taken")
        continue
      }
      #expect(problems.map { $0.field } == [field])
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is changed by those who train them and saw the last version`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.trainees(dialect)
    let path = TrainingPaths.trainee(school.ben)
    let stale = try await school.refused {
      try await school.send(.post, path, school.form("Benjamin", version: "1"), as: .ruth)
    }
    #expect(stale == .stale)
    let own = try await school.refused { try await school.send(.post, path, school.form("King"), as: .ben) }
    #expect(own == .notAllowed(Phrase("training.trainees.instructors-only")))
    for person in [FlyingSchool.Person.sam, .dana, .stranger] {
      let refusal = try await school.refused { try await school.send(.post, path, school.form("King"), as: person) }
      #expect(refusal == .notFound, "\(person)")
    }
    let version = try #require(try await school.profile(school.ben)).version
    try await school.send(.post, path, school.form("Benjamin", version: version), as: .ruth)
    #expect(try await school.trainee(school.ben)?.name == "Benjamin Adler")
    #expect(try await school.profile(school.ben)?.version != version)
    #expect(try await school.shown(path, as: .ben).contains("C1234567"), "the trainee reads it")
  }

  @Test(arguments: Dialect.allCases)
  func `who has one training sees it at once, without what only instructors do`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.trainees(dialect)
    let own = try await school.html(TrainingPaths.all, as: .ben)
    #expect(own.contains("ben@club.example") || own.contains("Ben@club.example"))
    #expect(!own.contains(TrainingPaths.edit(school.ben)) && !own.contains(TrainingPaths.invitation(school.ben)))
    #expect(await school.refusal(.get, TrainingPaths.instructors(school.ben), as: .ben) == .notFound)
    #expect(await school.refusal(.get, TrainingPaths.trainee(school.cleo), as: .ben) == .notFound)
    #expect(try await school.shown(TrainingPaths.all, as: .stranger).contains("No training is shared with you"))
    let found = try await school.shown(TrainingPaths.all, as: .ruth, query: Form(["q": "cle"]))
    #expect(found.contains("Cleo Marti") && !found.contains("Ben Adler"))
  }

  @Test(arguments: Dialect.allCases)
  func `stands in the list with what neighbours say of them`(_ dialect: Dialect) async throws {
    let opened = try await FlyingSchool.open(dialect)
    let service = TraineesService(pieces: [DocumentsService.piece])
    let school = FlyingSchool(
      ledger: opened.ledger, clock: opened.clock, table: RouteTable(traineeRoutes(service)))
    let page = try await school.shown(TrainingPaths.all, as: .ruth)
    #expect(page.contains("3 required documents missing"), "what neighbours say in a few words")
    #expect(page.contains("Not shared"), "Cleo has accepted nothing")
    #expect(try await school.html(TrainingPaths.all, as: .ruth).contains("href=\"\(TemplatesPaths.all)\""))
  }

  /// What neighbours say is read of all at once: a longer list is no more queries.
  @Test func `is listed in as many queries among forty as alone`() async throws {
    let school = try await FlyingSchool.open(.sqlite)
    let service = TraineesService(pieces: [
      checklistsTraineePiece(ChecklistsService()), DocumentsService.piece, logbookTraineePiece(),
    ])
    let caller = school.caller(.ruth)
    func queries() async throws -> Int {
      try await school.watch { tx in
        let ids = try TraineesStore(tx: tx).trainees(of: caller).map { $0.trainee.id }
        for piece in service.pieces { _ = try piece.short(ids, caller, tx) }
      }.count
    }
    let alone = try await queries()
    try await school.write { tx in
      for number in 0..<40 {
        let id = FlyingSchool.id(600 + UInt64(number), Trainee.self)
        try school.addTrainee(id, "T\(number)", "", account: nil, instructors: [.ruth], tx)
        try tx.put(
          ChecklistsTables.checklist,
          Checklist(
            id: FlyingSchool.id(700 + UInt64(number)), trainee: id, template: school.template, version: 1,
            createdBy: caller.account, createdAt: tx.now, updatedAt: tx.now))
      }
    }
    #expect(try await queries() == alone)
  }

  @Test(arguments: Dialect.allCases)
  func `whose training ended is folded away and comes back`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.trainees(dialect)
    let refusal = try await school.refused {
      try await school.send(.post, TrainingPaths.end(school.ben), as: .ben)
    }
    #expect(refusal == .notAllowed(Phrase("training.trainees.instructors-only")))
    let answer = try await school.send(.post, TrainingPaths.end(school.ben), as: .ruth)
    #expect(answer.toast?.undo?.path == TrainingPaths.reopening(school.ben))
    #expect(try await school.shown(TrainingPaths.all, as: .ruth).contains("<details id=\"ended\">"))
    #expect(try await school.shown(TrainingPaths.trainee(school.ben), as: .ben).contains("This training has ended."))
    try await school.send(.post, TrainingPaths.end(school.ben), as: .ruth)
    try await school.send(.post, TrainingPaths.reopening(school.ben), as: .ruth)
    #expect(try await school.trainee(school.ben)?.endedAt == nil)
    #expect(try await !school.shown(TrainingPaths.all, as: .ruth).contains("id=\"ended\""))
  }
}

@Suite struct `Several instructors` {
  @Test(arguments: Dialect.allCases)
  func `train one trainee, come and go, and the last one stays`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.trainees(dialect)
    let path = TrainingPaths.instructors(school.ben)
    let pupil = try await school.refused {
      try await school.send(.post, path, school.account(named: .stranger), as: .ruth)
    }
    #expect(pupil == .invalid("account", Phrase("training.trainees.not-staff")))
    let own = try await school.refused { try await school.send(.post, path, school.account(named: .sam), as: .ben) }
    #expect(own == .notAllowed(Phrase("training.trainees.instructors-only")))
    let other = try await school.refused { try await school.send(.post, path, school.account(named: .max), as: .max) }
    #expect(other == .notFound)
    try await school.send(.post, path, school.account(named: .sam), as: .ruth)
    #expect(try await school.shown(TrainingPaths.trainee(school.ben), as: .sam).contains("Ben@club.example"))
    #expect(try await school.shown(path, as: .sam).contains("added by Ruth"))
    let answer = try await school.send(.post, TrainingPaths.removal(school.account(.ruth), from: school.ben), as: .ruth)
    #expect(answer.path == TrainingPaths.all, "who went sees the trainee no more")
    #expect(await school.refusal(.get, TrainingPaths.trainee(school.ben), as: .ruth) == .notFound)
    let last = try await school.refused {
      try await school.send(.post, TrainingPaths.removal(school.account(.sam), from: school.ben), as: .sam)
    }
    #expect(last == .conflict(Phrase("training.trainees.last-instructor")))
    let nobody = try await school.refused {
      try await school.send(.post, TrainingPaths.removal(school.account(.max), from: school.ben), as: .sam)
    }
    #expect(nobody == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `leave the school, and the office hands over whom nobody trains`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.trainees(dialect)
    let path = TrainingPaths.handover(school.ben)
    let early = try await school.refused { try await school.send(.post, path, school.account(named: .sam), as: .dana) }
    #expect(early == .conflict(Phrase("training.trainees.has-instructors")))
    let ruth = school.account(.ruth)
    try await school.write { tx in try onLeaveInstructing(ruth, tx) }
    #expect(try await school.instructors(of: school.ben).isEmpty)
    #expect(await school.refusal(.get, TrainingPaths.trainee(school.ben), as: .ruth) == .notFound)
    #expect(try await school.shown(TrainingPaths.trainee(school.ben), as: .ben).contains("Ben@club.example"))
    let office = try await school.shown(TrainingPaths.office, as: .dana)
    #expect(office.contains("Nobody trains this trainee any more.") && office.contains(path))
    #expect(!office.contains("club.example"), "names alone")
    for person in [FlyingSchool.Person.ruth, .ben] {
      #expect(await school.refusal(.get, TrainingPaths.office, as: person) == .notFound)
      #expect(await school.refusal(.post, path, school.account(named: .sam), as: person) == .notFound)
    }
    let pupil = try await school.refused { try await school.send(.post, path, school.account(named: .ben), as: .dana) }
    #expect(pupil == .invalid("account", Phrase("training.trainees.not-staff")))
    try await school.send(.post, path, school.account(named: .sam), as: .dana)
    #expect(try await school.shown(TrainingPaths.trainee(school.ben), as: .sam).contains("Ben@club.example"))
    #expect(await school.refusal(.get, TrainingPaths.trainee(school.ben), as: .dana) == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `train no more than the most, however one more comes to them`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.trainees(dialect)
    try await school.write { tx in
      for number in 0..<Trainee.mostOfInstructor {
        let id = FlyingSchool.id(5000 + UInt64(number), Trainee.self)
        try school.addTrainee(id, "T\(number)", "", account: nil, instructors: [.sam], tx)
      }
    }
    let full = Refusal.conflict(Phrase("training.trainees.many-of-instructor", .count(Trainee.mostOfInstructor)))
    let sam = school.account(named: .sam)
    let added = try await school.refused {
      try await school.send(.post, TrainingPaths.instructors(school.ben), sam, as: .ruth)
    }
    #expect(added == full)
    // One that has ended is none too many, until it goes on.
    try await school.send(.post, TrainingPaths.end(school.ben), as: .ruth)
    try await school.send(.post, TrainingPaths.instructors(school.ben), sam, as: .ruth)
    let reopened = try await school.refused {
      try await school.send(.post, TrainingPaths.reopening(school.ben), as: .ruth)
    }
    #expect(reopened == full)
    let ruth = school.account(.ruth)
    try await school.write { tx in try onLeaveInstructing(ruth, tx) }
    let handed = try await school.refused {
      try await school.send(.post, TrainingPaths.handover(school.cleo), sam, as: .dana)
    }
    #expect(handed == full)
    #expect(try await school.instructors(of: school.cleo).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `never train themselves, whoever asks for it`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.trainees(dialect)
    let (sam, own) = (school.account(.sam), FlyingSchool.id(140, Trainee.self))
    try await school.write { tx in try school.addTrainee(own, "Sam", "Rey", account: .sam, instructors: [.ruth], tx) }
    let oneself = Refusal.invalid("account", Phrase("training.trainees.not-oneself"))
    let added = try await school.refused {
      try await school.send(.post, TrainingPaths.instructors(own), school.account(named: .sam), as: .ruth)
    }
    #expect(added == oneself)
    let ruth = school.account(.ruth)
    try await school.write { tx in try onLeaveInstructing(ruth, tx) }
    let handed = try await school.refused {
      try await school.send(.post, TrainingPaths.handover(own), school.account(named: .sam), as: .dana)
    }
    #expect(handed == oneself)
    #expect(try await school.instructors(of: own).isEmpty)
    // Where it came to be all the same, they read along.
    let at = FlyingSchool.zone.instant(FlyingSchool.monday, minute: 600)
    try await school.write { tx in
      try tx.put(TraineesTables.instructor, TraineeInstructor(trainee: own, account: sam, since: at, addedBy: ruth))
    }
    #expect(await school.refusal(.get, TrainingPaths.edit(own), as: .sam) == .notFound)
    let written = try await school.refused {
      try await school.send(.post, TrainingPaths.trainee(own), school.form("King"), as: .sam)
    }
    #expect(written == .notAllowed(Phrase("training.trainees.instructors-only")))
  }

  @Test(arguments: Dialect.allCases)
  func `who become another account take their trainees along, and so do trainees`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.trainees(dialect)
    let (ruth, sam, ben, stranger) = (
      school.account(.ruth), school.account(.sam), school.account(.ben), school.account(.stranger)
    )
    let (list, signed) = (school.checklist, FlyingSchool.id(141, Checklist.self))
    try await school.write { tx in
      guard var one = try ChecklistsStore(tx: tx).checklist(list, in: tx.school) else { throw Refusal.notFound }
      var made = ChecklistProgress()
      made.add(ChecklistAct(mark: 7, by: ruth, minute: 1, version: 1), to: 1)
      made.add(ChecklistAct(mark: 8, by: sam, minute: 2, version: 1), to: 2)
      made.add(ChecklistAct(mark: 9, by: ruth, minute: 3, version: 1, takesBack: [8]), to: 2)
      one.progress(made)
      try tx.put(ChecklistsTables.checklist, one)
      var other = Checklist(
        id: signed, trainee: one.trainee, template: one.template, version: one.version, createdBy: ruth,
        createdAt: tx.now, updatedAt: tx.now)
      other.progress(made)
      other.signedAt = tx.now
      try tx.put(ChecklistsTables.checklist, other)
      try mergeTrainees(ruth, sam, tx)
      try mergeTrainees(ben, stranger, tx)
    }
    let place = school.school
    let after = try await school.ledger.read { try ChecklistsStore(tx: $0).checklist(list, in: place)?.progress }
    #expect(after?.authors == [sam], "also as who has ticked")
    #expect(after?.tick(of: 1)?.by == sam && after?.tick(of: 2) == nil, "and what was taken back stays so")
    let kept = try await school.ledger.read { try ChecklistsStore(tx: $0).checklist(signed, in: place)?.progress }
    #expect(kept?.tick(of: 1)?.by == ruth, "what was signed says who it was then")
    let path = TrainingPaths.trainee(school.ben)
    #expect(try await school.instructors(of: school.ben) == [sam])
    for person in [FlyingSchool.Person.sam, .stranger] {
      #expect(try await school.shown(path, as: person).contains("Ben@club.example"), "\(person)")
    }
    for person in [FlyingSchool.Person.ruth, .ben] {
      #expect(await school.refusal(.get, path, as: person) == .notFound, "\(person)")
    }
  }
}
