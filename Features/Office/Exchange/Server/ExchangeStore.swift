import Base
import Ledger
import People
import School

/// All SQL about uploaded rosters.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
struct ExchangeStore<Books: Transaction> {
  let tx: Books

  private static var columns: String {
    "id, hash, name, size, removes, state, report, by, \"createdAt\", \"appliedAt\""
  }

  func rosterImport(_ id: ID<RosterImport>, in school: ID<Tenant>) throws(Refusal) -> RosterImport? {
    try tx.first(
      "SELECT \(Self.columns) FROM roster_import WHERE school = $1 AND id = $2", [.id(school), .id(id)],
      RosterImport.init(row:))
  }

  /// What was agreed to: the count of removals, and what else was asked.
  func agreed(_ id: ID<RosterImport>, in school: ID<Tenant>) throws(Refusal) -> (
    confirmed: Int?, answers: RosterAnswers
  ) {
    let found = try tx.first(
      "SELECT confirmed, answers FROM roster_import WHERE school = $1 AND id = $2", [.id(school), .id(id)]
    ) { (confirmed: $0.optionalInt(0), text: $0.optionalText(1)) }
    guard let found, let text = found.text else { return (found?.confirmed, RosterAnswers()) }
    return (found.confirmed, RosterAnswers(try JSON(Array(text.utf8))))
  }

  /// The newest imports first.
  ///
  /// - Parameter after: the last one of the part before.
  func imports(in school: ID<Tenant>, after: RosterImport? = nil, limit: Int) throws(Refusal) -> [RosterImport] {
    var (sql, values) = ("school = $1", [Value.id(school)])
    if let after {
      sql += " AND (\"createdAt\" < $2 OR \"createdAt\" = $2 AND id < $3)"
      values += [.instant(after.createdAt), .id(after.id)]
    }
    return try tx.rows(
      "SELECT \(Self.columns) FROM roster_import WHERE \(sql) ORDER BY \"createdAt\" DESC, id DESC LIMIT \(limit)",
      values, RosterImport.init(row:))
  }
}

extension ExchangeStore where Books == WriteTransaction {
  func add(_ permit: Permit<BeginImport>) throws(Refusal) {
    let command = permit.command
    try tx.put(
      ExchangeTables.rosterImport,
      [
        .id(tx.school), .id(command.id), .bytes(command.hash), .text(command.file), .int(command.size),
        .flag(command.removes), .text(RosterImport.State.waiting.rawValue), .null, .null, .id(permit.caller.account),
        .instant(permit.at), .null, .null,
      ], in: [.office(tx.school)])
  }

  func agree(_ permit: Permit<AgreeToImport>, to report: RosterReport) throws(Refusal) {
    try tx.execute(
      "UPDATE roster_import SET state = $3, confirmed = $4, answers = $5 WHERE school = $1 AND id = $2",
      [
        .id(tx.school), .id(permit.command.id), .text(RosterImport.State.applying.rawValue),
        .int(permit.command.confirmed), .text(permit.command.answers(to: report).json.string),
      ])
    touch(permit.command.id)
  }

  /// Nothing of it stays but the journal's entry.
  func discard(_ permit: Permit<DiscardImport>) throws(Refusal) {
    let id = permit.command.id
    try tx.remove(ExchangeTables.rosterImport, key: [.id(tx.school), .id(id)], from: [.office(tx.school)])
    try tx.forgetFile(id.cast(), from: [.office(tx.school)])
  }

  /// Writes down how far it has come, for the office to see.
  func settle(_ id: ID<RosterImport>, _ state: RosterImport.State, _ report: RosterReport) throws(Refusal) {
    try tx.execute(
      "UPDATE roster_import SET state = $3, report = $4, \"appliedAt\" = $5 WHERE school = $1 AND id = $2",
      [
        .id(tx.school), .id(id), .text(state.rawValue),
        .text((state == .ready ? report : report.withoutPeople).json.string),
        .instant(state == .done ? tx.now : nil),
      ])
    touch(id)
    // What was sent is not needed any more, and may hold what we refused to read: passwords above all.
    let isOver = state == .done || state == .refused || state == .failed
    if isOver { try tx.forgetFile(id.cast(), from: [.office(tx.school)]) }
  }

  private func touch(_ id: ID<RosterImport>) {
    tx.touch(ExchangeTables.rosterImport, key: [.id(tx.school), .id(id)], in: [.office(tx.school)])
  }
}

extension RosterImport {
  init(row: Row) throws(Refusal) {
    guard let state = State(rawValue: row.text(5)) else { throw Refusal.unavailable }
    let report: RosterReport? =
      if let text = row.optionalText(6) { RosterReport(try JSON(Array(text.utf8))) } else { nil }
    self.init(
      id: row.id(0), hash: row.bytes(1), name: row.text(2), size: row.int(3), removes: row.flag(4), state: state,
      report: report, by: row.id(7), createdAt: row.instant(8), appliedAt: row.optionalInstant(9))
  }
}
