public import Base
import Database
public import School

/// All SQL about who wants to be reminded of studying.
extension StudyLogStore {
  public func reminder(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> StudyReminder? {
    try tx.first(StudyLogTables.reminder, in: school, "AND account = $2", [.id(account)])
  }

  /// Of everybody who wants to be reminded.
  public func reminders(in school: ID<Tenant>) throws(Refusal) -> [StudyReminder] {
    try tx.all(StudyLogTables.reminder, in: school, "AND \"isOn\" ORDER BY account")
  }
}

extension StudyLogStore where DB == WriteTransaction {
  func save(_ permit: Permit<SetStudyReminder>, over known: StudyReminder?) throws(Refusal) {
    try tx.put(
      StudyLogTables.reminder, permit.command.reminder(of: permit.caller.account, over: known, now: permit.at))
  }

  /// Says that a person was told of a day, which is told once.
  ///
  /// - Returns: `false` when they were told already, or want it no more: another server was first.
  func tell(_ account: ID<Account>, of day: Day) throws(Refusal) -> Bool {
    guard var known = try reminder(of: account, in: tx.school), known.isOn, known.toldOn.map({ $0 < day }) ?? true
    else { return false }
    known.toldOn = day
    try tx.put(StudyLogTables.reminder, known)
    return true
  }
}
