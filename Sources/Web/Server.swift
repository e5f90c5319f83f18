public import Base
import Crypto
public import Database
import Foundation
import HTML
import HTTPTypes
public import Hummingbird
public import Kit
public import Ledger
public import Logging
import NIOConcurrencyHelpers
import NIOCore
public import Router

/// What the machinery needs to know of the school, as functions: who a credential is, what the bars hold.
public struct Hooks: Sendable {
  /// Who stands behind a session cookie or a bearer token; `nil` when nobody does.
  ///
  /// `school` is the one asked for.
  public var identify:
    @Sendable (_ credential: Identity.Credential, _ secret: String, _ school: ID<Tenant>?) async throws -> Identity?
  public var places: @Sendable (Identity) -> [Kit.Place]
  /// The path that somebody without the right role or school is led to instead, as the wizard; `nil` to refuse.
  public var redirection: @Sendable (Identity, Route) -> String?
  /// What stays true on every page of theirs, as the bell; it also ends the page when the membership ends.
  public var topics: @Sendable (Identity) -> [String]
  /// Which buckets a line of the live stream may listen to.
  public var sight: Live.Sighted
  /// What came to buckets, for the devices of those who are in them.
  public var rows: Live.RowsReader
  /// How much the one who asks may send in files.
  public var room: @Sendable (Request) async throws -> FileRoom
  /// Somebody who fills in a form chooses another language; the browser remembers it by itself.
  public var speak: @Sendable (Request, Language) async throws -> Void
  public init(
    identify: @escaping @Sendable (Identity.Credential, String, ID<Tenant>?) async throws -> Identity?,
    places: @escaping @Sendable (Identity) -> [Kit.Place],
    redirection: @escaping @Sendable (Identity, Route) -> String?,
    topics: @escaping @Sendable (Identity) -> [String] = { _ in [] },
    sight: @escaping Live.Sighted = { _, _, _ in Sight() },
    rows: @escaping Live.RowsReader = { _, _, _, _ in nil },
    room: @escaping @Sendable (Request) async throws -> FileRoom = { _ in FileRoom(file: .max) },
    speak: @escaping @Sendable (Request, Language) async throws -> Void = { _, _ in }
  ) {
    (self.identify, self.places, self.redirection, self.topics, self.room) = (
      identify, places, redirection, topics, room
    )
    (self.sight, self.rows, self.speak) = (sight, rows, speak)
  }
}

/// How the server is reached.
public struct WebSettings: Sendable {
  /// `https://school.example`, without a slash at the end; `nil` means plain HTTP on this machine only.
  public var origin: String?
  /// Names under which requests are taken; always those of this machine, and the origin's.
  public var hosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
  public var language: Language = .en
  public var look = Appearance()
  /// Addresses whose `X-Forwarded-For` is believed.
  public var trustedProxies: Set<String> = []
  /// Addresses that read `/metrics`; when there are none, this machine's own.
  public var metricsFrom: Set<String> = []
  public var uploadLimit = 100 << 20
  /// Live lines of one account.
  public var liveLines = Limits.liveLines.most
  public init() {}

  public var isSecure: Bool { origin?.hasPrefix("https://") ?? false }
  /// `__Host-` binds a cookie to this host, path and TLS; plain HTTP on localhost cannot have it and says so by name.
  public var cookieName: String { isSecure ? "__Host-homeroom" : "homeroom-local" }
}

/// Takes every request: reads and checks it, finds who asks, asks the route, and answers in the form that is wanted.
public struct WebServer: HTTPResponder {
  public typealias Context = WebContext
  public let table: RouteTable
  let hooks: Hooks
  let settings: WebSettings
  let catalogue: Catalogue
  let assets: Assets
  let ledger: Ledger
  public let live: Live
  public let metrics: Metrics
  let logger: Logger
  let world: World
  /// A clock that nobody sets, for how long things take.
  let uptime: @Sendable () -> Duration
  let standing: HTTPFields
  let liveHeaders: HTTPFields
  private let untrustedProxies = UntrustedProxies()
  private let rateLimits = RateLimiter()

