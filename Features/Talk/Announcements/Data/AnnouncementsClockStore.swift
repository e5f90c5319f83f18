package import Base
package import Database
package import School

/// What happens to announcements by the clock and after the fact: they come out at their time, and people are told.
package enum AnnouncementClock {
  package static let publish = "announcements.publish"
  package static let tell = "announcements.tell"
  /// So many are told in one transaction; then the writer serves others.
  package static let batchSize = 64

  /// Has it come out at its time; a change of the time plans again, and what was planned before finds nothing to do.
  static func plan(_ one: Announcement, _ tx: WriteTransaction) throws(Refusal) {
    guard one.state == .scheduled, one.retractedAt == nil, let moment = one.publishAt else { return }
    try tx.enqueue(tx.newID(), kind: publish, payload: .object([("announcement", .id(one.id))]), runAt: moment)
  }

  package static func announcement(_ job: Job) -> ID<Announcement>? {
    guard case .text(let text) = job.payload["announcement"] else { return nil }
    return ID(text)
  }
}
