import Base
import Database
import HomeroomTesting
import Ledger
import Testing

private struct Spilled: Error {}

@Suite struct `A command is carried out` {
  @Test(arguments: Dialect.allCases)
  func `the row, the change index and the journal say exactly what happened`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let (note, author) = (fixture.id(Note.self), fixture.id(Account.self))
    let answered = try await fixture.leave("hello", as: fixture.envelope(by: author), note: note)
    #expect(answered.text == note.text)
    #expect(answered.seq == 1)
    #expect(!answered.again)
    #expect(try await fixture.texts() == ["hello"])

    let key = fixture.school.bytes + note.bytes
    let index = try await fixture.ledger.read { tx in
      try tx.rows("SELECT kind, bucket, tbl, row, seq, op FROM \(changeIndex) WHERE school = $1", [.id(fixture.school)])
      {
        "\($0.text(0)) \($0.id(1, Tenant.self).text) \($0.int(2)) \(hex($0.bytes(3))) \($0.int(4)) \($0.int(5))"
      }
    }
    #expect(index == ["w \(fixture.school.text) 100 \(hex(note.bytes)) 1 1"])

    let entries = try await fixture.ledger.read { try Journal.entries($0, school: fixture.school, after: 0, limit: 10) }
    #expect(entries.count == 1)
    #expect(entries.first?.rows == "note \(hex(key)) +")
    #expect(entries.first?.command == "note.leave")
    #expect(entries.first?.account == author)
    #expect(entries.first?.at == fixture.clock.now)
    #expect(try await fixture.count("receipt") == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `a refusal writes nothing`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let refused = await refusal {
      try await fixture.ledger.write(fixture.envelope()) { tx in
        try tx.put(
          notes, [.id(fixture.school), .id(fixture.id(Note.self)), .text("x"), .flag(true), .null], in: [fixture.wall])
        try tx.grant(fixture.id(), fixture.wall)
        tx.detail("text", "x")
        throw Refusal.stale
      }
    }
    #expect(refused == .stale)
    for table in ["note", "bucket", changeIndex, "member", "journal", "journal_detail", "receipt"] {
      #expect(try await fixture.count(table) == 0, "\(table)")
    }
    #expect(try await fixture.ledger.read { try $0.head(of: fixture.school) } == 0)
  }

  @Test(arguments: Dialect.allCases)
  func `twice equals once, and the first answer comes again`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let sent = fixture.envelope(by: fixture.id())
    let first = try await fixture.leave("once", as: sent)
    let second = try await fixture.leave("not this", as: sent)
    #expect(second.text == first.text)
    #expect(second.seq == first.seq)
    #expect(second.again)
    #expect(try await fixture.texts() == ["once"])
    #expect(try await fixture.count("journal") == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `another account under the same sending is refused and learns nothing`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let sent = fixture.envelope(by: fixture.id())
    try await fixture.leave("mine", as: sent)
    let stolen = CommandEnvelope(sent.id, sent.command, school: sent.school, by: fixture.id())
    #expect(await refusal { try await fixture.leave("yours", as: stolen) } == .conflict(Phrase("ledger.sending-used")))
    let renamed = CommandEnvelope(sent.id, "note.burn", school: sent.school, by: sent.account)
    let used = Refusal.invalid("Idempotency-Key", Phrase("ledger.sending-used"))
    #expect(await refusal { try await fixture.leave("yours", as: renamed) } == used)
  }

  @Test(arguments: Dialect.allCases)
  func `whoever takes the name of what the server does by itself does not keep it from doing it`(
    _ dialect: Dialect
  ) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let own = fixture.envelope("note.turn-day")
    for digest in [nil, [1]] as [[UInt8]?] {
      let other = CommandEnvelope(own.id, "note.leave", school: own.school, by: fixture.id(), digest: digest)
      _ = await refusal { try await fixture.leave("taken", as: other) }
    }
    let stranger = CommandEnvelope(own.id, "note.leave", school: own.school, by: nil, digest: [1])
    _ = await refusal { try await fixture.leave("strange", as: stranger) }
    #expect(try await fixture.leave("day", as: own).again == false)
    #expect(try await fixture.leave("day, twice", as: own).again)
    #expect(try await fixture.texts() == ["day", "taken"])
  }

  @Test(arguments: Dialect.allCases)
  func `the same sending with something else to do is refused, and one of before still counts`(
    _ dialect: Dialect
  ) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let (plain, author) = (fixture.envelope(by: fixture.id()), fixture.id(Account.self))
    let sent = CommandEnvelope(plain.id, plain.command, school: plain.school, by: author, digest: [1])
    let first = try await fixture.leave("once", as: sent)
    #expect(try await fixture.leave("once", as: sent).text == first.text)
    let other = CommandEnvelope(plain.id, plain.command, school: plain.school, by: author, digest: [2])
    let used = Refusal.invalid("Idempotency-Key", Phrase("ledger.sending-used"))
    #expect(await refusal { try await fixture.leave("twice", as: other) } == used)
    try await fixture.ledger.upkeep { _ = try $0.execute("UPDATE receipt SET digest = NULL") }
    #expect(try await fixture.leave("twice", as: other).again)
    #expect(try await fixture.texts() == ["once"])
  }

  @Test(arguments: Dialect.allCases)
  func `what the tables forbid is a conflict, also when the command looks away`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    try await fixture.leave("taken")
    #expect(await refusal { try await fixture.leave("taken") } == .conflict(Phrase("ledger.taken")))
    let away = await refusal {
      try await fixture.ledger.write(fixture.envelope()) { tx in
        _ = try? tx.put(notes, [.id(fixture.school), .id(fixture.id(Note.self)), .text("taken"), .flag(true), .null])
        return ""
      }
    }
    #expect(away == .conflict(Phrase("ledger.taken")))
    // Whoever looked and has something better to say is heard; what follows the first failure on PostgreSQL is no word.
    func refused(_ then: @escaping @Sendable (WriteTransaction) throws(Refusal) -> Void) async -> Refusal? {
      let note: ID<Note> = fixture.id()
      return await refusal {
        try await fixture.ledger.write(fixture.envelope()) { tx in
          do { try tx.put(notes, [.id(fixture.school), .id(note), .text("taken"), .flag(true), .null]) } catch {
            try then(tx)
          }
          return ""
        }
      }
    }
    #expect(
      await refused { _ throws(Refusal) in throw .conflict(Phrase("form.required")) }
        == .conflict(Phrase("form.required")))
    let next = await refused { tx throws(Refusal) in
      _ = try tx.count("SELECT count(*) FROM note")
      throw .stale
    }
    #expect(next == (dialect == .postgres ? .conflict(Phrase("ledger.taken")) : .stale))
    #expect(try await fixture.count("journal") == 1)
  }
}

