public import Base
public import Database
import Ledger
public import Router
public import School
import Web

/// Pictures that wait: for something that is not there yet, or to be taken back.
extension FilesService {
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
      try FilesStore(tx: tx).wait(picture, as: id, for: account, seconds: WaitingPicture.patience)
    }
    return id
  }

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
  func takenBack(
    _ id: String, _ request: Request, _ field: String, _ tx: Transaction
  ) throws(Refusal) -> IncomingFile {
    let caller = try request.caller()
    guard let id = ID<Photo>(id),
      let file = try FilesStore(tx: tx).waiting(id, of: caller.account, in: caller.school)
    else { throw .invalid(field, Phrase("files.gone")) }
    return IncomingFile(file, waiting: id)
  }
}

extension IncomingFile {
  init(_ file: KeptFile, waiting: ID<Photo>? = nil) {
    self.init(content: file.content, name: file.name, type: file.type, arrival: nil, waiting: waiting)
  }
}

extension FilesStore {
  /// A picture that waits for the account; `nil` when it is somebody else's, or its time is over.
  func waiting(_ picture: ID<Photo>, of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> KeptFile? {
    let isThere = try tx.exists(
      "SELECT 1 FROM waiting_picture WHERE school = $1 AND file = $2 AND account = $3 AND until > $4",
      [.id(school), .id(picture), .id(account), .instant(tx.now)])
    return isThere ? try tx.file(picture.cast(), school: school) : nil
  }
}

extension FilesStore where Books == WriteTransaction {
  /// Keeps a picture out of everybody's sight, for one account and a while.
  public func wait(_ picture: IncomingFile, as id: ID<Photo>, for account: ID<Account>, seconds: Int64) throws(Refusal)
  {
    try tx.keep(id.cast(), picture.content, name: picture.name, type: picture.type, by: account)
    try tx.put(
      FilesTables.waiting, [.id(tx.school), .id(id), .id(account), .instant(tx.now.plus(seconds: seconds))])
    try makeRoom(account)
  }

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
