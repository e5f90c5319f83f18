public import Base
import Database
public import HTML
public import Kit
import Ledger
public import Router
import Web

/// How the people of a small school ask: as the server would after its own checks.
extension FeatureSchool {
  public func scene(_ language: Language = .en) -> Scene {
    Scene(
      words: TestWords.of(language), zone: Self.zone, now: ledger.world.now(), csrf: "proof",
      newIdempotencyKey: { [world = ledger.world] in world.id() })
  }

  /// What a route's handler would get; nobody in particular asks when `person` is `nil`.
  public func request(
    _ method: Router.Method, _ path: String, _ form: Form = Form(), as person: Person?, query: Form = Form(),
    uploads: [Router.Upload] = [], wants: Request.Wants = .page, idempotencyKey: ID<IdempotencyKey>? = nil,
    ifMatch: String? = nil,
    _ language: Language = .en
  ) throws -> Request {
    try request(
      method, path, form, by: person.map { identity(caller($0), $0.name, language) }, query: query, uploads: uploads,
      wants: wants, idempotencyKey: idempotencyKey, ifMatch: ifMatch, language)
  }

  private func request(
    _ method: Router.Method, _ path: String, _ form: Form, by identity: Identity?, query: Form = Form(),
    uploads: [Router.Upload] = [], wants: Request.Wants = .page, idempotencyKey: ID<IdempotencyKey>? = nil,
    ifMatch: String? = nil,
    _ language: Language = .en
  ) throws -> Request {
    guard case .route(let route, let names) = table.find(method, path) else { throw Refusal.notFound }
    if case .member(let roles) = route.access {
      guard let role = identity?.caller?.role, roles.contains(role) else { throw Refusal.notFound }
    }
    return Request(
      route: route, path: path, names: names, query: query, form: form, uploads: uploads, wants: wants,
      identity: identity, idempotencyKey: idempotencyKey ?? ledger.world.id(), ifMatch: ifMatch, scene: scene(language),
      source: "192.0.2.7", userAgent: "test")
  }

  /// What the page says to somebody who belongs to no school any more.
  public func shown(_ path: String, outside person: Person) async throws -> String {
    try await send(.get, path, outside: person).page(scene())?.body.string ?? ""
  }

  /// Asks as somebody who belongs to no school any more.
  public func send(_ method: Router.Method, _ path: String, outside person: Person) async throws -> Response {
    let alone = Identity(
      account: caller(person).account, credential: .session, session: .none, name: person.name, language: .en,
      look: nil, school: nil, schools: [], unread: 0, csrf: "proof")
    let request = try request(method, path, Form(), by: alone)
    return try await request.route.work.response(to: request, ledger)
  }

  private func identity(_ caller: Caller, _ name: String, _ language: Language) -> Identity {
    Identity(
      account: caller.account, credential: .session, session: .none, name: name, language: language, look: nil,
      school: .init(
        id: caller.school, name: "Rimon", role: caller.role, kind: "k12", zone: Self.zone.name, language: .en,
        look: Appearance(), head: 0),
      schools: [], unread: 0, csrf: "proof")
  }

  /// What a page watches while somebody has it open.
  public func topics(_ path: String, as person: Person) async throws -> [String] {
    try await send(.get, path, as: person).page(scene())?.topics ?? []
  }

  /// Sends a form, or asks for a page.
  @discardableResult
  public func send(
    _ method: Router.Method, _ path: String, _ form: Form = Form(), as person: Person, query: Form = Form(),
    uploads: [Router.Upload] = [], wants: Request.Wants = .page, idempotencyKey: ID<IdempotencyKey>? = nil,
    ifMatch: String? = nil,
    _ language: Language = .en
  ) async throws -> Response {
    let request = try request(
      method, path, form, as: person, query: query, uploads: uploads, wants: wants, idempotencyKey: idempotencyKey,
      ifMatch: ifMatch,
      language)
    return try await answered(request)
  }

  /// The same for somebody who has no name: one of a crowd.
  @discardableResult
  public func send(_ method: Router.Method, _ path: String, _ form: Form = Form(), by caller: Caller) async throws
    -> Response
  {
    try await answered(request(method, path, form, by: identity(caller, "", .en)))
  }

