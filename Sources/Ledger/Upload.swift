import Base
import Crypto
public import Database
import Foundation
import Logging
import NIOConcurrencyHelpers

/// A file that is arriving.
///
/// Never whole in memory; what is not finished leaves nothing behind.
public final class Upload: Sendable {
  private struct State {
    var descriptor: Int32
    var hash = SHA256()
    var size: Int64 = 0
  }
  private let files: Files
  private let path: String
  private let limit: Int64
  private let tooLarge: Refusal
  /// When it was put into the store as something new, so that it can be taken back; `nil` when it was there already.
  private let made = NIOLockedValueBox<(content: FileContent, at: timespec)?>(nil)
  /// Held while a piece is written, so that pieces stay whole; `nil` inside once it is over.
  private let state: Locked<State?>

  init(_ files: Files, path: String, limit: Int64, else refusal: Refusal?) throws {
    tooLarge = refusal ?? .invalid("file", Phrase("ledger.file-too-large", .count(Int(max(1, limit >> 20)))))
    (self.files, self.path, self.limit) = (files, path, limit)
    let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.refusal() }
    state = Locked(State(descriptor: descriptor))
  }

  deinit { abandon() }

  /// - Throws: `Refusal.invalid` beyond the limit, `.full` when the disk is; the upload is over then.
  public func write(_ piece: [UInt8]) async throws {
    try await files.threads.run { try self.append(piece) }
  }

  /// Makes it durable and gives it its name.
  ///
  /// - Parameter others: what came with it; the same content twice is there once, and one of them can take it back.
  public func finish(besides others: [Upload] = []) async throws -> FileContent {
    try await files.threads.run { try self.recalculate(others) }
  }

  /// The sender went away.
  ///
  /// Harmless when it is over already.
  public func abort() { abandon() }

  private func append(_ piece: [UInt8]) throws {
    do {
      try state.with { state in
        guard var open = state else { throw Refusal.unavailable }
        guard open.size + Int64(piece.count) <= limit else { throw tooLarge }
        try Self.write(piece, open.descriptor)
        open.hash.update(data: piece)
        open.size += Int64(piece.count)
        state = open
      }
    } catch {
      abandon()
      throw error
    }
  }

  private static func write(_ piece: [UInt8], _ descriptor: Int32) throws {
    var place = 0
    while place < piece.count {
      let wrote = piece.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress.map { $0 + place }, piece.count - place)
      }
      if wrote < 0, errno == EINTR { continue }
      guard wrote > 0 else { throw refusal() }
      place += wrote
    }
  }

  private func recalculate(_ others: [Upload]) throws -> FileContent {
    do {
      return try state.with { state in
        guard let open = state else { throw Refusal.unavailable }
        guard fsync(open.descriptor) == 0 else { throw Self.refusal() }
        let content = FileContent(hash: Array(open.hash.finalize()), size: open.size)
        if others.contains(where: { $0.new == content }) { unlink(path) } else { try name(content, open.descriptor) }
        Foundation.close(open.descriptor)
        state = nil
        return content
      }
    } catch {
      abandon()
      throw error
    }
  }

  /// The same content again only gets younger, so that it is not swept away before its new row commits.
  ///
  /// One that is damaged makes way for this one, which is known to be whole; it is not taken back, whoever refuses it.
  private func name(_ content: FileContent, _ descriptor: Int32) throws {
    guard let hold = files.hold(.together) else { throw Self.refusal() }
    defer { hold.release() }
    let target = files.path(content.hash)
    if files.keeps(content), utimes(target, nil) == 0 {
      unlink(path)
    } else {
      let isNew = access(target, F_OK) != 0
      let mark = try isNew ? Self.mark(descriptor) : nil
      try place(target)
      if let mark { made.withLockedValue { $0 = (content, mark) } }
    }
    files.noteProved(content.hash)
  }

  /// Gives it its name, durably.
  private func place(_ target: String) throws {
    let folder = String(target.dropLast(63))  // the slash and 62 digits
    let isNew = mkdir(folder, 0o700) == 0
    guard rename(path, target) == 0 else { throw Self.refusal() }
    try Self.sync(folder)
    if isNew { try Self.sync(files.directory) }
  }

  /// A second ago, so that whoever sends the same content later leaves another time on it: then it is theirs, too.
  private static func mark(_ descriptor: Int32) throws -> timespec {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw refusal() }
    let before = timespec(tv_sec: facts.st_mtim.tv_sec - 1, tv_nsec: 0)
    guard futimens(descriptor, [before, before]) == 0 else { throw refusal() }
    return before
  }

  /// Removes the content again, unless somebody else has sent the same meanwhile.
  ///
  /// It is taken out of its place first and looked at then, so that it is either still ours or found by the other.
  /// Blocks.
  func unmake() {
    guard let made = made.withLockedValue({ $0 }) else { return }
    let target = files.path(made.content.hash)
    guard Self.time(target) == made.at.tv_sec, rename(target, path) == 0 else { return }
    if Self.time(path) == made.at.tv_sec { unlink(path) } else { rename(path, target) }
  }

  /// What it brought into the store that was not there before.
  var new: FileContent? { made.withLockedValue { $0?.content } }

  private static func time(_ path: String) -> Int? {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mtim.tv_nsec == 0 ? Int(facts.st_mtim.tv_sec) : nil
  }

  /// A name is durable only when its directory is.
  static func sync(_ folder: String) throws {
    let descriptor = Foundation.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw refusal() }
    defer { Foundation.close(descriptor) }
    guard fsync(descriptor) == 0 else { throw refusal() }
  }

  private func abandon() {
    state.with { state in
      guard let open = state else { return }
      Foundation.close(open.descriptor)
      unlink(path)
      state = nil
    }
  }

  private static func refusal() -> Refusal { errno == ENOSPC || errno == EDQUOT ? .full : .unavailable }
}

