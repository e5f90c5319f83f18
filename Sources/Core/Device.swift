public import Base
public import Database
import Kit
import People
import Router
public import Sync

/// A replica that answers requests as the server would: the same routes, rules and pages, on the rows of one person.
public final class Device {
  public private(set) var session: DeviceSession
  let replica: Replica
  let table: RouteTable
  private(set) var zones: ZoneTable
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

  /// A device with nothing on it yet, of whoever the session says.
  ///
  /// - Throws: `Refusal.invalid` for what is no session.
  public convenience init(beginning session: [UInt8]) throws(Refusal) {
    try self.init(try Self.empty(of: try DeviceSession(try JSON(session)), session))
  }

  /// A device as it was left; one of an older program's tables begins anew, with what waited on it.
  ///
  /// - Throws: `Refusal.invalid` for what is no device.
  public convenience init(file: [UInt8]) throws(Refusal) {
    try self.init(try Self.replica(in: file))
  }

  /// A device in a database that stays where it is: what it takes and what is done on it is in its file with the commit.
  ///
  /// - Throws: `Refusal.invalid` for what is no device.
  public convenience init(opening connection: LiteConnection) throws(Refusal) {
    try self.init(try Self.replica(on: connection))
  }

  /// The same with nothing on it yet, in an empty database.
  ///
  /// - Throws: `Refusal.invalid` for what is no session.
  public convenience init(beginning session: [UInt8], on connection: LiteConnection) throws(Refusal) {
    try self.init(try Self.empty(of: try DeviceSession(try JSON(session)), session, on: connection))
  }

  private static func replica(in file: [UInt8]) throws(Refusal) -> Replica {
    let connection: LiteConnection
    do throws(SQLFailure) { connection = try LiteConnection(copying: file) } catch {
      throw .invalid("", Phrase("json.malformed"))
    }
    return try replica(on: connection)
  }

  private static func replica(on connection: LiteConnection) throws(Refusal) -> Replica {
    do throws(SQLFailure) {
      // Of other tables, or none at all: made anew, which says which.
      if let replica = try? Replica(opening: connection, tables) { return replica }
      return try Replica.remake(connection, tables)
    } catch { throw error.kind == .full ? .full : .invalid("", Phrase("json.malformed")) }
  }

  private static func empty(
    of known: DeviceSession, _ session: [UInt8], on place: LiteConnection? = nil
  ) throws(Refusal) -> Replica {
    do throws(SQLFailure) {
      let connection = if let place { place } else { try LiteConnection(inMemory: ()) }
      let replica = try Replica(connection, tables, school: known.school.id, account: known.identity.account)
      try replica.keep(session: String(decoding: session, as: UTF8.self))
      return replica
    } catch { throw error.refusal }
  }

  /// Takes what the server says of the person now: a new name, another role, another proof of their forms.
  ///
  /// - Throws: `Refusal.notFound` when it is of somebody else, or of another school.
  public func renew(_ session: [UInt8]) throws(Refusal) {
    let known = try DeviceSession(try JSON(session))
    guard known.identity.account == replica.account, known.school.id == replica.school else { throw .notFound }
    do throws(SQLFailure) { try replica.keep(session: String(decoding: session, as: UTF8.self)) } catch {
      throw error.refusal
    }
    self.session = known
    zones = ZoneTable(known.zones)
  }

  /// Takes the words of one language, as `Catalogue.file` writes them.
  public func learn(_ file: [UInt8]) throws(Refusal) {
    let (language, entries) = try Catalogue.read(file: file)
    words[language] = entries
    catalogue = Catalogue(words)
  }

  /// The words of its owner's school, in their own language unless another one is asked for.
  func words(_ language: Language? = nil) -> Words {
    Words(
      language ?? session.identity.language ?? session.school.language, variant: session.school.kind,
      catalogue: catalogue)
  }

  public func answer(_ asked: DeviceRequest) -> DeviceAnswer {
    if asked.method == .get, asked.path == DevicesPaths.edit { return edit(asked) }
    // What this table does not have may be the server's own.
    guard RouteTable.isCanonical(asked.path),
      case .route(let route, let names) = table.find(asked.method, asked.path)
    else { return .server }
    switch route.work {
    case .page(let read): return isHeld(route, asked) ? page(asked, route, names, read) : .server
    case .command(let work): return command(asked, route, names, work)
    case .server: return .server
    }
  }

  /// Whether all rows are here that a page shows, or it is not for this person anyway; programs ask the server, but for
  /// the one that holds the device.
  func isHeld(_ route: Route, _ asked: DeviceRequest) -> Bool {
    // A form that a script has sent follows where it is led with what it asked for itself, and gets the page.
    if !asked.isOwn, case .json = Request.Wants(path: asked.path, accept: asked.accept) { return false }
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

  func request(
    _ asked: DeviceRequest, _ route: Route, _ names: [String: String], _ identity: Identity
  ) throws(Refusal) -> Request {
    let (world, wants) = (asked.world(zones), Request.Wants(path: asked.path, accept: asked.accept))
    let language = identity.language ?? asked.language ?? session.school.language
    var scene = Scene(
      for: identity, words: words(language), zones: zones,
      now: asked.now, look: session.school.look, assets: session.assets, newIdempotencyKey: { world.id() },
      topics: Bars.topics(identity), places: Bars.places(identity), path: asked.path)
    (scene.back, scene.toast) = (asked.back, asked.toast)
    var form = try Form(urlEncoded: asked.body.utf8)
    _ = form.remove("csrf")  // whoever has the device is its owner; the server asks for it again
    let key = form.remove("command").flatMap { ID<IdempotencyKey>($0) }
    return Request(
      route: route, path: asked.path, names: names, query: try Form(urlEncoded: asked.query.utf8), form: form,
      uploads: [], wants: wants, identity: identity, idempotencyKey: key ?? world.id(), ifMatch: nil, scene: scene,
      source: "", userAgent: "")
  }
}
