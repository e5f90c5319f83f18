import Base
import Database
import Foundation
import Ledger
import Logging

/// Something the command line asks of the server that runs on the same directory: a file in `errands/`, answered by
/// another beside it.
///
/// Whoever may write there owns the books anyway, so no further proof is asked for.
enum ControlCommand {
  /// Long enough for the backup of a large school.
  private static let timeout = 3600

  /// Leaves the command and waits for its answer.
  static func request(_ kind: String, _ argument: String, in data: String) async throws -> String {
    let base = try folder(data) + "/" + World.system.id(Tenant.self).text
    try Data((kind + "\n" + argument).utf8).write(to: URL(fileURLWithPath: base + ".asked"), options: .atomic)
    for _ in 0..<(timeout * 5) {
      try await Task.sleep(for: .milliseconds(200))
      guard let answer = FileManager.default.contents(atPath: base + ".answer") else { continue }
      try FileManager.default.removeItem(atPath: base + ".answer")
      let text = String(decoding: answer, as: UTF8.self)
      guard text.hasPrefix("ok\n") else { throw DatabaseClosed(String(text.dropFirst(7))) }
      return String(text.dropFirst(3))
    }
    throw DatabaseClosed("The server that runs on \(data) did not answer.")
  }

  /// Looks for commands and does them, until the server stops.
  static func serve(_ homeroom: Homeroom) async throws {
    while !Task.isCancelled {
      // Without room for its answer a command fails; the school goes on.
      do { try await round(homeroom) } catch {
        homeroom.logger.warning("control command", metadata: ["why": "\(error)"])
      }
      try await Task.sleep(for: .milliseconds(500))
    }
  }

  private static func round(_ homeroom: Homeroom) async throws {
    let folder = try folder(homeroom.settings.data)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".asked") {
      try await carryOut(folder + "/" + name, homeroom)
    }
  }

  private static func carryOut(_ path: String, _ homeroom: Homeroom) async throws {
    let parts = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self).split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    try FileManager.default.removeItem(atPath: path)
    var answer = "failed\nNobody knows this command."
    do {
      switch parts.first {
      case "backup": answer = "ok\n" + (try await homeroom.backUp(to: String(parts[parts.count - 1])))
      case "doctor": answer = "ok\n" + (try await homeroom.examine())
      case "erase": answer = "ok\n" + (try await homeroom.erase())
      case "replica": answer = "ok\n" + (try await homeroom.writeReplica(asked: String(parts[parts.count - 1])))
      case "retry-post": answer = "ok\n" + (try await homeroom.retryPost())
      default: break
      }
    } catch {
      answer = "failed\n\(Sentence.of(error))"
    }
    let target = URL(fileURLWithPath: String(path.dropLast(".asked".count)) + ".answer")
    try Data(answer.utf8).write(to: target, options: .atomic)
  }

  private static func folder(_ data: String) throws -> String {
    let path = data + "/errands"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return path
  }
}
