public import Base
public import Database
import Kit

/// Every command by its name, as the routes register them: the way to carry one out without a request of the web.
///
/// It asks what the route asks before its handler: whether somebody of this role may come in at all.
///
/// Built once, at start.
public struct CommandTable: Sendable {
  private let routes: [String: Route]
  /// The names that more than one command goes by, or one command that is carried out in several ways: each is a mistake.
  public let duplicates: [String]

  /// - Parameter routes: of the same command by several of them, the first counts.
  public init(_ routes: [Route]) {
    var (found, twice) = ([String: Route](), [String]())
    for route in routes {
      guard let command = route.command else { continue }
      guard let known = found[command.name], let first = known.command else {
        found[command.name] = route
        continue
      }
      if !first.isSame(as: command) || known.feature != route.feature { twice.append(command.name) }
    }
    (self.routes, duplicates) = (found, twice)
  }

  public var names: [String] { routes.keys.sorted() }

  /// Carries out what a form says, inside a transaction that stands open.
  ///
  /// - Parameter form: with what stands in the route's path among its fields.
  public func carryOut(
    _ name: String, _ form: Form, by sender: Identity, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let request = try request(name, form, by: sender, tx)
    guard let command = request.route.command else { throw .notFound }
    return try command.carryOut(request, tx)
  }

  /// The same for a command that is there already.
  public func carryOut<C: FormCommand>(
    _ command: C, by sender: Identity, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    try carryOut(command, as: try request(C.name, Form(), by: sender, tx), tx)
  }

  package func carryOut<C: FormCommand>(
    _ command: C, as request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    guard let known = request.route.command as? HandledCommand<C> else { throw .unavailable }
    return try known.handle(command, request, tx)
  }

  private func request(
    _ name: String, _ form: Form, by sender: Identity, _ tx: WriteTransaction
  ) throws(Refusal) -> Request {
    guard sender.school?.id == tx.school else { throw .notFound }
    return try request(name, form, by: sender, tx.newID(), now: tx.now, zones: tx.zones)
  }

  /// What the handler of a command gets, when nobody has sent a request.
  ///
  /// - Throws: `Refusal.notFound` when there is no such command, or not for this sender.
  package func request(
    _ name: String, _ form: Form, by sender: Identity, _ key: ID<IdempotencyKey>, now: Instant, zones: ZoneTable,
    uploads: [Upload] = []
  ) throws(Refusal) -> Request {
    guard let route = routes[name], route.access.admits(sender) else { throw .notFound }
    var (path, names, rest) = ("", [String: String](), form)
    for part in route.path.split(separator: "/") {
      let word = part.hasPrefix(":") ? String(part.dropFirst()) : ""
      if !word.isEmpty { names[word] = rest.remove(word) }
      path += "/" + (names[word] ?? String(part))
    }
    let (school, language) = (sender.school, sender.language ?? sender.school?.language ?? .en)
    let scene = Scene(
      words: Words(language, variant: school?.kind ?? "", catalogue: Catalogue([:])),
      zone: school.flatMap { zones.named($0.zone) } ?? .utc, now: now, path: path)
    return Request(
      route: route, path: path, names: names, query: Form(), form: rest, uploads: uploads, wants: .json,
      identity: sender, idempotencyKey: key, ifMatch: nil, scene: scene, source: "", userAgent: "")
  }
}

extension Identity {
  /// Somebody who sends a command without having signed in: what a handler asks of them is in it, and nothing else.
  ///
  /// - Parameters:
  ///   - zone: the school's.
  ///   - language: the school's, too.
  public init(sending caller: Caller, zone: String, language: Language) {
    self.init(
      account: caller.account, credential: .session, session: .none, name: "", language: nil, look: nil,
      school: .init(
        id: caller.school, name: "", role: caller.role, kind: "", zone: zone, language: language, look: Appearance(),
        head: 0),
      schools: [], unread: 0, csrf: "")
  }
}
