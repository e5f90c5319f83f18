public import Base
import Crypto
import Database
import Kit
public import Ledger
import Router
public import School
import Training
import Web

/// The server's key, made when the first signature is sealed.
public struct SignatureKeys: Sendable {
  let ledger: Ledger
  public init(ledger: Ledger) { self.ledger = ledger }

  @Sendable public func sealer() async throws -> SignatureSealer {
    let key = try await privateKey()
    return SignatureSealer(key: Array(key.publicKey.rawRepresentation)) { message throws(Refusal) in
      do { return Array(try key.signature(for: message)) } catch { throw .unavailable }
    }
  }

  /// What this server's seals are compared with; `nil` before the first one.
  static func publicKey(_ tx: Transaction) throws(Refusal) -> [UInt8]? {
    guard let known = try SignatureKeyStore(tx: tx).key() else { return nil }
    do { return Array(try Curve25519.Signing.PrivateKey(rawRepresentation: known).publicKey.rawRepresentation) } catch {
      // What is no key has sealed nothing.
      return nil
    }
  }

  private func privateKey() async throws -> Curve25519.Signing.PrivateKey {
    if let known = try await ledger.read({ try SignatureKeyStore(tx: $0).key() }) {
      return try Curve25519.Signing.PrivateKey(rawRepresentation: known)
    }
    let made = Array(Curve25519.Signing.PrivateKey().rawRepresentation)
    // Of two that make one at once, the first one's stays.
    let kept = try await ledger.upkeep { try SignatureKeyStore(tx: $0).keep(made) }
    return try Curve25519.Signing.PrivateKey(rawRepresentation: kept)
  }
}

extension SignatureSeal {
  /// Whether its key has sealed exactly this hash of this school.
  func isTrue(of hash: [UInt8], in school: ID<Tenant>) -> Bool {
    guard self.hash == hash, let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key) else {
      // What is no key has sealed nothing.
      return false
    }
    return key.isValidSignature(seal, for: Self.message(of: hash, in: school))
  }
}

/// Signatures with their seals, as they are taken out of the school and verified elsewhere.
public struct SealedRecord: Sendable {
  public struct Line: Hashable, Sendable {
    public let number: Int
    /// Who signed, and when; nothing of what was changed.
    public let signer: String?
    public let at: Instant?
    public let key: [UInt8]
    public let verdict: SealVerdict
  }
  let school: ID<Tenant>
  let signatures: [(signature: TrainingSignature, seal: SignatureSeal?)]

  /// The largest file that is read.
  public static let maxBytes = 20_000_000

  var json: JSON {
    .object([
      ("format", .text(SignatureSeal.format)), ("school", .id(school)),
      (
        "signatures",
        .list(
          signatures.map { one, seal in
            .object([
              ("id", .id(one.id)), ("checklist", .id(one.checklist)), ("number", .integer(one.number)),
              ("text", .text(one.text)), ("hash", .text(one.hashText)),
              ("key", .optional(seal.map { hex($0.key) })), ("signature", .optional(seal.map { hex($0.seal) })),
            ])
          })
      ),
    ])
  }

  init(school: ID<Tenant>, signatures: [(signature: TrainingSignature, seal: SignatureSeal?)]) {
    (self.school, self.signatures) = (school, signatures)
  }

  /// Reads what `json` wrote; nothing when it is anything else.
  public init?(_ bytes: [UInt8]) {
    // Whatever is no JSON is no record.
    guard bytes.count <= Self.maxBytes, let json = try? JSON(bytes),
      json.readText("format") == SignatureSeal.format, let school = json.readID("school", Tenant.self)
    else { return nil }
    let rows = json.readList("signatures")
    guard !rows.isEmpty, rows.count <= TrainingSignature.most else { return nil }
    var read: [(signature: TrainingSignature, seal: SignatureSeal?)] = []
    for row in rows {
      guard let id = row.readID("id", TrainingSignature.self), let checklist = row.readID("checklist", Checklist.self),
        let number = row.readInteger("number").flatMap({ Int(exactly: $0) }), let text = row.readText("text"),
        let hash = row.readText("hash").flatMap({ Base.bytes(hex: $0) })
      else { return nil }
      let said = SignedStatement(text: text)
      let signature = TrainingSignature(
        id: id, checklist: checklist, number: number, text: text, hash: hash, by: said?.signer ?? .none,
        signedAt: said?.at ?? Instant(milliseconds: 0))
      var seal: SignatureSeal?
      if let key = row.readText("key").flatMap({ Base.bytes(hex: $0) }),
        let octets = row.readText("signature").flatMap({ Base.bytes(hex: $0) })
      {
        seal = SignatureSeal(id: id, checklist: checklist, hash: hash, key: key, seal: octets)
      }
      read.append((signature, seal))
    }
    self.init(school: school, signatures: read)
  }

