import Base
import Database
import HomeroomTesting
import Testing

@testable import Ledger

/// A poster on a wall, once it is out; its author has it before.
private struct Poster: Sendable {
  let id: ID<Poster>
  var author: ID<Bucket>
  var isOut: Bool
}

/// What is said below a poster: its key is of all kinds that keys have.
private struct Line: Sendable {
  let poster: ID<Poster>, number: Int, language: String, isLast: Bool
  var file: ID<KeptFile>?
  /// One that is a secret is the author's alone.
  var isSecret = false
}

/// Its id is that of its poster, and it has a line of its own.
private struct Frame: Sendable { let id: ID<Poster>, poster: ID<Poster> }
private struct Nail: Sendable { let frame: ID<Poster> }

extension Bucket.Kind {
  fileprivate static let author = Bucket.Kind("p")
}

private enum Tables {
  static let poster = Table<Poster>(
    "poster", number: 120,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("author") { $0.author }
      $0.flag("isOut") { $0.isOut }
    }, key: ["school", "id"],
    seen: .by { poster, school in
      [Bucket(.author, poster.author)] + (poster.isOut ? [Bucket(.wall, school)] : [])
    }
  ) { Poster(id: $0.id(), author: $0.id(), isOut: $0.flag()) }

  static let line = Table<Line>(
    "line", number: 121,
    {
      $0.school()
      $0.id("poster") { $0.poster }
      $0.integer("number") { $0.number }
      $0.text("language") { $0.language }
      $0.flag("isLast") { $0.isLast }
      $0.id("file") { $0.file }
      $0.flag("isSecret") { $0.isSecret }
    }, key: ["school", "poster", "number", "language", "isLast"],
    foreign: [.init(["school", "poster"], to: "poster", ["school", "id"])],
    seen: .with(parent: "poster", column: "poster") { line, bucket in !line.isSecret || bucket.kind == .author },
    file: "file"
  ) {
    Line(
      poster: $0.id(), number: $0.int(), language: $0.text(), isLast: $0.flag(), file: $0.optionalID(),
      isSecret: $0.flag())
  }

  static let frame = Table<Frame>(
    "frame", number: 122,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("poster") { $0.poster }
    }, key: ["school", "id"], seen: .with("poster", by: "poster")
  ) { Frame(id: $0.id(), poster: $0.id()) }

  static let nail = Table<Nail>(
    "nail", number: 123,
    {
      $0.school()
      $0.id("frame") { $0.frame }
    }, key: ["school", "frame"],
    seen: .asking { nail, tx throws(Refusal) in
      let frame = try tx.find(Tables.frame, nail.frame, in: tx.school)
      let poster =
        try frame.map { frame throws(Refusal) in try tx.find(Tables.poster, frame.poster, in: tx.school) } ?? nil
      return poster.map { [Bucket(.author, $0.author)] } ?? []
    }
  ) { Nail(frame: $0.id()) }

  static let first = [
    Migration(
      "2026-11-21 poster: made", create: poster.schema.without("seen"), line.schema.without("seen"),
      frame.schema.without("seen"), nail.schema.without("seen"))
  ]
  static let all =
    first + [
      Migration(
        "2026-11-22 poster: a row knows who sees it", seen: poster.schema, line.schema, frame.schema, nail.schema)
    ]
}

/// Open books with posters in them.
private struct Wall {
  let fixture: LedgerFixture
  let (author, other): (ID<Bucket>, ID<Bucket>)
  let poster: ID<Poster>

  static func open(_ dialect: Dialect) async throws -> Wall {
    let clock = TestClock()
    let fixture = try await LedgerFixture.open(
      try TestDatabase.open(dialect, migrations: Tables.all, world: clock.world), clock)
    return Wall(fixture: fixture, author: fixture.id(), other: fixture.id(), poster: fixture.id())
  }

  @discardableResult
  func write(_ body: @escaping @Sendable (WriteTransaction) throws(Refusal) -> Void) async throws -> Int64 {
    try await fixture.ledger.write(fixture.envelope("poster.hang")) { tx in
      try body(tx)
      return ""
    }.seq
  }

