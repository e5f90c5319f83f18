import Base
import Database
import HomeroomTesting
import Ledger
import Testing

@Suite struct `What a command makes` {
  private func names(_ sent: CommandEnvelope, count: Int = 3) async throws -> [ID<Note>] {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    try await fixture.ledger.upkeep { try $0.found(sent.school) }
    let made = try await fixture.ledger.write(sent) { tx in
      (0..<count).map { _ in tx.newID(Note.self).text }.joined(separator: " ")
    }
    return made.text.split(separator: " ").compactMap { ID($0) }
  }

  private static let key = ID<IdempotencyKey>(high: 0x0192_3456_789A_7BCD, low: 0x8123_4567_89AB_CDEF)
  private static let school = ID<Tenant>(high: 0x7000, low: 5)
  private static let maya = ID<Account>(high: 0x7000, low: 6)

  @Test func `is called the same wherever the command is carried out`() async throws {
    let sent = CommandEnvelope(Self.key, "note.leave", school: Self.school, by: Self.maya)
    let names = try await names(sent)
    #expect(Set(names).count == 3)
    #expect(try await self.names(sent) == names)
    for name in names {
      // A UUID of version 7 from the time of its key.
      #expect(name.high >> 16 == Self.key.high >> 16 && name.high & 0xF000 == 0x7000 && name.low >> 62 == 0b10)
    }
  }

  @Test func `cannot be called what another's is by choosing the key`() async throws {
    let names = try await names(CommandEnvelope(Self.key, "note.leave", school: Self.school, by: Self.maya))
    let omar = ID<Account>(high: 0x7000, low: 7)
    for sent in [
      CommandEnvelope(Self.key, "note.leave", school: Self.school, by: omar),
      CommandEnvelope(Self.key, "note.leave", school: ID(high: 0x7000, low: 8), by: Self.maya),
      CommandEnvelope(ID(high: Self.key.high, low: Self.key.low + 1), "note.leave", school: Self.school, by: Self.maya),
    ] {
      #expect(Set(try await self.names(sent)).isDisjoint(with: names))
    }
  }

  @Test func `for a stranger is not called as what the server makes under that name`() async throws {
    let names = try await names(CommandEnvelope(Self.key, "note.turn-day", school: Self.school, by: nil))
    let stranger = CommandEnvelope(Self.key, "note.leave", school: Self.school, by: nil, digest: [1])
    #expect(Set(try await self.names(stranger)).isDisjoint(with: names))
  }

  @Test(arguments: Dialect.allCases)
  func `is not written over when its command comes again long after`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let sent = CommandEnvelope(Self.key, "note.leave", school: fixture.school, by: Self.maya)
    @Sendable func leave(_ text: String, _ tx: WriteTransaction) throws(Refusal) -> String {
      let id: ID<Note> = tx.newID()
      for text in [text, text + "!"] {  // what a command writes twice is its own affair
        try tx.put(notes, [.id(tx.school), .id(id), .text(text), .flag(false), .null], in: [fixture.wall])
      }
      return id.text
    }
    let id = try #require(ID<Note>(try await fixture.ledger.write(sent) { try leave("first", $0) }.text))
    try await fixture.ledger.write(fixture.envelope()) { tx in
      try tx.put(
        notes, [.id(fixture.school), .id(id), .text("as edited since"), .flag(true), .null], in: [fixture.wall])
      return ""
    }
    try await fixture.ledger.upkeep { _ = try $0.execute("DELETE FROM receipt") }
    await #expect(throws: Refusal.conflict(Phrase("ledger.taken"))) {
      try await fixture.ledger.write(sent) { try leave("first", $0) }
    }
    let kept = try await fixture.ledger.read { tx in try tx.rows("SELECT text FROM note") { $0.text(0) } }
    #expect(kept == ["as edited since"])
  }

  @Test func `by the server itself is called as nobody could know`() async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let made = try await fixture.ledger.upkeep { tx in (0..<3).map { _ in tx.newID(Note.self) } }
    let more = try await fixture.ledger.upkeep { tx in tx.newID(Note.self) }
    #expect(Set(made + [more]).count == 4)
  }
}
