extension SyncModel {
  /// What must hold whatever happens.
  enum Invariants {
    /// No page holds what its reader may not see.
    static func check(_ page: Page, for account: Account, _ fixture: DB) throws(Violation) {
      let members = fixture.members(account)
      for change in page.changes {
        guard members.contains(change.bucket) else { throw .leak }
        if let row = change.row, !row.buckets.contains(change.bucket) { throw .leak }
      }
    }

    /// No line tells what its reader may not see.
    static func check(_ news: News, _ fixture: DB) throws(Violation) {
      let members = fixture.members(news.account)
      guard news.changes.allSatisfy({ members.contains($0.bucket) }) else { throw .leak }
    }

    /// After news were taken: commits are whole, and where its memberships are known up to now all is as on the server.
    static func check(_ device: Device, after news: News, _ server: Server) throws(Violation) {
      try checkPairs(device.rows)
      try checkOwnCommands(device)
      guard let cursor = device.cursor, cursor.epoch == server.epoch, cursor.delivered == server.fixture.head else {
        return
      }
      let isKnown = server.fixture.members(device.account, asOf: cursor.asOf) == server.fixture.members(device.account)
      if isKnown, cursor.lag.isEmpty, !device.isDamaged { try checkView(device, server.fixture) }
    }

    /// After a page was taken: commits are whole, and when it was the last, all is as on the server.
    static func check(_ device: Device, after page: Page, _ fixture: DB) throws(Violation) {
      try checkPairs(device.rows)
      guard page.isComplete else { return }
      if device.isDamaged, device.cursor?.lag.isEmpty == false { return }  // it knows, and has asked for it anew
      try checkView(device, fixture)
      let held = fixture.members(device.account)
      guard SyncModel.sums(of: device.rows, in: held, schema: device.schema) == page.sums else { throw .checksum }
      try checkOwnCommands(device)
    }

    /// A device with all pages shows what the server shows, and each row lies in the same of the buckets that it holds.
    static func checkView(_ device: Device, _ fixture: DB) throws(Violation) {
      guard device.rows == fixture.view(of: device.account, schema: device.schema) else { throw .divergence }
    }

    /// The second of a pair is never ahead, and never without the first.
    static func checkPairs(_ rows: [RowID: Row]) throws(Violation) {
      for pair in Pair.all {
        let (first, second) = (rows[pair.first]?.value, rows[pair.second]?.value)
        guard (first == nil) == (second == nil), first ?? 0 >= second ?? 0 else { throw .tornCommit }
      }
    }

    /// What somebody did is on their screen exactly once: in the rows, or waiting on top of them.
    static func checkOwnCommands(_ device: Device) throws(Violation) {
      guard let cursor = device.cursor else { return }
      for request in device.outbox {
        for id in request.command.action.raised {
          guard let row = device.rows[id] else { continue }
          if row.commands.contains(request.command.id) { throw .ownChangeShownTwice }
        }
      }
      for (command, seq) in device.archive {
        for id in command.action.raised {
          guard let row = device.rows[id] else { continue }
          if seq > cursor.delivered { throw .ownChangeMissing }
          if row.version >= seq, !row.commands.contains(command.id) { throw .ownChangeMissing }
        }
      }
    }

    /// In the end: nobody's command is lost, none was carried out twice, and all devices show what the server shows.
    static func checkEnd(_ devices: [Device], _ fixture: DB, issued: Int) throws(Violation) {
      for device in devices { try checkView(device, fixture) }
      let refused = Set(devices.flatMap { $0.refused })
      for id in 0..<issued where fixture.receipts[id] == nil && !refused.contains(id) { throw .commandLost }
      guard Set(fixture.applied).count == fixture.applied.count else { throw .commandAppliedTwice }
      try checkPairs(fixture.rows)
    }
  }
}
