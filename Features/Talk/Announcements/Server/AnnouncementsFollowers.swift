public import Base
import Database
import Learning
public import Ledger
import School
import Talk

/// The followers of the feature, for the one place that runs them.
public func announcementFollowers(_ world: World) -> [Follower] {
  let wants = Follower.Wanted.only(commands: followed, tables: [CoursesTables.course])
  return [Follower("announcements.tell", wants: wants) { entry, tx in try followAnnouncements(entry, tx, world) }]
}

/// After these somebody may have to be told, or told no more.
private let followed: Set<String> = [
  CreateAnnouncement.name, EditAnnouncement.name, PublishAnnouncement.name, PublishDue.name, RetractAnnouncement.name,
  RestoreAnnouncement.name,
]

/// Has a job tell the audience, in portions: two thousand notifications in one transaction would hold up everybody.
func followAnnouncements(_ entry: Journal.Entry, _ tx: WriteTransaction, _ world: World) throws {
  try followCourses(entry, tx, world)
  guard followed.contains(entry.command),
    let id = entry.named(AnnouncementsTables.announcement).first?.id(
      "id", of: AnnouncementsTables.announcement, Announcement.self),
    let one = try AnnouncementsStore(tx: tx).announcement(id, in: tx.school), one.state == .published
  else { return }
  // Other words are no other news.
  if entry.command == EditAnnouncement.name, (one.publishedAt ?? entry.at) < entry.at { return }
  try tx.enqueue(
    world.id(), kind: AnnouncementClock.tell, payload: .object([("announcement", .id(id))]), by: one.author)
}

/// What was said in a course before it was published was said to its teachers alone: its families are told now.
private func followCourses(_ entry: Journal.Entry, _ tx: WriteTransaction, _ world: World) throws {
  for row in entry.named(CoursesTables.course) {
    guard let course = row.id("id", of: CoursesTables.course, Course.self),
      try CoursesStore(tx: tx).course(course, in: tx.school)?.publishedAt == entry.at
    else { continue }
    for (id, author) in try AnnouncementsStore(tx: tx).out(in: course, school: tx.school) {
      try tx.enqueue(
        world.id(), kind: AnnouncementClock.tell, payload: .object([("announcement", .id(id))]), by: author)
    }
  }
}
