import Base
import Database
import Sync
import Testing

@Suite struct `What is done on a device` {
  static let note = ID<WallNote>(high: 77, low: 1)
  let fixture: SyncFixture, phone: SyncPhone

  /// Ada sees the wall, on which hangs one note.
  init() throws {
    (fixture, phone) = (try SyncFixture(), try SyncPhone())
    try fixture.write { tx throws(Refusal) in
      try tx.grant(Wall.ada, Wall.bucket)
      try tx.put(WallNote.table, WallNote(id: Self.note, text: "Trip on Friday"))
    }
    try phone.pulls(fixture)
  }

  static let agree = "agree/\(note.text)"

  func equalsServer() throws -> Bool {
    let fresh = try SyncPhone()
    try fresh.pulls(fixture)
    return try fresh.replica.contents() == phone.replica.contents()
  }

  func othersAgree() throws {
    try fixture.write { tx throws(Refusal) in _ = try Wall.handle(SyncPhone.request(0, Self.agree), tx) }
  }

  // MARK: at once

  @Test func `is shown at once, and is named as the server names it`() throws {
    let request = try phone.does(1, "new", "Bring boots")
    #expect(try phone.wall.map(\.text).sorted() == ["Bring boots", "Trip on Friday"])
    #expect(try phone.replica.requests(.outbox).map(\.isShown) == [true])
    let shown = try phone.replica.contents()
    try phone.hears(try fixture.post(request))
    try phone.pulls(fixture)
    #expect(try phone.replica.contents() == shown)
    #expect(try equalsServer())
    #expect(try phone.keys(.outbox) == [] && phone.keys(.archive) == [request.key])
  }

  @Test(arguments: ["swear", "look-away", "agree/nobody"])
  func `is refused there and leaves neither a row nor a request`(path: String) throws {
    let before = try phone.replica.contents()
    #expect(throws: Refusal.self) { try phone.does(1, path) }
    #expect(try phone.replica.contents() == before)
    #expect(try phone.keys(.outbox) == [])
    try phone.does(2, Self.agree)
    #expect(try phone.agreed == [1])
  }

  @Test func `is done once when it comes twice, and its key does nothing else`() throws {
    let request = SyncPhone.request(1, "new", "Bring boots")
    let answers = try (0..<2).map { _ in
      try phone.replica.carryOut(request) { tx throws(Refusal) in try Wall.handle(request, tx) }
    }
    #expect(answers.map(\.again) == [false, true] && answers[0].text == answers[1].text)
    #expect(try phone.wall.count == 2)
    #expect(throws: Refusal.self) { try phone.does(1, "new", "Bring shoes") }
    try phone.hears(RequestReceipt(key: request.key, outcome: .refused("Not now.")))
    #expect(throws: Refusal.self) { try phone.does(1, "new", "Bring boots") }
  }

