import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import Training

@Suite struct `Who changes a checklist` {
  /// Every write but the trainee's own, each as its form would send it.
  private func writes(_ school: FlyingSchool, _ comment: ID<ChecklistComment>) -> [(path: String, form: Form)] {
    let id = school.checklist
    return [
      (ChecklistsPaths.of(school.ben), Form(["template": school.template.text])),
      (ChecklistsPaths.tick(id), Form(["item": "2"])),
      (ChecklistsPaths.untick(id), Form(["item": "1", "seen": "5"])),
      (ChecklistsPaths.note(id), Form(["item": "1", "text": "Good"])),
      (ChecklistsPaths.comments(id), Form(["text": "Good"])),
      (ChecklistsPaths.comment(comment, of: id), Form(["text": "Better"])),
      (ChecklistsPaths.version(id), Form(["version": "1"])),
      (ChecklistsPaths.version(id), Form(["version": "1", "for": "all"])),
      (ChecklistsPaths.versionReturn(id), Form()),
      (ChecklistsPaths.versionReturn(id), Form(["for": "all"])),
      (ChecklistsPaths.deletion(id), Form()),
      (ChecklistsPaths.restoration(id), Form()),
    ]
  }

  @Test(arguments: Dialect.allCases)
  func `is its instructors: the trainee is told so, and nobody else learns that it is there`(_ dialect: Dialect)
    async throws
  {
    let school = try await FlyingSchool.withChecklists(dialect)
    let comment = try await school.say("Watch the flare")
    for (path, form) in writes(school, comment) {
      let trainee = try await school.refused { try await school.send(.post, path, form, as: .ben) }
      #expect(trainee == .notAllowed(Phrase("training.checklists.instructors-only")), "\(path)")
      for person in [FlyingSchool.Person.max, .dana, .stranger] {
        let other = try await school.refused { try await school.send(.post, path, form, as: person) }
        #expect(other == .notFound, "\(path) \(person)")
      }
    }
    for path in [
      school.page, ChecklistsPaths.history(school.checklist), ChecklistsPaths.of(school.ben),
    ] {
      for person in [FlyingSchool.Person.max, .dana, .stranger] {
        #expect(await school.refusal(.get, path, as: person) == .notFound, "\(path) \(person)")
      }
    }
    for path in [
      ChecklistsPaths.giving(school.ben), ChecklistsPaths.note(school.checklist),
      ChecklistsPaths.comment(comment, of: school.checklist), ChecklistsPaths.version(school.checklist),
    ] {
      for person in [FlyingSchool.Person.max, .dana, .stranger, .ben] {
        #expect(await school.refusal(.get, path, as: person) == .notFound, "\(path) \(person)")
      }
    }
  }

