public import Base
import Crypto
import Database
import Foundation
import Logging

/// Content-addressed files: each content is kept once, under its SHA-256, as `files/ab/cd…`.
///
/// A file is whole on the disk (written, synced, renamed) before the row that names it commits, so a row never names a
/// file that is not there. The other way round is harmless: contents that no row names are swept away later.
public final class Files: Sendable {
  let directory: String
  let world: World
  let logger: Logger
  let threads = Threads("ledger-file", count: 2)
  let trust = FilesTrust()

  /// - Parameter isOurs: whether no other server can have the folder.
  init(
    directory: String, isOurs: Bool = true, world: World, logger: Logger = Logger(label: "ledger")
  ) throws {
    (self.directory, self.world, self.logger) = (directory, world, logger)
    // What a stopped server was in the middle of: nobody can finish it. What another is in the middle of stays.
    if isOurs { try? FileManager.default.removeItem(atPath: directory + "/arriving") }  // usually there is none
    try FileManager.default.createDirectory(
      atPath: directory + "/arriving", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// To look only: nothing is made or cleared away.
  init(looking directory: String, world: World) throws {
    (self.directory, self.world, logger) = (directory, world, Logger(label: "ledger"))
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
  /// - Parameter size: what the books say; without it, whatever it is.
  /// - Throws: `Refusal.lost` when the content is not there or is not what it was; `.notFound` when the range lies outside.
  public func read(_ hash: [UInt8], size: Int64? = nil, range: Range<Int64>? = nil) async throws -> FilePieces {
    let file = try await open(hash, size: size)
    let range = range ?? 0..<file.size
    guard range.lowerBound >= 0, range.upperBound <= file.size else { throw Refusal.notFound }
    return FilePieces(file: file, range: range, size: file.size, threads: threads)
  }

  /// A small file at once, compared with its hash each time.
  ///
  /// - Throws: `Refusal.lost` when it is not there or damaged; `.tooLarge` when it is larger than `limit`.
  public func contents(_ hash: [UInt8], limit: Int64 = Int64(Limits.importBody.most)) async throws -> [UInt8] {
    let pieces = try await read(hash)
    guard pieces.size <= limit else { throw Refusal.tooLarge("file", most: Int(limit)) }
    var all: [UInt8] = []
    all.reserveCapacity(Int(pieces.size))
    for try await piece in pieces { all += piece }
    guard Array(SHA256.hash(data: all)) == hash else { throw lost(hash, "has changed on the disk") }
    return all
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
  ///
  /// Nor while a backup is made or the same content is arriving; the next sweep finds it.
  func sweep(_ hash: [UInt8]) -> Bool {
    guard let hold = hold(.alone) else { return false }
    defer { hold.release() }
    var facts = stat()
    guard stat(path(hash), &facts) == 0 else { return false }
    guard Int64(facts.st_mtim.tv_sec) < world.now().milliseconds / 1000 - 86_400 else { return false }
    trust.forget(hash)
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

/// A file's bytes, piece by piece, each read when it is asked for.
public struct FilePieces: AsyncSequence, Sendable {
  static let length = 256 << 10
  let file: Files.Open
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
