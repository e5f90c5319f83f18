import Base
import Database
import Sync
import Testing

/// What the live line brings to a device that did not ask.
@Suite struct `A device that is told what is new` {
  let fixture: SyncFixture, connection: LiteConnection, phone: SyncPhone
  static let other = Bucket(Bucket.Kind("c"), ID<WallNote>(high: 3, low: 2))

  /// Ada sees the wall, on which hang two notes.
  init() throws {
    (fixture, connection) = (try SyncFixture(), try LiteConnection(inMemory: ()))
    phone = try SyncPhone(connection)
    try fixture.write { tx throws(Refusal) in
      try tx.grant(Wall.ada, Wall.bucket)
      try tx.grant(Wall.ben, Wall.bucket)
    }
    for number in 1...2 { try hang(number) }
    try phone.pulls(fixture)
  }

  private static func note(_ number: Int) -> ID<WallNote> { ID(high: 88, low: UInt64(number)) }

  private func hang(_ number: Int, text: String = "Note") throws {
    try fixture.write { tx throws(Refusal) in
      try tx.put(WallNote.table, WallNote(id: Self.note(number), text: text))
    }
  }

  private func takeDown(_ number: Int) throws {
    try fixture.write { tx throws(Refusal) in
      try tx.remove(WallNote.table, key: [.id(Wall.school), .id(Self.note(number))])
    }
  }

  private func equalsNew() throws -> Bool {
    let fresh = try SyncPhone()
    try fresh.pulls(fixture)
    return try fresh.replica.contents() == phone.replica.contents()
  }

  /// As it travels.
  private func hears(_ news: [UInt8]) throws -> Replica.Heard {
    guard case .news(let news) = try SyncAnswer(bytes: news) else { throw Refusal.stale }
    return try phone.replica.hear(news)
  }

  /// What came to the wall since a commit, for those who had it up to another.
  private func news(since: Int64, after: Int64? = nil) throws -> [UInt8] {
    let news = try #require(try fixture.news([Wall.bucket], since: since))
    return news.bytes(for: [Wall.bucket], after: after ?? since)
  }

  @Test func `has what a new one has, put up, changed and taken down`() throws {
    for step in [{ try hang(3) }, { try hang(2, text: "Other") }, { try takeDown(1) }] {
      let before = try fixture.head
      try step()
      #expect(try hears(news(since: before)) == .taken)
      #expect(try equalsNew())
    }
    // The same once more is nothing, and a pull finds nothing.
    #expect(try hears(news(since: fixture.head - 1)) == .known)
    guard case .page(let page) = try fixture.answer(phone.replica.cursor) else { throw Refusal.stale }
    #expect(page.isComplete && page.changes.isEmpty)
  }

  @Test func `takes none that do not follow on what it has`() throws {
    let before = try fixture.head
    try hang(3)
    try hang(4)
    #expect(try hears(news(since: before + 1)) == .refused)
    #expect(try phone.wall.count == 2)
    // What came in between was in no bucket of its: whoever had the wall as of the first has all that was before.
    #expect(try hears(news(since: before, after: before - 1)) == .taken)
    #expect(try equalsNew())
  }

  /// The line goes on from what it told; the device was made anew from an older file, as after the worker was ended.
  @Test func `takes nothing when it lost what it was told before`() throws {
    let file = try phone.replica.file()
    let before = try fixture.head
    try hang(3)
    #expect(try hears(news(since: before)) == .taken)
    let old = try SyncPhone(LiteConnection(copying: file))
    try hang(4)
    guard case .news(let news) = try SyncAnswer(bytes: news(since: before + 1)) else { throw Refusal.stale }
    #expect(try old.replica.hear(news) == .refused)
    try old.pulls(fixture)
    #expect(try old.wall.count == 4)
  }

  @Test func `takes none while something of its own waits`() throws {
    let before = try fixture.head
    try phone.does(1, "new", "mine")
    try hang(3)
    #expect(try hears(news(since: before)) == .refused)
    #expect(try phone.wall.count == 3)
    try phone.sends(fixture)
    try phone.pulls(fixture)
    #expect(try phone.wall.count == 4 && equalsNew())
  }

  @Test func `takes none of another school, of other books, tables or buckets`() throws {
    let head = try fixture.head
    func news(
      school: ID<Tenant> = Wall.school, epoch: Int64 = 1, schema: Int64 = Wall.tables.schema,
      bucket: Bucket = Wall.bucket
    ) throws -> Replica.Heard {
      let row: [Value] = [.id(Wall.school), .id(Self.note(9)), .text("Poison"), .integer(0)]
      let change = RowChange(bucket: bucket, table: 901, key: [1], seq: head + 1, row: row)
      return try phone.replica.hear(
        SyncNews(
          school: school, epoch: epoch, schema: schema, after: head, head: head + 1, at: fixture.now,
          changes: [change], sums: []))
    }
    #expect(try news(school: ID(high: 1, low: 2)) == .refused)
    #expect(try news(epoch: 2) == .refused)
    #expect(try news(schema: 5) == .refused)
    #expect(try news(bucket: Self.other) == .refused)
    #expect(try phone.wall.count == 2 && equalsNew())
    #expect(try news() == .taken)
  }

  @Test func `asks for a bucket anew that adds up to something else`() throws {
    let before = try fixture.head
    _ = try connection.run("DELETE FROM replica_row WHERE seq = 2")
    _ = try connection.run("DELETE FROM wall_note WHERE id = $1", [.id(Self.note(1))])
    try hang(3)
    #expect(try hears(news(since: before)) == .taken)
    #expect(phone.replica.cursor?.lag.isEmpty == false)
    #expect(try hears(news(since: before)) == .refused, "it is asked for first")
    try phone.pulls(fixture)
    #expect(try equalsNew())
  }

  @Test func `leaves it to its next pull what it is given to see meanwhile`() throws {
    let asOf = phone.replica.cursor?.asOf
    try fixture.write { tx throws(Refusal) in try tx.grant(Wall.ada, Self.other) }
    let before = try fixture.head
    try hang(3)
    #expect(try hears(news(since: before, after: before - 1)) == .taken)
    #expect(phone.replica.cursor?.asOf == asOf, "what it holds is known as of then")
    guard case .page(let page) = try fixture.answer(phone.replica.cursor) else { throw Refusal.stale }
    #expect(page.held.contains(Self.other))
  }

  private func isTold(since seq: Int64, head: Int64? = nil) throws -> Bool {
    try fixture.news([Wall.bucket], since: seq, head: head) != nil
  }

  @Test func `is told nothing when the books are further, or it is much`() throws {
    let before = try fixture.head
    try hang(3)
    #expect(try !isTold(since: before, head: before))
    try fixture.write { tx throws(Refusal) in
      for number in 4...(4 + BucketNews.mostEntries) {
        try tx.put(WallNote.table, WallNote(id: Self.note(number), text: "Note"))
      }
    }
    #expect(try !isTold(since: before + 1))
  }

  @Test func `refuses what was cut off or goes on`() throws {
    let before = try fixture.head
    try hang(3)
    let bytes = try news(since: before)
    for count in bytes.indices { #expect(throws: Refusal.self) { try SyncAnswer(bytes: Array(bytes.prefix(count))) } }
    #expect(throws: Refusal.self) { try SyncAnswer(bytes: bytes + [0]) }
  }
}