  public init(
    routes: [Route], views: [LiveView], hooks: Hooks, settings: WebSettings, catalogue: Catalogue, assets: Assets,
    ledger: Ledger,
    metrics: Metrics, logger: Logger, uptime: @escaping @Sendable () -> Duration = WebServer.running
  ) {
    self.uptime = uptime
    table = RouteTable(routes)
    (self.hooks, self.settings, self.catalogue, self.assets) = (hooks, settings, catalogue, assets)
    (self.ledger, self.metrics, self.logger) = (ledger, metrics, logger)
    let world = ledger.world
    self.world = world
    standing = WebServer.standingHeaders(settings)
    liveHeaders = WebServer.liveHeaders(standing)
    let base = assets.base
    live = Live(
      views, sighted: hooks.sight, rows: hooks.rows, lines: settings.liveLines, metrics: metrics, logger: logger
    ) {
      words, zone, own in
      Scene(words: words, zone: zone, ownZone: own, now: world.now(), assets: base)
    }
  }

  private static let began = ContinuousClock.now
  @Sendable public static func running() -> Duration { began.duration(to: .now) }

  @Sendable public func respond(to incoming: Hummingbird.Request, context: Context) async throws -> Hummingbird.Response
  {
    let start = ContinuousClock.now
    let isHead = incoming.method == .head
    let (outgoing, route) = await answered(incoming, context)
    let elapsed = ContinuousClock.now - start
    let micros = elapsed.components.seconds * 1_000_000 + elapsed.components.attoseconds / 1_000_000_000_000
    metrics.request(
      route: route, method: Metrics.name(incoming.method), status: Int(outgoing.status.code),
      microseconds: micros)
    if outgoing.status.code >= 500 || logger.logLevel <= .info {
      logger.log(
        level: outgoing.status.code >= 500 ? .error : .info, "request",
        metadata: ["route": "\(route)", "status": "\(outgoing.status.code)", "us": "\(micros)"])
    }
    return isHead ? Hummingbird.Response(status: outgoing.status, headers: outgoing.headers) : outgoing
  }

  /// A live line is opened by a task of its own: what the opening needed of stack would otherwise stay with the
  /// connection's task, some ten kilobytes for each line that is held.
  private func answered(_ incoming: Hummingbird.Request, _ context: Context) async -> (Hummingbird.Response, String) {
    guard incoming.uri.path == WebServer.livePath else { return await answer(incoming, context) }
    return await Task { await answer(incoming, context) }.value
  }

  /// The response, and the template of the route for the figures.
  private func answer(_ incoming: Hummingbird.Request, _ context: Context) async -> (Hummingbird.Response, String) {
    if let file = asset(incoming) { return (file, "/assets") }
    let reading = RequestReading(incoming: incoming, source: context.remote, server: self)
    let limit = ReadLimit(.milliseconds(Limits.readTime.most), isGone: context.isGone)
    var (outgoing, route) = await ReadLimit.$current.withValue(limit) { await answer(incoming, context, reading) }
    if reading.isCutShort(isStream: context.isStream) {
      // In HTTP/2 a request is a stream of its own, which ends without its connection: such a header is none there.
      if !context.isStream { outgoing.headers[.connection] = "close" }
      // Time for the answer to be read while the rest is still being sent, and for no more of it than that.
      let channel = context.channel
      let end = channel.eventLoop.scheduleTask(in: .seconds(Int64(Limits.unreadBody.most))) {
        channel.close(promise: nil)
      }
      // Who has gone is not kept until then: a thousand refusals a second would be five thousand dead connections.
      channel.closeFuture.whenComplete { _ in end.cancel() }
    }
    return (outgoing, route)
  }

  private func answer(
    _ incoming: Hummingbird.Request, _ context: Context, _ reading: RequestReading
  ) async -> (Hummingbird.Response, String) {
    let wants = reading.wants
    var scene = Scene(
      words: Words(reading.language ?? settings.language, catalogue: catalogue), zone: .utc, now: world.now(),
      look: settings.look,
      assets: assets.base, newIdempotencyKey: { [world] in world.id() }, path: reading.path)
    do {
      try reading.checkHead()
      let (route, names) = try reading.route()
      do {
        let identity = route.asksNobody ? nil : try await reading.identity()
        scene = self.scene(for: identity, reading)
        let answered = try await run(route, names, reading, identity, scene)
        return (try await render(answered.0, answered.1, incoming, context), route.path)
      } catch let redirection as Redirection {
        return (redirect(redirection.path), route.path)
      } catch {
        return (refuse(error, wants, scene, back: reading.back(or: scene.path)), route.path)
      }
    } catch {
      // An address that leads nowhere says so in the reader's own frame; a cookie that is no good changes nothing.
      if wants == .page, error is Refusal, let identity = try? await reading.identity() {
        scene = self.scene(for: identity, reading)
      }
      return (refuse(error, wants, scene), "none")
    }
  }

