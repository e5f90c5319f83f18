import Base
import Database
import Foundation
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Training
@testable import TrainingServer

extension FlyingSchool {
  /// Ben's checklist with everything done but what is left out, and the routes of signing.
  static func signing(_ dialect: Dialect, without missing: Int? = nil) async throws -> FlyingSchool {
    let service = SignaturesService { _, _, _ in 78 }
    let opened = try await open(dialect)
    let server = SignaturesServer(service: service, sealer: SignatureKeys(ledger: opened.ledger).sealer) {
      password, _ in password == "right"
    }
    let school = FlyingSchool(
      ledger: opened.ledger, clock: opened.clock,
      table: RouteTable(signatureRoutes(service) + signatureServerRoutes(server)))
    let (id, ruth) = (school.checklist, school.account(.ruth))
    try await school.write { tx in
      guard var checklist = try ChecklistsStore(tx: tx).checklist(id, in: tx.school) else { return }
      var progress = ChecklistProgress()
      for key in 1...3 where key != missing {
        progress.add(ChecklistAct(mark: UInt32(key), by: ruth, minute: key, version: 1), to: key)
      }
      checklist.progress(progress)
      try tx.put(ChecklistsTables.checklist, checklist)
    }
    return school
  }

  var path: String { SignaturesPaths.signature(checklist) }

  func shownHash() async throws -> String {
    guard case .text(let hash)? = try await json(path, as: .ruth)["shown"] else { return "" }
    return hash
  }

  func sign(
    as person: Person = .ruth, password: String = "right", shown: String? = nil, reason: String? = nil,
    until: String? = nil
  ) async throws {
    var fields = ["certificate": "CFI 3141592", "password": password]
    fields["shown"] = if let shown { shown } else { try await shownHash() }
    fields["reason"] = reason
    fields["validUntil"] = until
    try await send(.post, path, Form(fields.map { Form.Field($0.key, $0.value) }), as: person)
  }

  func signed() async throws -> (Checklist?, [TrainingSignature]) {
    let (id, school) = (checklist, school)
    return try await ledger.read {
      (
        try ChecklistsStore(tx: $0).checklist(id, in: school),
        try SignaturesStore(tx: $0).signatures(of: id, in: school)
      )
    }
  }

  /// Another text for a signature, behind everybody's back.
  func forge(_ number: Int, _ change: @escaping @Sendable (String) -> String, rehash: Bool) async throws {
    let id = checklist
    try await write { tx in
      let known = try SignaturesStore(tx: tx).signatures(of: id, in: tx.school)
      guard let one = known.first(where: { $0.number == number }) else { return }
      let text = change(one.text)
      try tx.put(
        SignaturesTables.signature,
        TrainingSignature(
          id: one.id, checklist: id, number: number, text: text, hash: rehash ? sha256(Array(text.utf8)) : one.hash,
          by: one.by, signedAt: one.signedAt))
    }
  }
}

