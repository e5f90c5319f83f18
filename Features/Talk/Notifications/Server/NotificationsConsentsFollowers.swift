import Base
import Classroom
import Database
public import Ledger
import People
import School
import Talk

/// Tells a child's teachers and the office that photos of it are not allowed any more, and takes it back where they are
/// again before it was read.
///
/// What is to be done with the photos there are is the rows' business; this is for who holds a camera.
public let consentFollower = Follower("notifications.consent", wants: .only(tables: [ConsentsTables.state])) {
  entry, tx in try followConsents(entry, tx)
}

func followConsents(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  let named = entry.named(ConsentsTables.state).filter { !$0.isGone }
  for id in Set(named.compactMap { $0.id("student", of: ConsentsTables.state, Student.self) }).sorted() {
    guard let state = try ConsentsStore(tx: tx).states(of: id, in: tx.school)[.photos],
      let student = try StudentsStore(tx: tx).student(id, in: tx.school), student.leftAt == nil
    else { continue }
    let store = NotificationsStore(tx: tx)
    if state.isAllowed { try store.takeBack(about: id.cast(), kinds: [.other]) { $0.phrase.key == photosOff } }
    // Where nobody had said yes there is nothing to be told.
    guard !state.isAllowed, state.since == entry.at,
      try ConsentsStore(tx: tx).wasAllowed(.photos, of: id, in: tx.school)
    else { continue }
    for account in try staff(of: id, tx) where account != entry.account {
      try store.tell(
        account, Notification.id(consent: id, since: state.since, to: account), kind: NoticeKind.other.rawValue,
        Phrase(photosOff, .text(student.name)), path: ConsentsPaths.of(id), facts: NoticeFacts(thing: id.cast()))
    }
  }
}

private let photosOff = "consents.notice.photos-off"

private func staff(of student: ID<Student>, _ tx: WriteTransaction) throws -> [ID<Account>] {
  let (classrooms, members) = (ClassroomsStore(tx: tx), MembersStore(tx: tx))
  let rooms = try classrooms.current(of: [student], in: tx.school, on: classrooms.today(in: tx.school)).map(\.classroom)
  let teachers = try rooms.flatMap { try classrooms.teachers(of: $0, in: tx.school) }
  let office = try members.office(of: tx.school)
  return Set(teachers + office).sorted()
}
