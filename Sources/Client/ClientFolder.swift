public import Base
import Core
import Database
import Foundation
import Sync

/// The folder of one device: the replica, what is known of the server, and what was kept when the right to it ended.
///
/// It is held by one program at a time.
final class ClientFolder: Sendable {
  let folder: URL
  private let lock: Int32

  init(_ folder: URL) throws {
    self.folder = folder
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw ClientError.folder("it cannot be made") }
    let opened = Foundation.open(folder.appendingPathComponent("lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw ClientError.folder(Files.reason()) }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      Foundation.close(opened)
      throw ClientError.inUse
    }
    lock = opened
  }

  deinit { Foundation.close(lock) }

  var replica: URL { folder.appendingPathComponent("replica.sqlite") }
  private var state: URL { folder.appendingPathComponent("client.json") }
  private func words(_ language: Language) -> URL { folder.appendingPathComponent("words-\(language.rawValue).json") }

  // MARK: rows

  /// The device as it was left; nothing where there is none.
  ///
  /// What cannot be read is put aside: the text in it may be somebody's only one.
  func device(now: Instant) throws -> Device? {
    guard FileManager.default.fileExists(atPath: replica.path) else { return nil }
    do {
      let connection = try LiteConnection(durable: replica.path)
      if try isEmpty(connection) { return nil }
      return try Device(opening: connection)
    } catch let failure as SQLFailure where failure.kind != .damaged {
      // No reason to put it aside: it is whole, and the system is not.
      throw ClientError.folder(failure.description)
    } catch Refusal.full { throw ClientError.folder("the disk is full") } catch {}
    let aside = folder.appendingPathComponent("damaged-\(now.milliseconds).sqlite")
    guard rename(replica.path, aside.path) == 0 else { throw ClientError.folder(Files.reason()) }
    _ = rename(replica.path + "-wal", aside.path + "-wal")
    return nil
  }

  /// Whether the process ended before anything was in it.
  private func isEmpty(_ connection: LiteConnection) throws -> Bool {
    var count = 1
    try connection.run("SELECT count(*) FROM sqlite_master") { count = $0.int(0) }
    return count == 0
  }

  /// A device with nothing on it yet.
  func begin(_ session: [UInt8]) throws -> Device {
    try removeRows()
    // Before SQLite makes it for everybody; the files beside it are made like it.
    try Files.write([], to: replica)
    let connection: LiteConnection
    do { connection = try LiteConnection(durable: replica.path) } catch { throw ClientError.folder(error.description) }
    do { return try Device(beginning: session, on: connection) } catch { throw ClientError.unreadable }
  }

  func removeRows() throws {
    for end in ["", "-wal", "-shm"] { try Files.remove(URL(fileURLWithPath: replica.path + end)) }
  }

  /// Also what was put aside: there are rows in it.
  func removeAllRows() throws {
    try removeRows()
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
      throw ClientError.folder("it cannot be read")
    }
    for name in names where name.hasPrefix("damaged-") { try Files.remove(folder.appendingPathComponent(name)) }
  }

  // MARK: words

  func hasWords(_ language: Language) -> Bool { FileManager.default.fileExists(atPath: words(language).path) }

  func knownWords(_ language: Language) -> [UInt8]? {
    (try? Data(contentsOf: words(language))).map { Array($0) }  // not there: nobody has wanted them
  }

  func keep(words bytes: [UInt8], _ language: Language) throws { try Files.write(bytes, to: words(language)) }

  func removeWords(_ language: Language) throws { try Files.remove(words(language)) }

  // MARK: what is known of the server

  func readState() -> ClientState {
    // Best effort: what cannot be read is heard again with the next answer.
    guard let data = try? Data(contentsOf: state), let json = try? JSON(Array(data)) else { return ClientState() }
    return ClientState(json)
  }

  func keep(_ known: ClientState) throws { try Files.write(known.json.bytes, to: state) }

  /// Everything but what was kept in files of its own.
  func wipe() throws {
    try removeAllRows()
    try Files.remove(state)
    for language in Language.allCases { try removeWords(language) }
  }

  // MARK: what was not sent

  /// Writes what was not sent into a file of its own.
  ///
  /// - Returns: where it is; nothing when everything was sent.
  func keep(unsent: [PendingText], now: Instant) throws -> String? {
    if unsent.isEmpty { return nil }
    let file = folder.appendingPathComponent("unsent-\(now.milliseconds).json")
    try Files.write(JSON.list(unsent.map { $0.json }).bytes, to: file)
    return file.path
  }
}

/// What a device knows of its server besides the rows.
struct ClientState: Hashable, Sendable {
  /// When the server last answered, by this machine's clock.
  var heardAt: Instant?
  /// By how many milliseconds the server's clock is ahead of this machine's.
  var ahead: Int64 = 0
  /// The server's name for the token, by which it is ended.
  var token: String?
  var school: ID<Tenant>?
  /// Of which of the server's programs the words are.
  var assets = ""

  init() {}

  init(_ json: JSON) {
    heardAt = json.readInteger("heardAt").map { Instant(milliseconds: $0) }
    (ahead, token) = (json.readInteger("ahead") ?? 0, json.readText("token"))
    (school, assets) = (json.readID("school", Tenant.self), json.readText("assets") ?? "")
  }

  var json: JSON {
    .object([
      ("heardAt", heardAt.map { .number(String($0.milliseconds)) } ?? .null), ("ahead", .number(String(ahead))),
      ("token", .optional(token)), ("school", school.map { .id($0) } ?? .null), ("assets", .text(assets)),
    ])
  }
}

/// What somebody wrote and the server does not have.
public struct PendingText: Hashable, Sendable {
  public let path: String
  /// The form as it was filled in, URL-encoded.
  public let body: String
  public let typedAt: Instant
  /// Why the server refused it; nothing when it has not been asked.
  public let reason: String?

  init(_ pending: PendingRequest) {
    (path, typedAt) = (pending.path, pending.typedAt)
    body = String(decoding: pending.body, as: UTF8.self)
    if case .refused(let said) = pending.outcome { reason = said } else { reason = nil }
  }

  var json: JSON {
    .object([
      ("path", .text(path)), ("body", .text(body)), ("typedAt", .text(typedAt.text)), ("reason", .optional(reason)),
    ])
  }
}
