import People

extension AccountsService {
  /// What accounts must know of the members, who stand above them.
  mutating func askMembers() {
    renamed.append { try MembersStore(tx: $1).renamed($0) }
    standing = { try MembersStore(tx: $1).standing(of: $0) }
  }
}
