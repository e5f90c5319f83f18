import Base
import Classroom
import Core
import Foundation
import HomeroomClient
import School
import Testing

/// What the manual shows, as it stands there.
private enum Example {
  static func run(server: URL, folder: URL, token: URL, password: String) async throws {
    // example
    let client = try await Client.open(server: server, folder: folder, credentials: FileCredentialStore(token))
    try await client.signIn(identifier: "leila@rimon.example", password: password)
    try await client.sync()
    let children = try await client.read { reading in
      try reading.services.attendance.children(for: reading.caller, zone: reading.zone, reading.tx)
    }
    for child in children {
      try await client.perform(
        "/students/\(child.student.text)/absences", ["from": "2026-03-12", "reason": "The dentist"])
    }
    try await client.sync()
    // end
  }
}

@Suite struct `The example of the client` {
  @Test func `compiles as it stands in the manual`() throws {
    let here = URL(fileURLWithPath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let manual = try String(contentsOf: root.appendingPathComponent("docs/run/client.md"), encoding: .utf8)
    let source = try String(contentsOf: here, encoding: .utf8)
    let shown = try #require(Self.between("```swift\n", "```", manual))
    let compiled = try #require(Self.between("    // example\n", "    // end\n", source))
    #expect(shown == compiled.split(separator: "\n").map { $0.dropFirst(4) + "\n" }.joined())
  }

  /// Plain http to another machine is no line for a password.
  @Test(arguments: ["http://school.example", "ftp://school.example", "school.example"])
  func `goes over a private line alone`(_ address: String) async throws {
    let server = try #require(URL(string: address))
    #expect(throws: ClientError.insecure) { try URLSessionTransport(server: server) }
  }

  private static func between(_ start: String, _ end: String, _ text: String) -> Substring? {
    guard let from = text.range(of: start), let until = text.range(of: end, range: from.upperBound..<text.endIndex)
    else { return nil }
    return text[from.upperBound..<until.lowerBound]
  }
}
