import Base
import Database
import Foundation
import HTML
import Hummingbird
import HummingbirdCore
import Kit
import Ledger
import Logging
import NIOCore
import NIOSSL
import People
import PeopleServer
import Router
import ServiceLifecycle
import UnixSignals
import Web

extension Homeroom {
  /// Serves until it is asked to stop; says `ready` once it answers.
  public func serve(onReady: @escaping @Sendable (_ port: Int) -> Void) async throws {
    let server = server
    let application = Application(
      responder: server, server: try transport(),
      configuration: .init(address: .hostname(settings["host"], port: settings.port), backlog: 4096),
      onServerRunning: { channel in
        // This task inherits the server's own shutdown scope: the streams are told as soon as the server is asked to
        // stop. A service of its own would be told only after the streams have ended, which is never.
        Task {
          try? await gracefulShutdown()  // ends either way; then the lines are drained
          let lines = server.live.drain()
          try? await Task.sleep(for: Homeroom.farewell)  // ends early only when all ends
          // Whoever has not read the farewell by now does not read at all.
          for line in lines { line.cut() }
        }
        onReady(channel.localAddress?.port ?? 0)
      }, logger: logger)
    let night = Night(ledger: ledger, metrics: metrics, logger: logger)
    let work =
      [
        Work("live") { [ledger] in await server.live.run(ledger) },
        Work("breath") { await heartbeat() },
        Work("ends") { await ends.run() },
      ]
      + features.background(logger)
      + [
        Work("watch") { [ledger, room] in try await Homeroom.watch(ledger, room) },
        Work("heads") { [ledger, logger] in try await Homeroom.noteHeads(ledger, logger) },
        Work("night") { [ledger] in try await ledger.once("night") { try await night.run() } },
      ]
    var configuration = ServiceGroupConfiguration(
      services: work.map { .init(service: $0) } + [
        .init(service: ControlSocket(self)),
        .init(service: application, successTerminationBehavior: .gracefullyShutdownGroup),
      ],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    // The drain must not hang on one client that never reads.
    configuration.maximumGracefulShutdownDuration = .seconds(8)
    // After a ruin nothing is put in order: the next start is to look through the books.
    defer { if !ledger.isBroken { ledger.close() } }
    try await ServiceGroup(configuration: configuration).run()
  }

  /// How long open streams have to take the farewell.
  private static let farewell = Duration.seconds(3)

  /// Leaves when nothing can be written any more: whoever started the server then starts it on what the disk kept.
  private static func watch(_ ledger: Ledger, _ room: DiskRoom) async throws {
    while !Task.isCancelled {
      ledger.watchPlace()
      if let ruin = ledger.ruin { throw DatabaseClosed(ruin.sentence) }
      room.look()
      try await Task.sleep(for: .seconds(1))
    }
  }

  private static func noteHeads(_ ledger: Ledger, _ logger: Logger) async throws {
    while !Task.isCancelled {
      try await Task.sleep(for: .seconds(5))
      // The next time is soon; a note that is behind does no harm.
      do { try await ledger.noteHeads() } catch { logger.warning("heads", metadata: ["why": "\(error)"]) }
    }
  }

  private func transport() throws -> HTTPServerBuilder {
    // A client that says nothing for a minute is gone; one that reads its head byte by byte too.
    let plain = HTTPServerBuilder.http1(
      configuration: .init(additionalChannelHandlers: [Departures()], idleTimeout: .seconds(60)))
    guard !settings["tls-certificate"].isEmpty else { return plain }
    let configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMFile(settings["tls-certificate"]).map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: settings["tls-key"], format: .pem)))
    return .init { responder in try SecureTransport(configuration, responder: responder) }
  }

  private func heartbeat() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(15))  // ends early only when the work ends
      server.live.heartbeat(at: world.now())
      do {
        try await server.live.endSessions { sessions in
          try await ledger.read { try AccountsIdentity.ended(of: sessions, $0) }
        }
      } catch { logger.warning("live sessions", metadata: ["why": "\(error)"]) }  // asked again in 15 seconds
    }
  }
}

/// Something that goes on beside the requests, until the server stops.
struct Work: Service, CustomStringConvertible {
  let description: String
  let body: @Sendable () async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable () async throws -> Void) { (description, self.body) = (name, body) }

  func run() async throws {
    let body = body
    do { try await cancelWhenGracefulShutdown { try await body() } } catch is CancellationError {
      // Asked to stop, it stopped.
    }
  }
}
