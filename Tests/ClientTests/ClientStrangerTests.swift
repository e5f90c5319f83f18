import App
import Base
import Core
import Database
import Demo
import Foundation
import HomeroomClient
import HomeroomTesting
import Sync
import Testing

/// Something on the way that answers whatever it is asked, as the sign-in page of a railway station does.
private struct Stranger: Transport {
  let status: Int
  let type: String
  let body: String

  func send(_ request: ClientRequest) async throws -> ClientResponse {
    ClientResponse(status: status, headers: ["content-type": type], body: Array(body.utf8))
  }
}

/// The server with another program than the device's.
private struct OtherProgram: Transport {
  let line: TestLine

  func send(_ request: ClientRequest) async throws -> ClientResponse {
    var request = request
    if request.path == "/api/v1/sync/pull" {
      let fields = String(decoding: request.body, as: UTF8.self).split(separator: "&")
      request.body = Array((fields.filter { !$0.hasPrefix("schema=") } + ["schema=1"]).joined(separator: "&").utf8)
    }
    return try await line.send(request)
  }
}

/// The server, and something on the way that has a page of its own in the place of the words.
private struct NoWords: Transport {
  let line: TestLine

  func send(_ request: ClientRequest) async throws -> ClientResponse {
    if request.path.contains("/words/") {
      return ClientResponse(status: 200, headers: ["content-type": "text/html"], body: Array("<p>Welcome".utf8))
    }
    return try await line.send(request)
  }
}

@Suite struct `A client that is not answered by its server` {
  @Test(arguments: [
    (200, "text/html", "<!doctype html><p>Welcome aboard"), (200, "application/json", "{}"),
    (302, "text/html", ""), (401, "text/html", "<p>Sign in"), (404, "text/html", "<p>Not found"),
    (403, "text/plain", ""), (502, "text/html", "<p>Bad gateway"), (0, "", ""),
    (401, "application/problem+json", "no JSON"),
  ])
  func `loses nothing, whatever it is told`(_ status: Int, _ type: String, _ body: String) async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let key = try await phone.report("on the train", of: try await phone.child())
    let folder = try phone.copy()
    let client = try await Client.open(
      folder: folder, credentials: FileCredentialStore(folder.appendingPathComponent("token")),
      transport: Stranger(status: status, type: type, body: body), world: phone.clock.world)
    await #expect(throws: ClientError.self) { try await client.sync() }
    #expect(try await client.outbox().map(\.key) == [key])
    #expect(try await client.contents() == phone.client.contents())
    #expect(try await client.page("/messages").contains("<!doctype html>"))
  }

  @Test func `keeps no words that are none, and has them with the next answer`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.new(school)
    let folder = try phone.copy()
    let client = try await Client.open(
      folder: folder, credentials: FileCredentialStore(folder.appendingPathComponent("token")),
      transport: NoWords(line: phone.line), world: phone.clock.world)
    try await client.signIn(identifier: Phone.mother, password: DemoSchool.password)
    #expect(try await client.sync().isComplete)
    let again = try await phone.again(in: try Phone.copy(folder))
    #expect(try await !again.hasWords())
    try await again.client.sync()
    #expect(try await again.hasWords())
    // They are there without a line, too.
    phone.line.cut()
    #expect(try await phone.again(in: try again.copy()).hasWords())
  }

  @Test func `says that it is old, and keeps its rows and what waits`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    try await phone.report("old program", of: try await phone.child())
    let folder = try phone.copy()
    let old = try await Client.open(
      folder: folder, credentials: FileCredentialStore(folder.appendingPathComponent("token")),
      transport: OtherProgram(line: phone.line), world: phone.clock.world)
    await #expect(throws: ClientError.otherProgram) { try await old.sync() }
    #expect(try await old.outbox().count == 1)
    #expect(try await old.page("/messages").contains("<!doctype html>"))
    // It was sent all the same: the routes are for every version.
    #expect(try await school.reasons("old program").count == 1)
    // It can be forgotten as it is.
    await #expect(throws: ClientError.otherProgram) { try await old.signOut() }
    #expect(try await old.outbox().count == 1)
    try await old.signOut(losingUnsent: true)
    #expect(try await old.contents().isEmpty)
    await #expect(throws: ClientError.signedOut) { try await old.page("/messages") }
  }
}
