import Base
import Crypto
import Database
import HTTPTypes
import Hummingbird
import Kit
import Ledger
import NIOConcurrencyHelpers
import NIOCore
import Router

/// The body of a request on its way to its route: bounded while it is read, and proven to be ours before a file of it
/// is kept.
extension RequestReading {
  struct Body {
    var form = Form()
    var uploads: [Upload] = []
    var idempotencyKey: ID<IdempotencyKey>
    /// Whether its sender named the sending, and may send it again.
    var isNamed = false
    /// What came with it and is kept by now: whoever does not need it gives it back.
    var arrived: [Files.Writing] = []
  }

  /// - Parameter admit: asked before the first byte of a file is kept, how much may come; throws when none may.
  func body(
    _ route: Route, _ identity: Identity?, admit: @escaping () async throws -> FileRoom
  ) async throws -> Body {
    guard route.method == .post else { return Body(idempotencyKey: server.world.id()) }
    try checkOrigin()
    let type = (incoming.headers[.contentType] ?? "").lowercased()
    var body = Body(idempotencyKey: server.world.id())
    if type.hasPrefix("multipart/form-data") {
      body = try await multipart(route, identity, admit)
    } else {
      body.form = try form(type, try await collect(limit: limit(route, identity)))
    }
    do { try prove(&body, identity) } catch {
      await server.ledger.takeBack(body.arrived)
      throw error
    }
    return body
  }

  /// What somebody sends whom nobody knows is small, whatever the route takes from others.
  private func limit(_ route: Route, _ identity: Identity?) -> Int {
    identity == nil ? min(route.bodyLimit, Limits.strangerBody.most) : route.bodyLimit
  }

  private func form(_ type: String, _ bytes: [UInt8]) throws -> Form {
    if type.hasPrefix("application/json") { return bytes.isEmpty ? Form() : try JSON(bytes).form() }
    if type.hasPrefix("application/x-www-form-urlencoded") || bytes.isEmpty { return try Form(urlEncoded: bytes) }
    throw UnknownType()
  }

  private func prove(_ body: inout Body, _ identity: Identity?) throws {
    try prove(body.form.remove("csrf"), identity)
    let named = body.form.remove("command") ?? header("Idempotency-Key")
    body.idempotencyKey = try named.map { try idempotencyKey($0, identity) } ?? body.idempotencyKey
    body.isNamed = named != nil
  }

  private func prove(_ proof: String?, _ identity: Identity?) throws {
    guard let identity, identity.credential == .session else { return }
    guard Secret.same(proof ?? header("X-CSRF-Token") ?? "", identity.csrf) else {
      throw Refusal.notAllowed(Phrase("refusal.form-expired"))
    }
  }

  /// A UUID is the id itself; any other key, and one that looks like the server's own, becomes one that is the same for
  /// the same person and the same key.
  private func idempotencyKey(_ key: String, _ identity: Identity?) throws -> ID<IdempotencyKey> {
    if let id = ID<IdempotencyKey>(key), !id.isReserved { return id }
    guard (1...Limits.idempotencyKey.most).contains(key.utf8.count) else {
      throw Refusal.invalid("Idempotency-Key", Phrase("form.id"))
    }
    let digest = SHA256.hash(data: (identity?.account.bytes ?? []) + Array(key.utf8))
    return ID(bytes: Array(digest.prefix(16))) ?? server.world.id()
  }

  /// A form posted from another site is refused, signed in or not; programs that send neither header are no browsers.
  private func checkOrigin() throws {
    if let site = header("Sec-Fetch-Site"), site != "same-origin", site != "none" {
      throw Refusal.notAllowed(Phrase("refusal.cross-site"))
    }
    guard let origin = incoming.headers[.origin] else { return }
    guard origin.lowercased() == own.lowercased() else { throw Refusal.notAllowed(Phrase("refusal.cross-site")) }
  }

  private func collect(limit: Int) async throws -> [UInt8] {
    let length = incoming.headers[.contentLength].flatMap { Int($0) }
    if let length, length > limit { throw Refusal.tooLarge(most: limit) }
    var bytes: [UInt8] = []
    // What is said beforehand is not copied while it grows.
    bytes.reserveCapacity(min(max(0, length ?? 0), limit))
    try await eachPiece { piece in
      guard bytes.count + piece.readableBytes <= limit else { throw Refusal.tooLarge(most: limit) }
      bytes.append(contentsOf: piece.readableBytesView)
    }
    return bytes
  }

