import Base
import Database
import HomeroomTesting
import Logging
import Testing

@testable import Ledger

/// Notes as a feature of before the squash had made them.
private let squashedNotes = [Migration.baseline("notes", notes)]

private let squashed = SquashedMigrations(
  ["2026-11-20 ledger: the books open", "2026-11-20 note: pupils leave notes", "2026-11-25 note: a note may be loud"],
  until: "26 November 2026", jobs: ["note.whisper"])

@Suite struct `A database from before the migrations were squashed` {
  private let added = Migration("2026-12-01 note: a note has a colour", additive: true) {
    [$0.add(Column("colour", .text, optional: true), to: "note")]
  }

  /// A note in a database that says of itself that these migrations of before were carried out.
  private func before(
    _ dialect: Dialect, without missing: String? = nil, waiting job: String? = nil
  ) async throws -> DatabaseLocation {
    let (place, clock) = (try TestDatabase.place(dialect, migrations: squashedNotes), TestClock())
    let fixture = try await LedgerFixture.open(
      try Ledger.open(place, migrations: squashedNotes, world: clock.world), clock)
    defer { fixture.ledger.close() }
    try await fixture.leave("from before")
    if let job {
      _ = try await fixture.ledger.write(fixture.envelope("test.enqueue")) { tx in
        try tx.enqueue(tx.newID(), kind: job, payload: .object([]))
        return ""
      }
    }
    try await fixture.ledger.upkeep { tx in
      try tx.execute("DELETE FROM migration WHERE name LIKE '%: the tables'")
      for name in squashed.names where name != missing {
        try tx.execute("INSERT INTO migration (name, at, additive) VALUES ($1, 0, 0)", [.text(name)])
      }
    }
    return place
  }

  private func open(_ place: DatabaseLocation, migrations: [Migration]) throws -> Ledger {
    try Ledger.open(
      place, migrations: migrations, world: TestClock().world, logger: Logger(label: "test"),
      as: Opening(readers: 2, squashed: squashed))
  }

  private func names(_ ledger: Ledger) async throws -> [String] {
    try await ledger.read { tx in try tx.rows("SELECT name FROM migration ORDER BY name") { $0.text(0) } }
  }

  @Test(arguments: Dialect.allCases)
  func `is opened without losing a row, and what is new is carried out`(_ dialect: Dialect) async throws {
    let place = try await before(dialect)
    let known = (LedgerTables.migrations + squashedNotes + [added]).map(\.name).sorted()
    for _ in 1...2 {
      let ledger = try open(place, migrations: squashedNotes + [added])
      defer { ledger.close() }
      #expect(try await names(ledger) == known)
      #expect(try await ledger.read { try $0.rows("SELECT text FROM note") { $0.text(0) } } == ["from before"])
      #expect(try await ledger.read { try $0.count("SELECT count(*) FROM note WHERE colour IS NULL") } == 1)
      #expect(try await ledger.doctor().filter { $0.kind == .counts }.isEmpty)
    }
  }

  @Test(
    arguments: Dialect.allCases,
    ["2026-11-20 ledger: the books open", "2026-11-25 note: a note may be loud"])
  func `is left alone when it is older than their end`(_ dialect: Dialect, _ missing: String) async throws {
    let place = try await before(dialect, without: missing)
    for _ in 1...2 {
      let refused = #expect(throws: DatabaseClosed.self) {
        try open(place, migrations: squashedNotes + [added]).close()
      }
      #expect(refused?.description.contains("a version from before 26 November 2026") == true)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is left alone while something waits in it that only that version does`(_ dialect: Dialect) async throws {
    let place = try await before(dialect, waiting: "note.whisper")
    let refused = #expect(throws: DatabaseClosed.self) {
      try open(place, migrations: squashedNotes).close()
    }
    #expect(refused?.description.contains("let it run for a few minutes") == true)
  }
}

@Suite struct `A table that was made as it was, and changed since` {
  /// The columns of the table, and its indexes that are not keys.
  private func shape(_ ledger: Ledger, _ dialect: Dialect) async throws -> [Set<String>] {
    let (columns, indexes) =
      dialect == .sqlite
      ? (
        "SELECT name FROM pragma_table_info('plank')", "SELECT name FROM pragma_index_list('plank') WHERE origin = 'c'"
      )
      : (
        "SELECT column_name FROM information_schema.columns WHERE table_name = 'plank'",
        "SELECT indexname FROM pg_indexes WHERE tablename = 'plank' AND indexname NOT LIKE '%_pkey'"
      )
    return try await ledger.read { tx in
      try [columns, indexes].map { sql in Set(try tx.rows(sql) { $0.text(0) }) }
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is what is made at once`(_ dialect: Dialect) async throws {
    let plank = Table<ID<Note>>(
      "plank", number: 140,
      {
        $0.school()
        $0.id("id") { $0 }
        $0.text("wood", initial: "'oak'") { _ in "pine" }
      }, key: ["school", "id"], indexes: [["wood"], ["school", "wood"]],
      seen: .by { _, school in [Bucket(.wall, school)] }
    ) { cells in
      let id = cells.id(Note.self)
      _ = cells.text()
      return id
    }.schema
    let steps = [
      Migration("2026-12-01 plank: made", create: plank.without("wood", "seen", indexes: [])),
      Migration("2026-12-02 plank: of some wood", additive: true) { dialect in
        dialect.add("wood", to: plank)
          + ["CREATE INDEX plank_wood ON plank (wood)", "CREATE INDEX plank_school_wood ON plank (school, wood)"]
      },
      Migration("2026-12-03 plank: a row knows who sees it", seen: plank),
    ]
    var shapes: [[Set<String>]] = []
    for migrations in [steps, [Migration("2026-12-03 plank: made", create: plank)]] {
      let ledger = try TestDatabase.open(dialect, migrations: migrations, world: TestClock().world)
      defer { ledger.close() }
      shapes.append(try await shape(ledger, dialect))
    }
    #expect(shapes[0] == shapes[1])
    #expect(shapes[0] == [["school", "id", "wood", "seen"], ["plank_wood", "plank_school_wood"]])
    #expect(Ledger.schema(.sqlite, steps) == Ledger.schema(.sqlite, [Migration("plank", create: plank)]))
  }
}