  func put(isOut: Bool, by author: ID<Bucket>? = nil) async throws -> Int64 {
    let (poster, author) = (poster, author ?? self.author)
    return try await write { tx throws(Refusal) in
      try tx.put(Tables.poster, Poster(id: poster, author: author, isOut: isOut))
    }
  }

  /// Where a row lies, and since which commit: `p+1 w-3` is seen by an author since 1 and left the wall at 3.
  func places(_ table: some SchemaHolder, _ key: [Value]) async throws -> String {
    let (school, number) = (fixture.school, table.number)
    let bytes = TableSchema.indexKey(([.id(school)] + key).flatMap(\.keyBytes), in: school)
    let found = try await fixture.ledger.read { tx in
      try tx.rows(
        "SELECT kind, op, seq, bucket FROM \(changeIndex) WHERE school = $1 AND tbl = $2 AND row = $3 ORDER BY kind, seq",
        [.id(school), .int(number), .bytes(bytes)]
      ) { "\($0.text(0))\($0.int(1) == 1 ? "+" : "-")\($0.int(2))" }
    }
    return found.joined(separator: " ")
  }

  func isWell() async throws -> Bool { try await fixture.ledger.doctor().filter { $0.kind == .counts }.isEmpty }
}

@Suite struct `A row that knows who sees it` {
  @Test(arguments: Dialect.allCases)
  func `lies where its record says, and leaves where it lay`(_ dialect: Dialect) async throws {
    let wall = try await Wall.open(dialect)
    defer { wall.fixture.ledger.close() }
    let key: [Value] = [.id(wall.poster)]
    var steps: [String] = []
    for isOut in [false, true, true, false] {
      _ = try await wall.put(isOut: isOut)
      steps.append(try await wall.places(Tables.poster, key))
    }
    #expect(steps == ["p+1", "p+2 w+2", "p+3 w+3", "p+4 w-4"])
    _ = try await wall.put(isOut: true, by: wall.other)
    #expect(try await wall.places(Tables.poster, key) == "p-5 p+5 w+5")
    try await wall.write { tx throws(Refusal) in try tx.remove(Tables.poster, key: [.id(tx.school), .id(wall.poster)]) }
    #expect(try await wall.places(Tables.poster, key) == "p-5 p-6 w-6")
    #expect(try await wall.isWell())
  }

  @Test(arguments: Dialect.allCases)
  func `leaves when all of a kind are removed at once`(_ dialect: Dialect) async throws {
    let wall = try await Wall.open(dialect)
    defer { wall.fixture.ledger.close() }
    let poster = wall.poster
    try await wall.write { tx throws(Refusal) in
      try tx.put(Tables.poster, Poster(id: poster, author: wall.author, isOut: false))
      for number in 1...3 { try tx.put(Tables.line, Line(poster: poster, number: number, language: "", isLast: false)) }
      try tx.removeAll(Tables.line, "AND poster = $2 AND number < $3", [.id(poster), .integer(3)])
    }
    #expect(try await wall.places(Tables.line, [.id(poster), .integer(2), .text(""), .flag(false)]) == "p-1")
    #expect(try await wall.places(Tables.line, [.id(poster), .integer(3), .text(""), .flag(false)]) == "p+1")
    #expect(try await wall.isWell())
  }

  @Test(arguments: Dialect.allCases)
  func `takes its children along, and says so only of those who gain or lose them`(_ dialect: Dialect) async throws {
    let wall = try await Wall.open(dialect)
    defer { wall.fixture.ledger.close() }
    let (poster, frame) = (wall.poster, wall.fixture.id(Poster.self))
    try await wall.write { tx throws(Refusal) in
      try tx.put(Tables.poster, Poster(id: poster, author: wall.author, isOut: false))
      try tx.put(Tables.line, Line(poster: poster, number: -1, language: "he", isLast: false))
      try tx.put(Tables.line, Line(poster: poster, number: 2, language: "", isLast: true, isSecret: true))
      try tx.put(Tables.frame, Frame(id: frame, poster: poster))
    }
    let (open, secret): ([Value], [Value]) = (
      [.id(poster), .integer(-1), .text("he"), .flag(false)], [.id(poster), .integer(2), .text(""), .flag(true)]
    )
    func places() async throws -> [String] {
      [
        try await wall.places(Tables.line, open), try await wall.places(Tables.line, secret),
        try await wall.places(Tables.frame, [.id(frame)]),
      ]
    }
    #expect(try await places() == ["p+1", "p+1", "p+1"])
    _ = try await wall.put(isOut: true)
    #expect(try await places() == ["p+1 w+2", "p+1", "p+1 w+2"])
    _ = try await wall.put(isOut: true)
    #expect(try await places() == ["p+1 w+2", "p+1", "p+1 w+2"])
    _ = try await wall.put(isOut: false, by: wall.other)
    #expect(try await places() == ["p-4 p+4 w-4", "p-4 p+4", "p-4 p+4 w-4"])
    #expect(try await wall.isWell())
  }

