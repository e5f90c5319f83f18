public import Base
import Core
public import Database
import Foundation
import Ledger
import Logging
import Office
import People
import PeopleServer
import Router
import School
import Talk
import TalkServer
import Web

/// What the person who runs the server asks of it from the command line.
extension Homeroom {
  public static var migrations: [Migration] { Services.migrations }

  /// The schema of a new server, in the words of both engines.
  public static var schema: String { Ledger.schema(migrations: Services.migrations) }

  /// What is taken at most, a line each.
  public static var limits: String {
    Limits.all.map { limit in
      "\(limit.name) = \(limit.most)\(limit.unit == .count ? "" : " \(limit.unit.rawValue)")\n    \(limit.about)"
    }.joined(separator: "\n")
  }

  /// The word by which the server starts itself to open a picture.
  public static let pictureWord = PictureProcess.word

  /// Does so, from the input to the output.
  ///
  /// - Returns: how the process ends.
  public static func smallPicture(side: Int) -> Int32 { PictureProcess.child(side: min(max(1, side), 4096)) }

  /// Every route, as a table or as JSON.
  public static func routes(json: Bool) async throws -> String {
    let directory =
      FileManager.default.temporaryDirectory.path + "/homeroom-routes-\(World.system.id(Tenant.self).text)"
    // Best effort: a leftover in the temporary directory harms nobody.
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let settings = try await Settings.read(flags: ["data": directory, "sign-up": "yes"], environment: [:], config: nil)
    let homeroom = try await open(settings, founding: .whenEmpty)
    defer { homeroom.close() }
    let routes = homeroom.server.table.routes.sorted { ($0.path, $0.method.rawValue) < ($1.path, $1.method.rawValue) }
    if json {
      return JSON.list(
        routes.map {
          .object([
            ("method", .text($0.method.rawValue)), ("path", .text($0.path)), ("feature", .text($0.feature)),
            ("access", .text($0.access.text)),
          ])
        }
      ).string
    }
    return routes.map { route in
      "\(route.method.rawValue)\t\(route.path)\t\(route.feature)\t\(route.access.text)\(offline(route))"
    }.joined(separator: "\n")
  }

  /// In whose replica a page is, too; programs ask the server.
  private static func offline(_ route: Route) -> String {
    let roles = route.offline.roles.map { $0.rawValue }.filter { role in
      route.access.roles.contains { $0.rawValue == role }
    }
    return roles.isEmpty || route.path.hasPrefix("/api/") ? "" : "\toffline:" + roles.joined(separator: ",")
  }

  /// The school of that id or exact name.
  func school(_ named: String) async throws -> School {
    let found = try await ledger.read { tx in
      try SchoolsStore(tx: tx).all().filter { $0.id.text == named || $0.name == named }
    }
    guard found.count == 1 else {
      throw DatabaseClosed(
        found.isEmpty
          ? "There is no school “\(named)” here." : "There are \(found.count) schools “\(named)”: name one by its id.")
    }
    return found[0]
  }
}

extension Homeroom {
  /// A copy of books and files.
  public static func backUp(_ settings: Settings, to directory: String) async throws -> String {
    let target = URL(fileURLWithPath: directory).path
    return try await ControlCommand(name: "backup", fields: [("directory", target)]).carryOut(settings) {
      try await $0.backUp(to: target)
    }
  }

  func backUp(to directory: String) async throws -> String {
    let manifest = try await ledger.backUp(to: directory)
    for lack in manifest.lacks { logger.error("backup", metadata: ["why": "\(lack)"]) }
    let made = "\(manifest.parts.count) files, \(manifest.counts.map(\.rows).reduce(0, +)) rows in \(directory)"
    return ([made] + manifest.lacks).joined(separator: "\n")
  }

