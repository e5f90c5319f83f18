import Base
import Classroom
import Database
import Learning
import People
import School

extension EventFacts {
  /// Of an event that is there: whether the caller sees it, and whether it is theirs to plan.
  init(of event: Event, _ caller: Caller, _ tx: Transaction) throws(Refusal) {
    let (sees, plans) = try EventFacts.access(of: event.audience, caller, tx)
    self.init(sees: sees, plans: plans)
  }

  /// Of an event that is to be: also what stands in its way.
  ///
  /// - Parameter old: what it takes the place of, and so stands in nobody's way.
  init(
    _ event: Event, _ caller: Caller, _ home: Zone, _ tx: Transaction, besides old: ID<Event>? = nil
  ) throws(Refusal) {
    let (sees, plans) = try EventFacts.access(of: event.audience, caller, tx)
    let clashes =
      sees && plans ? try EventClashes(event: event, old: old, caller: caller, home: home, tx: tx).found() : []
    self.init(sees: sees, plans: plans, clashes: clashes)
  }

  static func access(
    of audience: Event.Audience, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (sees: Bool, plans: Bool) {
    switch audience {
    case .person(let account): return (account == caller.account, account == caller.account)
    case .school: return (true, caller.role.isOffice)
    case .classroom(let id):
      guard let access = try ClassroomsStore(tx: tx).access(of: id, caller) else { return (false, false) }
      return (true, access == .office || access == .teacher)
    case .course(let id):
      guard let access = try EnrolmentStore(tx: tx).access(of: id, caller) else { return (false, false) }
      return (true, access.isStaff)
    }
  }
}
