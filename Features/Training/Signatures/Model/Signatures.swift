public import Base

/// One item as it was when it was signed: its words, and by whom and when it was done.
public struct SignedItem: Hashable, Sendable {
  public let key: Int
  public let title: String
  /// Nothing of an item that is not done.
  public let done: Done?

  public struct Done: Hashable, Sendable {
    public let by: ID<Account>
    public let name: String
    public let at: Instant
    /// The version of the template under which it was done.
    public let version: Int
    public init(by: ID<Account>, name: String, at: Instant, version: Int) {
      (self.by, self.name, self.at, self.version) = (by, name, at, version)
    }
  }

  public init(key: Int, title: String, done: Done?) { (self.key, self.title, self.done) = (key, title, done) }
}

/// What is shown before it is signed: whose checklist, which version, what was done, and the statement.
///
/// It is made of what is there when the page is asked for, and again when the signature comes; unless both are the same, nothing is signed.
public struct SignableRecord: Hashable, Sendable {
  public let checklist: ID<Checklist>
  public let trainee: ID<Trainee>
  public let traineeName: String
  public let templateName: String
  public let version: Int
  public let templateHash: String
  public let items: [SignedItem]
  /// Whole minutes of dual instruction that were entered for the checklist; nothing where none are kept.
  public let dualMinutes: Int?
  public let statement: String

  public init(
    checklist: ID<Checklist>, trainee: ID<Trainee>, traineeName: String, templateName: String, version: Int,
    templateHash: String, items: [SignedItem], dualMinutes: Int?, statement: String
  ) {
    (self.checklist, self.trainee, self.traineeName) = (checklist, trainee, traineeName)
    (self.templateName, self.version, self.templateHash) = (templateName, version, templateHash)
    (self.items, self.dualMinutes, self.statement) = (items, dualMinutes, statement)
  }

  public var isComplete: Bool { !items.isEmpty && items.allSatisfy { $0.done != nil } }

  /// What was done, without words: the same as long as nobody changes the checklist.
  public func saysSame(_ other: SignableRecord) -> Bool {
    checklist == other.checklist && version == other.version && templateHash == other.templateHash
      && items.map { $0.key } == other.items.map { $0.key }
      && zip(items, other.items).allSatisfy {
        $0.done?.by == $1.done?.by && $0.done?.at == $1.done?.at && $0.done?.version == $1.done?.version
      }
  }

  /// Names what was shown, so that nothing else is signed.
  public var hashText: String { hex(sha256(JSON.object(members).bytes)) }

  fileprivate var members: [(String, JSON)] {
    [
      ("checklist", .id(checklist)), ("dualMinutes", dualMinutes.map { .integer($0) } ?? .null),
      ("items", .list(items.map { $0.json })), ("statement", .text(statement)), ("templateHash", .text(templateHash)),
      ("templateName", .text(templateName)), ("trainee", .id(trainee)), ("traineeName", .text(traineeName)),
      ("version", .integer(version)),
    ]
  }
}

extension SignedItem {
  fileprivate var json: JSON {
    let known: JSON =
      done.map {
        .object([
          ("at", .number(String($0.at.milliseconds))), ("by", .id($0.by)), ("name", .text($0.name)),
          ("version", .integer($0.version)),
        ])
      } ?? .null
    return .object([("done", known), ("key", .integer(key)), ("title", .text(title))])
  }

  fileprivate init?(_ json: JSON) {
    guard let key = json.readInteger("key").flatMap({ Int(exactly: $0) }), let title = json.readText("title"),
      let known = json["done"]
    else { return nil }
    guard case .object = known else {
      self.init(key: key, title: title, done: nil)
      return
    }
    guard let at = known.readInteger("at"), let by = known.readID("by", Account.self),
      let name = known.readText("name"), let version = known.readInteger("version").flatMap({ Int(exactly: $0) })
    else { return nil }
    let done = Done(by: by, name: name, at: Instant(milliseconds: at), version: version)
    self.init(key: key, title: title, done: done)
  }
}

/// Everything that is signed, as text: the record, who signs with which certificate as of then, when, and the signature before it.
public struct SignedStatement: Hashable, Sendable {
  public let record: SignableRecord
  /// From 1; what comes after the first are amendments.
  public let number: Int
  public let signer: ID<Account>
  public let signerName: String
  public let certificate: String
  /// Why it is amended; nothing in the first.
  public let reason: String?
  public let validUntil: Day?
  public let at: Instant
  /// The hash of the signature before it; nothing in the first.
  public let previous: String?

