public import Base
public import Database
import Ledger
public import People
public import Router
public import School
import Web

/// Pictures of people and things: small, upright, and without what cameras write into them.
extension FilesServer {
  /// A larger picture is not opened.
  static let largestPicture = Pictures.maxBytes

  /// The small copy of the one picture that came with a form; the large one that was sent is forgotten.
  ///
  /// - Parameter side: how many pixels it has each way at most.
  /// - Returns: `nil` when none came.
  /// - Throws: `Refusal.invalid` on `field` when what came is none that can be read.
  public func picture(_ request: Request, field: String, side: Int) async throws -> IncomingFile? {
    if let back = request.form[WaitingPicture.field] {
      return try await ledger.read { try service.takenBack(back, request, field, $0) }
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

  /// The small copy of the picture that came in a field of a form, kept for whoever sent it until what it is of is there.
  ///
  /// It lies in the server's own books, because there is no school yet.
  ///
  /// - Returns: `nil` when none came.
  /// - Throws: `Refusal.invalid` on `field` when what came is none that can be read.
  public func wait(_ request: Request, field: String, side: Int) async throws -> ID<Photo>? {
    let account = try request.account()
    guard let upload = request.uploads.first(where: { $0.field == field && $0.size > 0 }) else { return nil }
    let sent = IncomingFile(
      content: FileContent(hash: upload.hash, size: Int64(upload.size)), name: FileNames.shown(upload.name),
      type: upload.type, arrival: nil)
    let (picture, id) = (try await small(sent, field: field, side: side), world.id(Photo.self))
    try await ledger.upkeep { tx in
      try FilesStore(tx: tx).wait(picture, as: id, for: account, seconds: WaitingPicture.maxDelay)
    }
    return id
  }

  /// A small, upright copy of a picture that was sent, ready to be kept; `nil` when it is none that can be read.
  public func small(_ file: IncomingFile, side: Int) async throws -> IncomingFile? {
    let made: [UInt8]?
    do { made = try await PictureProcess().small(file.content, of: ledger.files, side: side) } catch is ProcessDied {
      return nil  // whoever sent it is told that it cannot be read, and may send another
    }
    guard let small = made else { return nil }
    let writing = try ledger.files.begin(limit: Int64(small.count))
    try await writing.write(small)
    return IncomingFile(
      content: try await writing.finish(), name: FileNames.shown(file.name), type: "image/jpeg", arrival: file.arrival)
  }
}
