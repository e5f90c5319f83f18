public import Base
public import Database

extension WriteTransaction {
  /// Opens the books of a new tenant, with nothing in them.
  public func found(_ tenant: ID<Tenant>) throws(Refusal) {
    try execute("INSERT INTO tenant (id, head, chain, epoch) VALUES ($1, 0, $2, 1)", [.id(tenant), .bytes([])])
  }

  /// Opens the books of a new tenant inside a command of another's, usually the server's: both are written, or neither.
  ///
  /// What `body` writes is sealed as entry 1 of the new books, under the same sending. Nobody can be listening to books
  /// that did not exist, so no change is published for it; followers find the entry when they next look.
  public func found(
    _ tenant: ID<Tenant>, _ sent: CommandEnvelope, _ body: (WriteTransaction) throws(Refusal) -> Void
  ) throws(Refusal) {
    try found(tenant)
    let database = WriteTransaction(
      connection, school: tenant, now: now, zones: zones, followings: followings, newIDs: newIDs)
    defer { noteFailure(of: database) }
    try body(database)
    if let failed = database.failure { throw failed.failure.refusal }
    _ = try database.seal(CommandEnvelope(sent.id, sent.command, school: tenant, by: sent.account))
  }
}
