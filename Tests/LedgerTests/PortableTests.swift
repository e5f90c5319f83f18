import Base
import Database
import HomeroomTesting
import Ledger
import Testing

private let samples = TableSchema(
  "sample", number: 101,
  [
    Column("id", .id), Column("longName", .text, optional: true), Column("order", .integer, optional: true),
    Column("isOpen", .flag, optional: true), Column("body", .bytes, optional: true),
    Column("when", .instant, optional: true),
  ], key: ["id"])

@Suite struct `The same statement on both engines` {
  private func open(_ dialect: Dialect) throws -> Ledger {
    try TestDatabase.open(
      dialect, migrations: [Migration("2026-11-21 sample: all types", create: samples.schema)], world: TestClock().world
    )
  }

  @Test(arguments: Dialect.allCases)
  func `every type comes back as it went in, and so does nothing`(_ dialect: Dialect) async throws {
    let ledger = try open(dialect)
    defer { ledger.close() }
    let (full, empty): (ID<Note>, ID<Note>) = (ledger.world.id(), ledger.world.id())
    let bytes: [UInt8] = [0, 255, 92, 120, 39, 0]
    try await ledger.upkeep { tx in
      try tx.put(
        samples, [.id(full), .text("שלום 'é' \"x\" \\"), .integer(.min), .flag(true), .bytes(bytes), .integer(.max)])
      try tx.put(samples, [.id(empty), .null, .null, .null, .bytes([]), .null])
    }
    let sql = "SELECT id, longName, \"order\", isOpen, body, \"when\" FROM sample WHERE id = $1"
    let row = try await ledger.read { tx in
      try tx.first(sql, [.id(full)]) { row in
        (row.id(0, Note.self), row.text(1), row.integer(2), row.flag(3), row.bytes(4), row.integer(5))
      }
    }
    #expect(row?.0 == full)
    #expect(row?.1 == "שלום 'é' \"x\" \\")
    #expect(row?.2 == .min && row?.5 == .max && row?.3 == true)
    #expect(row?.4 == bytes)
    let nothing = try await ledger.read { try $0.first(sql, [.id(empty)]) { row in (1...5).map(row.isNull) } }
    #expect(nothing == [true, true, true, false, true])
  }

  @Test(arguments: Dialect.allCases)
  func `places may stand in any order and more than once`(_ dialect: Dialect) async throws {
    let ledger = try open(dialect)
    defer { ledger.close() }
    let answer = try await ledger.upkeep { tx -> String? in
      try tx.execute(
        "INSERT INTO sample (\"order\", id, longName) VALUES ($2, $3, $1)",
        [.text("a"), .int(7), .id(ledger.world.id(Note.self))])
      return try tx.first(
        "SELECT longName FROM sample WHERE \"order\" = $2 AND (longName = $1 OR longName = $1) LIMIT $3",
        [.text("a"), .int(7), .int(1)]
      ) { $0.text(0) }
    }
    #expect(answer == "a")
  }

  @Test(arguments: Dialect.allCases)
  func `quoted and bare names mean the same column`(_ dialect: Dialect) async throws {
    let ledger = try open(dialect)
    defer { ledger.close() }
    let count = try await ledger.upkeep { tx in
      try tx.put(samples, [.id(ledger.world.id(Note.self)), .text("Aa \"LongName\""), .int(1), .null, .null, .null])
      return try tx.count(
        "SELECT count(*) FROM sample WHERE \"longName\" = $1 AND longName LIKE '%\"LongName\"'",
        [.text("Aa \"LongName\"")])
    }
    #expect(count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `a conflict may update, answer, or do nothing`(_ dialect: Dialect) async throws {
    let ledger = try open(dialect)
    defer { ledger.close() }
    let id: ID<Note> = ledger.world.id()
    let answers = try await ledger.upkeep { tx -> [Int?] in
      let add = "INSERT INTO sample (id, \"order\") VALUES ($1, $2) ON CONFLICT (id) DO"
      let first = try tx.first(
        "\(add) UPDATE SET \"order\" = sample.\"order\" + excluded.\"order\" RETURNING \"order\"", [.id(id), .int(2)]
      ) { $0.int(0) }
      let second = try tx.first(
        "\(add) UPDATE SET \"order\" = sample.\"order\" + excluded.\"order\" RETURNING \"order\"", [.id(id), .int(3)]
      ) { $0.int(0) }
      let third = try tx.first("\(add) NOTHING RETURNING \"order\"", [.id(id), .int(9)]) { $0.int(0) }
      return [first, second, third]
    }
    #expect(answers == [2, 5, nil])
  }