  private func run(
    _ route: Route, _ names: [String: String], _ reading: RequestReading, _ identity: Identity?, _ scene: Scene
  ) async throws -> (Response, Request) {
    try admit(identity, to: route, reading)
    if let limits = identity?.limits, !limits.allow(route) { throw Refusal.notAllowed(Phrase("refusal.token-limits")) }
    var request = Request(
      route: route, path: reading.path, names: names, query: try reading.query(), form: Form(), uploads: [],
      wants: reading.wants, identity: identity, idempotencyKey: world.id(), ifMatch: reading.incoming.headers[.ifMatch],
      scene: scene,
      source: reading.source, userAgent: String((reading.incoming.headers[.userAgent] ?? "").prefix(200)))
    request.isForwarded = reading.isForwarded
    request.deviceProof = reading.deviceProof
    if request.isForwarded, untrustedProxies.isFirst() {
      logger.warning(
        "proxy", metadata: ["from": "\(reading.remote)", "why": "it forwards, and trusted-proxies does not name it"])
    }
    do { try await take(&request, reading) } catch let half as HalfRead {
      request.form = half.form
      return try await again(half.refusal, request, at: reading.target)
    }
    if let response = try await spoken(&request, at: reading.target) { return (response, request) }
    do { return (try await handle(request), request) } catch let refusal as Refusal {
      return try await again(refusal, request, at: reading.target)
    }
  }

  /// A refused form comes back with what was typed and what was wrong, where it was wrong.
  private func again(_ refusal: Refusal, _ refused: Request, at target: String) async throws -> (Response, Request) {
    guard refused.wants == .page, let form = refused.route.form, let problems = refusal.problems else { throw refusal }
    var request = refused
    request.draft = Draft(request.form, problems: problems)
    request.scene.refused = Scene.Refused(action: target, fields: request.form.withoutSecrets)
    var again = try await form.response(to: request, ledger)
    again.status = refusal.status
    if let seconds = refusal.waits { again.headers.append(("Retry-After", String(seconds))) }
    return (again, request)
  }

  /// Reads what was sent with it.
  private func take(_ request: inout Request, _ reading: RequestReading) async throws {
    let bare = request
    let body = try await reading.body(request.route, request.identity) {
      try await bare.route.files?.check(bare, ledger)
      if bare.route.files?.isPromised == true { return FileRoom(file: .max) }
      let room = try await hooks.room(bare)
      return FileRoom(file: min(room.file, settings.uploadLimit), left: room.left, full: room.full)
    }
    (request.form, request.uploads, request.idempotencyKey, request.arrived) = (
      body.form, body.uploads, body.idempotencyKey, body.arrived.map { Arrived($0) }
    )
    if body.isNamed { request.digest = body.digest(reading.path) }
  }

  /// What came with it and was not needed is given back at once, whatever the answer is.
  private func handle(_ request: Request) async throws -> Response {
    let answered: Result<Response, any Error>
    do {
      try keepRateLimits(request)
      answered = .success(try await request.route.work.response(to: request, ledger))
    } catch { answered = .failure(error) }
    await ledger.takeBack(request.arrived.compactMap { ($0 as? Arrived)?.writing })
    return try answered.get()
  }

  /// A form that came back asks for its page in another language: nothing is carried out, and nothing typed is lost.
  private func spoken(_ request: inout Request, at target: String) async throws -> Response? {
    guard request.route.method == .post, request.wants == .page, let form = request.route.form,
      let language = request.form["speak"].flatMap(Language.init(rawValue:))
    else { return nil }
    await ledger.takeBack(request.arrived.compactMap { ($0 as? Arrived)?.writing })
    _ = request.form.remove("speak")
    request.draft = Draft(request.form)
    request.scene.words = request.scene.words.speaking(language)
    request.scene.refused = Scene.Refused(action: target, fields: request.form.withoutSecrets)
    try await hooks.speak(request, language)
    var response = try await form.response(to: request, ledger)
    response.cookies.append(("-language", language.rawValue, 400 * 86_400))
    return response
  }

