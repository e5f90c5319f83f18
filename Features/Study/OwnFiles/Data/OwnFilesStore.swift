package import Base
public import Database
import People
package import School

/// All SQL about what people keep for themselves.
public struct OwnFilesStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// - Parameter deleted: also one that was deleted and may come back.
  func file(_ id: ID<OwnFile>, deleted: Bool = false, in school: ID<Tenant>) throws(Refusal) -> OwnFile? {
    let found = try tx.find(OwnFilesTables.file, id, in: school)
    return deleted || found?.deletedAt == nil ? found : nil
  }

  /// Somebody's own, the newest first.
  ///
  /// - Parameter page: from 1.
  func files(
    of account: ID<Account>, _ kind: OwnFile.Kind?, page: Int, in school: ID<Tenant>
  ) throws(Refusal) -> [OwnFile] {
    let skipped = (max(1, page) - 1) * OwnFile.listed
    let (filter, values) = Self.filter(account, kind)
    return try tx.all(
      OwnFilesTables.file, in: school,
      "\(filter) ORDER BY \"createdAt\" DESC, id DESC LIMIT \(OwnFile.listed) OFFSET \(skipped)", values)
  }

  func count(of account: ID<Account>, _ kind: OwnFile.Kind? = nil, in school: ID<Tenant>) throws(Refusal) -> Int {
    let (filter, values) = Self.filter(account, kind)
    return try tx.count("SELECT count(*) FROM own_file WHERE school = $1 \(filter)", [.id(school)] + values)
  }

  private static func filter(_ account: ID<Account>, _ kind: OwnFile.Kind?) -> (String, [Value]) {
    let base = "AND account = $2 AND \"deletedAt\" IS NULL"
    guard let kind else { return (base, [.id(account)]) }
    return (base + " AND kind = $3", [.id(account), .text(kind.rawValue)])
  }

  /// In all schools, those that were deleted before a moment.
  package func deleted(before: Instant) throws(Refusal) -> [(school: ID<Tenant>, file: ID<OwnFile>)] {
    try tx.rows(
      "SELECT school, id FROM own_file WHERE \"deletedAt\" < $1 ORDER BY \"deletedAt\" LIMIT 1000", [.instant(before)]
    ) { (school: $0.id(0), file: $0.id(1)) }
  }
}

extension OwnFilesStore where DB == WriteTransaction {
  /// What came becomes the caller's own.
  ///
  /// - Parameters:
  ///   - small: the small copy of a picture.
  ///   - strokes: what a drawing was drawn with.
  func save(
    _ permit: Permit<KeepOwnFiles>, _ file: IncomingFile, small: FileContent?, strokes: FileContent?
  ) throws(Refusal) {
    let (id, account) = (tx.newID(OwnFile.self), permit.caller.account)
    let kept = try FilesStore(tx: tx).keep(file, as: id.cast(), by: account)
    if let small {
      // Nobody's, so that it counts in nobody's space.
      try tx.keep(id.smallCopy, small, name: kept.name, type: "image/jpeg", by: nil)
    }
    if let strokes {
      // Its maker chose what is in it: so it takes of their space.
      try tx.keep(id.strokes, strokes, name: kept.name + ".json", type: "application/json", by: account)
    }
    try tx.put(
      OwnFilesTables.file,
      OwnFile(
        id: id, account: account, name: kept.name, kind: OwnFile.Kind(type: kept.type, said: permit.command.kind),
        type: kept.type, size: kept.content.size, hasSmallCopy: small != nil, hasStrokes: strokes != nil,
        createdAt: permit.at))
  }

  func save(_ permit: Permit<RenameOwnFile>, _ known: OwnFile) throws(Refusal) {
    var changed = known
    changed.name = permit.command.shown(of: known)
    try tx.put(OwnFilesTables.file, changed)
  }

  func save(_ permit: Permit<RemoveOwnFile>, _ known: OwnFile) throws(Refusal) {
    var changed = known
    // Who deletes twice has no longer for it.
    changed.deletedAt = permit.command.isRemoved ? known.deletedAt ?? permit.at : nil
    try tx.put(OwnFilesTables.file, changed)
  }

  /// For good, with what it holds; one that came back meanwhile stays.
  package func forget(_ id: ID<OwnFile>, before: Instant) throws(Refusal) {
    guard let file = try file(id, deleted: true, in: tx.school), let deleted = file.deletedAt, deleted < before else {
      return
    }
    try tx.remove(OwnFilesTables.file, file)
    try tx.forgetFile(id.cast())
    if file.hasSmallCopy { try tx.forgetFile(id.smallCopy) }
    if file.hasStrokes { try tx.forgetFile(id.strokes) }
  }
}

extension ID where Thing == OwnFile {
  /// The small copy of a picture has an id that follows from the picture's.
  var smallCopy: ID<KeptFile> { ID<KeptFile>(high: high ^ 0x0F1E, low: low) }
  /// And so have the strokes of a drawing.
  var strokes: ID<KeptFile> { ID<KeptFile>(high: high ^ 0x0D2A, low: low) }
}