  @Test(arguments: Dialect.allCases)
  func `changes nothing of one that was signed, or is damaged`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    try await school.tick(1)
    let mark = try #require(try await school.progress().tick(of: 1)?.mark)
    let comment = try await school.say("Watch the flare")
    try await school.publish(FlyingSchool.second, as: 2)
    let id = school.checklist
    let writes = [
      (ChecklistsPaths.tick(id), Form(["item": "2"])),
      (ChecklistsPaths.untick(id), Form(["item": "1", "seen": String(mark)])),
      (ChecklistsPaths.note(id), Form(["item": "1", "text": "Good"])),
      (ChecklistsPaths.comments(id), Form(["text": "Good"])),
      (ChecklistsPaths.comment(comment, of: id), Form(["text": "Better"])),
      (ChecklistsPaths.version(id), Form(["version": "2"])),
    ]
    try await school.change { $0.signedAt = $0.createdAt }
    for (path, form) in writes + [(ChecklistsPaths.deletion(id), Form())] {
      let refusal = try await school.refused { try await school.send(.post, path, form, as: .ruth) }
      #expect(refusal == .conflict(Phrase("training.checklists.is-signed")), "\(path)")
    }
    let signed = try await school.shown(school.page, as: .ruth)
    #expect(signed.contains("Signed off") && !signed.contains(ChecklistsPaths.tick(id)))
    try await school.change { $0.signedAt = nil }
    try await school.write { tx in
      try tx.execute("UPDATE checklist SET progress = 'x' || progress WHERE id = $1", [.id(id)])
    }
    for (path, form) in writes {
      let refusal = try await school.refused { try await school.send(.post, path, form, as: .ruth) }
      #expect(refusal == .conflict(Phrase("training.checklists.is-damaged")), "\(path)")
    }
    for person in [FlyingSchool.Person.ruth, .ben] {
      let page = try await school.shown(school.page, as: person)
      #expect(
        page.contains("Damaged checklist") && !page.contains(ChecklistsPaths.tick(id)) && !page.contains("of 3 done"))
      #expect(try await school.shown(ChecklistsPaths.of(school.ben), as: person).contains("Damaged checklist"))
    }
    #expect(try await school.json(school.page, as: .ben)["isDamaged"] == .flag(true))
  }

  @Test(arguments: Dialect.allCases)
  func `works by no version that is not what was published`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    try await school.write { tx in
      try tx.execute("UPDATE checklist_version SET \"text\" = replace(\"text\", 'Stalls', 'Loops')")
    }
    #expect(
      try await school.refused { try await school.tick(1) } == .conflict(Phrase("training.checklists.is-damaged")))
    let page = try await school.shown(school.page, as: .ben)
    #expect(page.contains("Damaged checklist") && !page.contains("Loops"))
    let refusal = try await school.refused { try await school.give([school.template], to: school.cleo) }
    #expect(refusal == .invalid("template", Phrase("training.checklists.is-damaged")))
  }

  @Test(arguments: Dialect.allCases)
  func `says each for themselves in notes, and comments only in their own words`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    func note(_ text: String, as person: FlyingSchool.Person) async throws {
      let form = Form(["item": "2", "text": text])
      try await school.send(.post, ChecklistsPaths.note(school.checklist), form, as: person)
    }
    try await note("Left is good", as: .ruth)
    try await note("Right needs work", as: .sam)
    var page = try await school.shown(school.page, as: .ben)
    #expect(page.contains("Left is good") && page.contains("Right needs work") && page.contains("<bdi>Sam</bdi>"))
    try await note("", as: .ruth)
    page = try await school.shown(school.page, as: .ben)
    #expect(!page.contains("Left is good") && page.contains("Right needs work"))
    let comment = try await school.say("Watch the flare")
    let path = ChecklistsPaths.comment(comment, of: school.checklist)
    let refusal = try await school.refused {
      try await school.send(.post, path, Form(["text": "No"]), as: .sam)
    }
    #expect(refusal == .notAllowed(Phrase("training.checklists.comment-own")))
    #expect(await school.refusal(.get, path, as: .sam) == .notFound)
    let long = String(repeating: "a", count: ChecklistComment.longest + 1)
    let tooLong = try await school.refused { _ = try await school.say(long) }
    #expect(tooLong == .invalid("text", Phrase("form.too-long", .count(ChecklistComment.longest))))
  }

  @Test(arguments: Dialect.allCases)
  func `hears from the trainee that a comment was read, and again after other words`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    let comment = try await school.say("Watch the flare")
    let path = ChecklistsPaths.acknowledgement(comment, of: school.checklist)
    #expect(try await school.shown(school.page, as: .ben).contains(path))
    for person in [FlyingSchool.Person.ruth, .sam] {
      let refusal = try await school.refused { try await school.send(.post, path, as: person) }
      #expect(refusal == .notAllowed(Phrase("training.checklists.trainee-only")))
    }
    for person in [FlyingSchool.Person.max, .dana, .stranger] {
      #expect(try await school.refused { try await school.send(.post, path, as: person) } == .notFound)
    }
    try await school.send(.post, path, as: .ben)
    #expect(try await school.shown(school.page, as: .ruth).contains("Read by Ben"))
    #expect(try await !school.shown(school.page, as: .ben).contains(path))
    try await school.send(
      .post, ChecklistsPaths.comment(comment, of: school.checklist), Form(["text": "Flare"]), as: .ruth)
    let entry = try #require(try await school.journal(1).first)
    #expect(entry.command == EditChecklistComment.name)
    #expect(entry.detail?.contains("flare") != true, "the office reads the journal, and nothing of a training")
    #expect(try await school.shown(school.page, as: .ben).contains(path))
  }

  @Test(arguments: Dialect.allCases)
  func `is not said to be read when it says something else by then`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    let id = try await school.say("Watch the flare")
    let path = ChecklistsPaths.acknowledgement(id, of: school.checklist)
    let place = school.school
    func comment() async throws -> ChecklistComment {
      try #require(try await school.ledger.read { try ChecklistsStore(tx: $0).comment(id, in: place) })
    }
    let seen = try await comment().version
    let field = "name=\"seen\" value=\"\(seen)\""
    #expect(try await school.html(school.page, as: .ben).contains(field))
    try await school.send(
      .post, ChecklistsPaths.comment(id, of: school.checklist), Form(["text": "Go around"]), as: .ruth)
    let refusal = try await school.refused {
      try await school.send(.post, path, Form(["seen": seen]), as: .ben)
    }
    #expect(refusal == .stale)
    #expect(try await comment().acknowledgedAt == nil)
    try await school.send(.post, path, Form(["seen": try await comment().version]), as: .ben)
    #expect(try await comment().acknowledgedAt != nil)
  }

  @Test(arguments: Dialect.allCases)
  func `asks about a comment of this checklist alone`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    let comment = try await school.say("Watch the flare")
    try await school.give([school.template], to: school.cleo)
    let cleos = try #require(try await school.given(school.cleo).first)
    let path = ChecklistsPaths.comment(comment, of: cleos.id)
    let refusal = try await school.refused { try await school.send(.post, path, Form(["text": "No"]), as: .ruth) }
    #expect(refusal == .notFound)
    #expect(await school.refusal(.get, path, as: .ruth) == .notFound)
  }
}
