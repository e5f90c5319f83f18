import NIOConcurrencyHelpers
import NIOCore
import NIOHTTPTypes

/// What one reader is told, in order, written on the thread of the reader's connection.
///
/// A change goes to a thousand readers, and a task for each that wakes, writes and sleeps is a tenth of what it costs. Here one batch
/// at a time is with the connection, and while its socket is full what comes waits: no more than `most`.
final class LineWriter: Sendable {
  private struct State {
    var waiting: [ByteBuffer] = []
    var connection: (any Channel)?
    /// A batch is on its way into the socket.
    var isWriting = false
    var isOver = false

    /// - Returns: what is to be written now, and where.
    mutating func next() -> (any Channel, [ByteBuffer])? {
      guard let connection, !isWriting, !waiting.isEmpty else { return nil }
      defer { waiting.removeAll(keepingCapacity: true) }
      isWriting = true
      return (connection, waiting)
    }

    /// Nothing is left, and nothing will come.
    var isDone: Bool { isOver && connection != nil && !isWriting && waiting.isEmpty }
  }
  private let state = NIOLockedValueBox(State())
  private let most: Int
  private let (ended, end) = AsyncStream<Never>.makeStream()

  init(most: Int = Live.maxQueuedFrames) { self.most = most }

  /// - Returns: false when too much waits for a reader who does not take it; what is said to a line that is over is nobody's loss.
  @discardableResult
  func say(_ frame: ByteBuffer) -> Bool {
    let (fits, next) = state.withLockedValue { state -> (Bool, (any Channel, [ByteBuffer])?) in
      guard !state.isOver else { return (true, nil) }
      guard state.waiting.count < most else { return (false, nil) }
      state.waiting.append(frame)
      return (true, state.next())
    }
    if let next { write(next.1, to: next.0) }
    return fits
  }

  /// What was said goes out, and nothing after it.
  func finish() {
    let isDone = state.withLockedValue { state in
      state.isOver = true
      return state.isDone
    }
    if isDone { end.finish() }
  }

  /// Writes to this connection from now on, first what was said before it was there.
  ///
  /// It returns when all is said or nobody is there. The head of the answer must have been written.
  func run(on connection: any Channel) async {
    let (next, isDone) = state.withLockedValue { state in
      state.connection = connection
      return (state.next(), state.isDone)
    }
    if let next { write(next.1, to: next.0) }
    if isDone { end.finish() }
    for await _ in ended {}
  }

  /// What waits, for whoever reads without a connection.
  func take() -> [ByteBuffer] {
    state.withLockedValue { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  private func write(_ frames: [ByteBuffer], to connection: any Channel) {
    connection.eventLoop.execute {
      for frame in frames { connection.write(HTTPResponsePart.body(frame), promise: nil) }
      connection.flush()
      if connection.isWritable { return self.wrote() }
      // The socket is full: nothing that is written after all this has gone before it.
      let gone = connection.eventLoop.makePromise(of: Void.self)
      gone.futureResult.whenComplete { self.wrote(isLost: $0.isFailure) }
      connection.writeAndFlush(HTTPResponsePart.body(ByteBuffer()), promise: gone)
    }
  }

  private func wrote(isLost: Bool = false) {
    let (next, isDone) = state.withLockedValue { state in
      state.isWriting = false
      if isLost { (state.waiting, state.isOver) = ([], true) }
      return (state.next(), state.isDone)
    }
    if let next { write(next.1, to: next.0) }
    if isDone { end.finish() }
  }
}

extension Result {
  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
