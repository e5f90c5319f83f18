public import Base
import Database
import Kit
import People
import Router
public import Sync

/// A replica that answers requests as the server would: the same routes, rules and pages, on the rows of one person.
public final class Device {
  public let session: DeviceSession
  private let replica: Replica
  private let table: RouteTable
  private let zones: ZoneTable
  private var words: [Language: [String: Catalogue.Entry]] = [:]
  private var catalogue = Catalogue([:])

  /// What stands on every device: which tables there are, and which people it knows in the place of accounts.
  public static let tables = SyncTables(Services.migrations, views: ["account": AccountsTables.known])

  /// - Throws: `Refusal.invalid` when the replica does not say whose it is.
  public init(_ replica: Replica) throws(Refusal) {
    self.replica = replica
    session = try DeviceSession(try JSON(Array(replica.session.utf8)))
    guard session.identity.account == replica.account, session.school.id == replica.school else {
      throw .invalid("", Phrase("json.malformed"))
    }
    zones = ZoneTable(session.zones)
    table = RouteTable(Services(sendsMail: session.sendsMail, mayFound: session.mayFound).routes)
  }

  /// Takes the words of one language, as `Catalogue.file` writes them.
  public func learn(_ file: [UInt8]) throws(Refusal) {
    let (language, entries) = try Catalogue.read(file: file)
    words[language] = entries
    catalogue = Catalogue(words)
  }

  public func answer(_ asked: DeviceRequest) -> DeviceAnswer {
    // What this table does not have may be the server's own.
    guard RouteTable.isCanonical(asked.path),
      case .route(let route, let names) = table.find(asked.method, asked.path)
    else { return .server }
    switch route.work {
    case .page(let read): return isHeld(route, asked) ? page(asked, route, names, read) : .server
    // Carried out by the server, until a replica can.
    case .command: return .server
    case .server: return .server
    }
  }

  /// Whether all rows are here that a page shows, or it is not for this person anyway; programs ask the server.
  private func isHeld(_ route: Route, _ asked: DeviceRequest) -> Bool {
    guard case .page = Request.Wants(path: asked.path, accept: asked.accept) else { return false }
    return route.offline.roles.contains(session.school.role) || !route.access.admits(session.identity)
  }

  private func page(
    _ asked: DeviceRequest, _ route: Route, _ names: [String: String], _ read: PageHandler
  ) -> DeviceAnswer {
    do throws(Refusal) {
      return try replica.read(now: asked.now, zones: zones) { tx throws(Refusal) in
        let request = try self.request(asked, route, names, session.identity(tx))
        do throws(Refusal) {
          guard route.access.admits(request.identity) else { throw .notFound }
          return try read(request, tx).answer(to: request)
        } catch { return error.answer(to: request) }
      }
    } catch { return .server }
  }

  private func request(
    _ asked: DeviceRequest, _ route: Route, _ names: [String: String], _ identity: Identity
  ) throws(Refusal) -> Request {
    let (world, wants) = (asked.world(zones), Request.Wants(path: asked.path, accept: asked.accept))
    let language = identity.language ?? asked.language ?? session.school.language
    var scene = Scene(
      for: identity, words: Words(language, variant: session.school.kind, catalogue: catalogue), zones: zones,
      now: asked.now, look: session.school.look, assets: session.assets, newIdempotencyKey: { world.id() },
      topics: Bars.topics(identity), places: Bars.places(identity), path: asked.path)
    scene.back = asked.back
    return Request(
      route: route, path: asked.path, names: names, query: try Form(urlEncoded: asked.query.utf8),
      form: try Form(urlEncoded: asked.body.utf8), uploads: [], wants: wants, identity: identity,
      idempotencyKey: world.id(), ifMatch: nil, scene: scene, source: "", userAgent: "")
  }
}
