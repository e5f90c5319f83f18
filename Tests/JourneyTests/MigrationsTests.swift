import App
import Base
import Database
import HomeroomTesting
import Testing

@testable import Ledger

@Suite struct `A migration that is said only to add` {
  /// Whether a server that does not know of the statement goes on reading and writing as before.
  ///
  /// - Parameter all: the statements of its migration.
  private func adds(_ statement: String, among all: [String]) -> Bool {
    let (words, made) = (self.words(of: statement), self.made(by: all))
    switch words.prefix(3).map({ $0.uppercased() }) {
    case let begin where begin.starts(with: ["CREATE", "TABLE"]),
      let begin where begin.starts(with: ["CREATE", "INDEX"]):
      return true
    // An index gives way to one that begins with its columns, so that nothing is slower for it.
    case let begin where begin.starts(with: ["DROP", "INDEX"]) && begin.count == 3:
      return all.contains { other in
        let words = self.words(of: other)
        return words.starts(with: ["CREATE", "INDEX"]) && words.count > 2
          && words[2].uppercased().hasPrefix(begin[2] + "_")
      }
    case ["CREATE", "UNIQUE", "INDEX"]:
      // What the older one writes may not be unique, unless it writes nothing there.
      return words.firstIndex(of: "ON").map { made.contains(words[$0 + 1]) } ?? false
    case let begin where begin.starts(with: ["ALTER", "TABLE"]):
      return statement.contains("ADD COLUMN") && (!statement.contains("NOT NULL") || statement.contains("DEFAULT"))
    default: return false
    }
  }

  private func words(of statement: String) -> [Substring] {
    statement.replacing("\"", with: "").split { $0 == " " || $0 == "\n" || $0 == "(" }
  }

  private func made(by statements: [String]) -> Set<Substring> {
    Set(
      statements.compactMap { statement in
        let words = self.words(of: statement)
        return words.starts(with: ["CREATE", "TABLE"]) && words.count > 2 ? words[2] : nil
      })
  }

  @Test(arguments: Dialect.allCases)
  func `adds tables, indexes and columns that may be left out, and nothing else`(_ dialect: Dialect) {
    let all = (LedgerTables.migrations + Homeroom.migrations).filter(\.isAdditive)
    #expect(all.count > 10)
    for migration in all {
      let statements = migration.statements(dialect)
      for statement in statements {
        #expect(adds(statement, among: statements), "\(migration.name): \(statement.prefix(200))")
      }
    }
  }

  @Test(arguments: [
    "DROP TABLE note", "UPDATE note SET text = ''", "CREATE UNIQUE INDEX note_text ON note (text)",
    "ALTER TABLE \"note\" ADD COLUMN \"colour\" text NOT NULL", "ALTER TABLE note DROP COLUMN text",
    "ALTER TABLE note RENAME TO notes", "INSERT INTO note (id) VALUES (1)", "DROP INDEX note_text", "",
  ])
  func `is not believed when it does something else`(_ statement: String) {
    let others = ["CREATE TABLE other (id)", "CREATE INDEX note_day ON note (day)"]
    #expect(!adds(statement, among: [statement] + others))
  }
}

@Suite struct `The schema that is printed` {
  /// Tables with their columns, and indexes with theirs, as SQLite knows them.
  private func shape(_ connection: LiteConnection) throws -> Set<String> {
    var found: Set<String> = []
    for sql in [
      "SELECT 'table ' || m.name || ': ' || i.name || ' ' || i.type || ' ' || i.\"notnull\" || ' ' || i.pk "
        + "FROM sqlite_master m JOIN pragma_table_info(m.name) i WHERE m.type = 'table' AND m.name <> 'migration'",
      "SELECT 'index ' || m.name || ' ' || i.seqno || ' ' || i.name FROM sqlite_master m JOIN pragma_index_info(m.name) i "
        + "WHERE m.type = 'index' AND m.tbl_name <> 'migration'",
    ] {
      try connection.run(sql) { found.insert($0.text(0)) }
    }
    return found
  }

  @Test func `is what the migrations make`() throws {
    let (printed, made) = (try LiteConnection(inMemory: ()), try LiteConnection(inMemory: ()))
    let all = LedgerTables.migrations + Homeroom.migrations
    for statement in Ledger.schema(.sqlite, all).split(separator: ";\n") where statement.contains("CREATE ") {
      try printed.run(String(statement))
    }
    for statement in all.flatMap({ $0.statements(.sqlite) }) { try made.run(statement) }
    let shapes = (try shape(printed), try shape(made))
    #expect(shapes.0 == shapes.1)
    #expect(shapes.0.count > 1000)
  }
}

@Suite struct `A register from before its numbers were a row of their own` {
  @Test(arguments: Dialect.allCases)
  func `keeps them`(_ dialect: Dialect) async throws {
    let (clock, baselines) = (TestClock(), Homeroom.migrations.filter(\.isBaseline))
    let (school, sitting, student) = (
      ID<Tenant>(high: 1, low: 1), ID<Bucket>(high: 2, low: 2), ID<Bucket>(high: 3, low: 3)
    )
    let place = try TestDatabase.place(dialect, migrations: baselines)
    let before = try Ledger.open(place, migrations: baselines, world: clock.world)
    try await before.upkeep { tx in
      try tx.execute(
        """
        INSERT INTO sitting (school, id, classroom, slot, day, title, start, "end", present, late, absent, excused, seen)
        VALUES ($1, $2, $3, $3, 20523, 'Morning', 480, 720, 0, 1, 0, 0, '')
        """, [.id(school), .id(sitting), .id(student)])
      try tx.execute(
        """
        INSERT INTO mark (school, sitting, student, status, note, "by", at, seen) VALUES ($1, $2, $3, 'late', NULL, $3, 5, '')
        """, [.id(school), .id(sitting), .id(student)])
    }
    before.close()
    for _ in 1...2 {
      let ledger = try Ledger.open(place, migrations: Homeroom.migrations, world: clock.world)
      defer { ledger.close() }
      let found = try await ledger.read { tx in
        try tx.rows(
          """
          SELECT s.title, n.present, n.late, n.absent, n.excused
          FROM sitting s JOIN sitting_count n ON n.school = s.school AND n.sitting = s.id
          """
        ) { "\($0.text(0)) \($0.int(1)) \($0.int(2)) \($0.int(3)) \($0.int(4))" }
      }
      #expect(found == ["Morning 0 1 0 0"])
    }
  }
}
