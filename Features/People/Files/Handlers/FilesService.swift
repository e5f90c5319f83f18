public import Base
public import Database
public import Router
public import School

/// Rows of files: what is on its way, what waits, and how much may come.
public struct FilesService: Sendable {
  public init() {}

  /// Pieces are at most so long, so that a bad line loses little and no request is large.
  public static let pieceSize = Limits.piece.most

  func handle(_ command: BeginUpload, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store, new) = (try request.caller(), FilesStore(tx: tx), tx.newID(Arrival.self))
    let used = try store.used(by: caller.account, in: caller.school)
    let limits = try store.limits(in: caller.school)
    try store.save(command.permit(for: caller, limits: limits, used: used, now: tx.now), as: new)
    return .made(new)
  }

  package func arrival(_ id: ID<Arrival>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> Arrival {
    guard let found = try FilesStore(tx: tx).arrival(id, in: caller.school), found.account == caller.account else {
      throw .notFound
    }
    return found
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

  package func mustTake(
    _ uploads: [Upload], _ caller: Caller, _ field: String, _ tx: Transaction
  ) throws(Refusal) {
    let store = FilesStore(tx: tx)
    let used = try store.used(by: caller.account, in: caller.school)
    try store.limits(in: caller.school).mustTake(uploads.map { Int64($0.size) }, of: caller, used: used, in: field)
  }

  package func waiting(
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
}

/// Pictures that wait: for something that is not there yet, or to be taken back.
extension FilesService {
  /// One that waits for whoever asks, to be looked at; somebody else's is not there.
  public func waitingPicture(_ id: ID<Photo>, _ request: Request, _ tx: Transaction) throws(Refusal) -> KeptFile {
    guard let file = try FilesStore(tx: tx).waiting(id, of: request.account(), in: .server) else { throw .notFound }
    return file
  }

  /// Those of the pictures that still wait for the account, ready to be kept.
  public func waitingPictures(
    _ ids: [ID<Photo>], of account: ID<Account>, _ tx: Transaction
  ) throws(Refusal) -> [ID<Photo>: IncomingFile] {
    var found: [ID<Photo>: IncomingFile] = [:]
    for id in ids {
      if let file = try FilesStore(tx: tx).waiting(id, of: account, in: .server) { found[id] = IncomingFile(file) }
    }
    return found
  }

  /// One that the caller took out, on its way back.
  package func takenBack(
    _ id: String, _ request: Request, _ field: String, _ tx: Transaction
  ) throws(Refusal) -> IncomingFile {
    let caller = try request.caller()
    guard let id = ID<Photo>(id),
      let file = try FilesStore(tx: tx).waiting(id, of: caller.account, in: caller.school)
    else { throw .invalid(field, Phrase("files.gone")) }
    return IncomingFile(file, waiting: id)
  }
}