  @Test func `is nobody else's`() throws {
    let stranger = PendingRequest(
      key: ID(high: 1, low: 1), school: Wall.school, account: Wall.ben, path: "new", body: [],
      typedAt: Instant(milliseconds: 1))
    #expect(throws: Refusal.notFound) {
      try phone.replica.carryOut(stranger) { tx throws(Refusal) in try Wall.handle(stranger, tx) }
    }
  }

  @Test func `writes no work, no numbers and no change index`() throws {
    try phone.does(1, "remind")  // a replica has no table of jobs
    try phone.does(2, "new", "Bring boots")
    let known = try phone.replica.read(now: Instant(milliseconds: 0), zones: .none) { tx throws(Refusal) in
      (try tx.head(of: Wall.school), try tx.count("SELECT count(*) FROM wall_note WHERE seen <> ''"))
    }
    #expect(known == (try fixture.head, 0))
    for request in try phone.replica.requests(.outbox) { _ = try fixture.post(request) }
    #expect(try fixture.count("job") == 1)
  }

  @Test func `takes a seat and gives it again`() throws {
    let isMember = {
      try phone.replica.read(now: Instant(milliseconds: 0), zones: .none) { tx throws(Refusal) in
        try tx.isMember(Wall.ada, of: Wall.bucket, school: Wall.school)
      }
    }
    for (number, (path, expected)) in [("leave", false), ("come-back", true), ("leave", false)].enumerated() {
      try phone.does(UInt64(number) + 1, path)
      #expect(try isMember() == expected)
    }
    try phone.pulls(fixture)
    #expect(try isMember() == false)
    try phone.sends(fixture)
    try phone.pulls(fixture)
    #expect(try equalsServer() && phone.wall.isEmpty)
  }

  // MARK: rebase

  @Test(arguments: [1, 1000]) func `stands on what comes under it`(limit: Int) throws {
    try phone.does(1, Self.agree)
    for count in 1...3 {
      try othersAgree()
      try fixture.write { tx throws(Refusal) in try tx.put(WallNote.table, WallNote(id: tx.newID(), text: "Other")) }
      try phone.pulls(fixture, limit: limit)
      #expect(try phone.wall.first { $0.id == Self.note }?.agreed == count + 1)
    }
    try phone.sends(fixture)
    try phone.pulls(fixture, limit: limit)
    #expect(try equalsServer())
  }

  @Test func `is shown exactly once when it is answered before it is pulled`() throws {
    let request = try phone.does(1, Self.agree)
    let receipt = try fixture.post(request)
    #expect(try phone.agreed == [1])
    try phone.hears(receipt)
    #expect(try phone.agreed == [1] && phone.keys(.outbox) == [request.key])
    #expect(try phone.replica.unsent(now: request.typedAt) == [])
    try phone.pulls(fixture)
    #expect(try phone.agreed == [1] && phone.keys(.outbox) == [])
    try phone.hears(receipt)
    #expect(try phone.agreed == [1] && equalsServer())
  }

  @Test func `is shown until a page comes that has it, not one that was read before`() throws {
    let request = try phone.does(1, Self.agree)
    try othersAgree()
    let early = try fixture.answer(phone.replica.cursor, waiting: phone.replica.waiting())
    try phone.hears(try fixture.post(request))
    try phone.replica.take(early, replay: SyncPhone.replay)
    #expect(try phone.agreed == [2] && phone.keys(.outbox) == [request.key])
    try phone.pulls(fixture)
    #expect(try phone.agreed == [2] && phone.keys(.outbox) == [])
  }

  @Test func `is shown exactly once when its answer is lost`() throws {
    let request = try phone.does(1, Self.agree)
    _ = try fixture.post(request)
    #expect(try phone.agreed == [1])
    try phone.pulls(fixture)
    #expect(try phone.agreed == [1] && phone.keys(.outbox) == [])
    #expect(try equalsServer())
  }

  @Test func `is shown exactly once when it is answered after it was pulled`() throws {
    let request = try phone.does(1, "new", "Bring boots")
    let receipt = try fixture.post(request)
    try phone.pulls(fixture, named: false)  // a pull that had asked before
    #expect(try phone.wall.count == 2 && phone.keys(.outbox) == [request.key])
    try phone.hears(receipt)
    #expect(try phone.wall.count == 2 && phone.keys(.outbox) == [])
    #expect(try equalsServer())
  }

  @Test func `waits twice on one row, and the second stays when the first is refused`() throws {
    let first = try phone.does(1, Self.agree), second = try phone.does(2, Self.agree)
    #expect(try phone.agreed == [2])
    try othersAgree()
    try phone.pulls(fixture)
    #expect(try phone.agreed == [3])
    try phone.hears(RequestReceipt(key: first.key, outcome: .refused("Not now.")))
    #expect(try phone.agreed == [2] && phone.keys(.outbox) == [second.key])
    #expect(try phone.replica.requests(.tray).map(\.outcome) == [.refused("Not now.")])
    try phone.hears(try fixture.post(second))
    try phone.pulls(fixture)
    #expect(try phone.agreed == [2] && equalsServer())
  }

  @Test func `that hangs on what another made is shown as long as the other is`() throws {
    let first = try phone.does(1, "new", "Bring boots")
    let made = try #require(try phone.wall.first { $0.id != Self.note })
    try phone.does(2, "agree/\(made.id.text)")
    #expect(try phone.wall.first { $0.id == made.id }?.agreed == 1)
    try phone.hears(RequestReceipt(key: first.key, outcome: .refused("Not now.")))
    #expect(try phone.wall.map(\.id) == [Self.note])
    #expect(try phone.replica.requests(.outbox).map(\.isShown) == [false])
  }

  @Test(arguments: [true, false])
  func `waits without effect when its row was taken away, until the server says so`(isRemoved: Bool) throws {
    let request = try phone.does(1, Self.agree)
    try fixture.write { tx throws(Refusal) in
      if isRemoved { try tx.remove(WallNote.table, key: [.id(Wall.school), .id(Self.note)]) }
      if !isRemoved { try tx.revoke(Wall.ada, Wall.bucket) }
    }
    try phone.pulls(fixture)
    #expect(try phone.wall == [])
    #expect(try phone.replica.requests(.outbox).map(\.isShown) == [false])
    try phone.hears(RequestReceipt(key: request.key, outcome: .refused("There is no such note.")))
    let kept = try #require(try phone.replica.requests(.tray).first)
    #expect(kept.path == request.path && kept.outcome == .refused("There is no such note."))
    try phone.replica.discard(request.key)
    #expect(try phone.keys(.tray) == [])
    #expect(try equalsServer())
  }

  @Test func `stays as it was when a page cannot be taken`() throws {
    try phone.does(1, Self.agree)
    let cursor = try #require(phone.replica.cursor), before = try phone.replica.contents()
    let change = RowChange(bucket: Wall.bucket, table: WallNote.table.number, key: [1], seq: 9, row: [.int(1)])
    let page = SyncPage(cursor: cursor, isComplete: true, head: 9, held: [Wall.bucket], changes: [change])
    #expect(throws: SQLFailure.self) { try phone.replica.take(page, replay: SyncPhone.replay) }
    #expect(try phone.replica.contents() == before && phone.replica.cursor == cursor)
    try othersAgree()
    try phone.pulls(fixture)
    #expect(try phone.agreed == [2])
  }

  // MARK: receipts

  @Test func `is told to nobody else, whoever names its key`() throws {
    let request = try phone.does(1, Self.agree)
    _ = try fixture.post(request)
    let many = (2...120).map { SyncPhone.request($0, "").key } + [request.key]
    for (account, expected) in [(Wall.ada, [request.key]), (Wall.ben, [])] {
      guard case .page(let page) = try fixture.answer(nil, waiting: many, of: account) else { throw Refusal.stale }
      #expect(page.receipts.map(\.key) == expected)
    }
  }

  @Test func `is not sent by itself when it was typed too long ago`() throws {
    let request = try phone.does(1, Self.agree)
    let days = PendingRequest.freshDays
    #expect(try phone.replica.unsent(now: request.typedAt.plus(days: days)).count == 1)
    #expect(try phone.replica.unsent(now: request.typedAt.plus(days: days + 1)) == [])
    #expect(try phone.replica.waiting() == [request.key])
    // The server's next word brings it to the tray, and its writer sends it, or lets it go.
    fixture.now = request.typedAt.plus(days: days + 1)
    try phone.pulls(fixture)
    #expect(try phone.keys(.outbox) == [] && phone.keys(.tray) == [request.key])
    #expect(try phone.agreed == [0], "what is not going to be sent is not shown as done")
    try phone.replica.retry(request.key, now: fixture.now)
    #expect(try phone.replica.unsent(now: fixture.now).map(\.key) == [request.key])
    try phone.sends(fixture)
    try phone.pulls(fixture)
    #expect(try phone.agreed == [1] && phone.keys(.tray) == [])
  }

  @Test func `is kept until the fixture are kept elsewhere`() throws {
    try phone.does(1, Self.agree)
    try phone.sends(fixture)
    for (durable, kept) in [(Int64(0), 1), (try fixture.head, 0)] {
      guard case .page(let page) = try fixture.answer(phone.replica.cursor) else { throw Refusal.stale }
      let told = SyncPage(
        cursor: page.cursor, isComplete: true, head: page.head, held: page.held, changes: page.changes,
        durable: durable)
      try phone.replica.take(told, replay: SyncPhone.replay)
      #expect(try phone.keys(.archive).count == kept)
    }
  }
}
