public import Base
public import Database
import Ledger
public import Router
public import School
import Web

/// Pictures of people and things: small, upright, and without what cameras write into them.
extension FilesService {
  /// The small copy of the one picture that came with a form; the large one that was sent is forgotten.
  ///
  /// - Parameter side: how many pixels it has each way at most.
  /// - Returns: `nil` when none came.
  /// - Throws: `Refusal.invalid` on `field` when what came is none that can be read.
  public func picture(_ request: Request, field: String, side: Int) async throws -> IncomingFile? {
    if let back = request.form[WaitingPicture.field] {
      return try await ledger.read { try takenBack(back, request, field, $0) }
    }
    guard let sent = try await incoming(request, field: field).first else { return nil }
    return try await small(sent, field: field, side: side)
  }

  func small(_ sent: IncomingFile, field: String, side: Int) async throws -> IncomingFile {
    guard sent.content.size <= Self.largestPicture else {
      throw Refusal.invalid(field, Phrase("files.too-large", .count(Int(Self.largestPicture >> 20))))
    }
    guard let small = try await small(sent, side: side) else {
      throw Refusal.invalid(field, Phrase("files.no-picture"))
    }
    return small
  }

  /// The small copy of a picture that came inside another file, ready to be kept; the original is forgotten.
  ///
  /// - Parameter isKept: otherwise it is only looked at, and nothing of it stays.
  /// - Returns: `nil` when it is none that can be read.
  public func picture(inside bytes: [UInt8], side: Int, isKept: Bool) async throws -> FileContent? {
    guard bytes.count <= Self.largestPicture else { return nil }
    let original = try ledger.files.begin(limit: Int64(bytes.count))
    try await original.write(bytes)
    let content = try await original.finish()
    let made: [UInt8]?
    do { made = try await PictureProcess().small(content, of: ledger.files, side: side) } catch is ProcessDied {
      made = nil
    }
    await ledger.takeBack([original])
    guard let made else { return nil }
    guard isKept else { return content }
    let writing = try ledger.files.begin(limit: Int64(made.count))
    try await writing.write(made)
    return try await writing.finish()
  }

  /// The same where there is nothing to do without one.
  public func requiredPicture(_ request: Request, field: String, side: Int) async throws -> IncomingFile {
    guard let picture = try await picture(request, field: field, side: side) else {
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
