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
public import Web

/// What stays true on open screens: the lists and cards, the words of one announcement, and how many have read it.
public func announcementViews(_ server: AnnouncementsServer) -> [LiveView] {
  [server.listView, server.pageView, server.readersView]
}

extension Change.Entry {
  /// The announcement its row is about.
  fileprivate var announcement: ID<Announcement>? {
    id("id", of: AnnouncementsTables.announcement) ?? id("announcement", of: AnnouncementsTables.version)
      ?? id("announcement", of: AnnouncementsTables.read)
  }

  /// The topic of those who see the bucket: `all` hears of each besides.
  fileprivate var audienceTopics: [String] {
    guard table == AnnouncementsTables.announcement.number else { return [] }
    var topics = ["all"]
    switch bucket.kind {
    case Bucket.school(.none).kind: topics.append(AnnouncementAudience.school.text)
    case Bucket.office(.none).kind: topics.append(AnnouncementAudience.role(.admin).text)
    case Bucket.classMates(.none).kind: topics.append(AnnouncementAudience.classroom(bucket.id.cast()).text)
    case Bucket.course(.none).kind: topics.append(AnnouncementAudience.course(bucket.id.cast()).text)
    case Bucket.person(.none).kind: break
    default:
      for role in AnnouncementAudience.roles where Bucket.role(role, in: .none).kind == bucket.kind {
        topics.append(AnnouncementAudience.role(role).text)
      }
    }
    return topics
  }
}

extension AnnouncementsServer {
  /// The topic is an audience, `all` for the office, or `your-ACCOUNT` for what one reader has read or written: by its name it
  /// comes after the audiences, and so has the last word about a row that has just come.
  var listView: LiveView {
    LiveView("announcements") { id, caller in
      if id == "all" { return caller.role.isOffice }
      if id.hasPrefix(your) { return id == your + caller.account.text }
      guard let audience = AnnouncementAudience(id) else { return false }
      return try await ledger.read { try AnnouncementsStore(tx: $0).hears(audience, caller) }
    } touched: { change in
      var topics = Set(change.entries.flatMap(\.audienceTopics))
      for entry in change.entries where entry.announcement != nil && entry.bucket.kind == Bucket.person(.none).kind {
        topics.insert(your + entry.bucket.id.text)
      }
      return topics
    } render: { id, change, scene in
      try await ledger.read { tx in try listFragments(id, change, scene, tx) }
    }
  }

  /// The topic is the announcement.
  var pageView: LiveView {
    LiveView("announcement") { id, caller in
      guard let announcement = ID<Announcement>(id) else { return false }
      return try await ledger.read { tx in
        // What may not be seen is not found, and not found is no.
        (try? AnnouncementsStore(tx: tx).mustSee(announcement, caller)) != nil
      }
    } touched: { change in
      Set(
        change.entries.filter { $0.table == AnnouncementsTables.announcement.number }.compactMap {
          $0.announcement?.text
        })
    } render: { id, change, scene in
      guard let announcement = ID<Announcement>(id) else { return nil }
      return try await ledger.read { tx in
        guard let one = try AnnouncementsStore(tx: tx).announcement(announcement, in: change.school) else { return nil }
        return one.retractedAt == nil
          ? announcementChanged() : fragment(.update, "announcement", announcementGone(scene))
      }
    }
  }

  /// The topic is the announcement; only those who keep it hear who reads.
  var readersView: LiveView {
    LiveView("announcement-readers") { id, caller in
      guard let announcement = ID<Announcement>(id) else { return false }
      return try await ledger.read { tx in
        // What may not be seen is not found, and not found is no.
        (try? AnnouncementsStore(tx: tx).mustSee(announcement, caller))?.access == .keeper
      }
    } touched: { change in
      Set(
        change.entries.filter { $0.table == AnnouncementsTables.read.number }.compactMap { $0.announcement?.text })
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

private let your = "your-"

/// What a commit does to the lists of a topic.
private func listFragments(_ topic: String, _ change: Change, _ scene: Scene, _ tx: Transaction) throws -> HTML? {
  let store = AnnouncementsStore(tx: tx)
  let isOwn = topic.hasPrefix(your)
  var out: [HTML] = []
  for id in Set(change.entries.compactMap(\.announcement)).sorted() {
    guard let one = try store.announcement(id, in: change.school) else { continue }
    guard var row = try store.rows([one], in: change.school).first else { continue }
    if isOwn {
      // Who has read or written it has nothing new there: the row stays, its dot goes.
      let isRead = change.entries.contains { $0.table == AnnouncementsTables.read.number && $0.announcement == id }
      guard one.isOut, isRead || topic == your + one.author.text else { continue }
      row.isUnread = false
      out.append(fragment(.replace, "announcement-" + id.text, announcementRow(row, scene)))
      out.append(fragment(.replace, "announced-" + id.text, announcementRow(row, id: "announced-", scene)))
    } else if one.retractedAt != nil {
      out.append(wentAway(id))
    } else if one.isOut, heardIn(topic, one) {
      let isNew =
        (one.publishedAt ?? .init(milliseconds: 0)) == one.updatedAt || change.command == RestoreAnnouncement.name
      out.append(isNew ? cameOut(row, scene) : saysOtherwise(one, scene))
    }
  }
  return out.isEmpty ? nil : "\(each: out, { $0 })"
}

/// Whether listeners of the topic are among those it is said to.
private func heardIn(_ topic: String, _ one: Announcement) -> Bool { topic == "all" || topic == one.audience.text }
