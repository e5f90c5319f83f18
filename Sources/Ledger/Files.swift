public import Base
import Crypto
import Foundation

/// Content-addressed files: each content is kept once, under its SHA-256, as `files/ab/cd…`.
///
/// A file is whole on the disk (written, synced, renamed) before the row that names it commits, so a row never names a
/// file that is not there. The other way round is harmless: contents that no row names are swept away later.
public final class Files: Sendable {
  /// What arrived: enough to write the row.
  public struct Content: Hashable, Sendable {
    /// SHA-256, 32 bytes.
    public let hash: [UInt8]
    public let size: Int64
    public init(hash: [UInt8], size: Int64) { (self.hash, self.size) = (hash, size) }
  }

  let directory: String
  let world: World
  let threads = Threads("ledger-file", count: 2)

  /// - Parameter isOurs: whether no other server can have the folder.
  init(directory: String, isOurs: Bool = true, world: World) throws {
    (self.directory, self.world) = (directory, world)
    // What a stopped server was in the middle of: nobody can finish it. What another is in the middle of stays.
    if isOurs { try? FileManager.default.removeItem(atPath: directory + "/arriving") }  // usually there is none
    try FileManager.default.createDirectory(
      atPath: directory + "/arriving", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Opens a place for a file that arrives in pieces.
  ///
  /// - Parameters:
  ///   - limit: the most bytes it may have; more are refused.
  ///   - refusal: with what.
  public func begin(limit: Int64, else refusal: Refusal? = nil) throws -> Upload {
    // Nobody's name but this one's, whichever servers share the folder.
    try Upload(self, path: "\(directory)/arriving/\(world.id(Upload.self).text)", limit: limit, else: refusal)
  }

  func path(_ hash: [UInt8]) -> String {
    let name = hex(hash)
    return "\(directory)/\(name.prefix(2))/\(name.dropFirst(2))"
  }

  /// Work that takes a processor for a while, on the threads of files and not of requests.
  public func work<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) async throws -> Answer {
    try await threads.run(body)
  }

  public func exists(_ hash: [UInt8]) -> Bool { access(path(hash), R_OK) == 0 }

  /// The content in pieces, or the part of it that was asked for.
  ///
  /// - Throws: `Refusal.notFound` when the content is not there or the range lies outside of it.
  public func read(_ hash: [UInt8], range: Range<Int64>? = nil) throws -> FilePieces {
    let descriptor = Foundation.open(path(hash), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Refusal.notFound }
    let file = FileHandleBox(descriptor)
    let size = Int64(lseek(descriptor, 0, SEEK_END))
    let range = range ?? 0..<size
    guard range.lowerBound >= 0, range.upperBound <= size else { throw Refusal.notFound }
    return FilePieces(file: file, range: range, size: size, threads: threads)
  }

  /// A small file at once, compared with its hash: a disk that changed a bit is noticed and not served.
  ///
  /// - Throws: `Refusal.notFound`; `.tooLarge` when it is larger than `limit`; `Refusal.unavailable` when damaged.
  public func contents(_ hash: [UInt8], limit: Int64 = Int64(Limits.importBody.most)) async throws -> [UInt8] {
    let pieces = try read(hash)
    guard pieces.size <= limit else { throw Refusal.tooLarge("file", most: Int(limit)) }
    var all: [UInt8] = []
    all.reserveCapacity(Int(pieces.size))
    for try await piece in pieces { all += piece }
    guard Array(SHA256.hash(data: all)) == hash else { throw Refusal.unavailable }
    return all
  }

  /// Whether the content on the disk is still what its name says; `nil` when it is not there.
  ///
  /// Blocks.
  func isWhole(_ hash: [UInt8]) -> Bool? { (try? Self.digest(path(hash))).map { $0.hash == hash } }

  /// The hash and size of a file on the disk.
  ///
  /// Blocks; holds no more than one piece in memory.
  static func digest(_ path: String) throws -> Content {
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw BooksClosed("\(path) cannot be read: \(String(cString: strerror(errno))).") }
    let file = FileHandleBox(descriptor)
    var (hash, size) = (SHA256(), Int64(0))
    while true {
      let piece = try file.next(FilePieces.length)
      if piece.isEmpty { return Content(hash: Array(hash.finalize()), size: size) }
      hash.update(data: piece)
      size += Int64(piece.count)
    }
  }