  /// What the doctor finds, by way of the server when one runs.
  ///
  /// The flag is whether all is well.
  public static func examine(_ settings: Settings) async throws -> (text: String, isWell: Bool) {
    let text: String
    do {
      text = try await ControlCommand(name: "doctor").carryOut(settings) { try await $0.examine() }
    } catch  where Room.isOut(error) {
      text = try look(settings, because: error)
    }
    return (text, text.hasPrefix(Homeroom.wellText))
  }

  /// What can be seen without writing a byte, when there is no room for one.
  private static func look(_ settings: Settings, because error: any Error) throws -> String {
    let findings = try Ledger.look(at: place(settings), migrations: Services.migrations, world: .system)
    let reason = "The disk is full: this is what can be seen without writing. Make room, and ask again."
    return ([reason] + (findings.isEmpty ? [Homeroom.wellText] : findings.map(\.description))).joined(separator: "\n")
  }

  /// Has erased what is to be erased by this machine's clock, because a person says that it is right.
  public static func erase(_ settings: Settings) async throws -> String {
    try await ControlCommand(name: "erase").carryOut(settings) { homeroom in
      let said = try await homeroom.erase()
      try await JobRunner(homeroom.ledger, homeroom.features.schools.jobHandlers).runDue()
      return said
    }
  }

  func erase() async throws -> String {
    let names = try await features.schools.due().map(\.name)
    try await features.schools.eraseDue(byWord: true)
    return names.isEmpty ? "Nothing is to be erased." : names.map { "\($0) is being erased." }.joined(separator: "\n")
  }

  static let wellText = "Books, files and journal are whole."

  func examine() async throws -> String {
    let findings = try await ledger.doctor(References.proofs(ledger.tables))
    let lines = findings.isEmpty ? [Homeroom.wellText] : findings.map(\.description)
    // Letters that wait for a mail server are worth a word, and no damage.
    let waiting = try await features.schools.waiting() + features.post.report() + features.accounts.report()
    return try await (features.schools.report() + lines + waiting).joined(separator: "\n")
  }

  /// Lets what was parked leave the house again, by way of the server when one runs.
  public static func retryPost(_ settings: Settings) async throws -> String {
    try await ControlCommand(name: "retry-post").carryOut(settings) { try await $0.retryPost() }
  }

  func retryPost() async throws -> String {
    "\(try await features.post.retryParked()) letters and pushes are tried again."
  }

  /// Puts a backup into an empty data directory and proves that it is whole.
  ///
  /// - Parameter keepsErased: whether schools stay that were erased after the backup was made; otherwise they are erased
  ///   again.
  public static func restore(
    _ settings: Settings, from directory: String, keepsErased: Bool = false, world: World = .system
  ) async throws -> String {
    let findings = try Ledger.restore(from: directory, to: place(settings), world: world)
    let returned = try await settleErased(settings, keepsErased, world)
    return (findings.map(\.description) + returned + ["Restored into \(settings.data)."]).joined(separator: "\n")
  }

  private static func settleErased(_ settings: Settings, _ keepsErased: Bool, _ world: World) async throws -> [String] {
    if try Ledger.erasedNote(at: place(settings)).erased().isEmpty { return [] }
    let homeroom = try await open(settings, world: world)
    defer { homeroom.close() }
    let features = homeroom.features
    if keepsErased {
      return try await features.schools.keepReturned().map { "\($0.name) had been erased since, and is there again." }
    }
    return try await features.schools.eraseReturned().map {
      "\($0.school.name) was erased on \($0.at.text), after this backup was made, and has been erased again."
    }
  }

  static func place(_ settings: Settings) -> DatabaseLocation {
    let url = settings["database-url"]
    if url.isEmpty { return .directory(settings.data) }
    return .postgres(url: url, directory: settings.data, files: settings.optional("files"))
  }

  /// An API token for the account, for scripts on this machine.
  public func makeToken(for identifier: String, label: String) async throws -> String {
    let account = try await ledger.read { try AccountsStore(tx: $0).find(identifier: identifier) }
    guard let account else { throw DatabaseClosed("There is no account “\(identifier)” here.") }
    return try await features.accounts.makeToken(for: account.id, label: label)
  }
}
