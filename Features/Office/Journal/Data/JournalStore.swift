import Base
import Database
import School

/// What the journal of a school says, for its office.
///
/// What was in an act is not the journal's to tell: only the keys of what it touched are read, and the name of what is gone.
struct JournalStore {
  let tx: Transaction
  let school: ID<Tenant>

  /// Acts before `seq`, the newest first, without the names; a person's own business is passed over.
  func acts(
    by account: ID<Account>?, between span: Range<Instant>?, before seq: Int64?, limit: Int
  ) throws(Refusal) -> [JournalAct] {
    var rows: [Int64: String] = [:]
    var found = try acts(by: account, between: span, before: seq, limit: limit, &rows)
    try JournalObjects(tx: tx, school: school).name(&found, rows: rows)
    return found
  }

  private func acts(
    by account: ID<Account>?, between span: Range<Instant>?, before seq: Int64?, limit: Int,
    _ touched: inout [Int64: String]
  ) throws(Refusal) -> [JournalAct] {
    var (last, first) = ((seq ?? Int64.max) - 1, Int64(1))
    if let span {
      guard let days = try numbers(in: span) else { return [] }
      (first, last) = (days.first, min(last, days.last))
    }
    var sql = "SELECT seq, at, account, command, rows FROM journal WHERE school = $1 AND seq >= $2 AND seq <= $3"
    var values: [Value] = [.id(school), .integer(first), .integer(last)]
    func add(_ condition: (String) -> String, _ value: Value) {
      values.append(value)
      sql += " AND " + condition("$\(values.count)")
    }
    if let account { add({ "account = " + $0 }, .id(account)) }
    if let span {
      add({ "at >= " + $0 }, .instant(span.lowerBound))
      add({ "at < " + $0 }, .instant(span.upperBound))
    }
    let own = JournalActs.own.map { "'\($0)'" }.joined(separator: ", ")
    var acts: [JournalAct] = []
    try tx.each(sql + " AND command NOT IN (\(own)) ORDER BY seq DESC LIMIT \(limit)", values) { row in
      acts.append(
        JournalAct(seq: row.integer(0), at: row.instant(1), account: row.optionalID(2), name: "", command: row.text(3)))
      touched[row.integer(0)] = row.text(4)
    }
    return acts
  }

  /// Where a day begins and ends in the books; a clock that was set back may have written others between.
  private func numbers(in span: Range<Instant>) throws(Refusal) -> (first: Int64, last: Int64)? {
    let found = try tx.first(
      "SELECT min(seq), max(seq) FROM journal WHERE school = $1 AND at >= $2 AND at < $3",
      [.id(school), .instant(span.lowerBound), .instant(span.upperBound)]
    ) { row in row.isNull(0) ? nil : (first: row.integer(0), last: row.integer(1)) }
    return found ?? nil
  }
}
