public import NIOCore

/// Ends a TLS connection on which nobody asks anything: one that does not come to the end of its greeting, and one of
/// HTTP/2 that has had no request for a while, also when its other side never answers to a farewell.
///
/// One of HTTP/1.1 sees to that by itself.
public final class IdleConnection: ChannelInboundHandler {
  public typealias InboundIn = NIOAny
  private let channel: any Channel
  private let timeout: TimeAmount
  private var requests = 0
  private var end: Scheduled<Void>?

  /// To be made on the event loop of the connection.
  public init(_ channel: any Channel, timeout: TimeAmount) {
    (self.channel, self.timeout) = (channel, timeout)
  }

  public func handlerAdded(context: ChannelHandlerContext) { wait() }

  public func channelInactive(context: ChannelHandlerContext) {
    rest()
    context.fireChannelInactive()
  }

  private func wait() {
    end = channel.eventLoop.scheduleTask(in: timeout) { [channel] in channel.close(promise: nil) }
  }

  fileprivate func rest() {
    end?.cancel()
    end = nil
  }

  fileprivate func begin() {
    requests += 1
    rest()
  }

  fileprivate func finish() {
    requests -= 1
    if requests == 0, channel.isActive { wait() }
  }
}

/// Tells the connection of each request that is made on it.
public final class OpenRequests: ChannelInboundHandler, RemovableChannelHandler {
  public typealias InboundIn = NIOAny
  private var connection: IdleConnection?

  public init() {}

  public func handlerAdded(context: ChannelHandlerContext) {
    if let own = try? context.pipeline.syncOperations.handler(type: IdleConnection.self) { return own.rest() }
    // In HTTP/2 a request has a channel of its own, on the event loop of its connection.
    connection = try? context.channel.parent?.pipeline.syncOperations.handler(type: IdleConnection.self)
    connection?.begin()
  }

  public func channelInactive(context: ChannelHandlerContext) {
    connection?.finish()
    connection = nil
    context.fireChannelInactive()
  }
}
