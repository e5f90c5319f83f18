package import Base
package import Database
package import School

/// What permits become. Secrets never reach the journal: its details hold names, languages and labels only.
extension AccountsStore {
  package static func save(_ permit: Permit<ChangeName>, _ record: AccountRecord?, _ tx: WriteTransaction)
    throws(Refusal)
  {
    guard var record, record.name != permit.command.name else { return }
    tx.detail("from", record.name)
    tx.detail("to", permit.command.name)
    record.name = permit.command.name
    try put(record, tx)
  }

  package static func save(_ permit: Permit<ChooseLanguage>, _ record: AccountRecord?, _ tx: WriteTransaction)
    throws(Refusal)
  {
    guard var record, record.language != permit.command.language else { return }
    tx.detail("to", permit.command.language.rawValue)
    record.language = permit.command.language
    try put(record, tx)
  }

  package static func save(_ permit: Permit<ChooseAppearance>, _ record: AccountRecord?, _ tx: WriteTransaction)
    throws(Refusal)
  {
    guard let before = record, var record else { return }
    if let theme = permit.command.theme { record.theme = theme == .inherit ? nil : theme.rawValue }
    if let scheme = permit.command.scheme { record.scheme = scheme == .inherit ? nil : scheme.rawValue }
    if let keys = permit.command.keys { record.hasKeys = keys == .on ? nil : false }
    if record != before { try put(record, tx) }
  }

  package static func save(_ permit: Permit<ChooseZone>, _ record: AccountRecord?, _ tx: WriteTransaction)
    throws(Refusal)
  {
    guard var record, record.zone != permit.command.zone else { return }
    tx.detail("to", permit.command.zone ?? "")
    record.zone = permit.command.zone
    try put(record, tx)
  }

  /// Writes the new hash, ends the other sessions, and gives the one that stays a new secret: a copy of its old cookie
  /// is worth nothing from now on.
  package static func save(
    _ permit: Permit<ChangePassword>, hash: String, keeping stays: ID<SessionRecord>?, as secret: [UInt8],
    _ tx: WriteTransaction
  ) throws(Refusal) -> String {
    let store = AccountsStore(tx: tx)
    guard var record = try store.account(permit.caller.account) else { throw Refusal.notFound }
    record.passwordHash = hash
    try put(record, tx)
    let sessions = try store.sessions(of: record.id)
    for session in sessions { try end(session.id, tx) }
    if permit.command.endsTokens {
      let tokens = try store.tokens(of: record.id)
      for token in tokens { try end(token.id, tx) }
      tx.detail("tokens", String(tokens.count))
    }
    // Whoever knew the old password may have been let in somewhere: no place is trusted that has not seen the new one.
    try AccountsFamiliarStore.forget(record.id, tx)
    if let kept = sessions.first(where: { $0.id == stays }) { try open(kept, hash: secret, tx) }
    tx.detail("ended", String(sessions.filter { $0.id != stays }.count))
    return ""
  }

  package static func save(_ permit: Permit<RevokeSession>, _ tx: WriteTransaction) throws(Refusal) {
    try end(permit.command.session, tx)
  }

  package static func save(_ permit: Permit<RevokeOthers>, keeping stays: ID<SessionRecord>?, _ tx: WriteTransaction)
    throws(Refusal)
  {
    for session in try AccountsStore(tx: tx).sessions(of: permit.caller.account) where session.id != stays {
      try end(session.id, tx)
    }
  }

  package static func save(_ permit: Permit<MakeToken>, id: ID<TokenRecord>, hash: [UInt8], _ tx: WriteTransaction)
    throws(Refusal)
  {
    let command = permit.command
    let token = TokenRecord(
      id: id, account: permit.caller.account, label: command.label, createdAt: tx.now, seenAt: nil,
      expiresAt: command.days.map { tx.now.plus(days: Int64($0)) }, scope: command.scope, area: command.area)
    try make(token, hash: hash, tx)
    tx.detail("label", command.label)
  }

  package static func save(_ permit: Permit<RevokeToken>, _ tx: WriteTransaction) throws(Refusal) {
    try end(permit.command.token, tx)
  }
}
