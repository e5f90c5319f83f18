import Base
import Database
import HTML
import Kit
import Ledger
import Router
import School
public import Web

/// The list of members and the list of invites stay true while they are open.
///
/// Topics are `members/teacher`, `members/all`, `invites/open` and `invites/over`; only the office listens.
public func memberViews(_ server: MembersServer) -> [LiveView] {
  let maySee: @Sendable (String, Caller) async throws -> Bool = { _, caller in caller.role.isOffice }
  return [
    LiveView("members", maySee: maySee, touched: { touched($0, MembersTables.membership.number, roleTopics) }) {
      try await server.memberFragments($0, $1, $2)
    },
    LiveView("invites", maySee: maySee, touched: { touched($0, MembersTables.invite.number, ["open", "over"]) }) {
      try await server.inviteFragments($0, $1, $2)
    },
  ]
}

private let roleTopics: Set<String> = Set(["all"] + Role.allCases.map(\.rawValue))

private func touched(_ change: Change, _ table: Int, _ topics: Set<String>) -> Set<String> {
  change.entries.contains { $0.table == table } ? topics : []
}

extension Change {
  /// The ids in a column of the keys of a table's rows, each once.
  fileprivate func ids<Thing>(_ column: String, of table: some SchemaHolder) -> [ID<Thing>] {
    var found: [ID<Thing>] = []
    for entry in entries {
      if let id = entry.id(column, of: table, Thing.self), !found.contains(id) { found.append(id) }
    }
    return found
  }
}

extension MembersServer {
  /// What the row of everybody who is in the list is now, and the end of the row for who is not any more.
  ///
  /// Where a new row belongs, whether it was searched for, and what a list says that was empty, only the page knows: it
  /// asks for itself.
  fileprivate func memberFragments(_ topic: String, _ change: Change, _ scene: Scene) async throws -> HTML? {
    let accounts: [ID<Account>] = change.ids("account", of: MembersTables.membership)
    let rows = try await ledger.read { tx in
      try accounts.map { try MembersStore(tx: tx).member($0, in: change.school).map(MemberCard.init(row:)) }
    }
    var out: HTML = ""
    for (account, row) in zip(accounts, rows) {
      if let row, topic == "all" || topic == row.role.rawValue {
        out += fragment(.replace, memberRowID(account), memberRow(row, scene))
      } else {
        out += fragment(.remove, memberRowID(account))
      }
    }
    return out + fragment(.refresh, "main")
  }

  fileprivate func inviteFragments(_ topic: String, _ change: Change, _ scene: Scene) async throws -> HTML? {
    let ids: [ID<Invite>] = change.ids("id", of: MembersTables.invite)
    let invites = try await ledger.read { tx in
      try ids.compactMap { try MembersInviteStore(tx: tx).invite($0, in: change.school) }
    }
    var out: HTML = ""
    for invite in invites {
      let isOpen = invite.state(at: scene.now) == .open
      out +=
        isOpen == (topic == "open")
        ? fragment(.replace, inviteRowID(invite.id), inviteRow(invite, scene))
        : fragment(.remove, inviteRowID(invite.id))
    }
    return out + fragment(.refresh, "main")
  }
}
