package import Base
package import Database
import School

/// The steps of a school that is not founded yet, one for each person, so that Back, another language and another day
/// find what was typed.
package struct HomeDraftStore {
  /// More than two hundred children take no more.
  static let maxBytes = 256 << 10
  static let days: Int64 = 30
  let tx: Transaction

  package init(tx: Transaction) {
    self.tx = tx
  }

  /// What the person has filled in; `nil` when they have not begun, or too long ago.
  package func draft(of account: ID<Account>) throws(Refusal) -> Form? {
    let found = try tx.first(
      "SELECT body FROM founding WHERE account = $1 AND \"updatedAt\" > $2",
      [.id(account), .instant(tx.now.plus(days: -Self.days))]
    ) { $0.text(0) }
    guard let found, case .list(let texts)? = try? JSON(Array(found.utf8)) else { return nil }
    let flat = texts.compactMap { if case .text(let text) = $0 { text } else { String?.none } }
    return Form(stride(from: 0, to: flat.count - 1, by: 2).map { Form.Field(flat[$0], flat[$0 + 1]) })
  }

  package static func keep(_ form: Form, of account: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
    let body = JSON.list(form.fields.flatMap { [.text($0.name), .text($0.value)] }).string
    guard body.utf8.count <= maxBytes else { return }
    try tx.execute(
      """
      INSERT INTO founding (account, body, "updatedAt") VALUES ($1, $2, $3)
      ON CONFLICT (account) DO UPDATE SET body = excluded.body, "updatedAt" = excluded."updatedAt"
      """, [.id(account), .text(body), .instant(tx.now)])
  }

  package static func forget(_ account: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
    try tx.execute("DELETE FROM founding WHERE account = $1", [.id(account)])
  }

  package static func forgetOld(_ tx: WriteTransaction) throws(Refusal) {
    try tx.execute("DELETE FROM founding WHERE \"updatedAt\" <= $1", [.instant(tx.now.plus(days: -days))])
  }
}
