package import Base
import Database
import People
import School

/// What people are called in a school and what they are there: what stands beside what they say.
extension MessagesStore {
  /// The names in the school's records for children, whatever they call their accounts; for others the account's.
  package func names(of accounts: [ID<Account>], in school: ID<Tenant>) throws(Refusal) -> [ID<Account>: String] {
    let all = Array(Set(accounts))
    var found = try AccountsStore(tx: tx).names(of: all)
    for (account, name) in try StudentsStore(tx: tx).names(ofAccounts: all, in: school) { found[account] = name }
    return found
  }

  package func name(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> String {
    try names(of: [account], in: school)[account] ?? ""
  }

  /// What they are in the school; those who have left it are nothing.
  func roles(of accounts: [ID<Account>], in school: ID<Tenant>) throws(Refusal) -> [ID<Account>: Role] {
    try MembersStore(tx: tx).roles(of: Array(Set(accounts)), in: school)
  }
}
