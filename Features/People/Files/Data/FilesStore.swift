public import Base
public import Database
public import School

/// All SQL about files on their way, and the keeping of those that came.
public struct FilesStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  package func arrival(_ id: ID<Arrival>, in school: ID<Tenant>) throws(Refusal) -> Arrival? {
    try tx.find(FilesTables.arrival, id, in: school)
  }

  /// A whole file that waits for being put somewhere; `nil` when it is not whole or somebody else's.
  func whole(_ id: ID<Arrival>, of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> IncomingFile? {
    guard let found = try arrival(id, in: school), found.account == account, let hash = found.hash else { return nil }
    return IncomingFile(
      content: FileContent(hash: hash, size: found.size), name: found.name,
      type: found.type ?? IncomingFile.unknownType, arrival: id)
  }

  /// One that was whole, and that the account has kept under its `ownID` since; `nil` when there is none.
  func kept(_ id: ID<Arrival>, of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> IncomingFile? {
    guard let file = try tx.file(id.cast(), school: school), file.account == account else { return nil }
    return IncomingFile(content: file.content, name: file.name, type: file.type, arrival: id)
  }

  package func pieces(of id: ID<Arrival>, in school: ID<Tenant>) throws(Refusal) -> [[UInt8]] {
    try tx.rows(
      "SELECT hash FROM arrival_piece WHERE school = $1 AND arrival = $2 ORDER BY place", [.id(school), .id(id)]
    ) { $0.bytes(0) }
  }

  /// What the school lets its people send.
  public func limits(in school: ID<Tenant>) throws(Refusal) -> FileLimits {
    FileLimits(try SchoolsStore(tx: tx).school(school)?.work ?? SchoolWork())
  }

  /// How many bytes an account has in the school: kept, and on their way.
  public func used(by account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Int64 {
    let values: [Value] = [.id(school), .id(account)]
    let kept = try tx.first(
      "SELECT coalesce(sum(size), 0) FROM file WHERE school = $1 AND account = $2", values
    ) { $0.integer(0) }
    let coming = try tx.first(
      "SELECT coalesce(sum(size), 0) FROM arrival WHERE school = $1 AND account = $2", values
    ) { $0.integer(0) }
    return (kept ?? 0) + (coming ?? 0)
  }
}

extension FilesStore where DB == WriteTransaction {
  func save(_ permit: Permit<BeginUpload>, as id: ID<Arrival>) throws(Refusal) {
    let arrival = Arrival(
      id: id, account: permit.caller.account, name: permit.command.file, size: permit.command.size, received: 0,
      hash: nil, type: nil, createdAt: permit.at)
    try tx.put(FilesTables.arrival, arrival)
  }

  package func save(_ permit: Permit<AddPiece>, _ content: FileContent) throws(Refusal) {
    let piece = permit.command
    try tx.put(
      FilesTables.piece, [.id(tx.school), .id(piece.arrival), .integer(piece.place), .bytes(content.hash)])
    // Never back: the same piece may have come to another server at the same time, and more after it.
    try tx.execute(
      "UPDATE arrival SET received = $3 WHERE school = $1 AND id = $2 AND received < $3",
      [.id(tx.school), .id(piece.arrival), .integer(piece.place + piece.size)])
  }

  /// All pieces have become one content.
  package func complete(_ id: ID<Arrival>, _ content: FileContent, type: String) throws(Refusal) {
    try tx.execute(
      "UPDATE arrival SET hash = $3, type = $4 WHERE school = $1 AND id = $2",
      [.id(tx.school), .id(id), .bytes(content.hash), .text(type)])
    try tx.execute("DELETE FROM arrival_piece WHERE school = $1 AND arrival = $2", [.id(tx.school), .id(id)])
  }

  /// Gives a file that has arrived its place in the books; whoever sees one of the buckets may have it.
  ///
  /// - Parameter id: made before the command, so that its sending twice makes one.
  public func keep(
    _ file: IncomingFile, as id: ID<KeptFile>, by account: ID<Account>, in buckets: [Bucket] = []
  ) throws(Refusal) -> KeptFile {
    try tx.keep(id, file.content, name: file.name, type: file.type, by: account, in: buckets)
    if let arrival = file.arrival { try forget(arrival) }
    if let waiting = file.waiting { try endWaiting(waiting, of: account) }
    return KeptFile(
      id: id, content: file.content, type: file.type, name: file.name, account: account, createdAt: tx.now)
  }

  /// A picture that cannot be opened here is a file like any other, to be kept and not to be shown.
  public func showAsFile(_ id: ID<KeptFile>) throws(Refusal) {
    try tx.execute(
      "UPDATE file SET type = $3 WHERE school = $1 AND id = $2",
      [.id(tx.school), .id(id), .text(IncomingFile.unknownType)])
  }

  /// A file that came with a form waits, to be named by a later one.
  package func hold(_ file: IncomingFile, as id: ID<Arrival>, for account: ID<Account>) throws(Refusal) {
    let size = file.content.size
    try tx.put(
      FilesTables.arrival,
      Arrival(
        id: id, account: account, name: file.name, size: size, received: size, hash: file.content.hash,
        type: file.type, createdAt: tx.now))
  }

  /// A file that waited waits no more: what was wanted of it has been taken.
  public func release<C: Command>(_ permit: Permit<C>, _ file: IncomingFile) throws(Refusal) {
    if let arrival = file.arrival { try forget(arrival) }
  }

  func forget(_ id: ID<Arrival>) throws(Refusal) {
    try tx.execute("DELETE FROM arrival_piece WHERE school = $1 AND arrival = $2", [.id(tx.school), .id(id)])
    if let arrival = try arrival(id, in: tx.school) { try tx.remove(FilesTables.arrival, arrival) }
  }

  /// Forgets what arrived before a moment and was never put anywhere, in all schools, and what waits no more.
  package func sweep(before: Instant) throws(Refusal) {
    let old = """
      SELECT id FROM arrival WHERE "createdAt" < $1
      """
    try tx.execute("DELETE FROM arrival_piece WHERE arrival IN (\(old))", [.instant(before)])
    try tx.execute("DELETE FROM arrival WHERE \"createdAt\" < $1", [.instant(before)])
    try sweepWaiting()
  }
}
