import Base
import Classroom
import Database
import Learning
import People
import School
import Study
import Talk
import Training

extension AccountsService {
  /// What accounts must know of the members, who stand above them.
  mutating func askMembers() {
    renamed.append(Renamed { account, tx throws(Refusal) in try MembersStore(tx: tx).renamed(account) })
    standing = { account, tx throws(Refusal) in try MembersStore(tx: tx).standing(of: account) }
  }
}

extension MembersService {
  /// What begins, ends and goes over with a member in classes, courses and studies, in this order; the rest is said by the
  /// columns (`OnMerge`).
  func withClasses() -> MembersService {
    var members = self
    let leaving = [OnLeave(onLeaveClassrooms), OnLeave(onLeaveTeaching), OnLeave(onLeaveInstructing)]
    members.leaving += leaving
    members.leaving.append(OnLeave(onLeaveTraining))
    members.demoting += leaving
    members.linking += [
      OnLink { invite, _, tx throws(Refusal) in try settleInvite(invite, tx) },
      OnLink { invite, _, tx throws(Refusal) in try recalculateCourses(invite, tx) },
    ]
    members.moving += [
      OnMerge(mergeClassrooms), OnMerge(mergeCourses), OnMerge(mergeNotifications), OnMerge(mergeMessages),
      OnMerge(mergeStudyLog), OnMerge(mergeFlashcards), OnMerge(mergeTrainees),
    ]
    members.classes = .classrooms
    members.beginning = beginWithClassroom
    return members
  }
}

extension StudentsReach {
  /// What the records ask, with what attendance, observations and courses show on a child's page, whom of its guardians one
  /// may write to, and whether anything was written about it that must not be lost.
  func withPieces() -> StudentsReach {
    var reach = self
    reach.pieces += [
      .init(recordPiece), .init(attendancePiece), .init(observationsPiece), .init(summariesPiece),
      .init(workPiece),
    ]
    reach.beside = attendanceBeside
    reach.reachable = reachableGuardians
    reach.hasRecords = { student, school, tx throws(Refusal) in
      if try hasRecords(student, school, tx) { return true }
      return try RecordsStore(tx: tx).record(of: student, in: school) != nil
    }
    return reach
  }
}
