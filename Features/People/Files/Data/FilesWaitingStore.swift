package import Base
package import Database
package import School

/// Pictures that wait, for something that is not there yet or to be taken back.
extension FilesStore {
  /// A picture that waits for the account; `nil` when it is somebody else's, or its time is over.
  func waiting(_ picture: ID<Photo>, of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> KeptFile? {
    let isThere = try tx.exists(
      "SELECT 1 FROM waiting_picture WHERE school = $1 AND file = $2 AND account = $3 AND until > $4",
      [.id(school), .id(picture), .id(account), .instant(tx.now)])
    return isThere ? try tx.file(picture.cast(), school: school) : nil
  }
}

extension FilesStore where DB == WriteTransaction {
  private func makeRoom(_ account: ID<Account>) throws(Refusal) {
    let (mine, values) = (
      "FROM waiting_picture WHERE school = $1 AND account = $2", [Value.id(tx.school), .id(account)]
    )
    let over = try tx.count("SELECT count(*) \(mine)", values) - WaitingPicture.most
    guard over > 0 else { return }
    let oldest: [ID<Photo>] = try tx.rows("SELECT file \(mine) ORDER BY until, file LIMIT \(over)", values) { $0.id(0) }
    for old in oldest { try endWaiting(old, of: account) }
  }

  /// It waits no more, because it has found its place or must give way.
  ///
  /// - Throws: `Refusal.stale` when it did not wait any more.
  func endWaiting(_ picture: ID<Photo>, of account: ID<Account>) throws(Refusal) {
    let ended = try tx.execute(
      "DELETE FROM waiting_picture WHERE school = $1 AND file = $2 AND account = $3",
      [.id(tx.school), .id(picture), .id(account)])
    guard ended > 0 else { throw Refusal.stale }
    try tx.forgetFile(picture.cast())
  }

  /// Forgets those whose time is over, in all schools.
  func sweepWaiting() throws(Refusal) {
    let over = "FROM waiting_picture WHERE until <= $1"
    try tx.execute("DELETE FROM file WHERE (school, id) IN (SELECT school, file \(over))", [.instant(tx.now)])
    try tx.execute("DELETE \(over)", [.instant(tx.now)])
  }
}

package extension FilesStore where DB == WriteTransaction {
  /// Keeps a picture out of everybody's sight, for one account and a while.
  func wait(_ picture: IncomingFile, as id: ID<Photo>, for account: ID<Account>, seconds: Int64) throws(Refusal) {
    try tx.keep(id.cast(), picture.content, name: picture.name, type: picture.type, by: account)
    try tx.put(
      FilesTables.waiting, [.id(tx.school), .id(id), .id(account), .instant(tx.now.plus(seconds: seconds))])
    try makeRoom(account)
  }
}
