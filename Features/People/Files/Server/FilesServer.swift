public import Base
import Database
public import Ledger
public import People
public import Router
public import School
import Web

/// Takes files in: whole with a form, or in pieces before it.
public struct FilesServer: Sendable {
  public let service: FilesService
  let ledger: Ledger
  let world: World
  private let types = ContentType()
  public init(ledger: Ledger) { (service, self.ledger, world) = (FilesService(), ledger, ledger.world) }

  /// What is not put anywhere within this time is forgotten; shorter than the day after which the sweeper takes
  /// contents that no row names.
  static let maxDelay: Int64 = 12 * 3600

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
    let arrival = try await ledger.read { try service.arrival(command.arrival, caller, $0) }
    guard arrival.received == arrival.size, !arrival.isWhole else { return arrival }
    try await assemble(arrival, caller)
    return try await ledger.read { try service.arrival(command.arrival, caller, $0) }
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

  /// Lets a file wait for a later form, as what came in pieces does, and forgets it after the same time.
  public func hold(_ file: IncomingFile, for caller: Caller) async throws -> ID<Arrival> {
    if let arrival = file.arrival { return arrival }
    let id: ID<Arrival> = world.id()
    try await ledger.upkeep(school: caller.school) { try FilesStore(tx: $0).hold(file, as: id, for: caller.account) }
    return id
  }

  /// A file that waits for the caller.
  ///
  /// - Throws: `Refusal.invalid` on `field` when it does not, or no longer.
  public func held(_ id: ID<Arrival>, for caller: Caller, field: String = "file") async throws -> IncomingFile {
    let found = try await ledger.read { try service.waiting([id.text], caller, field, false, $0) }
    guard let file = found.first else { throw Refusal.invalid(field, Phrase("files.lost")) }
    return file
  }

  /// Keeps what was made or unpacked here, until a row names it or the night comes.
  public func made(_ bytes: [UInt8], name: String) async throws -> IncomingFile {
    let writing = try ledger.files.begin(limit: Int64(max(1, bytes.count)))
    try await writing.write(bytes)
    let content = try await writing.finish()
    return IncomingFile(
      made: content, name: FileNames.shown(name), type: try await type(of: content))
  }

  /// What a file is by its content; a picture that cannot be read, or is enormous, is one only to be saved.
  func type(of content: FileContent) async throws -> String {
    let type = types.of(try await head(of: content, ContentType.sample))
    if FileTracks.wrappings[type] != nil { return try await tracks(of: content, type).type(of: type) }
    guard Self.pictures.contains(type) else { return type }
    return Pictures.isShowable(try await head(of: content, Pictures.sample)) ? type : ContentType.unknown
  }

  /// Whether what may be a film is one: recordings lie in the same wrappings, and what a file is called says nothing.
  private func tracks(of content: FileContent, _ type: String) async throws -> FileTracks {
    switch FileTracks.wrappings[type] {
    case "webm": return FileTracks(webm: try await head(of: content, 1 << 20))
    case "ogg": return FileTracks(ogg: try await head(of: content, ContentType.sample))
    default: return try await movieTracks(of: content)
    }
  }

  /// The list of its tracks stands at the beginning of a file or at its end.
  private func movieTracks(of content: FileContent) async throws -> FileTracks {
    var at: Int64 = 0
    for _ in 0..<FileTracks.mostBoxes {
      guard at < content.size else { break }
      let head = try await bytes(of: content, at..<min(at + 16, content.size))
      guard let box = MovieBox(head, at: at, end: content.size) else { break }
      if box.kind == "moov" {
        guard Int64(box.content.count) <= FileTracks.mostMovie else { break }
        return FileTracks(movie: try await bytes(of: content, box.content))
      }
      at = box.content.upperBound
    }
    return .unknown
  }

  private func bytes(of content: FileContent, _ range: Range<Int64>) async throws -> [UInt8] {
    var found: [UInt8] = []
    guard !range.isEmpty else { return found }
    for try await piece in try await ledger.files.read(content.hash, range: range) { found += piece }
    return found
  }

  private func head(of content: FileContent, _ count: Int) async throws -> [UInt8] {
    try await bytes(of: content, 0..<min(content.size, Int64(count)))
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
    if !uploads.isEmpty { try await ledger.read { try service.mustTake(uploads, caller, field, $0) } }
    for upload in uploads {
      let content = FileContent(hash: upload.hash, size: Int64(upload.size))
      files.append(
        IncomingFile(
          content: content, name: FileNames.shown(upload.name), type: try await type(of: content), arrival: nil))
    }
    let named = request.form.all("upload").filter { !$0.isEmpty }
    guard !named.isEmpty else { return files }
    return files + (try await ledger.read { try service.waiting(named, caller, field, orKept, $0) })
  }

  /// Forgets what arrived and was never put anywhere.
  public func sweep() async throws {
    let before = world.now().plus(seconds: -Self.maxDelay)
    try await ledger.upkeep { try FilesStore(tx: $0).sweep(before: before) }
  }
}
