package import Base
import Classroom
package import Database
import Kit
import Learning
import People
import Router
import School

/// The feeds somebody has, without their secrets, and ending one.
extension CalendarService {
  func feeds(_ request: Request, _ tx: Transaction) throws(Refusal) -> FeedsPage {
    let caller = try request.caller()
    let choices = try feedChoices(caller, tx)
    let own = try CalendarStore(tx: tx).feeds(of: caller.account, in: caller.school)
    return FeedsPage(
      feeds: own.map { feed in (feed, choices.first { $0.scope == feed.scope }?.name) }, choices: choices)
  }

  /// What the caller may have a feed of.
  package func feedChoices(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> [FeedChoice] {
    let today = try ClassroomsStore(tx: tx).today(in: caller.school)
    let access = try CalendarAccess(caller, on: today, tx)
    var found = [FeedChoice(scope: .person, name: nil)]
    if caller.role == .guardian {
      found += try StudentsStore(tx: tx).ofGuardian(caller.account, in: caller.school).filter { $0.leftAt == nil }
        .map { FeedChoice(scope: .child($0.id), name: $0.name) }
    }
    found += access.classrooms.map { FeedChoice(scope: .classroom($0.id), name: $0.name) }
    return found + access.courses.map { FeedChoice(scope: .course($0.id), name: $0.name) }
  }

  /// The feed a page asks about, when it is the caller's.
  func ownFeed(_ request: Request, _ tx: Transaction) throws(Refusal) -> ID<Feed> {
    let (caller, id) = (try request.caller(), try request.id("feed", Feed.self))
    let found = try CalendarStore(tx: tx).feed(id, in: caller.school)
    guard found?.owner == caller.account else { throw .notFound }
    return id
  }

  func handle(_ command: RevokeFeed, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CalendarStore(tx: tx))
    let old = try store.feed(command.feed, in: caller.school)
    let permit = try command.permit(for: caller, owner: old?.owner, now: tx.now)
    guard let old else { throw .notFound }
    try store.save(permit, over: old)
    return .done
  }
}
