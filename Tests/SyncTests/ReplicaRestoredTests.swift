import Base
import Database
import Foundation
import Sync
import Testing

/// The books come back from a backup, or the device is closed and opened.
extension `What is done on a device` {
  @Test func `is sent again when the fixture come back without it`() throws {
    let first = try phone.does(1, Self.agree)
    try phone.sends(fixture)
    try phone.pulls(fixture)
    let second = try phone.does(2, Self.agree)
    try phone.sends(fixture)
    try phone.pulls(fixture)
    #expect(try phone.agreed == [2] && phone.keys(.archive) == [first.key, second.key])

    let restored = try fixture.restored(first: 2, epoch: 2)  // with the first of the two
    try phone.replica.beginAnew(2, restored: restored.head)
    #expect(try phone.wall == [] && phone.keys(.outbox) == [second.key] && phone.keys(.archive) == [first.key])
    #expect(phone.replica.cursor == SyncCursor(epoch: 2, schema: Wall.tables.schema))
    try phone.pulls(restored)
    #expect(try phone.agreed == [2])
    try phone.sends(restored)
    try phone.pulls(restored)
    #expect(try phone.agreed == [2] && phone.keys(.outbox) == [])
  }

  @Test func `does no harm when the fixture cannot say what they lack`() throws {
    for number in 1...3 {
      try phone.does(UInt64(number), Self.agree)
      try phone.sends(fixture)
      try phone.pulls(fixture)
    }
    let restored = try fixture.restored(first: 3, epoch: 2)
    try phone.pulls(restored)  // the answer is that it begins anew
    #expect(try phone.agreed == [3] && phone.keys(.archive).count == 2)
    try phone.sends(restored)
    try phone.pulls(restored)
    #expect(try phone.agreed == [3] && phone.keys(.archive).count == 3)
  }

  @Test func `hears nothing from a server that has been restored since`() throws {
    let request = try phone.does(1, Self.agree)
    let old = try fixture.post(request)
    let restored = try fixture.restored(first: 1, epoch: 2)
    try phone.pulls(restored)
    try phone.hears(old, in: 1)
    #expect(try phone.replica.unsent(now: request.typedAt).map(\.key) == [request.key])
    try phone.sends(restored)
    try phone.pulls(restored)
    #expect(try phone.agreed == [1] && phone.keys(.outbox) == [])
  }

  @Test func `forgets what an old server said when the new one speaks`() throws {
    let request = try phone.does(1, Self.agree)
    try phone.hears(RequestReceipt(key: request.key, outcome: .accepted(seq: 99)), in: 1)
    #expect(try phone.replica.unsent(now: request.typedAt) == [])
    let restored = try fixture.restored(first: 1, epoch: 2)
    try phone.pulls(restored)
    #expect(try phone.replica.unsent(now: request.typedAt).map(\.key) == [request.key])
    #expect(try phone.agreed == [1])
  }

  @Test func `waits for the page of the server that has spoken`() throws {
    let first = try phone.does(1, Self.agree), second = try phone.does(2, Self.agree)
    try phone.hears(RequestReceipt(key: first.key, outcome: .accepted(seq: 1)), in: 2)
    try phone.hears(RequestReceipt(key: second.key, outcome: .refused("Not now.")), in: 2)
    try phone.pulls(fixture)  // of the old one, and late
    #expect(try phone.keys(.outbox) == [first.key, second.key] && phone.agreed == [2])
  }

  @Test func `has its epoch also without rows, when the replica is opened again`() throws {
    let connection = try LiteConnection(inMemory: ())
    let before = try SyncPhone(connection)
    try before.pulls(fixture)
    try before.replica.beginAnew(2, restored: 0)
    let after = try SyncPhone(connection)
    #expect(after.replica.cursor == SyncCursor(epoch: 2, schema: Wall.tables.schema))
    #expect(try after.wall == [])
  }

  @Test func `is there when the replica is opened again`() throws {
    let temporary = FileManager.default.temporaryDirectory
    let folder = try FileManager.default.url(
      for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: temporary, create: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // best effort: it is the system's place for such
    let path = folder.appending(path: "replica.sqlite").path
    let request = SyncPhone.request(2, "new", "Bring boots")
    do {
      let phone = try SyncPhone(LiteConnection(path: path))
      try phone.pulls(fixture)
      try phone.does(1, Self.agree)
      try phone.does(2, "new", "Bring boots")
    }
    let phone = try SyncPhone(LiteConnection(path: path))
    #expect(phone.replica.cursor == self.phone.replica.cursor)
    let kept = try phone.replica.requests(.outbox)
    #expect(kept.map(\.path) == [Self.agree, "new"] && kept.map(\.isShown) == [true, true])
    #expect(kept.last?.body == request.body && kept.last?.typedAt == request.typedAt)
    try othersAgree()
    try phone.pulls(fixture)
    #expect(try phone.wall.map(\.agreed).sorted() == [0, 2])
    try phone.sends(fixture)
    try phone.pulls(fixture)
    let fresh = try SyncPhone()
    try fresh.pulls(fixture)
    #expect(try phone.replica.contents() == fresh.replica.contents())
    #expect(throws: SQLFailure.self) {
      try Replica(LiteConnection(path: path), Wall.tables, school: Wall.school, account: Wall.ben)
    }
  }
}