  func keepRateLimits(_ request: Request) throws {
    guard let account = request.identity?.account else { return }
    let isSearch = request.route.method == .get && !(request.query["q"] ?? "").isEmpty
    for rateLimit in request.route.rateLimits + (isSearch ? [.search] : []) {
      try rateLimits.admit(rateLimit, account, path: request.path, at: world.now())
    }
  }

  /// Whether this identity may use the route at all.
  ///
  /// What may not be seen answers like what does not exist.
  private func admit(_ identity: Identity?, to route: Route, _ reading: RequestReading) throws {
    if route.access.admits(identity) { return }
    // A page's line cannot be led anywhere, and would ask again for ever: it is told that this is over.
    if route.path == WebServer.livePath, reading.isLine { throw LineOver() }
    guard let identity else {
      if reading.wants == .page, route.method == .get { throw Redirection("/sign-in?next=" + reading.encodedPath) }
      throw Unauthorized()
    }
    if reading.wants == .page, route.method == .get, let redirection = hooks.redirection(identity, route) {
      throw Redirection(redirection)
    }
    throw Refusal.notFound
  }

  private func scene(for identity: Identity?, _ reading: RequestReading) -> Scene {
    let school = identity?.school
    let language =
      identity?.language ?? reading.chosenLanguage ?? school?.language ?? reading.language ?? settings.language
    var scene = Scene(
      for: identity, words: Words(language, variant: school?.kind ?? "", catalogue: catalogue), zones: .system,
      now: world.now(), look: settings.look, assets: assets.base, newIdempotencyKey: { [world] in world.id() },
      topics: identity.map(hooks.topics) ?? [], places: identity.map(hooks.places) ?? [], path: reading.path)
    (scene.back, scene.toast) = (reading.here, reading.toast)
    return scene
  }

  private func asset(_ incoming: Hummingbird.Request) -> Hummingbird.Response? {
    guard incoming.method == .get || incoming.method == .head, incoming.uri.path.hasPrefix("/assets/"),
      let (file, isNamed) = assets.file(incoming.uri.path)
    else { return nil }
    var headers: HTTPFields = [
      .contentType: file.type, .cacheControl: isNamed ? "public, max-age=31536000, immutable" : "no-store",
      .xContentTypeOptions: "nosniff",
    ]
    headers[.vary] = "Accept-Encoding"
    if let brotli = file.brotli, incoming.headers[.acceptEncoding]?.names("br") == true {
      headers[.contentEncoding] = "br"
      return Hummingbird.Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: brotli)))
    }
    guard Gzip.isAccepted(incoming.headers[.acceptEncoding]), let packed = file.packed() else {
      return file.bytes().map { .init(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: $0))) }
    }
    headers[.contentEncoding] = "gzip"
    return Hummingbird.Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: packed)))
  }
}

/// A file that came, in the store of files.
private final class Arrived: ArrivedFile, @unchecked Sendable {
  let writing: Files.Writing
  init(_ writing: Files.Writing) { self.writing = writing }
}

/// The connection a request came on.
public struct WebContext: RequestContext {
  public var coreContext: CoreRequestContextStorage
  let remote: String
  /// For ending a connection whose reader takes nothing; in HTTP/2 the one stream of it.
  let channel: any Channel
  /// Whether the channel is one of many on a connection.
  var isStream: Bool { channel.parent?.parent != nil }
  /// Whether whoever asked has left.
  let isGone: @Sendable () -> Bool
  public init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    let channel = source.channel
    let wasThere = channel.isActive
    self.channel = channel
    isGone = { wasThere && (!channel.isActive || Departures.contains(channel)) }
    remote = source.channel.remoteAddress?.ipAddress ?? "local"
  }
}

/// Nobody is signed in where somebody must be.
struct Unauthorized: Error {}

/// A page listens for somebody who may do so no more.
struct LineOver: Error {}

/// Whether somebody we do not trust has forwarded a request before: one warning is enough.
private final class UntrustedProxies: Sendable {
  private let isKnown = NIOLockedValueBox(false)
  func isFirst() -> Bool {
    isKnown.withLockedValue { known in
      defer { known = true }
      return !known
    }
  }
}

/// Somebody else's page first: sign-in, or the wizard.
struct Redirection: Error {
  let path: String
  init(_ path: String) { self.path = path }
}