  @Test(arguments: Dialect.allCases)
  func `has its file seen by those who see it, also when it gets another one`(_ dialect: Dialect) async throws {
    let wall = try await Wall.open(dialect)
    defer { wall.fixture.ledger.close() }
    let (poster, one, other) = (wall.poster, wall.fixture.id(KeptFile.self), wall.fixture.id(KeptFile.self))
    let content = FileContent(hash: Array(repeating: 7, count: 32), size: 1)
    let put: @Sendable (ID<KeptFile>?, WriteTransaction) throws(Refusal) -> Void = { file, tx throws(Refusal) in
      try tx.put(Tables.line, Line(poster: poster, number: 1, language: "en", isLast: true, file: file))
    }
    func places() async throws -> [String] {
      [
        try await wall.places(DatabaseTables.file, [.id(one)]),
        try await wall.places(DatabaseTables.file, [.id(other)]),
      ]
    }
    try await wall.write { tx throws(Refusal) in
      for file in [one, other] { try tx.keep(file, content, name: "a", type: "b", by: nil) }
      try tx.put(Tables.poster, Poster(id: poster, author: wall.author, isOut: false))
      try put(one, tx)
    }
    #expect(try await places() == ["p+1", ""])
    _ = try await wall.put(isOut: true)
    #expect(try await places() == ["p+1 w+2", ""])
    try await wall.write { tx throws(Refusal) in try put(other, tx) }
    #expect(try await places() == ["p-3 w-3", "p+3 w+3"])
    _ = try await wall.put(isOut: false)
    #expect(try await places() == ["p-3 w-3", "p+3 w-4"])
    try await wall.write { tx throws(Refusal) in
      let key: [Value] = [.id(tx.school), .id(poster), .integer(1), .text("en"), .flag(true)]
      try tx.remove(Tables.line, key: key)
    }
    #expect(try await places() == ["p-3 w-3", "p-5 w-4"])
  }

  @Test(arguments: Dialect.allCases)
  func `and asks others for it, is settled by whoever changes them`(_ dialect: Dialect) async throws {
    let wall = try await Wall.open(dialect)
    defer { wall.fixture.ledger.close() }
    let (poster, frame) = (wall.poster, wall.fixture.id(Poster.self))
    try await wall.write { tx throws(Refusal) in
      try tx.put(Tables.poster, Poster(id: poster, author: wall.author, isOut: true))
      try tx.put(Tables.frame, Frame(id: frame, poster: poster))
      try tx.put(Tables.nail, Nail(frame: frame))
    }
    _ = try await wall.put(isOut: true, by: wall.other)
    #expect(try await wall.places(Tables.nail, [.id(frame)]) == "p+1")
    for _ in 0..<2 {
      try await wall.write { tx throws(Refusal) in try tx.recalculate(Tables.nail, Nail(frame: frame)) }
      #expect(try await wall.places(Tables.nail, [.id(frame)]) == "p-3 p+3")
    }
    try await wall.write { tx throws(Refusal) in try tx.touch(Tables.nail, key: [.id(tx.school), .id(frame)]) }
    #expect(try await wall.places(Tables.nail, [.id(frame)]) == "p-3 p+4")
  }

  @Test(arguments: Dialect.allCases)
  func `stays where it was when the command is refused`(_ dialect: Dialect) async throws {
    let wall = try await Wall.open(dialect)
    defer { wall.fixture.ledger.close() }
    _ = try await wall.put(isOut: false)
    let refused = await refusal {
      try await wall.write { tx throws(Refusal) in
        try tx.put(Tables.poster, Poster(id: wall.poster, author: wall.other, isOut: true))
        throw Refusal.notFound
      }
    }
    #expect(refused == .notFound)
    #expect(try await wall.places(Tables.poster, [.id(wall.poster)]) == "p+1")
    _ = try await wall.put(isOut: true)
    #expect(try await wall.places(Tables.poster, [.id(wall.poster)]) == "p+2 w+2")
    #expect(try await wall.isWell())
  }

