import Base
import Classroom
import Database
import Learning
import People
import School
import Talk

extension AccountsService {
  /// What accounts must know of the members, who stand above them.
  mutating func askMembers() {
    renamed.append(Renamed { account, tx throws(Refusal) in try MembersStore(tx: tx).renamed(account) })
    standing = { account, tx throws(Refusal) in try MembersStore(tx: tx).standing(of: account) }
  }
}

extension MembersService {
  /// What begins, ends and goes over with a member in classes and courses, in this order; the rest is said by the
  /// columns (`OnMerge`).
  func withClasses() -> MembersService {
    var members = self
    let leaving = [OnLeave(onLeaveClassrooms), OnLeave(onLeaveTeaching)]
    members.leaving += leaving
    members.demoting += leaving
    members.linking += [
      OnLink { invite, _, tx throws(Refusal) in try settleInvite(invite, tx) },
      OnLink { invite, _, tx throws(Refusal) in try recalculateCourses(invite, tx) },
    ]
    members.moving += [
      OnMerge(mergeClassrooms), OnMerge(mergeCourses), OnMerge(mergeNotifications), OnMerge(mergeMessages),
    ]
    members.classes = .classrooms
    members.beginning = beginWithClassroom
    return members
  }
}

extension StudentsReach {
  /// What the records ask, with what attendance and courses show on a child's page, and whom of its guardians one may
  /// write to.
  func withPieces() -> StudentsReach {
    var reach = self
    reach.pieces += [.init(attendancePiece), .init(workPiece)]
    reach.reachable = reachableGuardians
    return reach
  }
}
