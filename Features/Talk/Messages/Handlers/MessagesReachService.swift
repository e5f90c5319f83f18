public import Base
public import Database
import People
import School

/// Whom of a child's guardians somebody may write to who is its staff: for the child's page, where each has a button.
///
/// - Parameter caller: the office, or somebody who teaches the child.
public func reachableGuardians(
  _ guardians: [ID<Account>], _ caller: Caller, _ tx: Transaction
) throws(Refusal) -> Set<ID<Account>> {
  guard caller.role.isStaff, !guardians.isEmpty else { return [] }
  let policy = try MessagesStore(tx: tx).policy(of: caller.school)
  let roles = try MembersStore(tx: tx).roles(of: guardians, in: caller.school)
  return Set(
    guardians.filter { account in
      guard account != caller.account, let role = roles[account] else { return false }
      return policy.lets(caller.role, role, Ties(teachesChild: true))
    })
}
