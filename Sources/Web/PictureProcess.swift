import Base
import CGD
public import Database
import Foundation
public import Ledger
import Router
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Opens pictures in a process of its own, this very program with one hidden word: what a stranger's bytes do to a
/// decoder ends there, with a bound on its memory and its time.
public struct PictureProcess: Sendable {
  /// The hidden word.
  public static let word = "picture"
  /// How a child ends that found no picture it can read.
  static let isNone: Int32 = 3
  /// Beyond what the program itself takes: 40 million pixels, and what a decoder needs beside them.
  static let memory = 640 << 20
  /// Seconds of a processor; a picture takes less than one.
  static let processor = 20
  private static let maxMade = 8 << 20
  private static let turnstile = Turnstile(places: 2, waiting: 64)

  let program: String
  let timeout: Duration

  /// - Parameter program: what is started; this program unless a test says otherwise.
  public init(program: String? = nil, timeout: Duration = .seconds(40)) {
    (self.program, self.timeout) = (program ?? Self.ours, timeout)
  }

  /// A JPEG of at most `side` pixels each way, made of a kept file; smaller pictures keep their size.
  ///
  /// - Returns: `nil` when it is no picture that can be read.
  /// - Throws: `ProcessDied` when the child did not live to say so; `Refusal.unavailable` when too many wait.
  public func small(_ content: FileContent, of files: Files, side: Int) async throws -> [UInt8]? {
    guard content.size <= Pictures.maxBytes else { return nil }
    let file = try await files.open(content.hash, size: content.size)
    try await Self.turnstile.enter()
    do {
      let made = try await inTime { try await decode(file, side) }
      await Self.turnstile.leave()
      return made
    } catch {
      await Self.turnstile.leave()
      throw error
    }
  }

  private func decode(_ file: Files.Open, _ side: Int) async throws -> [UInt8]? {
    defer { withExtendedLifetime(file) {} }  // its descriptor is the child's input
    let input = FileDescriptor(rawValue: file.descriptor)
    do {
      let result = try await run(
        .path(FilePath(program)), arguments: [Self.word, String(side)], environment: .custom(Self.environment),
        input: .fileDescriptor(input, closeAfterSpawningProcess: false), output: .bytes(limit: Self.maxMade))
      switch result.terminationStatus {
      case .exited(0): return result.standardOutput
      case .exited(Self.isNone): return nil
      case let status: throw ProcessDied("The process that was to open a picture ended with \(status).")
      }
    } catch let error as SubprocessError {
      throw ProcessDied("The process that was to open a picture could not be heard: \(error).")
    }
  }

  /// A child that takes too long is ended: cancelling kills it.
  private func inTime(_ body: @escaping @Sendable () async throws -> [UInt8]?) async throws -> [UInt8]? {
    try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
      group.addTask { try await body() }
      group.addTask { [timeout] in
        try await Task.sleep(for: timeout)
        throw ProcessDied("The process that was to open a picture took too long.")
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  /// Nothing of our own environment, which holds secrets; only where libraries are, if that was said.
  private static var environment: [Environment.Key: String] {
    var all: [Environment.Key: String] = ["LC_ALL": "C.UTF-8"]
    if let libraries = FileManager.default.contents(atPath: "/proc/self/environ")?.split(separator: 0).first(
      where: { $0.starts(with: Array("LD_LIBRARY_PATH=".utf8)) })
    {
      all["LD_LIBRARY_PATH"] = String(decoding: libraries.dropFirst("LD_LIBRARY_PATH=".utf8.count), as: UTF8.self)
    }
    return all
  }

  /// The running program, also when a newer one has been put in its place meanwhile; in tests the one beside them.
  private static let ours: String = {
    let link = "/proc/self/exe"
    // Where there is no such link, the first argument tells.
    let found = (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? CommandLine.arguments[0]
    let url = URL(fileURLWithPath: found)
    if url.pathExtension == "xctest" { return url.deletingLastPathComponent().path + "/homeroom" }
    return FileManager.default.fileExists(atPath: link) ? link : url.path
  }()
}

extension PictureProcess {
  /// What the child does: it takes on its bounds, reads a picture from its input, and writes the small one.
  ///
  /// - Returns: how it ends.
  public static func child(side: Int) -> Int32 {
    // The kernel takes this process first when memory runs out, if it lets us say so.
    try? Data("1000".utf8).write(to: URL(fileURLWithPath: "/proc/self/oom_score_adj"))
    guard homeroom_limit(UInt(taken + memory), UInt(processor)) != 0 else { return 1 }
    let input = FileHandle.standardInput
    // What cannot be read is no picture.
    guard let bytes = try? input.read(upToCount: Int(Pictures.maxBytes) + 1), bytes.count <= Int(Pictures.maxBytes),
      let small = Pictures.small([UInt8](bytes), side: side)
    else { return isNone }
    do { try FileHandle.standardOutput.write(contentsOf: Data(small)) } catch { return 1 }
    return 0
  }

  /// The bytes of address space that the program has already.
  private static var taken: Int {
    guard let sizes = FileManager.default.contents(atPath: "/proc/self/statm"),
      let pages = String(decoding: sizes, as: UTF8.self).split(separator: " ").first.flatMap({ Int($0) })
    else { return 1 << 30 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

/// Lets so many through at once and so many wait.
private actor Turnstile {
  private var places: Int
  private let most: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int, waiting: Int) { (self.places, most) = (places, waiting) }

  func enter() async throws {
    if places > 0 {
      places -= 1
      return
    }
    guard waiting.count < most else { throw Refusal.unavailable }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
  }
}
