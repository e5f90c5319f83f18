import Foundation
import Hummingbird
import HummingbirdCore
import Ledger
import Logging
import NIOCore
import Router
import ServiceLifecycle
import Web

/// Answers the command line, by a Unix socket in the data directory.
///
/// Only the server's own user may open it, and whoever may do that owns the file of the database beside it as well: no
/// further proof is asked for.
///
/// The group of services asks each for its name; without one it would write out all that this holds, the bytes of every
/// asset among it: 400 ms at each start, and 25 MB.
struct ControlSocket: Service, CustomStringConvertible {
  let description = "control"
  let data: String
  let server: WebServer
  let logger: Logger

  init(_ homeroom: Homeroom) {
    (data, logger) = (homeroom.settings.data, homeroom.logger)
    let nobody = Hooks(identify: { _, _, _ in nil }, places: { _ in [] }, redirection: { _, _ in nil })
    server = WebServer(
      routes: homeroom.controlRoutes.map { $0.of("Control") }, views: [], hooks: nobody, settings: WebSettings(),
      catalogue: homeroom.catalogue, assets: homeroom.assets, ledger: homeroom.ledger, metrics: Metrics(),
      logger: homeroom.logger)
  }

  func run() async throws {
    do { try await listen() } catch is CancellationError {
      // Asked to stop, it stopped.
    } catch {
      // On a disk that takes no sockets the command line has to wait until the server has stopped; the school goes on.
      logger.warning("control socket", metadata: ["why": "\(Sentence.of(error))"])
      try? await gracefulShutdown()  // ends either way
    }
  }

  private func listen() async throws {
    let address = try ControlAddress(in: data)
    // This process holds the lock of the directory, so a socket that is there is a dead server's: it is replaced.
    let application = Application(
      responder: server, server: .http1(configuration: .init(idleTimeout: .seconds(60))),
      configuration: .init(address: .unixDomainSocket(path: address.path)),
      onServerRunning: { [logger] _ in
        guard chmod(address.path, 0o600) != 0 else { return }
        logger.warning("control socket", metadata: ["why": "\(String(cString: strerror(errno)))"])
      }, logger: logger)
    defer { unlink(address.path) }
    try await application.run()
  }
}

/// Where the socket of a data directory is, in as few letters as the system takes.
final class ControlAddress: Sendable {
  /// `sockaddr_un` takes 107 bytes on Linux and 103 elsewhere.
  private static let most = 103
  let path: String
  private let folder: Int32?

  init(in directory: String) throws {
    let name = "control.sock"
    let whole = "\(directory)/\(name)"
    guard whole.utf8.count > Self.most else {
      (path, folder) = (whole, nil)
      return
    }
    // The kernel knows a folder that is open by a short name, as long as it is open.
    let descriptor = Foundation.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw DatabaseClosed("\(directory) cannot be opened: \(String(cString: strerror(errno))).")
    }
    (path, folder) = ("/proc/self/fd/\(descriptor)/\(name)", descriptor)
  }

  deinit { if let folder { close(folder) } }
}