extension Files {
  /// The same under a name that other modules can say, where `Upload` means something of theirs.
  public typealias Writing = Upload
}

/// A value behind a lock whose body may throw.
final class Locked<Value>: @unchecked Sendable {
  // @unchecked: the value is reached only under the lock.
  private let lock = NIOLock()
  private var value: Value
  init(_ value: Value) { self.value = value }
  func with<Answer>(_ body: (inout Value) throws -> Answer) rethrows -> Answer {
    try lock.withLock { try body(&value) }
  }
}

extension Ledger {
  /// Gives back what arrived and no row names, at once: what was refused, or only looked at.
  public func takeBack(_ arrived: [Files.Writing]) async {
    let new = arrived.filter { $0.new != nil }
    if new.isEmpty { return }
    let holders = tables.filter(\.holdsFiles).map(\.name)
    do {
      let unnamed = try await read { tx in
        try new.filter { writing in
          try !holders.contains { table in
            try tx.exists("SELECT 1 FROM \(quoted(table)) WHERE hash = $1", [.bytes(writing.new?.hash ?? [])])
          }
        }
      }
      try await files.threads.run { for writing in unnamed { writing.unmake() } }
    } catch {
      logger.warning("files", metadata: ["why": "what was refused stays until the sweep: \(error)"])
    }
  }

  /// Removes the contents that no row has named for a day; to be run once a night.
  ///
  /// - Returns: how many were removed.
  @discardableResult
  public func sweepFiles() async throws -> Int {
    let files = files
    let kept = try await read { tx in Set(try tx.rows("SELECT DISTINCT hash FROM file") { $0.bytes(0) }) }
    let (left, nameless) = try await files.threads.run {
      (files.sweepArriving(), files.all().filter { !kept.contains($0) })
    }
    var count = left
    for hash in nameless {
      // Looked at once more: listing a large folder takes a while, in which a row may have been written.
      let isNamed = try await read { tx in try tx.exists("SELECT 1 FROM file WHERE hash = $1", [.bytes(hash)]) }
      if !isNamed, try await files.threads.run({ files.sweep(hash) }) { count += 1 }
    }
    return count
  }
}
