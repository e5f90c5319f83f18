import Base
import Classroom
import Database
import HTML
import Kit
import Learning
import Ledger
import People
import Router
import School
import Talk
public import Web

/// How many have read an announcement, while those who keep it look.
///
/// That somebody has read it lies in that reader's sight alone, so this is no page's interest: it tells a number and nothing else.
public func announcementViews(_ server: AnnouncementsServer) -> [LiveView] { [server.readersView] }

extension Change.Entry {
  /// The announcement that somebody has read.
  fileprivate var read: ID<Announcement>? { id("announcement", of: AnnouncementsTables.read) }
}

extension AnnouncementsServer {
  /// The topic is the announcement; only those who keep it hear who reads.
  var readersView: LiveView {
    LiveView(AnnouncementsService.readersTopic) { id, caller in
      guard let announcement = ID<Announcement>(id) else { return false }
      return try await ledger.read { tx in
        // What may not be seen is not found, and not found is no.
        (try? AnnouncementsStore(tx: tx).mustSee(announcement, caller))?.access == .keeper
      }
    } touched: { change in
      Set(change.entries.compactMap { $0.read?.text })
    } render: { id, change, scene in
      guard let announcement = ID<Announcement>(id) else { return nil }
      return try await ledger.read { tx in
        let store = AnnouncementsStore(tx: tx)
        guard let one = try store.announcement(announcement, in: change.school) else { return nil }
        let counts = try store.readerCounts(of: one, in: change.school)
        return fragment(.replace, "readers-count", readersCount(counts, scene))
      }
    }
  }
}
