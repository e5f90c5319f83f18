public import Base
import Database
import Kit
import Ledger
import Logging
public import Router

/// A request that waited on a device, as it was kept there.
public struct PushedRequest: Sendable {
  public let key: ID<IdempotencyKey>
  /// With its query, if it had one.
  public let path: String
  /// The form, URL-encoded, without what proves that it is ours.
  public let body: String
  public init(key: ID<IdempotencyKey>, path: String, body: String) {
    (self.key, self.path, self.body) = (key, path, body)
  }
}

/// What became of it.
public struct PushedAnswer: Sendable {
  public let key: ID<IdempotencyKey>
  /// As its own post would have been answered: 200 when it is in the books, now or since it was first sent.
  public let status: Int
  /// Where the books stood after it; 0 when it changed nothing.
  public var seq: Int64 = 0
  /// Why not, fit to show.
  public var reason: String?

  /// Whether the next one may be carried out: what cannot be answered now is not overtaken.
  public var isAnswer: Bool { status < 500 && status != 429 }
}

extension WebServer {
  /// Carries out what a device did, as if it had posted it: the same routes, rights, limits and receipts.
  ///
  /// - Parameter asked: the request that it came in; whoever sent that did this.
  public func push(_ pushed: PushedRequest, in asked: Request) async -> PushedAnswer {
    do {
      let seq = try await carryOut(pushed, in: asked)
      return PushedAnswer(key: pushed.key, status: 200, seq: seq)
    } catch let refusal as Refusal {
      return PushedAnswer(key: pushed.key, status: refusal.status, reason: asked.scene.words(refusal.firstReason))
    } catch {
      logger.error("push", metadata: ["why": "\(error)"])
      return PushedAnswer(key: pushed.key, status: 503)
    }
  }

  /// In which epoch the books of a school are: what was said in the one before a restored backup is void.
  public func epoch(of school: ID<Tenant>) async throws -> Int64 {
    try await ledger.read { try $0.epoch(of: school) }
  }

  private func carryOut(_ pushed: PushedRequest, in asked: Request) async throws -> Int64 {
    let path = String(pushed.path.prefix { $0 != "?" })
    guard RouteTable.isCanonical(path), !pushed.key.isReserved,
      case .route(let route, let names) = table.find(.post, path), case .command(let work) = route.work,
      route.access.admits(asked.identity), asked.identity?.limits?.allow(route) ?? true
    else { throw Refusal.notFound }
    guard pushed.body.utf8.count <= route.bodyLimit else { throw Refusal.tooLarge(most: route.bodyLimit) }
    var form = try Form(urlEncoded: pushed.body.utf8)
    for name in ["csrf", "command"] { _ = form.remove(name) }
    var request = Request(
      route: route, path: path, names: names,
      query: try Form(urlEncoded: pushed.path.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()), form: form,
      uploads: [], wants: .json, identity: asked.identity, idempotencyKey: pushed.key, ifMatch: nil,
      scene: asked.scene, source: asked.source, userAgent: asked.userAgent)
    request.digest = RequestReading.Body(form: form, idempotencyKey: pushed.key).digest(path)
    try keepRateLimits(request)
    let begun = try work.begin(request)
    return try await ledger.write(begun.envelope) { try begun.carryOut($0).text }.seq
  }
}