  /// Each signature: whether it is what was signed, in its place, and whether the key beside it has sealed that.
  public var lines: [Line] {
    signatures.enumerated().map { place, one in
      let statement = one.signature.statement(after: place > 0 ? signatures[place - 1].signature : nil)
      let verdict: SealVerdict =
        if statement == nil {
          .changed
        } else if let seal = one.seal {
          seal.isTrue(of: one.signature.hash, in: school) ? .good : .wrongSeal
        } else {
          .unsealed
        }
      return Line(
        number: one.signature.number, signer: statement?.signerName, at: statement?.at, key: one.seal?.key ?? [],
        verdict: verdict)
    }
  }

  /// A sentence for each signature, and whether all of them are unchanged and sealed with the key that is expected.
  ///
  /// - Parameter expected: the server's public key in hexadecimal digits; without one the keys are said, and it is for the
  ///   reader to compare them.
  public func said(expecting expected: String?) -> (lines: [String], isGood: Bool) {
    let wanted = expected.map { $0.lowercased().filter { !$0.isWhitespace } }
    var (said, isGood): ([String], Bool) = ([], true)
    for line in lines {
      let key = hex(Array(line.key.prefix(32)))
      let isWanted = wanted.map { $0 == key } ?? true
      let verdict =
        switch line.verdict {
        case .good where isWanted: "sealed with the key \(key) and unchanged"
        case .good, .otherKey: "sealed with another key, \(key)"
        case .unsealed: "not sealed"
        case .changed: "not what was signed"
        case .wrongSeal: "not what the key \(key) has sealed"
        }
      if line.verdict != .good || !isWanted { isGood = false }
      let who = line.signer.map { "\(Self.plain($0)), \(line.at?.text ?? ""): " } ?? ""
      said.append("\(line.number). \(who)\(verdict).")
    }
    if isGood, wanted == nil {
      said.append(
        "Anybody can make a key: compare it with the one that the server's page of seals shows, or give it as --key.")
    }
    return (said, isGood)
  }

  /// A name from a file is one line on a terminal, and nothing else.
  private static func plain(_ name: String) -> String {
    var plain = ""
    for scalar in name.unicodeScalars.prefix(200) where scalar.properties.generalCategory != .control {
      switch scalar.value {
      case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: continue
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }
}

extension SignaturesServer {
  /// The signatures of a checklist with their seals, looked at by this server.
  func sealed(_ request: Request, _ tx: Transaction) throws(Refusal) -> (page: SealPage, record: SealedRecord) {
    let caller = try request.caller()
    let (checklist, _, _) = try ChecklistsStore(tx: tx).mustSee(request.id("checklist"), caller)
    let store = SignaturesStore(tx: tx)
    let signatures = try store.signatures(of: checklist.id, in: caller.school)
    let seals = try store.seals(of: checklist.id, in: caller.school)
    let record = SealedRecord(
      school: caller.school, signatures: signatures.map { one in (one, seals.first { $0.id == one.id }) })
    // Whoever writes into the books can make a key and seal with it; it is not this server's.
    let own = try SignatureKeys.publicKey(tx)
    let rows = zip(record.lines, record.signatures).map { line, one in
      SealPage.Row(
        number: line.number, signer: line.signer, at: line.at,
        verdict: line.verdict == .good && line.key != own ? .otherKey : line.verdict, hash: one.signature.hash,
        key: one.seal?.key ?? [], seal: one.seal?.seal ?? [])
    }
    return (SealPage(checklist: checklist.id, rows: rows), record)
  }
}

func sealRoutes(_ server: SignaturesServer) -> [Route] {
  [
    .get(
      "/training/checklists/:checklist/seal", .members,
      "The signatures of a checklist with the server's seals: public key, hash and signature, verified.",
      query: [.optional("file", "1 gives them as a file that can be verified elsewhere.")]
    ) { request, tx throws(Refusal) in
      let (page, record) = try server.sealed(request, tx)
      if request.query["file"] == "1" {
        let bytes = record.json.bytes
        return .download("signatures.json", type: "application/json", length: bytes.count) { try await $0(bytes) }
      }
      return .page(json: { page.json(record.json) }) { sealPage(page, $0) }
    }
  ]
}

extension SealPage {
  fileprivate func json(_ record: JSON) -> JSON {
    .object([
      ("record", record),
      (
        "verdicts",
        .list(rows.map { .object([("number", .integer($0.number)), ("verdict", .text($0.verdict.rawValue))]) })
      ),
    ])
  }
}
