import Base
import Database
import Foundation
import Ledger
import Mail

/// Something that the command line has done to a data directory, by the server that runs on it or, without one, itself.
///
/// Two processes with the same SQLite file open for writing can ruin its log (SQLite 3.40).
struct ControlCommand {
  let name: String
  var fields: [(String, String)] = []

  /// Long enough for the backup of a large school, in seconds.
  private static let timeout = 3600

  /// - Parameter alone: does it where no server runs.
  func carryOut(_ settings: Settings, alone: (Homeroom) async throws -> String) async throws -> String {
    let end = ContinuousClock.now + .seconds(Self.timeout)
    while DirectoryLock.isHeld(settings.data) {
      if let answer = try await ask(settings.data) { return answer }
      guard .now < end else { throw Self.silence(settings.data) }
      // It is only just starting, or is no server: an import ends by itself.
      try await Task.sleep(for: .milliseconds(200))
    }
    let homeroom = try await Homeroom.open(settings)
    defer { homeroom.close() }
    return try await alone(homeroom)
  }

  /// The answer of the server; `nil` when nobody listens.
  private func ask(_ data: String) async throws -> String? {
    let address = try ControlAddress(in: data)
    let body = JSON.object(fields.map { ($0.0, .text($0.1)) }).bytes
    let answer: (status: Int, body: [UInt8])?
    do {
      answer = try await SocketClient.post(
        "/control/" + name, json: body, over: address.path, seconds: Self.timeout)
    } catch { throw Self.silence(data) }
    guard let answer else { return nil }
    let text = String(decoding: answer.body, as: UTF8.self)
    guard answer.status == 200 else { throw DatabaseClosed(text) }
    return text
  }

  private static func silence(_ data: String) -> DatabaseClosed {
    DatabaseClosed("The server that runs on \(data) did not answer.")
  }
}
