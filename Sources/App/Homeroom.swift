public import Base
import Core
import Database
import Foundation
import Kit
public import Ledger
public import Logging
import Office
import OfficeServer
import People
import PeopleServer
public import Router
import Study
import StudyServer
import Talk
import TalkServer
public import Web

/// The whole program: the books, the features, the server, wired once.
public struct Homeroom: Sendable {
  public static let version = "0.1.0"

  public let settings: Settings
  public let ledger: Ledger
  public let server: WebServer
  /// Every command by its name, for whoever sends one without the web.
  public let commands: CommandTable
  let features: Features
  let ends: LiveEnds
  let logger: Logger
  let room: DiskRoom
  let metrics: Metrics
  let assets: Assets
  let catalogue: Catalogue

  public var world: World { ledger.world }
  public var passwords: Passwords { features.passwords }

  /// Opens the books and wires everything; nothing listens yet.
  ///
  /// - Throws: `DatabaseClosed` or `WrongSetting`, each with a sentence for the operator.
  public static func open(
    _ settings: Settings, founding: Founding = .never, world: World = .system
  ) async throws -> Homeroom {
    let logger = Log.make(settings["log-level"])
    let resources = try Resources.find(settings["resources"], module: settings["browser-module"])
    let opening = Opening(
      founding: founding, readers: Int(settings["readers"]) ?? 4, highWater: settings["high-water"],
      squashed: .ofHomeroom)
    let ledger = try Ledger.open(
      place(settings), migrations: Services.migrations, world: world, logger: logger, as: opening)
    return Homeroom(settings, ledger: ledger, resources: resources, logger: logger)
  }

  public init(_ settings: Settings, ledger: Ledger, resources: Resources, logger: Logger) {
    let (metrics, ends) = (Metrics(), LiveEnds(ledger: ledger))
    let carriers = Features.carriers(
      settings, origin: Features.origin(settings), catalogue: resources.catalogue, metrics: metrics, logger: logger)
    let features = Features(
      ledger: ledger, settings: settings, carriers: carriers, ended: { ends.end($0, $1, but: $2) })
    let room = DiskRoom(ledger: ledger, settings: settings, logger: logger)
    metrics.gauge("free_bytes", "Bytes that are free where the data is.") { Int(ledger.freeBytes ?? -1) }
    // The room too within two seconds: a shared folder may hang as well as a database.
    let readiness = Readiness {
      guard room.isEnough else { return false }
      return await ledger.isReady()
    }
    let routes = Features.table(
      features, assets: resources.assets, metrics: metrics, ready: { await readiness.isReady() })
    server = WebServer(
      routes: routes, views: features.views, hooks: features.hooks, settings: settings.web,
      catalogue: resources.catalogue, assets: resources.assets, ledger: ledger, metrics: metrics, logger: logger)
    commands = CommandTable(routes)
    ends.live = server.live
    self.ends = ends
    features.exchange.connect(server.live)
    features.flashcards.connect(server.live)
    features.messages.connect(server.live)
    features.pushes.connect(server)
    (self.settings, self.ledger, self.features, self.logger) = (settings, ledger, features, logger)
    (self.room, self.metrics, assets) = (room, metrics, resources.assets)
    catalogue = resources.catalogue
  }

  public func close() { ledger.close() }

  /// Where whoever starts a server that nobody has an account on makes the first one; `nil` on every other server.
  public func firstAccount() async throws -> String? { try await features.accounts.firstPath() }

  /// Shuts the ways in that only a demo has, for whoever goes on with its books or has put its backup in.
  public func closeDemo() async throws { try await AccountsServer.closeToAll(in: ledger) }

  /// Lets the followers do what is due now, for those who wait for it: the demo and the tests.
  public func runFollowers() async throws {
    try await Followers.catchUp(ledger, features.followers)
    while try await features.post.sort() > 0 {}
  }

  /// Does what the hours ask for, for tests: what `Sweep` does, which goes on after a failure.
  package func runDue() async throws { for work in features.due { try await work() } }
}

/// Pages' words, styles and scripts.
public struct Resources: Sendable {
  public let catalogue: Catalogue
  let assets: Assets

  init(directory: String, module: String?) throws {
    let words = try WordsDirectory(directory + "/Words")
    catalogue = words.catalogue
    assets = try Assets(directory: directory + "/Public", words: words, module: module)
  }

  /// The program for browsers where it was set to be, or beside `Public`, as it is packaged or was last compiled.
  private static func module(_ setting: String?, in directory: String) throws -> String? {
    guard let setting else { return nil }
    let files = FileManager.default
    let places = [directory + "/homeroom.wasm", directory + "/.build/browser/homeroom.wasm"]
    if setting.isEmpty { return places.first { files.fileExists(atPath: $0) } }
    if setting == "none" { return nil }
    guard files.fileExists(atPath: setting) else { throw WrongSetting("browser-module: there is no file \(setting).") }
    return setting
  }

  /// Reads them where they were set to be, or in the first of: here, beside the program and above it,
  /// `/usr/share/homeroom`.
  ///
  /// - Parameter module: where the program for browsers is; empty to look for it, `nil` for who serves none.
  public static func find(_ setting: String, module: String? = nil) throws -> Resources {
    let program = URL(fileURLWithPath: Arguments.all.first ?? "").resolvingSymlinksInPath().deletingLastPathComponent()
    var places = setting.isEmpty ? [FileManager.default.currentDirectoryPath] : [setting]
    if setting.isEmpty {
      var above = program
      for _ in 0..<5 {
        places.append(above.path)
        above = above.deletingLastPathComponent()
      }
      places.append("/usr/share/homeroom")
    }
    for place in places where FileManager.default.fileExists(atPath: place + "/Words/kit.xcstrings") {
      return try Resources(directory: place, module: Self.module(module, in: place))
    }
    throw WrongSetting("Homeroom finds no directory with Public and Words in it. Name it with --resources.")
  }
}