  /// What the route answers; what it wrote must lie where rows of its tables lie.
  private func answered(_ request: Request) async throws -> Response {
    guard request.route.method != .get, let school = request.identity?.caller?.school else {
      return try await request.route.work.response(to: request, ledger)
    }
    let before = try await ledger.read { try $0.head(of: school) }
    let answer = try await request.route.work.response(to: request, ledger)
    try await ledger.findMislaid(in: school, after: before)
    return answer
  }

  /// The title, what stands in the head of its space, the actions and the body of a page.
  public func html(
    _ path: String, as person: Person, query: Form = Form(), _ language: Language = .en
  ) async throws -> String {
    let answer = try await send(.get, path, as: person, query: query, language)
    return answer.page(scene(language))?.drawn ?? ""
  }

  /// The body of a page.
  public func shown(
    _ path: String, as person: Person, query: Form = Form(), _ language: Language = .en
  ) async throws -> String {
    try await send(.get, path, as: person, query: query, language).page(scene(language))?.body.string ?? ""
  }

  public func json(_ path: String, as person: Person) async throws -> JSON {
    try await send(.get, path, as: person).json()
  }

  /// A file as a form of a browser would bring it.
  public func upload(_ name: String, _ bytes: [UInt8], field: String = "file") async throws -> Router.Upload {
    let writing = try ledger.files.begin(limit: Int64(max(1, bytes.count)))
    try await writing.write(bytes)
    let content = try await writing.finish()
    return Router.Upload(
      field: field, name: name, type: "application/x-said-by-the-sender", hash: content.hash, size: Int(content.size))
  }

  // MARK: being refused

  /// What it was refused with; `nil` when it was not.
  public func refusal(
    _ method: Router.Method, _ path: String, _ form: Form = Form(), as person: Person, uploads: [Router.Upload] = [],
    ifMatch: String? = nil
  ) async -> Refusal? {
    do {
      try await send(method, path, form, as: person, uploads: uploads, ifMatch: ifMatch)
      return nil
    } catch { return error as? Refusal }
  }

  /// What it was refused with, having seen that nothing was written.
  public func refused(_ body: () async throws -> Void) async throws -> Refusal? {
    let before = try await counts()
    var refusal: Refusal?
    do { try await body() } catch { refusal = error as? Refusal }
    return try await counts() == before ? refusal : nil
  }
}

extension Response {
  public func page(_ scene: Scene) -> Page? { if case .page(let make) = body { make(scene) } else { nil } }
  public var toast: Toast? { if case .redirect(_, let toast) = body { toast } else { nil } }
  public var path: String? { if case .redirect(let path, _) = body { path } else { nil } }
}

extension HTML {
  public func contains(_ text: String) -> Bool { string.contains(text) }
}

/// A sound that is one by its content: silence of eight thousandths of a second, as a WAV file.
public let soundOfSilence: [UInt8] =
  Array("RIFF".utf8) + [100, 0, 0, 0] + Array("WAVEfmt ".utf8)
  + [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0]
  + Array("data".utf8) + [64, 0, 0, 0] + Array(repeating: 128, count: 64)

/// An MP4 file with tracks of these kinds, "vide" or "soun", and nothing in them.
public func movie(of handlers: [String], brand: String = "isom") -> [UInt8] {
  func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    let size = UInt32(content.count + 8)
    return (0..<4).map { UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * $0)) } + Array(kind.utf8) + content
  }
  let tracks = handlers.flatMap { handler in
    box(
      "trak", box("tkhd", [0, 0, 0, 0]) + box("mdia", box("hdlr", Array(repeating: 0, count: 8) + Array(handler.utf8))))
  }
  // What is played may stand before the list of the tracks.
  return box("ftyp", Array("\(brand)\0\0\0\0\(brand)mp42".utf8)) + box("mdat", Array(repeating: 7, count: 40))
    + box("moov", box("mvhd", Array(repeating: 0, count: 20)) + tracks)
}
