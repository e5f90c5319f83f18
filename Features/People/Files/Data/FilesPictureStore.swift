public import Base
public import Database
public import School

extension FilesStore where DB == WriteTransaction {
  /// Puts a picture of something in, in the place of the one before.
  ///
  /// - Parameter table: the feature's own, whose columns are the school, the thing, the file, by whom and when.
  public func setPicture<Thing>(
    _ picture: IncomingFile, as id: ID<Photo>, of thing: ID<Thing>, before: ID<Photo>?, table: some SchemaHolder,
    by account: ID<Account>, in buckets: [Bucket]
  ) throws(Refusal) {
    try replacePicture(before, with: picture, as: id, by: account, in: buckets)
    try tx.put(table.schema, [.id(tx.school), .id(thing), .id(id), .id(account), .instant(tx.now)], in: buckets)
  }

  /// Keeps the one and forgets the other; which of them something has, its feature notes.
  ///
  /// One that was taken out comes back only where no other has been put in meanwhile.
  func replacePicture(
    _ before: ID<Photo>?, with picture: IncomingFile, as id: ID<Photo>, by account: ID<Account>, in buckets: [Bucket]
  ) throws(Refusal) {
    if picture.waiting != nil, before != nil { throw Refusal.stale }
    if let before { try tx.forgetFile(before.cast(), from: buckets) }
    _ = try keep(picture, as: id.cast(), by: account, in: buckets)
  }

  /// Takes it out; the file's content goes with the next sweep.
  ///
  /// - Parameter account: who may have it back for a while, in which nobody sees it; `nil` is nobody.
  public func removePicture<Thing>(
    _ picture: ID<Photo>?, of thing: ID<Thing>, table: some SchemaHolder, from buckets: [Bucket],
    by account: ID<Account>? = nil
  ) throws(Refusal) {
    guard let picture else { return }
    if let account {
      try takeOut(picture, from: buckets, by: account)
    } else {
      try tx.forgetFile(picture.cast(), from: buckets)
    }
    try tx.remove(table, key: [.id(tx.school), .id(thing)], from: buckets)
  }

  func takeOut(_ picture: ID<Photo>, from buckets: [Bucket], by account: ID<Account>) throws(Refusal) {
    let file = try tx.file(picture.cast(), school: tx.school)
    try tx.forgetFile(picture.cast(), from: buckets)
    if let file { try wait(IncomingFile(file), as: picture, for: account, seconds: WaitingPicture.regret) }
  }
}