  @Test(arguments: Dialect.allCases)
  func `is missed by the doctor when the change index says otherwise`(_ dialect: Dialect) async throws {
    let wall = try await Wall.open(dialect)
    defer { wall.fixture.ledger.close() }
    _ = try await wall.put(isOut: true)
    for (sql, isWell) in [
      ("UPDATE bucket_row SET op = 0 WHERE tbl = 120 AND bucket = (SELECT max(bucket) FROM bucket_row)", false),
      ("UPDATE bucket_row SET op = 1", true), ("UPDATE poster SET seen = '1'", false),
      ("UPDATE poster SET seen = '1 2'", true),
      ("UPDATE poster SET seen = '1 3'", false),
    ] {
      try await wall.fixture.ledger.upkeep { _ = try $0.execute(sql) }
      #expect(try await wall.isWell() == isWell, "\(sql)")
    }
  }

  /// Rows of before are asked for by every kind of key; one that lies nowhere and one of another school with the same id stay apart.
  @Test(arguments: Dialect.allCases)
  func `learns it from the change index when the fixture are older`(_ dialect: Dialect) throws {
    let engine: any Engine =
      switch dialect {
      case .sqlite: try SQLiteEngine(path: try TestFolder.make() + "/books.sqlite", readers: 1)
      case .postgres: try PostgresEngine(url: try TestPostgres.database(), readers: 1)
      }
    defer { engine.close() }
    try engine.migrate(LedgerTables.migrations + Tables.first, now: Instant(milliseconds: 0))
    let schools = [ID<Tenant>(high: 1, low: 1), ID<Tenant>(high: 2, low: 2)]
    let (poster, alone) = (ID<Poster>(high: 5, low: UInt64.max), ID<Poster>(high: 6, low: 6))
    try engine.write { connection in
      for (place, school) in schools.enumerated() {
        let key: [Value] = [.id(school), .id(poster)]
        for number in [1, 2] {
          try connection.run(
            "INSERT INTO bucket (num, school, kind, id) VALUES ($1, $2, 'w', $3)",
            [.int(10 * place + number), .id(school), .id(ID<Bucket>(high: 9, low: UInt64(number)))])
        }
        for id in [poster, alone] {
          try connection.run(
            "INSERT INTO poster (school, id, author, \"isOut\") VALUES ($1, $2, $2, $3)",
            [.id(school), .id(id), .flag(true)])
        }
        let line = [key[1], .integer(-258), .text("עב"), .flag(true)]
        try connection.run(
          "INSERT INTO line (school, poster, number, language, \"isLast\", file, \"isSecret\") VALUES ($1, $2, $3, $4, $5, NULL, $6)",
          [.id(school)] + line + [.flag(false)])
        let entries = [
          (10 * place + 1, 120, [key[1]], 1), (10 * place + 2, 120, [key[1]], place), (10 * place + 2, 121, line, 1),
        ]
        for (bucket, table, row, op) in entries {
          try connection.run(
            "INSERT INTO bucket_row (bucket, tbl, row, seq, op) VALUES ($1, $2, $3, 1, $4)",
            [.int(bucket), .int(table), .bytes(row.flatMap(\.keyBytes)), .int(op)])
        }
      }
    }
    try engine.migrate(LedgerTables.migrations + Tables.all, now: Instant(milliseconds: 1))
    let tx = { Transaction($0, now: Instant(milliseconds: 2)) }
    let seen = { (table: String, order: String) in
      try engine.read { connection in
        try tx(connection).rows("SELECT seen FROM \(table) ORDER BY school, \(order)") { $0.optionalText(0) }
      }
    }
    #expect(try seen("poster", "id") == ["1", nil, "11 12", nil])
    #expect(try seen("line", "poster") == ["2", "12"])
    #expect(try engine.read { try Examination.visibility(tx($0), Tables.all.tables) }.isEmpty)
  }
}
