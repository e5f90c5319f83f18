import Base
import Database
import HTML
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import Training

@Suite struct `Giving checklists` {
  private static let preflight = ChecklistContent(
    name: "Pre-flight", phase: "Ground", items: [ChecklistItem(key: 1, title: "Fuel")])

  @Test(arguments: Dialect.allCases)
  func `copies no word of the templates, and gives several at once`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    let second = FlyingSchool.id(202, ChecklistTemplate.self)
    try await school.publish(Self.preflight, as: 4, of: second)
    let form = try await school.shown(ChecklistsPaths.giving(school.cleo), as: .ruth)
    #expect(form.contains("Pre-flight") && form.contains("Pre-solo") && form.contains("1 item"))
    try await school.give([school.template, second], to: school.cleo)
    let given = try await school.given(school.cleo)
    #expect(given.map { $0.version }.sorted() == [1, 4] && given.allSatisfy { $0.progressText.isEmpty })
    let list = try await school.shown(ChecklistsPaths.of(school.cleo), as: .ruth)
    #expect(list.contains("Before the first solo") && list.contains("Ground") && list.contains("0 of 1 done"))
    #expect(try await !school.shown(ChecklistsPaths.giving(school.cleo), as: .ruth).contains("Pre-flight"))
  }

  @Test(arguments: Dialect.allCases)
  func `refuses what is retired, unpublished, unknown, there already, or too much`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    func refused(_ templates: [ID<ChecklistTemplate>], to trainee: ID<Trainee>) async throws -> Refusal? {
      try await school.refused { try await school.give(templates, to: trainee) }
    }
    let has = Refusal.invalid("template", Phrase("training.checklists.has-it", .text("Pre-solo")))
    #expect(try await refused([school.template], to: school.ben) == has)
    #expect(
      try await refused([], to: school.ben) == .invalid("template", Phrase("training.checklists.choose-template")))
    let unknown = Refusal.invalid("template", Phrase("training.checklists.not-published"))
    #expect(try await refused([school.template, FlyingSchool.id(209)], to: school.cleo) == unknown)
    let draft = FlyingSchool.id(203, ChecklistTemplate.self)
    try await school.publish(Self.preflight, as: 0, of: draft)
    #expect(try await refused([draft], to: school.cleo) == unknown)
    try await school.publish(Self.preflight, as: 1, of: draft, isRetired: true)
    #expect(
      try await refused([draft], to: school.cleo) == .invalid("template", Phrase("training.checklists.retired")))
    #expect(try await !school.shown(ChecklistsPaths.giving(school.cleo), as: .ruth).contains(draft.text))
    #expect(try await refused([school.template], to: school.other) == .notFound)
    let (cleo, template) = (school.cleo, school.template)
    try await school.write { tx in
      for number in 0..<Checklist.most {
        try tx.put(
          ChecklistsTables.checklist,
          Checklist(
            id: FlyingSchool.id(5000 + UInt64(number)), trainee: cleo, template: template, version: 1,
            createdBy: FlyingSchool.Person.ruth.account, createdAt: tx.now, updatedAt: tx.now, signedAt: tx.now))
      }
    }
    let many = Refusal.invalid("template", Phrase("training.checklists.too-many", .count(Checklist.most)))
    #expect(try await refused([school.template], to: school.cleo) == many)
  }

  @Test(arguments: Dialect.allCases)
  func `is of no template whose draft is damaged`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    try await school.write { tx in try tx.execute("UPDATE checklist_template SET draft = 'x' || draft") }
    let refusal = try await school.refused { try await school.give([school.template], to: school.cleo) }
    #expect(refusal == .invalid("template", Phrase("training.checklists.is-damaged")))
    #expect(try await !school.shown(ChecklistsPaths.giving(school.cleo), as: .ruth).contains(school.template.text))
  }

  @Test(arguments: Dialect.allCases)
  func `is for again what was signed`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    try await school.change { $0.signedAt = $0.createdAt }
    try await school.give([school.template])
    #expect(try await school.given().count == 2)
  }

  @Test(arguments: Dialect.allCases)
  func `is shown by phase with a picture on the trainee’s page`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    try await school.tick(1)
    let (trainee, id) = (school.ben, school.school)
    let caller = school.caller(.ben)
    let piece = try await school.ledger.read { tx -> String? in
      guard let known = try TraineesStore(tx: tx).trainee(trainee, in: id) else { return nil }
      return try checklistsTraineePiece(ChecklistsService()).read(known, .trainee, caller, tx)?.draw(school.scene())
        .string
    }
    let card = try #require(piece)
    #expect(card.contains("Before the first solo") && card.contains("0 of 1 complete"))
    #expect(card.contains("0 of 1 checklists complete, 33% of the items done"))
    #expect(card.contains(ChecklistsPaths.checklist(school.checklist)))
  }

  /// 1,000 checklists of a school: a page reads what is the trainee's, and each version once.
  @Test(arguments: Dialect.allCases)
  func `of a thousand in a school, a list reads one trainee’s`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    let (template, ruth) = (school.template, FlyingSchool.Person.ruth.account)
    let progress = try await school.kept()?.progressText ?? ""
    try await school.write { tx in
      for number in 0..<10 {
        let trainee = FlyingSchool.id(600 + UInt64(number), Trainee.self)
        try school.addTrainee(trainee, "T\(number)", "", account: nil, instructors: [.ruth], tx)
        for place in 0..<100 {
          try tx.put(
            ChecklistsTables.checklist,
            Checklist(
              id: FlyingSchool.id(UInt64(10_000 + number * 100 + place)), trainee: trainee, template: template,
              version: 1, progressText: progress, createdBy: ruth, createdAt: tx.now, updatedAt: tx.now))
        }
      }
    }
    let first = FlyingSchool.id(600, Trainee.self)
    let page = try await school.shown(ChecklistsPaths.of(first), as: .ruth)
    #expect(page.components(of: "class=\"cell cell--link\"") == 100)
    try await school.publish(FlyingSchool.second, as: 2)
    let id = FlyingSchool.id(10_000, Checklist.self)
    let preview = try await school.json(ChecklistsPaths.version(id), as: .ruth)
    #expect(preview["trainees"] == .integer(1001))
    if dialect == .sqlite {
      let caller = school.caller(.ruth)
      let seen = try await school.watch { tx in
        guard let trainee = try TraineesStore(tx: tx).trainee(first, in: caller.school) else { return }
        _ = try ChecklistsService().list(of: trainee, .instructor, caller, tx)
      }
      #expect(seen.count <= 3, "the trainee, the checklists, and one version: \(seen.count)")
      #expect(!seen.plans.contains { $0.hasPrefix("SCAN") }, "\(seen.plans)")
    }
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
