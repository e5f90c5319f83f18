import Base
import Database
import Foundation
import Office
import Router
import Synchronization
import Web

/// A long answer on its way: written on a thread of its own, and sent from where it lies while it grows.
///
/// So memory holds one piece of it, and whoever reads slowly keeps no snapshot and no thread.
final class Spool: Sendable {
  private struct State {
    var size = 0
    var isOver = false, isAbandoned = false
    var failure: (any Error)?
  }
  private let state = Mutex(State())
  private let file: NewFile
  private let (grown, grow) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// A file that has no name any more when the first byte comes, so nothing stays behind however it ends.
  init(at path: String) throws {
    file = try NewFile(path, reads: true)
    try FileManager.default.removeItem(atPath: path)
  }

  /// - Throws: when nobody reads it any more; the writer can stop.
  func write(_ bytes: [UInt8]) throws {
    if state.withLock({ $0.isAbandoned }) { throw CancellationError() }
    try file.write(bytes)
    state.withLock { $0.size += bytes.count }
    grow.yield()
  }

  func finish(_ failure: (any Error)? = nil) {
    state.withLock { ($0.isOver, $0.failure) = (true, failure) }
    grow.finish()
  }

  func abandon() { state.withLock { $0.isAbandoned = true } }

  /// The next piece from `place` on, as soon as there is one; `nil` when all has been read.
  ///
  /// - Throws: what went wrong with the writing.
  func piece(at place: Int) async throws -> [UInt8]? {
    var growth = grown.makeAsyncIterator()
    while true {
      let (size, isOver, failure) = state.withLock { ($0.size, $0.isOver, $0.failure) }
      if size > place { return try file.read(at: place, min(size - place, 64 << 10)) }
      if let failure { throw failure }
      if isOver { return nil }
      _ = await growth.next()
    }
  }
}

extension ExchangeServer {
  /// Sends what `make` writes, from the first piece on; what it is refused with before that is the answer.
  func download(
    _ name: String, _ type: String, _ make: @escaping @Sendable (@escaping RosterExport.Sink) async throws -> Void
  ) async throws -> Response {
    let spool = try Spool(at: temporaryPath())
    Task {
      do {
        try await make { try spool.write($0) }
        spool.finish()
      } catch { spool.finish(error) }
    }
    let first = try await spool.piece(at: 0)
    return .download(name, type: type) { write in
      defer { spool.abandon() }
      var (place, next) = (0, first)
      while let piece = next {
        try await write(piece)
        place += piece.count
        next = try await spool.piece(at: place)
      }
    }
  }
}

/// A file that only we can read, and that was not there before.
final class NewFile: Sendable {
  private let descriptor: Int32

  init(_ path: String, reads: Bool = false) throws {
    descriptor = open(path, (reads ? O_RDWR : O_WRONLY) | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Refusal.conflict(Phrase("exchange.cannot-write", .text(path)))
    }
  }

  deinit { close(descriptor) }

  /// Puts bytes behind those that are there.
  func write(_ bytes: [UInt8]) throws {
    var place = 0
    while place < bytes.count {
      let wrote = bytes.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress.map { $0 + place }, bytes.count - place)
      }
      if wrote < 0, errno == EINTR { continue }
      guard wrote > 0 else { throw errno == ENOSPC ? Refusal.full : Refusal.unavailable }
      place += wrote
    }
  }

  func read(at place: Int, _ count: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      var got = pread(descriptor, buffer.baseAddress, count, off_t(place))
      while got < 0, errno == EINTR { got = pread(descriptor, buffer.baseAddress, count, off_t(place)) }
      guard got > 0 else { throw Refusal.unavailable }
      initialized = got
    }
  }
}
