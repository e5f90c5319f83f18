public import Base
public import Ledger
public import School
public import Web

/// Pictures of people and things: small, upright, and without what cameras write into them.
extension FilesDesk {
  /// The small copy of the one picture that came with a form; the large one that was sent is forgotten.
  ///
  /// - Parameter side: how many pixels it has each way at most.
  /// - Returns: `nil` when none came.
  /// - Throws: `Refusal.invalid` on `field` when what came is none that can be read.
  public func picture(_ ask: Ask, field: String, side: Int) async throws -> IncomingFile? {
    guard let sent = try await incoming(ask, field: field).first else { return nil }
    guard sent.content.size <= Self.largestPicture else {
      throw Refusal.invalid(field, Phrase("files.too-large", .count(Int(Self.largestPicture >> 20))))
    }
    guard let small = try await small(sent, side: side) else {
      throw Refusal.invalid(field, Phrase("files.no-picture"))
    }
    return small
  }

  /// The same where there is nothing to do without one.
  public func requiredPicture(_ ask: Ask, field: String, side: Int) async throws -> IncomingFile {
    guard let picture = try await picture(ask, field: field, side: side) else {
      throw Refusal.invalid(field, Phrase("files.choose-picture"))
    }
    return picture
  }
}

extension FilesStore where Books == WriteTransaction {
  /// Puts a picture of something in, in the place of the one before.
  ///
  /// - Parameter table: the feature's own, whose columns are the school, the thing, the file, by whom and when.
  public func setPicture<Thing>(
    _ picture: IncomingFile, as id: ID<Photo>, of thing: ID<Thing>, before: ID<Photo>?, table: Table,
    by account: ID<Account>, in buckets: [Bucket]
  ) throws {
    try removePicture(before, of: thing, table: table, from: buckets)
    _ = try keep(picture, as: id.cast(), by: account, in: buckets)
    try tx.put(table, [.id(tx.school), .id(thing), .id(id), .id(account), .instant(tx.now)], in: buckets)
  }

  /// Takes it out; the file's content goes with the next sweep.
  public func removePicture<Thing>(
    _ picture: ID<Photo>?, of thing: ID<Thing>, table: Table, from buckets: [Bucket]
  ) throws {
    guard let picture else { return }
    try tx.forgetFile(picture.cast(), from: buckets)
    try tx.remove(table, key: [.id(tx.school), .id(thing)], from: buckets)
  }
}
