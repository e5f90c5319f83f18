public import Base
package import Database
public import School

/// Members in portions, for what goes through all of them.
package extension MembersStore where DB == WriteTransaction {
  /// Takes a membership out of the books without a word, when the whole school goes.
  func erase(_ account: ID<Account>) throws(Refusal) {
    try tx.execute("DELETE FROM membership WHERE school = $1 AND account = $2", [.id(tx.school), .id(account)])
  }
}

extension MembersStore {
  /// The members in the order of their accounts, from after `last` on.
  public func batch(in school: ID<Tenant>, after last: ID<Account>, limit: Int) throws(Refusal) -> [Membership] {
    try tx.all(
      MembersTables.membership, in: school, "AND account > $2 ORDER BY account LIMIT \(limit)", [.id(last)]
    ).map { $0.membership }
  }

  /// Everybody in a role, or everybody, in the order of lists: for what goes through all of them at once.
  func roles(in school: ID<Tenant>, role: Role? = nil) throws(Refusal) -> [(account: ID<Account>, role: Role)] {
    let sifted = role == nil ? "" : " AND role = $2"
    return try tx.rows(
      "SELECT account, role FROM membership WHERE school = $1\(sifted) ORDER BY sort, account",
      [.id(school)] + (role.map { [.text($0.rawValue)] } ?? [])
    ) { row throws(Refusal) in (row.id(0), try Role(stored: row.text(1))) }
  }

  /// Whether the account belongs to any other school.
  public func isElsewhere(_ account: ID<Account>, than school: ID<Tenant>) throws(Refusal) -> Bool {
    try tx.exists("SELECT 1 FROM membership WHERE account = $1 AND school <> $2", [.id(account), .id(school)])
  }
}
