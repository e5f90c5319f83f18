import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Training

extension FlyingSchool {
  /// Ben reads along until a checklist is signed; then Ruth shares his training no more.
  func revoke() async throws {
    let (ben, id, account, place) = (ben, checklist, account(.ben), school)
    // One share as accepting makes it; the fixture puts Ben there without one.
    try await write { tx in
      try tx.put(
        TraineesTables.share,
        TraineeShare(
          id: tx.newID(), trainee: ben, hash: sha256([1]), createdBy: account, createdAt: tx.now,
          expiresAt: tx.now.plus(days: 14), acceptedAt: tx.now, acceptedBy: account))
    }
    try await write { tx in
      guard var list = try ChecklistsStore(tx: tx).checklist(id, in: place) else { throw Refusal.notFound }
      list.signedAt = tx.now
      try tx.put(ChecklistsTables.checklist, list)
    }
    clock.advance(days: 1)
    try await send(.post, TrainingPaths.revocation(ben), as: .ruth)
  }
}

@Suite struct `What stays after a share was revoked` {
  @Test(arguments: Dialect.allCases)
  func `is what was signed until then and what one handed in oneself`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    try await school.handIn(FlyingSchool.certificate, notes: "Front")
    #expect(try await school.shown(TrainingPaths.kept, as: .ben).contains("Nothing here"), "it is shared still")
    #expect(await school.refusal(.get, TrainingPaths.kept(school.ben), as: .ben) == .notFound)
    let ben = school.ben
    let id = school.checklist
    try await school.revoke()

    let page = try await school.shown(TrainingPaths.kept, as: .ben)
    #expect(page.contains("1 signed checklist") && page.contains("1 document"))
    let account = school.account(.ben)
    let kept = try await school.ledger.read { try DocumentsService().kept(ben, account, $0) }
    guard case .object(let fields) = kept.json({ _ in "Certificate" }) else { return }
    let text = String(decoding: JSON.object(fields).bytes, as: UTF8.self)
    #expect(text.contains("Pre-solo") && text.contains("Front") && text.contains("documents/1-1-page0.pdf"))
    #expect(!text.contains("club.example"), "no profile goes along")
    guard case .stream = try await school.send(.get, TrainingPaths.kept(ben), as: .ben).body else {
      Issue.record("no archive")
      return
    }
    for person in [FlyingSchool.Person.ruth, .sam, .dana, .stranger] {
      #expect(await school.refusal(.get, TrainingPaths.kept(ben), as: person) == .notFound, "\(person)")
    }
    // What is signed later is not theirs.
    try await school.write { [place = school.school] tx in
      guard var list = try ChecklistsStore(tx: tx).checklist(id, in: place) else { throw Refusal.notFound }
      list.signedAt = tx.now.plus(days: 1)
      try tx.put(ChecklistsTables.checklist, list)
    }
    #expect(try await school.shown(TrainingPaths.kept, as: .ben).contains("0 signed checklists"))
  }

  @Test func `is also who checked a paper whose pages went`() async throws {
    let school = try await FlyingSchool.withDocuments(.sqlite)
    try await school.replacePassports()
    try await school.endorse(try await school.handIn(FlyingSchool.passport))
    try await school.revoke()
    let (ben, account) = (school.ben, school.account(.ben))
    let kept = try await school.ledger.read { try DocumentsService().kept(ben, account, $0) }
    #expect(kept.documents.map { $0.endorsement?.number } == ["1234"] && kept.documents.allSatisfy { $0.pages.isEmpty })
    #expect(kept.json { _ in "Passport" }.string.contains("1234"))
  }

  @Test(arguments: Dialect.allCases)
  func `is within reach of who belongs to no school any more, and of nobody else`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withDocuments(dialect)
    try await school.handIn(FlyingSchool.certificate)
    let (ben, account) = (school.ben, school.account(.ben))
    try await school.revoke()
    let outside = try await school.shown(TrainingPaths.kept, outside: .ben)
    #expect(outside.contains("1 signed checklist") && outside.contains("1 document"))
    guard case .stream = try await school.send(.get, TrainingPaths.kept(ben), outside: .ben).body else {
      Issue.record("no archive outside")
      return
    }
    #expect(try await school.shown(TrainingPaths.kept, outside: .stranger).contains("Nothing here"))
    let foreign = try await school.refused {
      _ = try await school.send(.get, TrainingPaths.kept(ben), outside: .stranger)
    }
    #expect(foreign == .notFound)
    let (path, none) = try await school.ledger.read { [stranger = school.account(.stranger)] tx in
      (try keptTrainingsPath(account, tx), try keptTrainingsPath(stranger, tx))
    }
    #expect(path == TrainingPaths.kept && none == nil, "the account's page leads there")
    // A school that was deleted keeps nothing for anybody.
    for isLocked in [true, false] {
      try await school.write { tx in
        try tx.execute(
          "UPDATE school SET \"lockedAt\" = $2 WHERE id = $1", [.id(tx.school), isLocked ? .instant(tx.now) : .null])
      }
      let page = try await school.shown(TrainingPaths.kept, outside: .ben)
      #expect(page.contains("Nothing here") == isLocked)
    }
  }
}