  public init(
    record: SignableRecord, number: Int, signer: ID<Account>, signerName: String, certificate: String, reason: String?,
    validUntil: Day?, at: Instant, previous: String?
  ) {
    (self.record, self.number, self.signer, self.signerName) = (record, number, signer, signerName)
    (self.certificate, self.reason, self.validUntil) = (certificate, reason, validUntil)
    (self.at, self.previous) = (at, previous)
  }

  /// Canonical: members in the order of their names, no space that means nothing, nothing cut.
  public var text: String {
    JSON.object([
      ("at", .number(String(at.milliseconds))), ("certificate", .text(certificate)), ("number", .integer(number)),
      ("previous", .optional(previous)), ("reason", .optional(reason)), ("record", .object(record.members)),
      ("signer", .id(signer)), ("signerName", .text(signerName)), ("validUntil", .optional(validUntil?.text)),
    ]).string
  }

  /// Reads what `text` wrote; nothing when it is anything else.
  public init?(text: String) {
    guard let json = try? JSON(Array(text.utf8)), let record = json["record"].flatMap({ SignableRecord($0) }),
      let at = json.readInteger("at"), let certificate = json.readText("certificate"),
      let number = json.readInteger("number").flatMap({ Int(exactly: $0) }),
      let signer = json.readID("signer", Account.self), let name = json.readText("signerName")
    else { return nil }
    self.init(
      record: record, number: number, signer: signer, signerName: name, certificate: certificate,
      reason: json.readText("reason"), validUntil: json.readText("validUntil").flatMap { Day($0) },
      at: Instant(milliseconds: at), previous: json.readText("previous"))
  }
}

extension SignableRecord {
  fileprivate init?(_ json: JSON) {
    guard let checklist = json.readID("checklist", Checklist.self), let trainee = json.readID("trainee", Trainee.self),
      let traineeName = json.readText("traineeName"), let templateName = json.readText("templateName"),
      let version = json.readInteger("version").flatMap({ Int(exactly: $0) }),
      let hash = json.readText("templateHash"), let statement = json.readText("statement")
    else { return nil }
    let rows = json.readList("items")
    let items = rows.compactMap { SignedItem($0) }
    guard items.count == rows.count else { return nil }
    self.init(
      checklist: checklist, trainee: trainee, traineeName: traineeName, templateName: templateName, version: version,
      templateHash: hash, items: items, dualMinutes: json.readInteger("dualMinutes").flatMap { Int(exactly: $0) },
      statement: statement)
  }
}

/// That an instructor answers for what a trainee did: kept as the text that was signed, and never written again.
public struct TrainingSignature: Hashable, Sendable {
  public let id: ID<TrainingSignature>
  public let checklist: ID<Checklist>
  public let number: Int
  public let text: String
  /// SHA-256 of the text, which holds the hash of the one before it.
  public let hash: [UInt8]
  public let by: ID<Account>
  public let signedAt: Instant

  public init(
    id: ID<TrainingSignature>, checklist: ID<Checklist>, number: Int, text: String, hash: [UInt8], by: ID<Account>,
    signedAt: Instant
  ) {
    (self.id, self.checklist, self.number, self.text) = (id, checklist, number, text)
    (self.hash, self.by, self.signedAt) = (hash, by, signedAt)
  }

  public init(id: ID<TrainingSignature>, _ statement: SignedStatement) {
    let text = statement.text
    self.init(
      id: id, checklist: statement.record.checklist, number: statement.number, text: text,
      hash: sha256(Array(text.utf8)), by: statement.signer, signedAt: statement.at)
  }

  public var hashText: String { hex(hash) }

  /// What was signed; nothing when it is not what was signed, or stands in another place of the chain.
  ///
  /// - Parameter previous: the signature before it.
  public func statement(after previous: TrainingSignature?) -> SignedStatement? {
    guard sha256(Array(text.utf8)) == hash, let said = SignedStatement(text: text), said.text == text,
      said.record.checklist == checklist, said.number == number, said.at == signedAt,
      said.previous == previous?.hashText, number == (previous?.number ?? 0) + 1
    else { return nil }
    return said
  }

  /// Of one checklist.
  public static let most = 50
}

public enum SignaturesPaths {
  public static func signature(_ id: ID<Checklist>) -> String { ChecklistsPaths.checklist(id) + "/signature" }
  public static func seal(_ id: ID<Checklist>) -> String { ChecklistsPaths.checklist(id) + "/seal" }
}
