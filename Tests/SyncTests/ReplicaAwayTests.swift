import Base
import Database
import Sync
import Testing

/// What a device has is not what the server has: it was away for long, or something of it was lost.
@Suite struct `A device that lacks something` {
  let fixture: SyncFixture, connection: LiteConnection, phone: SyncPhone
  static let other = Bucket(Bucket.Kind("c"), ID<WallNote>(high: 3, low: 2))

  /// Ada sees the wall, on which hang ten notes.
  init() throws {
    (fixture, connection) = (try SyncFixture(), try LiteConnection(inMemory: ()))
    phone = try SyncPhone(connection)
    try fixture.write { tx throws(Refusal) in
      try tx.grant(Wall.ada, Wall.bucket)
      try tx.grant(Wall.ben, Wall.bucket)
    }
    for number in 1...10 { try hang(number) }
    try phone.pulls(fixture)
  }

  private static func note(_ number: Int) -> ID<WallNote> { ID(high: 88, low: UInt64(number)) }

  private func hang(_ number: Int) throws {
    try fixture.write { tx throws(Refusal) in
      try tx.put(WallNote.table, WallNote(id: Self.note(number), text: "Note \(number)"))
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

  @Test func `is answered without a look into what has not changed`() throws {
    try fixture.hideChangeIndex()
    #expect(try phone.pulls(fixture, wantsAllSums: true).pages == 1)
    #expect(throws: (any Error).self) { try SyncPhone().pulls(fixture) }
  }

  @Test(arguments: [1, 9, 10, 11, 1000]) func `has a commit as a whole, however large`(limit: Int) throws {
    try fixture.write { tx throws(Refusal) in
      for number in 11...20 { try tx.put(WallNote.table, WallNote(id: Self.note(number), text: "Note \(number)")) }
    }
    try hang(21)
    let before = phone.replica.cursor
    guard case .page(let page) = try fixture.answer(before, limit: limit) else { throw Refusal.stale }
    #expect(page.changes.count == (limit > 10 ? 11 : 10) && page.isComplete == (limit > 10))
    try phone.pulls(fixture, limit: limit)
    #expect(try phone.wall.count == 21 && equalsNew())
  }

  // MARK: away for long

  @Test(arguments: [1, 3, 1000])
  func `ends as a new one though nobody remembers what left meanwhile`(limit: Int) throws {
    for number in 1...4 { try takeDown(number) }
    try fixture.compact()
    for number in 11...13 { try hang(number) }
    try phone.pulls(fixture, limit: limit)
    #expect(try phone.wall.count == 9 && equalsNew())
  }

  @Test func `comes to an end in many pages, though the school has forgotten what left`() throws {
    try takeDown(1)
    for number in 11...20 { try hang(number) }
    try takeDown(20)
    try fixture.compact()
    let fresh = try SyncPhone()
    #expect(try fresh.pulls(fixture, limit: 2).pages < 12)
    try phone.pulls(fixture, limit: 2)
    #expect(try fresh.replica.contents() == phone.replica.contents() && fresh.wall.count == 18)
  }

  @Test func `ends as a new one when it is forgotten between two of its pages`() throws {
    let slow = try SyncPhone()
    try slow.replica.take(try fixture.answer(nil, limit: 3))
    for number in 1...4 { try takeDown(number) }
    try fixture.compact()
    try slow.pulls(fixture, limit: 3)
    try phone.pulls(fixture)
    #expect(try slow.replica.contents() == phone.replica.contents() && slow.wall.count == 6)
  }

  @Test func `begins anew when nobody knows any more what it was a member of`() throws {
    try fixture.write { tx throws(Refusal) in try tx.revoke(Wall.ada, Wall.bucket) }
    try fixture.compact()
    let waiting = try phone.does(1, "new", "Bring boots")
    #expect(try phone.pulls(fixture).resets == [.floor])
    #expect(try phone.wall.map(\.text) == ["Bring boots"] && phone.keys(.outbox) == [waiting.key])
  }

  @Test func `keeps what it knows to be done when it begins anew for another reason than a backup`() throws {
    let done = try phone.does(1, "new", "Bring boots")
    try phone.sends(fixture)
    try phone.pulls(fixture)
    try fixture.write { tx throws(Refusal) in try tx.revoke(Wall.ben, Wall.bucket) }
    try fixture.compact()
    #expect(try phone.pulls(fixture).resets == [.floor])
    #expect(try phone.keys(.archive) == [done.key] && phone.keys(.outbox) == [] && equalsNew())
  }

  // MARK: sums

  @Test(arguments: [
    "DELETE FROM replica_row WHERE row = (SELECT min(row) FROM replica_row)",
    "UPDATE replica_row SET seq = seq - 1 WHERE row = (SELECT max(row) FROM replica_row)",
    "INSERT INTO replica_row (tbl, row, bucket, seq) SELECT tbl, x'00', bucket, 1 FROM replica_row LIMIT 1",
  ])
  func `is noticed by its sum, and mended`(damage: String) throws {
    try connection.run(damage)
    if damage.contains("DELETE") { try connection.run("DELETE FROM wall_note WHERE text = 'Note 1'") }
    try phone.pulls(fixture)
    #expect(phone.replica.cursor?.lag == [:])  // nothing changed, and nothing was compared
    try phone.pulls(fixture, wantsAllSums: true)
    #expect(phone.replica.cursor?.lag.isEmpty == false)
    try phone.pulls(fixture)
    #expect(try phone.replica.cursor?.lag == [:] && equalsNew())
    try phone.pulls(fixture, wantsAllSums: true)
    #expect(try phone.replica.cursor?.lag == [:] && phone.replica.wrongBuckets() == [])
  }

  @Test func `is noticed when the bucket changes, too`() throws {
    try connection.run("DELETE FROM replica_row WHERE row = (SELECT min(row) FROM replica_row)")
    try hang(11)
    try phone.pulls(fixture)
    #expect(phone.replica.cursor?.lag.count == 1)
    try phone.pulls(fixture, limit: 4)
    #expect(try phone.replica.cursor?.lag == [:] && equalsNew())
  }

  @Test func `is reported the second time within a day, and mended again on the next`() throws {
    let damage = "DELETE FROM replica_row WHERE row = (SELECT min(row) FROM replica_row)"
    try connection.run(damage)
    try phone.pulls(fixture, wantsAllSums: true)
    try phone.pulls(fixture)
    try connection.run(damage)
    fixture.now = fixture.now.plus(seconds: 86_399)
    try phone.pulls(fixture, wantsAllSums: true)
    #expect(try phone.replica.cursor?.lag == [:] && phone.replica.wrongBuckets() == [Wall.bucket])
    fixture.now = fixture.now.plus(seconds: 2)
    try phone.pulls(fixture, wantsAllSums: true)
    #expect(try phone.replica.cursor?.lag.count == 1 && phone.replica.wrongBuckets() == [])
    try phone.pulls(fixture)
    #expect(try equalsNew())
  }

  @Test func `compares all its buckets once a day`() throws {
    let day: Int64 = 86_400
    fixture.now = fixture.now.plus(seconds: 10 * day)
    #expect(try phone.replica.wantsAllSums(now: fixture.now))
    try phone.pulls(fixture, wantsAllSums: true)
    #expect(try !phone.replica.wantsAllSums(now: fixture.now.plus(seconds: day - 1)))
    #expect(try phone.replica.wantsAllSums(now: fixture.now.plus(seconds: day)))
  }

  @Test func `has the server's sums through all that changes`() throws {
    try takeDown(3)
    try hang(3)
    try hang(4)
    let request = try phone.does(1, "agree/\(Self.note(5).text)")
    _ = try fixture.post(request)
    for number in 6...8 { try takeDown(number) }
    try phone.pulls(fixture, wantsAllSums: true)
    #expect(try phone.replica.cursor?.lag == [:] && equalsNew())
    #expect(try fixture.count("bucket WHERE count = 7") == 1)
  }

  // MARK: another program

  @Test func `of another program is told so, and stays as it is`() throws {
    let before = try phone.replica.contents()
    let answer = try fixture.answer(phone.replica.cursor, schema: Wall.tables.schema + 1)
    guard case .otherProgram = answer else { throw Refusal.stale }
    try phone.replica.take(answer)
    #expect(try phone.replica.contents() == before)
  }

  @Test func `whose program was updated keeps what waits, and fetches the rows`() throws {
    let older = SyncTables([
      Migration(
        "wall",
        create: TableSchema(
          "wall_note", number: 901, [Column("school", .id), Column("id", .id)], key: ["school", "id"]))
    ])
    let pocket = try LiteConnection(inMemory: ())
    let replica = try Replica(pocket, older, school: Wall.school, account: Wall.ada)
    try replica.keep(session: "Ada's")
    let request = SyncPhone.request(7, "new", "Bring boots")
    try replica.carryOut(request) { _ throws(Refusal) in "" }
    try replica.answered(RequestReceipt(key: request.key, outcome: .accepted(seq: 99)), epoch: 0)
    #expect(throws: SQLFailure.self) { try Replica(opening: pocket, Wall.tables) }
    let updated = try Replica.remake(pocket, Wall.tables)
    #expect(updated.session == "Ada's" && updated.account == Wall.ada)
    #expect(try updated.waiting() == [request.key])
    let after = try SyncPhone(pocket)
    try after.pulls(fixture)
    #expect(try after.wall.count == 11 && after.keys(.outbox) == [request.key])
    try after.sends(fixture)
    try after.pulls(fixture)
    try phone.pulls(fixture)
    #expect(try after.replica.contents() == phone.replica.contents())
  }

  @Test func `is not made of what is no replica`() throws {
    #expect(throws: SQLFailure.self) { try Replica.remake(LiteConnection(inMemory: ()), Wall.tables) }
  }
}