@Suite struct `Signing off a checklist` {
  @Test(arguments: Dialect.allCases)
  func `signs what was shown, locks the checklist, and keeps all of it as text`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.signing(dialect)
    let before = try await school.shown(school.path, as: .ruth)
    for words in ["I have trained Ben Adler", "Go-around", "1:18", "type=\"password\"", "Not covered"] {
      #expect(before.contains(words), "\(words)")
    }
    try await school.sign(until: "2026-12-31")
    let (checklist, signatures) = try await school.signed()
    #expect(checklist?.isLocked == true && signatures.count == 1)
    let said = try #require(signatures.first?.statement(after: nil))
    #expect(said.certificate == "CFI 3141592" && said.signerName == "Ruth" && said.previous == nil)
    #expect(said.record.items.map { $0.title } == ["Stalls", "Slips", "Go-around"])
    #expect(said.record.items.allSatisfy { $0.done?.name == "Ruth" } && said.record.dualMinutes == 78)
    let version = ChecklistVersion(
      template: .none, number: 1, FlyingSchool.content, at: said.at, by: said.signer)
    #expect(said.record.templateHash == version.hashText)
    #expect(SignedStatement(text: said.text) == said)
    let page = try await school.html(school.path, as: .ben)
    for words in [signatures.first?.hashText ?? "?", "CFI 3141592", "Verified", "data-print", "Valid through"] {
      #expect(page.contains(words), "\(words)")
    }
    #expect(!page.contains("type=\"password\""), "the trainee reads and prints")
  }

  @Test(arguments: Dialect.allCases)
  func `is refused to the trainee who sees it, and to others it is not there`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.signing(dialect)
    let shown = try await school.shownHash()
    let trainee = try await school.refused { try await school.sign(as: .ben, shown: shown) }
    #expect(trainee == .notAllowed(Phrase("training.signatures.instructors-only")))
    for person in [FlyingSchool.Person.sam, .max, .dana, .stranger] {
      let refusal = try await school.refused { try await school.sign(as: person, shown: shown) }
      #expect(refusal == .notFound, "\(person)")
      #expect(await school.refusal(.get, school.path, as: person) == .notFound, "\(person)")
    }
  }

  @Test(arguments: Dialect.allCases)
  func `needs the password, everything done, and what was shown`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.signing(dialect)
    let wrong = try await school.refused { try await school.sign(password: "wrong") }
    #expect(wrong == .invalid("password", Phrase("accounts.wrong-current")))
    let stale = try await school.refused { try await school.sign(shown: String(repeating: "0", count: 64)) }
    #expect(stale == .stale)
    let past = try await school.refused { try await school.sign(until: "2020-01-01") }
    #expect(past == .invalid("validUntil", Phrase("training.signatures.past")))
    let partly = try await FlyingSchool.signing(dialect, without: 2)
    let early = try await partly.refused { try await partly.sign() }
    #expect(early == .conflict(Phrase("training.signatures.not-complete")))
    #expect(try await !partly.shown(partly.path, as: .ruth).contains("type=\"password\""))
  }

  @Test(arguments: Dialect.allCases)
  func `is amended by a signature with a reason, chained to the one before`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.signing(dialect)
    try await school.sign()
    let bare = try await school.refused { try await school.sign() }
    #expect(bare == .invalid("reason", Phrase("form.required")))
    try await school.sign(reason: "Slips were to the left only.")
    let (_, signatures) = try await school.signed()
    #expect(signatures.map { $0.number } == [1, 2])
    #expect(signatures[1].statement(after: signatures[0])?.previous == signatures[0].hashText)
    #expect(signatures[1].statement(after: nil) == nil, "it stands after the first alone")
    let page = try await school.shown(school.path, as: .ben)
    #expect(page.contains("Slips were to the left only.") && page.contains("Amendment"))
  }

  @Test(arguments: Dialect.allCases)
  func `that was changed behind our back is shown as damaged, and nothing more is signed`(_ dialect: Dialect)
    async throws
  {
    for (number, rehash) in [(1, false), (1, true), (2, false)] {
      let school = try await FlyingSchool.signing(dialect)
      try await school.sign()
      try await school.sign(reason: "Once more.")
      let shown = try await school.shownHash()
      try await school.forge(number, { $0.replacingOccurrences(of: "3141592", with: "2718281") }, rehash: rehash)
      let page = try await school.shown(school.path, as: .ben)
      #expect(page.contains("Damaged"), "\(number) \(rehash)")
      let damaged = try await school.send(.get, school.path, as: .ben).json().readList("signatures").filter {
        $0.readFlag("damaged") == true
      }
      #expect(!damaged.isEmpty && damaged.allSatisfy { $0.readText("text") == nil }, "nor do programs read it")
      let refusal = try await school.refused { try await school.sign(shown: shown, reason: "Again.") }
      #expect(refusal == .conflict(Phrase("training.signatures.damaged")))
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is missed when it is gone, and says when the checklist says something else`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.signing(dialect)
    try await school.sign()
    let id = school.checklist
    try await school.write { tx in
      guard var checklist = try ChecklistsStore(tx: tx).checklist(id, in: tx.school) else { return }
      var progress = ChecklistProgress()
      for key in 1...3 {
        progress.add(ChecklistAct(mark: 9, by: checklist.createdBy, minute: 99, version: 1), to: key)
      }
      checklist.progress(progress)
      try tx.put(ChecklistsTables.checklist, checklist)
    }
    #expect(try await school.shown(school.path, as: .ben).contains("no longer says what was signed"))
    let one = try await school.signed().1.first
    try await school.write { tx in
      guard let one else { return }
      try tx.remove(SignaturesTables.seal, key: [.id(tx.school), .id(one.id)])
      try tx.remove(SignaturesTables.signature, key: [.id(tx.school), .id(one.id)])
    }
    #expect(try await school.shown(school.path, as: .ruth).contains("Damaged"))
  }
}
