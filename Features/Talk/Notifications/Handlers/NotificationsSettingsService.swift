package import Base
import Classroom
package import Database
import Learning
import People
package import Router
package import School

/// What people choose about being told.
extension NotificationsService {
  package func handle(_ command: ChooseNotices, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let subjects = Set(try Self.subjects(caller, tx).map { $0.id })
    let current = try MembersStore(tx: tx).current(caller)
    try NotificationsPreferencesStore(tx: tx).save(command.permit(for: current, subjects: subjects, now: tx.now))
    return .done
  }

  // MARK: the page

  /// - Parameters:
  ///   - pushKey: what browsers are told on by; empty where nobody rings.
  ///   - sendsMail: whether letters leave the house.
  package func settings(
    _ caller: Caller, pushKey: String, sendsMail: Bool, _ tx: Transaction
  ) throws(Refusal) -> NoticeSettingsPage {
    let store = NotificationsPreferencesStore(tx: tx)
    let muted = try store.muted(caller.account, in: caller.school)
    let person = try AccountsStore(tx: tx).account(caller.account)
    let school = try SchoolsStore(tx: tx).school(caller.school)
    let (email, refused) = (person?.email, try store.refused(caller.account, in: caller.school))
    return NoticeSettingsPage(
      role: caller.role, preferences: try store.preferences(caller.account, caller.role, in: caller.school),
      zone: person?.zone ?? school?.zone ?? "UTC", email: email, isRefused: email != nil && refused == email,
      subjects: try Self.subjects(caller, tx).map { .init(id: $0.id, name: $0.name, isMuted: muted.contains($0.id)) },
      devices: try NotificationsDevicesStore(tx: tx).ringing(for: caller.account)
        .map { .init(endpoint: $0.endpoint, agent: $0.agent, createdAt: $0.createdAt) },
      pushKey: pushKey, sendsMail: sendsMail)
  }

  /// The courses and classes somebody is in, teaches, or has a child in.
  private static func subjects(
    _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> [(id: ID<NoticeSubject>, name: String)] {
    let courses = try courseIDs(caller, tx)
    let named = try CoursesStore(tx: tx).courses(courses, in: caller.school).map {
      (id: $0.id.cast(to: NoticeSubject.self), name: $0.name)
    }
    guard !caller.role.isOffice else { return named }
    let rooms = ClassroomsStore(tx: tx)
    return try named
      + rooms.rooms(for: caller, on: rooms.today(in: caller.school)).map {
        (id: $0.id.cast(to: NoticeSubject.self), name: $0.name)
      }
  }

  private static func courseIDs(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> [ID<Course>] {
    let (school, account) = (caller.school, caller.account)
    let children: [ID<Student>]
    switch caller.role {
    case .owner, .admin, .teacher: return try CoursesStore(tx: tx).taught(by: account, in: school)
    case .student: children = [try StudentsStore(tx: tx).ofAccount(account, in: school)?.id].compactMap({ $0 })
    case .guardian: children = try StudentsStore(tx: tx).ofGuardian(account, in: school).map({ $0.id })
    }
    return try EnrolmentStore(tx: tx).courses(of: children, in: school).sorted()
  }

  // MARK: where a notification leads

  enum Lead: Sendable {
    case here(Notification)
    case elsewhere(ID<Tenant>, String)
  }

  /// Where somebody's notification leads, in whichever of their schools it is.
  func lead(_ id: ID<Notification>, _ request: Request, _ tx: Transaction) throws(Refusal) -> Lead {
    let store = NotificationsStore(tx: tx)
    guard let school = try store.home(id, of: request.account()),
      let item = try store.notification(id, in: school)?.item
    else { throw .notFound }
    if school == request.identity?.school?.id { return .here(item) }
    return .elsewhere(school, try SchoolsStore(tx: tx).school(school)?.name ?? "")
  }
}
