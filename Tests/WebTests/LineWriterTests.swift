import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Web

@Suite(.timeLimit(.minutes(1))) struct `What a reader is told` {
  @Test func `waits while the socket is full, in its order and not without end, and goes out before the line is over`()
    async throws
  {
    let (writer, socket) = (LineWriter(most: 3), Socket())
    let connection = try await socket.connection()
    connection.isWritable = false
    for word in ["a", "b"] { #expect(writer.say(ByteBuffer(string: word))) }  // before there is a connection
    let running = Task { await writer.run(on: connection) }
    #expect(try await socket.written(3, on: connection) == ["a", "b", ""])
    for word in ["c", "d", "e"] { #expect(writer.say(ByteBuffer(string: word))) }
    #expect(!writer.say(ByteBuffer(string: "f")), "too much waits for who takes nothing")
    writer.finish()
    #expect(writer.say(ByteBuffer(string: "g")), "it is over, and not full")
    await connection.testingEventLoop.run()
    #expect(try await socket.written(3, on: connection) == ["a", "b", ""], "the socket is full")
    connection.isWritable = true
    await socket.drain(connection)
    #expect(try await socket.written(6, on: connection) == ["a", "b", "", "c", "d", "e"])
    await running.value
  }

  @Test func `goes out at once where there is room`() async throws {
    let (writer, socket) = (LineWriter(most: 1), Socket())
    let connection = try await socket.connection()
    let running = Task { await writer.run(on: connection) }
    for count in 1...5 {
      #expect(writer.say(ByteBuffer(string: "a")))
      #expect(try await socket.written(count, on: connection).count == count)
    }
    writer.finish()
    await running.value
  }

  @Test func `is over when the connection breaks`() async throws {
    let (writer, socket) = (LineWriter(), Socket())
    let connection = try await socket.connection()
    connection.isWritable = false
    writer.say(ByteBuffer(string: "a"))
    let running = Task { await writer.run(on: connection) }
    #expect(try await socket.written(2, on: connection) == ["a", ""])
    writer.say(ByteBuffer(string: "b"))
    await socket.drain(connection, failing: true)
    await running.value
    #expect(writer.take().isEmpty)
  }
}

/// Notes what is written, and says that it has gone when it is told to.
private final class Socket: ChannelOutboundHandler, Sendable {
  typealias OutboundIn = HTTPResponsePart
  private let state = NIOLockedValueBox<(frames: [String], promises: [EventLoopPromise<Void>])>(([], []))

  func connection() async throws -> NIOAsyncTestingChannel {
    let made = NIOAsyncTestingChannel()
    try await made.pipeline.addHandler(self)
    return made
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .body(let frame) = unwrapOutboundIn(data) else { return }
    state.withLockedValue { state in
      state.frames.append(String(buffer: frame))
      if let promise { state.promises.append(promise) }
    }
  }

  func written(_ count: Int, on connection: NIOAsyncTestingChannel) async throws -> [String] {
    while state.withLockedValue({ $0.frames.count }) < count {
      await connection.testingEventLoop.run()
      try await Task.sleep(for: .milliseconds(1))
    }
    return state.withLockedValue { $0.frames }
  }

  func drain(_ connection: NIOAsyncTestingChannel, failing: Bool = false) async {
    let promises = state.withLockedValue { state in
      defer { state.promises = [] }
      return state.promises
    }
    for promise in promises { failing ? promise.fail(ChannelError.eof) : promise.succeed() }
    await connection.testingEventLoop.run()
  }
}
