import Base
import Database
import Foundation
import HomeroomTesting
import Ledger
import Logging
import Router
import ServiceLifecycle
import Testing
import Web

@testable import App

/// What the command line asks of the server that runs on the same directory.
@Suite struct `The command line and a running server` {
  @Test func `speak by a socket that is the server's own: a backup is made and the doctor answers`() async throws {
    try await Running.with { running in
      let target = try TestFolder.make() + "/copy"
      let said = try await Homeroom.backUp(running.settings, to: target)
      #expect(said.contains("rows in \(target)"))
      #expect(FileManager.default.fileExists(atPath: target + "/homeroom.sqlite"))
      #expect(try await Homeroom.examine(running.settings).isWell)
      #expect(try await Homeroom.erase(running.settings) == "Nothing is to be erased.")
      #expect(try await Homeroom.retryPost(running.settings) == "0 letters and pushes are tried again.")
      let mode = try FileManager.default.attributesOfItem(atPath: running.socket)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
  }

  @Test func `say what went wrong in the same words as without a server`() async throws {
    try await Running.with { running in
      let file = try TestFolder.make() + "/device.sqlite"
      let refused = await #expect(throws: DatabaseClosed.self) {
        try await Homeroom.writeReplica(running.settings, of: "nobody", in: "Nowhere", to: file)
      }
      #expect(refused?.description == "There is no school “Nowhere” here.")
    }
  }

  @Test func `find each other in a folder whose name is longer than an address may be`() async throws {
    try await Running.with(below: "/" + String(repeating: "long", count: 40)) { running in
      let found = try await Homeroom.examine(running.settings)
      #expect(found.isWell && running.socket.utf8.count > 107)
    }
  }

  @Test func `replace the socket of a server that died, and leave none behind`() async throws {
    let school = try await TestSchool.open(.sqlite)
    school.homeroom.close()
    let left = try ControlAddress(in: school.directory)
    try Running.leaveSocket(at: left.path)
    try await Running.with(school) { running in
      let found = try await Homeroom.examine(running.settings)
      #expect(found.isWell)
    }
    #expect(!FileManager.default.fileExists(atPath: left.path))
  }

  @Test func `have no route that exists for anybody on the network`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let owner = try await school.signedIn("dana@rimon.example")
    let strange = school.browser()
    for route in school.homeroom.controlRoutes {
      #expect(!school.homeroom.server.table.routes.contains { $0.path == route.path })
      #expect(try await strange.post(route.path, []).status == 404)
      #expect(try await owner.post(route.path, [("directory", "/tmp")]).status == 404)
      #expect(try await strange.get(route.path).status == 404)
    }
  }
}

/// A server of which only the socket listens.
private struct Running {
  let settings: Settings
  var socket: String { settings.data + "/control.sock" }

  static func with(below deeper: String = "", _ body: (Running) async throws -> Void) async throws {
    let school = try await TestSchool.open(.sqlite)
    school.homeroom.close()
    try await with(school, below: deeper, body)
  }

  static func with(
    _ school: TestSchool, below deeper: String = "", _ body: (Running) async throws -> Void
  ) async throws {
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    var data = school.directory
    if !deeper.isEmpty {
      data = try TestFolder.make() + deeper
      try FileManager.default.copyItem(atPath: school.directory, toPath: data)
    }
    let settings = try await Settings.read(
      flags: ["data": data, "resources": checkout.deletingLastPathComponent().path], environment: [:], config: nil)
    let homeroom = try await Homeroom.open(settings, world: school.clock.world)
    defer { homeroom.close() }
    let group = ServiceGroup(services: [ControlSocket(homeroom)], logger: Logger(label: "test"))
    let serving = Task { try await group.run() }
    let result = await Result { () async throws in try await body(Running(settings: settings)) }
    await group.triggerGracefulShutdown()
    try await serving.value
    try result.get()
  }

  /// What a process that was killed leaves: a socket that nobody listens at.
  static func leaveSocket(at path: String) throws {
    let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
