public import Base
public import Database
import Foundation
import Kit
public import Ledger
public import Router
import School
import Web

/// A file that has arrived and waits for its row.
public struct IncomingFile: Hashable, Sendable {
  public let content: FileContent
  /// Fit to be shown and saved.
  public let name: String
  /// By its content, not by what its sender says.
  public let type: String
  /// Where it waited, when it came in pieces.
  let arrival: ID<Arrival>?
  /// Where it waited, when it was a picture that had been taken out.
  var waiting: ID<Photo>?

  /// What came in pieces is kept under the name it came by, so that it is found where it was put, and kept once.
  public var ownID: ID<KeptFile>? { arrival?.cast() }
}

/// Takes files in: whole with a form, or in pieces before it.
public struct FilesService: Sendable {
  let ledger: Ledger
  let world: World
  private let types = ContentType()
  public init(ledger: Ledger) { (self.ledger, world) = (ledger, ledger.world) }

  /// Pieces are at most so long, so that a bad line loses little and no request is large.
  public static let pieceSize = Limits.piece.most
  /// What is not put anywhere within this time is forgotten; shorter than the day after which the sweeper takes
  /// contents that no row names.
  static let patience: Int64 = 12 * 3600

  func handle(_ command: BeginUpload, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store, new) = (try request.caller(), FilesStore(tx: tx), tx.newID(Arrival.self))
    let used = try store.used(by: caller.account, in: caller.school)
    let limits = try store.limits(in: caller.school)
    try store.save(command.permit(for: caller, limits: limits, used: used, now: tx.now), as: new)
    return .made(new)
  }

  func arrival(_ id: ID<Arrival>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> Arrival {
    guard let found = try FilesStore(tx: tx).arrival(id, in: caller.school), found.account == caller.account else {
      throw .notFound
    }
    return found
  }

  /// Takes one piece, and with the last one makes the file whole.
  func run(_ command: AddPiece, _ upload: Router.Upload, _ caller: Caller) async throws -> Arrival {
    let content = FileContent(hash: upload.hash, size: Int64(upload.size))
    let found = String(hex(upload.hash))
    try await ledger.upkeep(school: caller.school) { tx in
      let store = FilesStore(tx: tx)
      let arrival = try store.arrival(command.arrival, in: caller.school)
      let permit = try command.permit(for: caller, arrival: arrival, found: found, now: tx.now)
      if let permit { try store.save(permit, content) }
    }
    let arrival = try await ledger.read { try self.arrival(command.arrival, caller, $0) }
    guard arrival.received == arrival.size, !arrival.isWhole else { return arrival }
    try await assemble(arrival, caller)
    return try await ledger.read { try self.arrival(command.arrival, caller, $0) }
  }

  /// Doing it twice, after a crash or by two hands, gives the same content.
  private func assemble(_ arrival: Arrival, _ caller: Caller) async throws {
    let files = ledger.files
    let hashes = try await ledger.read { try FilesStore(tx: $0).pieces(of: arrival.id, in: caller.school) }
    guard !hashes.isEmpty else { return }
    var content = FileContent(hash: hashes[0], size: arrival.size)
    if hashes.count > 1 {
      let writing = try files.begin(limit: arrival.size)
      for hash in hashes { for try await part in try await files.read(hash) { try await writing.write(part) } }
      content = try await writing.finish()
    }
    let (whole, type) = (content, try await type(of: content))
    try await ledger.upkeep(school: caller.school) { try FilesStore(tx: $0).complete(arrival.id, whole, type: type) }
  }

  /// What a file is by its content; a picture that cannot be read, or is enormous, is one only to be saved.
  func type(of content: FileContent) async throws -> String {
    let type = types.of(try await head(of: content, ContentType.sample))
    guard Self.pictures.contains(type) else { return type }
    return Pictures.isShowable(try await head(of: content, Pictures.sample)) ? type : ContentType.unknown
  }

  private func head(of content: FileContent, _ count: Int) async throws -> [UInt8] {
    var head: [UInt8] = []
    let part = 0..<min(content.size, Int64(count))
    for try await piece in try await ledger.files.read(content.hash, range: part) { head += piece }
    return head
  }

  private static let pictures: Set<String> = ["image/png", "image/jpeg", "image/gif", "image/webp"]

  /// The files that came with a form: those in it, and those it names that came in pieces before.
  ///
  /// - Parameter orKept: also those that the sender has put under their `ownID` already; where, is for the caller to ask.
  /// - Throws: `Refusal.invalid` on `field` when one is too large, when there is no room for them, or one is not whole.
  public func incoming(_ request: Request, field: String = "file", orKept: Bool = false) async throws -> [IncomingFile]
  {
    let caller = try request.caller()
    var files: [IncomingFile] = []
    // A field in which nothing was chosen comes without a name; a file without a byte has one, and is said.
    if request.uploads.contains(where: { $0.field == field && $0.size == 0 && !$0.name.isEmpty }) {
      throw Refusal.invalid(field, Phrase("kit.file.empty"))
    }
    let uploads = request.uploads.filter { $0.field == field && $0.size > 0 }
    if !uploads.isEmpty { try await ledger.read { try mustTake(uploads, caller, field, $0) } }
    for upload in uploads {
      let content = FileContent(hash: upload.hash, size: Int64(upload.size))
      files.append(
        IncomingFile(
          content: content, name: FileNames.shown(upload.name), type: try await type(of: content), arrival: nil))
    }
    let named = request.form.all("upload").filter { !$0.isEmpty }
    guard !named.isEmpty else { return files }
    return files + (try await ledger.read { try waiting(named, caller, field, orKept, $0) })
  }

  /// How much whoever asks may send in files; who is in no school yet sends pictures for the one they found.
  public func room(_ request: Request, _ tx: Transaction) throws(Refusal) -> FileRoom {
    guard let caller = request.identity?.caller else { return FileRoom(file: Limits.picture.most) }
    let store = FilesStore(tx: tx)
    let (limits, used) = (try store.limits(in: caller.school), try store.used(by: caller.account, in: caller.school))
    guard !caller.role.isStaff else { return FileRoom(file: Int(limits.most(for: caller))) }
    return FileRoom(
      file: Int(limits.most(for: caller)), left: Int(max(0, limits.person - used)),
      full: Phrase("files.full", .count(Int(limits.person / FileLimits.megabyte))))
  }

  private func mustTake(
    _ uploads: [Router.Upload], _ caller: Caller, _ field: String, _ tx: Transaction
  ) throws(Refusal) {
    let store = FilesStore(tx: tx)
    let used = try store.used(by: caller.account, in: caller.school)
    try store.limits(in: caller.school).mustTake(uploads.map { Int64($0.size) }, of: caller, used: used, in: field)
  }

  private func waiting(
    _ names: [String], _ caller: Caller, _ field: String, _ orKept: Bool, _ tx: Transaction
  ) throws(Refusal) -> [IncomingFile] {
    let store = FilesStore(tx: tx)
    var files: [IncomingFile] = []
    for name in names {
      guard let id = ID<Arrival>(name) else { throw .invalid(field, Phrase("files.lost")) }
      if let file = try store.whole(id, of: caller.account, in: caller.school) {
        files.append(file)
      } else if orKept, let file = try store.kept(id, of: caller.account, in: caller.school) {
        files.append(file)
      } else {
        throw .invalid(field, Phrase("files.lost"))
      }
    }
    return files
  }

  /// A larger picture is not opened.
  static let largestPicture = Pictures.maxBytes

  /// A small, upright copy of a picture that was sent, ready to be kept; `nil` when it is none that can be read.
  func small(_ file: IncomingFile, side: Int) async throws -> IncomingFile? {
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

  /// Forgets what arrived and was never put anywhere.
  public func sweep() async throws {
    let before = world.now().plus(seconds: -Self.patience)
    try await ledger.upkeep { tx in
      let old = """
        SELECT id FROM arrival WHERE "createdAt" < $1
        """
      try tx.execute("DELETE FROM arrival_piece WHERE arrival IN (\(old))", [.instant(before)])
      try tx.execute("DELETE FROM arrival WHERE \"createdAt\" < $1", [.instant(before)])
      try FilesStore(tx: tx).sweepWaiting()
    }
  }
}