  /// The hashes of all contents on the disk.
  ///
  /// Blocks.
  func all() -> [[UInt8]] {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []  // none yet
    return folders.sorted().filter { $0.utf8.count == 2 }.flatMap { folder in
      // None when the folder is gone meanwhile.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(directory)/\(folder)")) ?? []
      return names.sorted().compactMap { bytes(hex: folder + $0) }.filter { $0.count == 32 }
    }
  }

  /// Removes a content that no row names any more, unless it arrived within the last day: its row may be on its way.
  func sweep(_ hash: [UInt8]) -> Bool {
    var facts = stat()
    guard stat(path(hash), &facts) == 0 else { return false }
    guard Int64(facts.st_mtim.tv_sec) < world.now().milliseconds / 1000 - 86_400 else { return false }
    return unlink(path(hash)) == 0
  }

  /// Removes what nobody has added to for a day: its server has died.
  func sweepArriving() -> Int {
    let folder = directory + "/arriving"
    // None: then there is nothing to sweep.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { name in
      var facts = stat()
      guard stat(folder + "/" + name, &facts) == 0 else { return false }
      return Int64(facts.st_mtim.tv_sec) < world.now().milliseconds / 1000 - 86_400 && unlink(folder + "/" + name) == 0
    }.count
  }

  func close() { threads.stop() }
}

/// An open file that closes with its last user.
///
/// `piece(at:)` needs no position, so readers may share it.
final class FileHandleBox: Sendable {
  let descriptor: Int32
  init(_ descriptor: Int32) { self.descriptor = descriptor }
  deinit { Foundation.close(descriptor) }

  func piece(at place: Int64, _ count: Int) throws -> [UInt8] {
    try piece(count) { pread(descriptor, $0, count, off_t(place)) }
  }

  /// What comes after what was read last, empty at the end: for whoever has it alone and reads it from end to end.
  func next(_ count: Int) throws -> [UInt8] {
    try piece(count) { Foundation.read(descriptor, $0, count) }
  }

  private func piece(_ count: Int, _ take: (UnsafeMutablePointer<UInt8>?) -> Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      var got = take(buffer.baseAddress)
      while got < 0, errno == EINTR { got = take(buffer.baseAddress) }
      guard got >= 0 else { throw Refusal.unavailable }
      initialized = got
    }
  }
}

/// A file's bytes, piece by piece, each read when it is asked for.
public struct FilePieces: AsyncSequence, Sendable {
  static let length = 256 << 10
  let file: FileHandleBox
  let range: Range<Int64>
  /// The size of the whole file, of which `range` may be a part.
  public let size: Int64
  let threads: Threads

  public func makeAsyncIterator() -> Iterator { Iterator(pieces: self, place: range.lowerBound) }

  public struct Iterator: AsyncIteratorProtocol {
    let pieces: FilePieces
    var place: Int64

    public mutating func next() async throws -> [UInt8]? {
      let (file, start) = (pieces.file, place)
      let count = Int(Swift.min(Int64(FilePieces.length), pieces.range.upperBound - start))
      guard count > 0 else { return nil }
      let piece = try await pieces.threads.run { try file.piece(at: start, count) }
      guard !piece.isEmpty else { throw Refusal.unavailable }
      place += Int64(piece.count)
      return piece
    }
  }
}

/// Hexadecimal digits as bytes; `nil` when they are none.
func bytes(hex digits: some StringProtocol) -> [UInt8]? {
  var (out, high) = ([UInt8](), UInt8?.none)
  for digit in digits.utf8 {
    guard let value = hexValue(digit) else { return nil }
    if let first = high { out.append(first << 4 | value) }
    high = high == nil ? value : nil
  }
  return high == nil ? out : nil
}
