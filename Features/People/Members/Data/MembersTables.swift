import Base
public import Database
import School

public enum MembersTables {
  public static let membership = Table<MembershipRow>(
    "membership", number: 40,
    {
      $0.id("school") { $0.membership.school }
      $0.id("account", onMerge: .followsItsFeature) { $0.membership.account }
      $0.choice("role") { $0.membership.role }
      $0.instant("joinedAt") { $0.membership.joinedAt }
      $0.text("sort") { $0.sort }
    }, key: ["school", "account"], indexes: [["account"], ["school", "sort"], ["school", "role", "account"]],
    foreign: [.init(["school"], to: "school", ["id"]), .init(["account"], to: "account", ["id"])], tallies: [all],
    seen: .by { row, _ in [.office(row.membership.school), .person(row.membership.account)] }
  ) { cells throws(Refusal) in
    MembershipRow(
      membership: Membership(
        school: cells.id(), account: cells.id(), role: try cells.choice(), joinedAt: cells.instant()),
      sort: cells.text())
  }

  /// How many belong to the school.
  static let all = KeptNumber("members")

  public static let invite = Table<InviteRow>(
    "invite", number: 41,
    {
      $0.school()
      $0.id("id") { $0.invite.id }
      $0.bytes("hash") { $0.hash }
      // Nobody becomes an owner by a code.
      $0.add(.choice("role", of: ["admin", "teacher", "student", "guardian"])) { .text($0.invite.role.rawValue) }
      $0.text("label") { $0.invite.label }
      $0.id("student") { $0.invite.student }
      $0.id("createdBy", onMerge: .follows) { $0.invite.createdBy }
      $0.instant("createdAt") { $0.invite.createdAt }
      $0.instant("expiresAt") { $0.invite.expiresAt }
      $0.instant("revokedAt") { $0.invite.revokedAt }
      $0.instant("redeemedAt") { $0.invite.redeemedAt }
      $0.id("redeemedBy", onMerge: .follows) { $0.invite.redeemedBy }
      // The account that whoever uses the code takes over.
      $0.id("account", onMerge: .ends) { $0.invite.account }
    }, key: ["school", "id"], unique: [["hash"]],
    indexes: [
      ["school", "createdAt"], ["school", "account"], ["school", "student"], ["school", "redeemedAt", "revokedAt"],
    ],
    foreign: [.init(["school"], to: "school", ["id"])],
    seen: .by { _, school in [.office(school)] }
  ) { cells throws(Refusal) in
    try InviteRow(&cells)
  }

  public static let migrations = [
    Migration.baseline("members", membership.schema, invite.schema, DatabaseTables.person)
  ]
}

/// A membership, and where it stands in lists.
public struct MembershipRow: Sendable {
  let membership: Membership
  /// The folded name and identifier as they were when the account joined or was renamed: for order and search.
  let sort: String
}

/// An invite, and the hash of its code.
public struct InviteRow: Sendable {
  let hash: [UInt8], invite: Invite
}

extension InviteRow {
  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    let (id, hash) = (cells.id(Invite.self), cells.bytes())
    let invite = Invite(
      id: id, role: try cells.choice(), label: cells.text(), student: cells.optionalID(), createdBy: cells.id(),
      createdAt: cells.instant(), expiresAt: cells.instant(), revokedAt: cells.optionalInstant(),
      redeemedAt: cells.optionalInstant(), redeemedBy: cells.optionalID(), account: cells.optionalID())
    self.init(hash: hash, invite: invite)
  }
}
