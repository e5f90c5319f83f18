public import Base
public import Database
public import Kit

/// Who stands behind a request: an account, and what it is in the school it is in.
public struct Identity: Sendable {
  public enum Credential: Sendable, Hashable { case session, token }
  public let account: ID<Account>
  public let credential: Credential
  /// The row of the session or the token.
  public let session: ID<Session>
  public let name: String
  public let language: Language?
  public let look: Appearance?
  public let school: Membership?
  public let schools: [Reader.School]
  public let unread: Int
  /// What the forms of this session carry to prove that they are ours.
  public let csrf: String
  public let notice: Notice?
  /// The paths of the places in the bars where something is new.
  public var news: Set<String> = []
  /// When the session is over unless it is used before; a token's never is.
  public var endsAt: Instant?
  /// The zone the person reads moments in; `nil` is the school's.
  public var zone: String?
  /// What the person's browsers seal with what waits on them unsent.
  public var shelf: String?
  /// What the token may do; `nil` for a session.
  public var limits: Limits?

  /// What a token was made for.
  public struct Limits: Hashable, Sendable {
    public let mayWrite: Bool
    /// The one feature whose routes it may use.
    public let feature: String?
    public init(mayWrite: Bool, feature: String?) { (self.mayWrite, self.feature) = (mayWrite, feature) }

    package func allow(_ route: Route) -> Bool {
      (mayWrite || route.method == .get) && (feature == nil || route.feature == feature)
    }
  }

  /// A school and what the account is there.
  public struct Membership: Sendable {
    public let id: ID<Tenant>, name: String, role: Role, kind: String, zone: String, language: Language,
      look: Appearance
    /// How far the school's books had come before this request read anything.
    public let head: Int64
    /// What this one has and not every one.
    public let areas: Set<String>
    public init(
      id: ID<Tenant>, name: String, role: Role, kind: String, zone: String, language: Language, look: Appearance,
      head: Int64, areas: Set<String> = []
    ) {
      (self.id, self.name, self.role, self.kind) = (id, name, role, kind)
      (self.zone, self.language, self.look) = (zone, language, look)
      (self.head, self.areas) = (head, areas)
    }
  }

  public init(
    account: ID<Account>, credential: Credential, session: ID<Session>, name: String, language: Language?,
    look: Appearance?,
    school: Membership?, schools: [Reader.School], unread: Int, csrf: String,
    notice: Notice? = nil
  ) {
    self.notice = notice
    (self.account, self.credential, self.session, self.name) = (account, credential, session, name)
    (self.language, self.look, self.school, self.schools) = (language, look, school, schools)
    (self.unread, self.csrf) = (unread, csrf)
  }

  public var caller: Caller? { school.map { Caller(account: account, school: $0.id, role: $0.role) } }
}

/// The kind of `ID` that names one sign-in of one device.
public enum Session {}

/// A file that came with a form: already in the store of files, named by the hash of its content.
public struct Upload: Sendable {
  public let field: String, name: String, type: String, hash: [UInt8], size: Int
  package init(field: String, name: String, type: String, hash: [UInt8], size: Int) {
    (self.field, self.name, self.type, self.hash, self.size) = (field, name, type, hash, size)
  }
}

/// The bytes of a file that came, until they have found a place; a server has them.
open class ArrivedFile: @unchecked Sendable {
  public init() {}
}

/// A request, read and checked, as a route's handler sees it.
public struct Request: Sendable {
  public enum Wants: Sendable { case page, json, fragments }
  public let route: Route
  public let path: String
  /// What stands for the names in the route's path.
  public let names: [String: String]
  public let query: Form
  public var form: Form
  public package(set) var uploads: [Upload]
  public let wants: Wants
  public let identity: Identity?
  /// The id of this sending, from the form, the `Idempotency-Key` or made new.
  public package(set) var idempotencyKey: ID<IdempotencyKey>
  /// A hash of the path and of what was sent; the same sending with another is refused.
  public package(set) var digest: [UInt8]?
  /// What a conditional request expects the resource's version to be.
  public let ifMatch: String?
  public var scene: Scene
  /// What was typed before, when a form comes back.
  public var draft = Draft()
  /// Where the request came from, as far as it can be trusted; only for throttling.
  public let source: String
  /// What the browser holds that has signed somebody in before; worth nothing by itself.
  public var deviceProof: String?
  /// Whether somebody who is not trusted says to ask for others: `source` is then a proxy's, and everybody's.
  package var isForwarded = false
  public let userAgent: String
  /// The files of it, until they have found a place.
  package var arrived: [ArrivedFile] = []

  package init(
    route: Route, path: String, names: [String: String], query: Form, form: Form, uploads: [Upload], wants: Wants,
    identity: Identity?, idempotencyKey: ID<IdempotencyKey>, ifMatch: String?, scene: Scene, source: String,
    userAgent: String
  ) {
    (self.route, self.path, self.names, self.query) = (route, path, names, query)
    (self.form, self.uploads, self.wants, self.identity) = (form, uploads, wants, identity)
    (self.idempotencyKey, self.ifMatch, self.scene) = (idempotencyKey, ifMatch, scene)
    (self.source, self.userAgent) = (source, userAgent)
  }

  /// Who asks, in which school.
  public func caller() throws(Refusal) -> Caller {
    guard let caller = identity?.caller else { throw .notFound }
    return caller
  }

  public func account() throws(Refusal) -> ID<Account> {
    guard let identity else { throw .notFound }
    return identity.account
  }

  /// The id that stands for a name in the path.
  ///
  /// What cannot be an id names nothing, so the answer is “not found”.
  public func id<Thing>(_ name: String, _ kind: Thing.Type = Thing.self) throws(Refusal) -> ID<Thing> {
    guard let text = names[name], let id = ID<Thing>(text) else { throw .notFound }
    return id
  }

  /// How this command is entered in the books of the caller's school.
  public func envelope<C: Command>(_ command: C.Type) throws(Refusal) -> CommandEnvelope {
    let caller = try caller()
    return CommandEnvelope(idempotencyKey, C.name, school: caller.school, by: caller.account, digest: digest)
  }

  /// How a command about accounts, which belong to no school, is entered in the server's own books.
  public func serverEnvelope<C: Command>(_ command: C.Type) -> CommandEnvelope {
    CommandEnvelope(idempotencyKey, C.name, school: .server, by: identity?.account, digest: digest)
  }

  /// Refuses when the request was made for another version than the one there is (`If-Match`).
  public func expect(version: String) throws(Refusal) {
    if let ifMatch, ifMatch != "*", ifMatch != "\"\(version)\"" { throw .stale }
  }

  /// The same for a resource whose version is its content: what its GET answers now.
  public func expect(_ content: () throws(Refusal) -> JSON) throws(Refusal) {
    if ifMatch != nil { try expect(version: content().tag) }
  }
}

extension JSON {
  /// What stands for a content in `ETag` and `If-Match`.
  package var tag: String { String(hex(sha256(bytes)).prefix(24)) }
}
