import Database
import Foundation

/// Another program, run to its end.
///
/// Blocks.
///
/// Not Foundation's `Process`: it waits for the program's own children too, and a server started by `pg_ctl` never ends.
package enum Program {
  /// - Returns: what it wrote, both streams together, cut at a megabyte.
  /// - Throws: `DatabaseClosed` when it does not start or ends with anything but 0.
  @discardableResult
  package static func run(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws -> String {
    var pipes: [Int32] = [0, 0]
    guard pipe(&pipes) == 0 else { throw DatabaseClosed("No pipe: \(String(cString: strerror(errno)))") }
    defer { close(pipes[0]) }
    let child = try start(path, arguments, environment, output: pipes[1])
    close(pipes[1])
    let said = text(from: pipes[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      throw DatabaseClosed("\(name) ended with \(status >> 8 & 255): \(said.suffix(2000))")
    }
    return said
  }

  private static func start(
    _ path: String, _ arguments: [String], _ environment: [String: String], output: Int32
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)
    // What is ours stays ours: sockets, locks, the books, however many there are.
    for descriptor in open where descriptor > 2 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let settings =
      ["PATH": folders.joined(separator: ":"), "LC_ALL": "C.UTF-8"].merging(environment) { _, new in new }.map {
        strdup("\($0.key)=\($0.value)")
      } + [nil]
    defer { for text in words + settings { free(text) } }
    var child: pid_t = 0
    let failure = posix_spawn(&child, path, &actions, nil, words, settings)
    guard failure == 0 else {
      close(output)
      throw DatabaseClosed("\(path) does not start: \(String(cString: strerror(failure)))")
    }
    return child
  }

  /// What this process has open: a child is given none of it.
  private static var open: [Int32] {
    // Where there is no such folder, what is usual.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? (3..<1024).map { String($0) }
    return names.compactMap { Int32($0) }
  }

  private static func text(from descriptor: Int32) -> String {
    var (all, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return String(decoding: all, as: UTF8.self) }
      if all.count < 1 << 20 { all += part[..<count] }
    }
  }

  /// Where programs are, whatever the environment says.
  private static let folders = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin"]

  /// The newest PostgreSQL's program of that name, as Debian lays them out, or one of the system's.
  package static func postgres(_ name: String) throws -> String {
    let home = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: home)) ?? []  // not there: not Debian
    let newest = versions.compactMap(Int.init).sorted(by: >).map { "\(home)/\($0)/bin/\(name)" }
    let found = (newest + folders.map { "\($0)/\(name)" }).first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { throw DatabaseClosed("\(name) is not installed: apt-get install postgresql") }
    return found
  }
}

extension Ledger {
  /// One statement outside any transaction on a PostgreSQL server: making and dropping databases.
  package static func administer(_ url: String, _ sql: String) throws {
    try PostgresConnection(url: url).run(sql)
  }
}
