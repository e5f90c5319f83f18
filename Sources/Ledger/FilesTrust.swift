import Base
import Crypto
import Database
import Foundation
import Logging
import NIOConcurrencyHelpers

extension Files {
  /// An open file that closes with its last user.
  ///
  /// `pread` has no position, so readers may share it.
  public final class Open: Sendable {
    public let descriptor: Int32
    let size: Int64

    init(_ descriptor: Int32, size: Int64 = 0) { (self.descriptor, self.size) = (descriptor, size) }
    deinit { Foundation.close(descriptor) }

    func piece(at place: Int64, _ count: Int) throws -> [UInt8] {
      try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        var got = pread(descriptor, buffer.baseAddress, count, off_t(place))
        while got < 0, errno == EINTR { got = pread(descriptor, buffer.baseAddress, count, off_t(place)) }
        guard got >= 0 else { throw Refusal.unavailable }
        initialized = got
      }
    }

    /// Blocks; holds no more than one piece in memory.
    func digest() throws -> FileContent {
      var (hash, size) = (SHA256(), Int64(0))
      while true {
        let piece = try piece(at: size, FilePieces.length)
        if piece.isEmpty { return FileContent(hash: Array(hash.finalize()), size: size) }
        hash.update(data: piece)
        size += Int64(piece.count)
      }
    }
  }

  /// A content of which one may believe what is read: its size is compared each time, its hash when it is read for the
  /// first time since the start or since something touched it.
  ///
  /// - Throws: `Refusal.lost`, and the log says which and why.
  public func open(_ hash: [UInt8], size: Int64? = nil) async throws -> Open {
    try await threads.run { try self.proved(hash, size) }
  }

  private func proved(_ hash: [UInt8], _ size: Int64?) throws -> Open {
    let descriptor = Foundation.open(path(hash), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      // Too many open files are no loss.
      throw errno == ENOENT || errno == ENOTDIR ? lost(hash, "is not there") : Refusal.unavailable
    }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else {
      Foundation.close(descriptor)
      throw Refusal.unavailable
    }
    let file = Open(descriptor, size: Int64(facts.st_size))
    if let size, file.size != size { throw lost(hash, "has \(file.size) bytes instead of \(size)") }
    if trust.knows(hash, facts) { return file }
    guard try file.digest().hash == hash else { throw lost(hash, "has changed on the disk") }
    trust.note(hash, facts)
    return file
  }

  /// Tells the operator once for each content, and the person each time.
  func lost(_ hash: [UInt8], _ reason: String) -> Refusal {
    if trust.isNews(hash) {
      logger.error(
        "file lost",
        metadata: [
          "file": "\(path(hash))", "why": "\(reason)", "next": "Put it back from a backup, or have it sent again.",
        ])
    }
    return .lost
  }

  /// Whether the content that is kept under this name is that content; blocks.
  func keeps(_ content: FileContent) -> Bool {
    var facts = stat()
    guard stat(path(content.hash), &facts) == 0, Int64(facts.st_size) == content.size else { return false }
    return isWhole(content.hash) == true
  }

  /// Whether the content on the disk is still what its name says; `nil` when it is not there.
  ///
  /// Blocks.
  func isWhole(_ hash: [UInt8]) -> Bool? {
    do { return try Self.digest(path(hash)).hash == hash } catch is DatabaseClosed { return nil } catch {
      return false  // it is there, and the disk does not give it
    }
  }

  /// Remembers what has just been proved.
  func noteProved(_ hash: [UInt8]) {
    var facts = stat()
    if stat(path(hash), &facts) == 0 { trust.note(hash, facts) }
  }

  /// The hash and size of a file on the disk.
  ///
  /// Blocks.
  static func digest(_ path: String) throws -> FileContent {
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseClosed("\(path) cannot be read: \(String(cString: strerror(errno))).") }
    return try Open(descriptor).digest()
  }
}

/// Which contents were proved since the start, and what the disk said of them then.
///
/// Bounded: beyond so many it begins anew, and they are proved again.
final class FilesTrust: Sendable {
  private struct Facts: Equatable {
    let size: Int64, node: UInt64, changed: Int64, nanoseconds: Int64
    init(_ facts: stat) {
      (size, node) = (Int64(facts.st_size), UInt64(facts.st_ino))
      // The time of any change, also of one that sets the time of writing back.
      (changed, nanoseconds) = (Int64(facts.st_ctim.tv_sec), Int64(facts.st_ctim.tv_nsec))
    }
  }
  private static let most = 50_000
  private let proved = NIOLockedValueBox<[[UInt8]: Facts]>([:])
  private let told = NIOLockedValueBox<Set<[UInt8]>>([])

  func knows(_ hash: [UInt8], _ facts: stat) -> Bool { proved.withLockedValue { $0[hash] == Facts(facts) } }

  func note(_ hash: [UInt8], _ facts: stat) {
    proved.withLockedValue { all in
      if all.count >= Self.most { all.removeAll() }
      all[hash] = Facts(facts)
    }
    told.withLockedValue { _ = $0.remove(hash) }
  }

  func forget(_ hash: [UInt8]) { proved.withLockedValue { $0[hash] = nil } }

  func isNews(_ hash: [UInt8]) -> Bool {
    told.withLockedValue { all in
      if all.count >= Self.most { all.removeAll() }
      return all.insert(hash).inserted
    }
  }
}

/// Held while nobody may sweep, or by the one who sweeps: among all threads, and all servers with this folder.
final class FolderHold: Sendable {
  enum Kind { case together, alone }
  private let descriptor: Int32

  /// - Returns: `nil` when it cannot be had: `.alone` does not wait.
  init?(_ folder: String, _ kind: Kind) {
    descriptor = Foundation.open(folder + "/hold", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    var held = flock(descriptor, kind == .together ? LOCK_SH : LOCK_EX | LOCK_NB)
    while held != 0, errno == EINTR { held = flock(descriptor, kind == .together ? LOCK_SH : LOCK_EX | LOCK_NB) }
    guard held == 0 else {
      Foundation.close(descriptor)
      return nil
    }
  }

  func release() { Foundation.close(descriptor) }
}

extension Files {
  func hold(_ kind: FolderHold.Kind) -> FolderHold? { FolderHold(directory, kind) }
}