  /// All that comes, as it comes; what breaks off or drips is over.
  private func eachPiece(_ take: (ByteBuffer) async throws -> Void) async throws {
    var (pieces, rateLimit) = (incoming.body.makeAsyncIterator(), BodyRate())
    let start = server.uptime()
    while true {
      let next: ByteBuffer?
      do { next = try await pieces.next() } catch { throw BrokenBody() }
      guard let next else { break }
      try rateLimit.take(next.readableBytes, after: server.uptime() - start)
      if next.readableBytes > 0 { try await take(next) }
    }
    isRead.withLockedValue { $0 = true }
  }

  private func multipart(
    _ route: Route, _ identity: Identity?, _ admit: @escaping () async throws -> FileRoom
  ) async throws -> Body {
    guard var parser = Multipart(contentType: incoming.headers[.contentType] ?? "") else { throw Multipart.malformed }
    let limit = limit(route, identity)
    var (reader, came) = (PartReader(files: server.ledger.files, taken: route.files), 0)
    do {
      try await eachPiece { piece in
        came += piece.readableBytes
        for event in try parser.feed(Array(piece.readableBytesView)) {
          if reader.mustAsk(event) {
            guard identity != nil else { throw Unauthorized() }
            try prove(reader.proof, identity)
            reader.room = try await admit()
          }
          try await reader.take(event)
        }
        // All but the files themselves: fields, names and boundaries alike.
        guard came - reader.fileBytes <= limit else { throw Refusal.tooLarge(most: limit) }
      }
      guard parser.isDone else { throw Multipart.malformed }
    } catch {
      reader.abandon()
      await server.ledger.takeBack(reader.arrived)
      guard let refusal = error as? Refusal, (try? prove(reader.proof, identity)) != nil else { throw error }
      throw HalfRead(refusal: refusal, form: Form(reader.fields.filter { $0.name != "csrf" && $0.name != "command" }))
    }
    return Body(
      form: Form(reader.fields), uploads: reader.uploads, idempotencyKey: server.world.id(), arrived: reader.arrived)
  }
}

extension RequestReading.Body {
  /// What a device says of its own clock: sent again, the same thing says something else here.
  private static let timely: Set<String> = ["waited", "sentAt", "typedAt", "pressedAt"]

  /// What was sent, and where to: the API's path is that of the page.
  ///
  /// Passwords are kept by their slow hash alone, for what is kept with a receipt is quick to guess at. So the same sending with another
  /// password is taken for a repetition: whoever would tell it that it was done asks the slow hash first
  /// (`AccountsServer.mustRepeat`). A sending that was refused leaves no receipt, and signing in is never a repetition.
  func digest(_ path: String) -> [UInt8] {
    var hash = SHA256()
    func add(_ text: String) {
      withUnsafeBytes(of: UInt64(text.utf8.count).bigEndian) { hash.update(bufferPointer: $0) }
      hash.update(data: Array(text.utf8))
    }
    add(path.hasPrefix("/api/v1/") ? String(path.dropFirst(7)) : path)
    let left = Self.timely.union(Form.secrets)
    let lasting = form.fields.enumerated().filter { !left.contains($0.element.name) }
    // Programs may order the members of JSON as they like; what has one name keeps its order.
    for (_, field) in lasting.sorted(by: { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }) {
      add(field.name)
      add(field.value)
    }
    for upload in uploads {
      add(upload.field)
      add(upload.name)
      hash.update(data: upload.hash)
    }
    return Array(hash.finalize())
  }
}

/// How fast a body comes: as slowly as it likes for a while, and then no slower than a poor line is.
struct BodyRate {
  private var came = 0

  mutating func take(_ bytes: Int, after time: Duration) throws(TooSlow) {
    came += bytes
    let late = time.components.seconds - Int64(Limits.bodyTimeout.most)
    if late > 0, Int64(came) < late.multipliedReportingOverflow(by: Int64(Limits.bodyRate.most)).partialValue {
      throw TooSlow()
    }
  }
}

/// Refused before it was whole: what came of it until then is not lost on whoever typed it.
struct HalfRead: Error {
  let refusal: Refusal, form: Form
}

/// The sender went away, or sent what is no HTTP.
struct BrokenBody: Error {}
/// The sender drips.
struct TooSlow: Error {}
