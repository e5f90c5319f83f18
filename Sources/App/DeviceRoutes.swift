import Base
import Core
import Database
import Ledger
import Router
import School
import Sync
import Synchronization
import Web

/// The way between the books and a device that holds what one person may see of them (spec/sync.md §2).
///
/// What a device did goes to the routes that browsers post to, under its idempotency key, many in one round trip.
func deviceRoutes(assets: Assets, sendsMail: Bool, mayFound: Bool, pushes: DevicePushes) -> [Route] {
  let session: PageHandler = { request, tx throws(Refusal) in
    guard let identity = request.identity, let school = identity.school else { throw .notFound }
    let known = DeviceSession(
      identity, assets: assets.base, zones: Homeroom.zones([school.zone, identity.zone], around: tx.now),
      sendsMail: sendsMail, mayFound: mayFound)
    guard let known else { throw .notFound }
    let answer = JSON.object([
      ("session", known.json), ("files", .list(assets.names.map { .text($0) })),
      ("now", .number(String(tx.now.milliseconds))),
    ])
    return .bytes(answer.bytes, type: "application/json; charset=utf-8")
  }
  return [
    .get(
      "/api/v1/sync/session", .members, "Whose device this is, and what it needs to work without a line.",
      inAPI: false, session),
    .post(
      "/api/v1/sync/pull", .members, "What has changed of all that the person may see since the device last asked.",
      inputs: SyncQuestion.inputs, inAPI: false, pull),
    .post(
      "/api/v1/sync/push", .members, "Carries out what was done on a device, in its order, each under its key.",
      inputs: DevicePushes.inputs, inAPI: false, bodyLimit: Limits.importBody.most
    ) { request in try await pushes.answer(request) },
  ]
}

private let pull: PageHandler = { request, tx throws(Refusal) in
  let (caller, asked) = (try request.caller(), try SyncQuestion(request.form))
  // Somebody else has signed in on the same browser: their rows are not for this device.
  guard asked.account == caller.account else { throw .conflict(Phrase("device.somebody-else")) }
  let answer = try SyncPull(tx, Device.tables, school: caller.school, account: caller.account).answer(
    asked.cursor, schema: asked.schema, limit: SyncQuestion.mostEntries, waiting: asked.waiting,
    wantsAllSums: asked.wantsAllSums)
  return .bytes(answer.bytes, type: "application/octet-stream")
}

/// What the live line brings to devices.
func deviceNews(_ ledger: Ledger) -> Live.RowsReader {
  { school, buckets, after, head in
    let news = try await ledger.read {
      try BucketNews($0, Device.tables, school: school, buckets, after: after, head: head)
    }
    guard let news else { return nil }
    return { buckets, after in news.bytes(for: buckets, after: after) }
  }
}

/// What a device asks with a pull (`Device.pullForm`).
private struct SyncQuestion {
  let account: ID<Account>
  let cursor: SyncCursor?
  let schema: Int64?
  let waiting: [ID<IdempotencyKey>]
  let wantsAllSums: Bool

  /// So many entries and the end of the commit they are in: some 150 kB, and a tenth of a second of the books.
  static let mostEntries = 2000
  private static let longestCursor = 200_000

  static let inputs = [
    Input("account", "Whose device it is; another account than the one that asks is refused."),
    .optional("cursor", "How far it has come, as the last answer said; nothing for the first time."),
    .optional("schema", "Of which tables its rows are."),
    .optional("waiting", "The keys of what waits on it to be sent; repeated, 500 at most."),
    .optional("sums", "“all”: to compare all buckets, and not only those that changed."),
  ]

  init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    account = reader.id("account")
    cursor = reader.optionalText("cursor", max: Self.longestCursor).flatMap { SyncCursor($0) }
    schema = reader.optionalText("schema").flatMap { Int64($0) }
    waiting = reader.values("waiting").prefix(PendingRequest.mostNamed).compactMap { ID<IdempotencyKey>($0) }
    wantsAllSums = reader.optionalText("sums") == "all"
    try reader.finish()
  }
}

/// Where pushes come in: the server carries them out that serves their routes, and is there only after these.
final class DevicePushes: Sendable {
  private let server = Mutex<WebServer?>(nil)

  func connect(_ server: WebServer) { self.server.withLock { $0 = server } }

  static let inputs = [
    Input("account", "Whose device it is; another account than the one that asks is refused."),
    Input("key", "The idempotency key of each request; repeated, 100 at most, and as often `path` and `body`."),
    Input("path", "Where each was posted."), Input("body", "The form of each, URL-encoded."),
  ]

  /// Stops at the first that cannot be answered now: the order is part of what was done.
  func answer(_ request: Request) async throws -> Response {
    guard let server = server.withLock({ $0 }) else { throw Refusal.unavailable }
    let (caller, pushed) = (try request.caller(), try Self.read(request.form))
    guard pushed.account == caller.account else { throw Refusal.conflict(Phrase("device.somebody-else")) }
    var results: [JSON] = []
    for one in pushed.requests {
      let answer = await server.push(one, in: request)
      results.append(answer.json)
      if !answer.isAnswer { break }
    }
    let epoch = try await server.epoch(of: caller.school)
    let said = JSON.object([("epoch", .number(String(epoch))), ("results", .list(results))])
    return .bytes(said.bytes, type: "application/json; charset=utf-8")
  }

  private static func read(_ form: Form) throws(Refusal) -> (account: ID<Account>, requests: [PushedRequest]) {
    var reader = FormReader(form)
    let account = reader.id("account", Account.self)
    let (keys, paths, bodies) = (reader.values("key"), reader.values("path"), reader.values("body"))
    if keys.count > PendingRequest.mostPushed {
      reader.fail("key", Phrase("form.too-many", .count(PendingRequest.mostPushed)))
    }
    for (name, values) in [("path", paths), ("body", bodies)] where values.count != keys.count {
      reader.fail(name, Phrase("json.malformed"))
    }
    try reader.finish()
    var requests: [PushedRequest] = []
    for (place, key) in keys.enumerated() {
      guard let key = ID<IdempotencyKey>(key) else { throw .invalid("key", Phrase("form.id")) }
      requests.append(PushedRequest(key: key, path: paths[place], body: bodies[place]))
    }
    return (account, requests)
  }
}

extension PushedAnswer {
  fileprivate var json: JSON {
    .object([
      ("key", .id(key)), ("status", .integer(status)), ("seq", .number(String(seq))), ("reason", .optional(reason)),
    ])
  }
}
