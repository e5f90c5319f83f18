import Base
import Database
import Foundation
import HTTPTypes
import Hummingbird
import Kit
import Ledger
import NIOConcurrencyHelpers
import NIOCore
import Router

/// One request on its way to its route: every check that does not depend on the route's own rules.
struct RequestReading {
  let incoming: Hummingbird.Request
  let remote: String
  let server: WebServer
  let path: String
  let wants: Request.Wants
  private let cookies: [(name: String, value: String)]
  /// Whether all that was sent has been read, so that the connection is good for another request.
  let isRead = NIOLockedValueBox(false)

  init(incoming: Hummingbird.Request, source: String, server: WebServer) {
    (self.incoming, remote, self.server) = (incoming, source, server)
    path = incoming.uri.path
    cookies = Self.cookies(incoming.headers[values: .cookie])
    wants = Request.Wants(path: path, accept: incoming.headers[.accept] ?? "")
  }

  /// Whether there is more of a body than anybody has read.
  ///
  /// - Parameter isStream: a body may come without a word beforehand, as in HTTP/2.
  func isCutShort(isStream: Bool) -> Bool {
    let comes =
      incoming.headers[.transferEncoding] != nil
      || incoming.headers[.contentLength].map { $0 != "0" } ?? (isStream && incoming.method == .post)
    return comes && !isRead.withLockedValue { $0 }
  }

  private static let host = HTTPField.Name("Host")

  func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { incoming.headers[$0] } }

  // MARK: the head

  /// Refuses what is not for this server, or means different things to different readers of the same bytes.
  func checkHead() throws {
    let host = (incoming.head.authority ?? "").lowercased()
    let name =
      host.hasPrefix("[")
      ? host.prefix { $0 != "]" } + "]" : host[..<(host.utf8.firstIndex(of: UInt8(ascii: ":")) ?? host.endIndex)]
    guard server.settings.hosts.contains(String(name)) else { throw Misdirected() }
    // The first Host is the authority; a second one is still among the headers.
    guard Self.host.flatMap({ incoming.headers[$0] }) == nil else { throw Misdirected() }
    if let coding = incoming.headers[.transferEncoding], coding.lowercased() != "chunked" { throw UnknownType() }
    guard [.get, .head, .post].contains(incoming.method) else { throw WrongMethod(allowed: ["GET", "HEAD", "POST"]) }
    guard RouteTable.isCanonical(path) else { throw Refusal.notFound }
  }

  func route() throws -> (Route, [String: String]) {
    let method: Method = incoming.method == .post ? .post : .get
    switch server.table.find(method, path) {
    case .route(let route, let names): return (route, names)
    case .wrongMethod(let allowed):
      throw WrongMethod(allowed: allowed.flatMap { $0 == .get ? ["GET", "HEAD"] : ["POST"] })
    case .nothing: throw Refusal.notFound
    }
  }

  func query() throws -> Form { try Form(urlEncoded: (incoming.uri.query ?? "").utf8) }

  /// The path with its query.
  var target: String { path + (incoming.uri.query.map { "?" + $0 } ?? "") }
  /// The same, fit for another address's query.
  var encodedPath: String { inQuery(target) }

  /// Where the page that answers is had again.
  var here: String { incoming.method == .post ? back(or: path) : target }

  /// The first proxy we do not trust, from the right: everything before it could have been made up.
  var source: String {
    guard server.settings.trustedProxies.contains(remote), let chain = header("X-Forwarded-For") else { return remote }
    let hops = chain.split(separator: ",").map { trimmed(String($0)) }
    return hops.last { !server.settings.trustedProxies.contains($0) } ?? remote
  }

  /// Whether a proxy that the settings do not name stands between: then `source` is the proxy's for everybody.
  var isForwarded: Bool {
    !server.settings.trustedProxies.contains(remote)
      && (header("X-Forwarded-For") != nil || header("Forwarded") != nil)
  }

  /// Whether a page's own live line asks.
  var isLine: Bool { (incoming.headers[.accept] ?? "").names("text/event-stream") }

  /// The page of ours that the browser says a form was sent from.
  func back(or path: String) -> String {
    guard let page = header("Referer"), page.lowercased().hasPrefix(own.lowercased() + "/") else {
      return readable(path)
    }
    return readable(String(page.dropFirst(own.count)))
  }

  /// A page that refused a form has an address that cannot be asked for.
  private func readable(_ page: String) -> String {
    let path = String(page.prefix { $0 != "?" && $0 != "#" })
    if case .route = server.table.find(.get, path) { return page }
    return "/"
  }

  /// What the addresses of our pages begin with.
  var own: String { server.settings.origin ?? "http://" + (incoming.head.authority ?? "") }

  // MARK: who

  private static func cookies(_ headers: [String]) -> [(name: String, value: String)] {
    headers.flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }.compactMap { pair in
      guard let sign = pair.firstIndex(of: UInt8(ascii: "=")), sign > pair.startIndex else { return nil }
      let value = pair[pair.index(after: sign)...]
      return value.isEmpty ? nil : (trimmed(String(Substring(pair[..<sign]))), trimmed(String(Substring(value))))
    }
  }

  private func cookie(_ suffix: String = "") -> String? {
    let name = server.settings.cookieName + suffix
    var found: String?
    for cookie in cookies where cookie.name == name {
      // Two cookies of one name: somebody tossed one in from a neighbouring host or path. Neither is believed.
      if found != nil { return nil }
      found = cookie.value
    }
    return found
  }

  /// Chosen in this browser by hand.
  var chosenLanguage: Language? { cookie("-language").flatMap(Language.init(rawValue:)) }

  /// Chosen, or what the browser says of itself, which nobody has to have meant.
  var language: Language? {
    chosenLanguage ?? incoming.headers[.acceptLanguage].flatMap(Language.best(accept:))
  }

  var deviceProof: String? { cookie("-device") }

  var toast: Toast? { wants == .page ? cookie("-toast").flatMap(Toast.init(cookie:)) : nil }

  /// Of which school a request speaks, and which one a page is of.
  static let schoolHeader = "Homeroom-School"

  /// Programs and devices name the school that they speak of; a page is about the one that was chosen last.
  func identity() async throws -> Identity? {
    let school = header(Self.schoolHeader).flatMap { ID<Tenant>($0) }
    if let authorization = incoming.headers[.authorization] {
      guard authorization.hasPrefix("Bearer "),
        let identity = try await server.hooks.identify(.token, String(authorization.dropFirst(7)), school)
      else { throw Unauthorized() }
      return identity
    }
    guard let secret = cookie() else { return nil }
    return try await server.hooks.identify(.session, secret, school)
  }
}

/// Comparing secrets without saying by the time it takes how much of them was right.
enum Secret {
  static func same(_ a: String, _ b: String) -> Bool {
    guard a.utf8.count == b.utf8.count, !a.isEmpty else { return false }
    return zip(a.utf8, b.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

struct Misdirected: Error {}
struct UnknownType: Error {}
struct WrongMethod: Error { let allowed: [String] }
