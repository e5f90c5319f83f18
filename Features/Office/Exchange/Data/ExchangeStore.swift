package import Base
package import Database
import People
package import School

/// All SQL about uploaded rosters.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
package struct ExchangeStore<DB: Transaction> {
  let tx: DB

  package init(tx: DB) {
    self.tx = tx
  }

  package func rosterImport(_ id: ID<RosterImport>, in school: ID<Tenant>) throws(Refusal) -> RosterImport? {
    try tx.find(ExchangeTables.rosterImport, id, in: school)
  }

  /// The newest imports first.
  ///
  /// - Parameter after: the last one of the part before.
  func imports(in school: ID<Tenant>, after: RosterImport? = nil, limit: Int) throws(Refusal) -> [RosterImport] {
    var (sql, values) = ("", [Value]())
    if let after {
      sql = "AND (\"createdAt\" < $2 OR \"createdAt\" = $2 AND id < $3)"
      values = [.instant(after.createdAt), .id(after.id)]
    }
    return try tx.all(
      ExchangeTables.rosterImport, in: school, "\(sql) ORDER BY \"createdAt\" DESC, id DESC LIMIT \(limit)", values)
  }
}

extension ExchangeStore where DB == WriteTransaction {
  package func add(_ permit: Permit<BeginImport>) throws(Refusal) {
    let command = permit.command
    let one = RosterImport(
      id: command.id, hash: command.hash, name: command.file, size: command.size, removes: command.removes,
      state: .waiting, report: nil, by: permit.caller.account, createdAt: permit.at, appliedAt: nil)
    try tx.put(ExchangeTables.rosterImport, one)
  }

  package func agree(_ permit: Permit<AgreeToImport>, to report: RosterReport) throws(Refusal) {
    try tx.execute(
      "UPDATE roster_import SET state = $3, confirmed = $4, answers = $5 WHERE school = $1 AND id = $2",
      [
        .id(tx.school), .id(permit.command.id), .text(RosterImport.State.applying.rawValue),
        .int(permit.command.confirmed), .text(permit.command.answers(to: report).json.string),
      ])
    try touch(permit.command.id)
  }

  /// Nothing of it stays but the journal's entry.
  package func discard(_ permit: Permit<DiscardImport>) throws(Refusal) {
    let id = permit.command.id
    try tx.remove(ExchangeTables.rosterImport, key: [.id(tx.school), .id(id)])
    try tx.forgetFile(id.cast(), from: [.office(tx.school)])
  }

  /// Writes down how far it has come, for the office to see.
  package func close(_ id: ID<RosterImport>, _ state: RosterImport.State, _ report: RosterReport) throws(Refusal) {
    try tx.execute(
      "UPDATE roster_import SET state = $3, report = $4, \"appliedAt\" = $5 WHERE school = $1 AND id = $2",
      [
        .id(tx.school), .id(id), .text(state.rawValue),
        .text((state == .ready ? report : report.withoutPeople).json.string),
        .instant(state == .done ? tx.now : nil),
      ])
    try touch(id)
    // What was sent is not needed any more, and may hold what we refused to read: passwords above all.
    let isOver = state == .done || state == .refused || state == .failed
    if isOver { try tx.forgetFile(id.cast(), from: [.office(tx.school)]) }
  }

  private func touch(_ id: ID<RosterImport>) throws(Refusal) {
    try tx.touch(ExchangeTables.rosterImport, key: [.id(tx.school), .id(id)])
  }
}