  @Test(arguments: Dialect.allCases)
  func `large numbers beside small literals keep their size, and NULL goes where a number went`(_ dialect: Dialect)
    async throws
  {
    let ledger = try open(dialect)
    defer { ledger.close() }
    let id: ID<Note> = ledger.world.id()
    let read = try await ledger.upkeep { tx -> [Int64] in
      try tx.put(samples, [.id(id), .null, .int(1), .flag(false), .null, .null])
      let sql = "UPDATE sample SET \"order\" = CASE WHEN isOpen THEN 0 ELSE $2 + 1 END, \"when\" = $3 WHERE id = $1"
      var read: [Int64] = []
      for value in [Value.integer(5_000_000_000), .integer(7)] {
        for when in [Value.null, .integer(5_000_000_000)] {
          #expect(try tx.execute(sql, [.id(id), value, when]) == 1)
          try read.append(
            contentsOf: tx.rows("SELECT \"order\", coalesce(\"when\", -1) FROM sample WHERE id = $1", [.id(id)]) {
              [$0.integer(0), $0.integer(1)]
            }.joined())
        }
      }
      return read
    }
    #expect(read == [5_000_000_001, -1, 5_000_000_001, 5_000_000_000, 8, -1, 8, 5_000_000_000])
  }

  @Test(arguments: Dialect.allCases)
  func `a question can be asked from inside the rows of the same question`(_ dialect: Dialect) async throws {
    let ledger = try open(dialect)
    defer { ledger.close() }
    try await ledger.upkeep { tx in
      for number in 0..<5 {
        try tx.put(samples, [.id(ledger.world.id(Note.self)), .null, .int(number), .null, .null, .null])
      }
    }
    let seen = try await ledger.read { tx -> [Int] in
      var seen: [Int] = []
      let sql = "SELECT \"order\" FROM sample WHERE \"order\" >= $1 ORDER BY \"order\""
      try tx.each(sql, [.int(2)]) { outer throws(Refusal) in
        let place = outer.int(0)
        try tx.each(sql, [.int(place)]) { seen.append(place * 10 + $0.int(0)) }
      }
      return seen
    }
    #expect(seen == [22, 23, 24, 33, 34, 44])
  }

  @Test(arguments: Dialect.allCases)
  func `text is ordered by its bytes and flags answer as flags`(_ dialect: Dialect) async throws {
    let ledger = try open(dialect)
    defer { ledger.close() }
    let answers = try await ledger.upkeep { tx -> ([String], Bool?, Int) in
      for text in ["b", "B", "a", "é", "א"] {
        try tx.put(samples, [.id(ledger.world.id(Note.self)), .text(text), .null, .flag(text == "B"), .null, .null])
      }
      return (
        try tx.rows("SELECT longName FROM sample ORDER BY longName") { $0.text(0) },
        try tx.first("SELECT count(*) > 2 FROM sample") { $0.flag(0) },
        try tx.count("SELECT count(*) FROM sample WHERE isOpen = $1", [.flag(true)])
      )
    }
    #expect(answers.0 == ["B", "a", "b", "é", "א"])
    #expect(answers.1 == true)
    #expect(answers.2 == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `a long answer stops when its reader stops, and the next question is answered`(_ dialect: Dialect) async throws {
    let ledger = try open(dialect)
    defer { ledger.close() }
    let count = try await ledger.read { tx -> Int in
      var seen = 0
      do {
        try tx.each("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) SELECT i FROM n") {
          _ throws(Refusal) in
          seen += 1
          if seen == 10 { throw .stale }
        }
      } catch Refusal.stale {}
      return try seen + tx.count("SELECT count(*) FROM tenant")
    }
    #expect(count == 11)
  }
}
