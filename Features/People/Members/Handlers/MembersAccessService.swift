public import Base
public import Database
public import School

/// What the members must know of classes: arrows point down, so the area above fills it in.
public struct MembersClasses: Sendable {
  /// The classes there are, in the order of lists.
  public var all: @Sendable (ID<Tenant>, Transaction) throws(Refusal) -> [(id: ID<Classroom>, name: String)] = {
    _, _ in []
  }
  /// Who is in a class today; nobody in one that is not there.
  public var students: @Sendable (ID<Classroom>, ID<Tenant>, Transaction) throws(Refusal) -> [ID<Student>] = {
    _, _, _ in []
  }
  /// The names of the classes that some students are in today.
  public var names: @Sendable ([ID<Student>], ID<Tenant>, Transaction) throws(Refusal) -> [ID<Student>: [String]] = {
    _, _, _ in [:]
  }
  public init() {}
}

extension MembersService {
  /// How many have never signed in, and how many of them hold a slip.
  func accessData(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> AccessData {
    let all = try MembersAccessStore(tx: tx).everybody(nil, in: caller.school).filter { $0.mayGet(from: caller.role) }
    let out = try MembersInviteStore(tx: tx).out(in: caller.school)
    let held = all.filter { subject in
      subject.account.map { out.accounts[$0] != nil } ?? subject.student.map { out.students[$0] != nil } ?? false
    }
    let groups = GiveAccess.groups.compactMap { role in
      let (count, has) = (all.count { $0.role == role }, held.count { $0.role == role })
      return count == 0 ? nil : AccessData.Group(role: role, count: count, held: has)
    }
    return AccessData(
      groups: groups, classes: try classes.all(caller.school, tx),
      invites: try MembersInviteStore(tx: tx).pending(in: caller.school))
  }

  package func isBound(_ code: InviteCode, _ tx: Transaction) throws(Refusal) -> Bool {
    let invites = MembersInviteStore(tx: tx)
    guard let found = try invites.invite(code) else { return false }
    return try invites.bound(found.invite, in: found.school) != nil
  }
}