@Suite struct `Two hundred commands at once` {
  @Test(arguments: Dialect.allCases)
  func `twenty that throw get their own error and the others are kept in few commits`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let before = fixture.ledger.commitCount
    let failed = try await withThrowingTaskGroup(of: Int?.self) { group in
      for number in 0..<200 {
        group.addTask {
          let refused = await refusal {
            try await fixture.ledger.write(fixture.envelope()) { tx in
              try tx.put(
                notes, [.id(fixture.school), .id(fixture.id(Note.self)), .text("\(number)"), .flag(false), .null],
                in: [fixture.wall])
              if number % 10 == 3 { throw Refusal.tooMany(seconds: number) }
              return ""
            }
          }
          if refused == .tooMany(seconds: number) { return number }
          #expect(refused == nil)
          return nil
        }
      }
      return try await group.reduce(into: [Int]()) { if let number = $1 { $0.append(number) } }
    }
    #expect(failed.sorted() == Array(stride(from: 3, to: 200, by: 10)))
    #expect(try await fixture.count("note") == 180)
    #expect(fixture.ledger.commitCount - before < 60)
    let numbers = try await fixture.ledger.read { tx in
      try tx.rows("SELECT seq FROM journal WHERE school = $1 ORDER BY seq", [.id(fixture.school)]) { $0.integer(0) }
    }
    #expect(numbers == Array(1...180))
    #expect(try await fixture.ledger.read { try Journal.firstBroken($0, school: fixture.school) } == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `when the commit itself fails, every command of it is refused and nothing is kept`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    // A foreign key that is looked at only when the transaction commits.
    let (id, deferred) = dialect == .sqlite ? ("BLOB", "") : ("uuid", "")
    try await fixture.ledger.upkeep { tx in
      try tx.execute(
        """
        CREATE TABLE reply (note \(id) PRIMARY KEY, parent \(id) REFERENCES reply (note) DEFERRABLE INITIALLY DEFERRED)\(deferred)
        """)
    }
    let refused = await refusal {
      try await fixture.ledger.write(fixture.envelope()) { tx in
        try tx.put(notes, [.id(fixture.school), .id(fixture.id(Note.self)), .text("orphan"), .flag(false), .null])
        try tx.execute(
          "INSERT INTO reply (note, parent) VALUES ($1, $2)", [.id(fixture.id(Note.self)), .id(fixture.id(Note.self))])
        return ""
      }
    }
    #expect(refused == .conflict(Phrase("ledger.taken")))
    #expect(try await fixture.count("note") == 0)
    try await fixture.leave("and on it goes")
    #expect(try await fixture.texts() == ["and on it goes"])
  }
}
