import Base
import Database
import Foundation
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Training
@testable import TrainingServer

@Suite struct `Seals of the server` {
  private func record(_ school: FlyingSchool) async throws -> String {
    let answer = try await school.json(SignaturesPaths.seal(school.checklist), as: .ben)
    return String(decoding: try #require(answer["record"]).bytes, as: UTF8.self)
  }

  private func verdicts(_ text: String) throws -> [SealVerdict] {
    try #require(SealedRecord(Array(text.utf8))).lines.map { $0.verdict }
  }

  @Test(arguments: Dialect.allCases)
  func `say of each signature that this server has seen exactly that`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.signing(dialect)
    let path = SignaturesPaths.seal(school.checklist)
    #expect(try await school.shown(path, as: .ben).contains("seals appear here"))
    try await school.sign()
    try await school.sign(reason: "Once more.")
    for person in [FlyingSchool.Person.ruth, .ben] {
      #expect(try await school.shown(school.path, as: person).contains("Seal with key"), "\(person)")
      #expect(try await school.shown(path, as: person).contains("Sealed and unchanged"), "\(person)")
    }
    for person in [FlyingSchool.Person.sam, .dana, .stranger] {
      #expect(await school.refusal(.get, path, as: person) == .notFound, "\(person)")
    }
    let text = try await record(school)
    #expect(try verdicts(text) == [.good, .good])
    let lines = try #require(SealedRecord(Array(text.utf8))).lines
    #expect(Set(lines.map { $0.key }).count == 1 && lines.first?.key.count == 32, "one key of one server")
    let sealer = try await SignatureKeys(ledger: school.ledger).sealer()
    #expect(sealer.key == lines.first?.key, "and it stays")
  }

  @Test(arguments: Dialect.allCases)
  func `are not given to a chain that was written anew`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.signing(dialect)
    try await school.sign()
    try await school.forge(1, { $0.replacingOccurrences(of: "3141592", with: "2718281") }, rehash: true)
    #expect(try await school.shown(school.path, as: .ben).contains("sealed another record"))
    #expect(try await school.shown(SignaturesPaths.seal(school.checklist), as: .ben).contains("Wrong seal"))
    #expect(try verdicts(try await record(school)) == [.wrongSeal])
    let more = try await school.refused { try await school.sign(reason: "Once more.") }
    #expect(more == .conflict(Phrase("training.seal.other")), "a new seal would stand for it")
    #expect(try await school.signed().1.count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `of a key that is not the server's are not the server's`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.signing(dialect)
    try await school.sign()
    let path = SignaturesPaths.seal(school.checklist)
    #expect(try await school.shown(path, as: .ben).contains("Sealed and unchanged"))
    let elsewhere = try await FlyingSchool.open(.sqlite)
    let (forger, id) = (try await SignatureKeys(ledger: elsewhere.ledger).sealer(), school.checklist)
    try await school.forge(1, { $0.replacingOccurrences(of: "3141592", with: "2718281") }, rehash: true)
    try await school.write { tx in
      for one in try SignaturesStore(tx: tx).signatures(of: id, in: tx.school) {
        try tx.put(SignaturesTables.seal, try forger.seal(one, in: tx.school))
      }
    }
    let shown = try await school.shown(path, as: .ben)
    #expect(shown.contains("another key than this server’s") && !shown.contains("Sealed and unchanged"))
    let answer = try await school.json(path, as: .ben)
    let said = answer.readList("verdicts").map { $0.readText("verdict") }
    #expect(said == ["otherKey"])
  }

  @Test func `are said on a line each, and whose key it is by who knows it`() async throws {
    let school = try await FlyingSchool.signing(.sqlite)
    try await school.sign()
    let record = try #require(SealedRecord(Array(try await record(school).utf8)))
    let key = hex(try await SignatureKeys(ledger: school.ledger).sealer().key)
    let alone = record.said(expecting: nil)
    #expect(alone.isGood && alone.lines.count == 2 && alone.lines.last?.contains("compare it") == true)
    let known = record.said(expecting: key.uppercased())
    #expect(known.isGood && known.lines.count == 1 && known.lines[0].contains("and unchanged"))
    let other = record.said(expecting: String(repeating: "0", count: 64))
    #expect(!other.isGood && other.lines[0].contains("another key"))
    // A name from a file writes no lines of its own.
    let one = try #require(record.signatures.first)
    let said = try #require(SignedStatement(text: one.signature.text))
    let odd = SignedStatement(
      record: said.record, number: 1, signer: said.signer, signerName: "Eve\n1. Eve\u{1B}[2K", certificate: "",
      reason: nil, validUntil: nil, at: said.at, previous: nil)
    let forged = SealedRecord(
      school: record.school, signatures: [(TrainingSignature(id: one.signature.id, odd), one.seal)])
    let line = try #require(forged.said(expecting: key).lines.first)
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 } && line.hasSuffix("has sealed."))
  }

  @Test(arguments: Dialect.allCases)
  func `show in a file what was changed in it`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.signing(dialect)
    try await school.sign()
    let text = try await record(school)
    #expect(try verdicts(text.replacingOccurrences(of: "3141592", with: "2718281")) == [.changed])
    let elsewhere = FlyingSchool.id(77, Tenant.self)
    #expect(
      try verdicts(text.replacingOccurrences(of: school.school.text, with: elsewhere.text)) == [.wrongSeal],
      "another school's")
    let bare = try #require(SealedRecord(Array(text.utf8)))
    let without = SealedRecord(school: bare.school, signatures: bare.signatures.map { ($0.signature, nil) })
    #expect(without.lines.map { $0.verdict } == [.unsealed])
    #expect(SealedRecord(Array("{}".utf8)) == nil && SealedRecord(Array("no".utf8)) == nil)
  }
}
