import NIOConcurrencyHelpers
public import NIOCore
import Router

/// Notices readers who have closed their side: what was asked on such a connection is worth no long work any more.
///
/// The connection itself stays open for the answer, as HTTP allows.
public final class Departures: ChannelInboundHandler, RemovableChannelHandler, Sendable {
  public typealias InboundIn = NIOAny
  private static let left = NIOLockedValueBox<Set<ObjectIdentifier>>([])

  public init() {}

  static func contains(_ channel: any Channel) -> Bool {
    left.withLockedValue { $0.contains(ObjectIdentifier(channel)) }
  }

  public func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed {
      _ = Self.left.withLockedValue { $0.insert(ObjectIdentifier(context.channel)) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  public func channelInactive(context: ChannelHandlerContext) {
    _ = Self.left.withLockedValue { $0.remove(ObjectIdentifier(context.channel)) }
    context.fireChannelInactive()
  }

  public func handlerRemoved(context: ChannelHandlerContext) {
    _ = Self.left.withLockedValue { $0.remove(ObjectIdentifier(context.channel)) }
  }
}
