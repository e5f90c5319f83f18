public import Base
public import Database
public import Ledger
import People
import Web

/// What open pages hear.
extension Ledger {
  /// What the books tell of one act.
  public func change(_ act: () async throws -> Void) async throws -> Change? {
    var changes = changes().makeAsyncIterator()
    try await act()
    return await changes.next()
  }

  /// Whether a page with these topics is told of a change, when this is who reads it.
  ///
  /// - Returns: `nil` when the page names something that its reader may not watch.
  public func tells(_ topics: [String], of change: Change, to reader: Caller) async throws -> Bool? {
    guard change.school == reader.school else { return nil }  // a line hears its own school alone
    let interests = topics.compactMap { Interest(topic: $0) }
    let asked = Set(interests.compactMap(\.bucket))
    let sight = try await read { try $0.sight(of: asked, all: true, reader) }
    guard asked == sight.seen else { return nil }
    return change.entries.contains { entry in
      interests.contains { interest in
        let isThere =
          interest.bucket.map { $0 == entry.bucket }
          ?? (sight.own.contains(entry.bucket) || sight.isWhole && !entry.bucket.isPrivate)
        return isThere && interest.tables.contains(entry.table)
      }
    }
  }
}
