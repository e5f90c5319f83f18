package import Base
package import Database
package import School

/// Writing. Each function takes a permit.
extension SummariesStore where DB == WriteTransaction {
  func save(_ permit: Permit<EditSummary>, _ known: Summary) throws(Refusal) {
    var changed = known
    (changed.text, changed.updatedAt) = (permit.command.text, permit.at)
    try tx.put(SummariesTables.summary, changed)
  }
}

package extension SummariesStore where DB == WriteTransaction {
  func save(
    _ permit: Permit<StartSummary>, as id: ID<Summary>, _ days: (from: Day, until: Day), _ text: String,
    _ language: Language
  ) throws(Refusal) {
    try RecordsStore(tx: tx).open(permit.command.student)
    try tx.put(
      SummariesTables.summary,
      Summary(
        id: id, student: permit.command.student, from: days.from, until: days.until, language: language.rawValue,
        text: text, by: permit.caller.account, updatedAt: permit.at))
  }

  func save(_ permit: Permit<SendSummary>, _ known: Summary) throws(Refusal) {
    var sent = known
    (sent.sentAt, sent.updatedAt) = (permit.at, permit.at)
    try tx.put(SummariesTables.summary, sent)
  }

  func save<C: SummaryDraftCommand>(_ permit: Permit<C>, _ known: Summary) throws(Refusal) {
    guard let changed = permit.command.changed(known, at: permit.at) else { return }
    try tx.put(SummariesTables.summary, changed)
  }

  func save(_ permit: Permit<ReplyToSummary>, as id: ID<SummaryReply>, with guardian: ID<Account>)
    throws(Refusal)
  {
    let command = permit.command
    try tx.put(
      SummariesTables.reply,
      SummaryReply(
        id: id, summary: command.summary, student: command.student, guardian: guardian,
        author: permit.caller.account, text: command.text, at: permit.at))
  }
}
