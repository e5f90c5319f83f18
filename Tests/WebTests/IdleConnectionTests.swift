import NIOCore
import NIOEmbedded
import Testing
import Web

/// A TLS connection before anybody has asked anything on it.
@Suite struct `A connection that has just been opened` {
  private func opened() throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandler(IdleConnection(channel, timeout: .seconds(65)))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    return channel
  }

  @Test func `ends when its greeting does not come`() throws {
    let channel = try opened()
    channel.embeddedEventLoop.advanceTime(by: .seconds(64))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func `is left to what speaks HTTP 1 on it`() throws {
    let channel = try opened()
    try channel.pipeline.syncOperations.addHandler(OpenRequests())
    channel.embeddedEventLoop.advanceTime(by: .seconds(600))
    #expect(channel.isActive)
    try channel.close().wait()
  }
}
