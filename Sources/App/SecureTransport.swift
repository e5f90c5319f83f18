import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL
import Web

/// TLS with what the browser prefers of HTTP/2 and HTTP/1.1.
struct SecureTransport: ServerChildChannel {
  private let channel: HTTP2UpgradeChannel
  private static let idleTimeout = TimeAmount.seconds(60)

  init(_ configuration: TLSConfiguration, responder: @escaping HTTPChannelHandler.Responder) throws {
    channel = try HTTP2UpgradeChannel(
      tlsConfiguration: configuration,
      configuration: .init(
        idleTimeout: Duration(Self.idleTimeout),
        // After the farewell to a connection; the whole drain has eight seconds.
        gracefulCloseTimeout: .seconds(5),
        streamConfiguration: .init(
          additionalChannelHandlers: [Departures(), OpenRequests()], idleTimeout: Self.idleTimeout)),
      responder: responder)
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP2UpgradeChannel.Value> {
    channel.eventLoop.makeCompletedFuture {
      // Time for a farewell first, which a connection of HTTP/2 says at its idle timeout.
      try channel.pipeline.syncOperations.addHandler(
        IdleConnection(channel, timeout: Self.idleTimeout + .seconds(5)))
    }.flatMap { self.channel.setup(channel: channel, logger: logger) }
  }

  func handle(value: HTTP2UpgradeChannel.Value, logger: Logger) async {
    await channel.handle(value: value, logger: logger)
  }
}
