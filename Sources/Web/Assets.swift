import Base
import Crypto
import Foundation
import Router

/// Styles, scripts, symbols and fonts, read once at start.
///
/// Their path carries the hash of their content, so browsers may keep them for ever.
public struct Assets: Sendable {
  struct File: Sendable {
    let bytes: [UInt8]
    let packed: [UInt8]?
    let type: String
    /// The same by brotli, where it was packed beforehand.
    var brotli: [UInt8]?
  }
  private let files: [String: File]
  /// `/assets/3fa9c1…`, the head of every asset's path.
  public let base: String

  /// The names of all, as the paths below the base have them, sorted.
  public let names: [String]

  /// The program that a browser runs over a replica (scripts/browser.sh).
  public static let module = "homeroom.wasm"

  /// - Parameters:
  ///   - directory: holds `css/` with `_order.txt`, `js/`, `fonts/`, `icons.svg` and the like.
  ///   - made: files that the program makes, by name.
  ///   - module: where the program for browsers is, with a twin beside it by brotli, `.br`; without it devices ask the server.
  public init(directory: String, made: [(name: String, bytes: [UInt8])] = [], module: String? = nil) throws {
    var found: [String: [UInt8]] = [:]
    let names = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
    for name in names where Assets.type(of: name) != nil {
      found[name] = Array(try Data(contentsOf: URL(fileURLWithPath: directory + "/" + name)))
    }
    let order = try String(contentsOfFile: directory + "/css/_order.txt", encoding: .utf8)
    var styles: [UInt8] = []
    for line in order.split(separator: "\n") where !line.hasPrefix("#") && !trimmed(String(line)).isEmpty {
      styles += found["css/" + trimmed(String(line))] ?? []
      styles.append(10)
    }
    found = found.filter { !$0.key.hasPrefix("css/") }
    found["app.css"] = styles
    found["sw.js"] = Assets.worker(&found)
    if let module { found[Assets.module] = Array(try Data(contentsOf: URL(fileURLWithPath: module))) }
    for file in made { found[file.name] = file.bytes }
    var hash = SHA256()
    for name in found.keys.sorted() {
      hash.update(data: Array(name.utf8))
      hash.update(data: found[name] ?? [])
    }
    base = "/assets/" + String(hex(hash.finalize()).prefix(12))
    var files: [String: File] = [:]
    for (name, bytes) in found {
      let type = Assets.type(of: name) ?? "application/octet-stream"
      files[name] = File(bytes: bytes, packed: Assets.packed(bytes, type), type: type)
    }
    if let module, FileManager.default.fileExists(atPath: module + ".br") {
      files[Assets.module]?.brotli = Array(try Data(contentsOf: URL(fileURLWithPath: module + ".br")))
    }
    (self.files, self.names) = (files, files.keys.sorted())
  }

  /// The parts of the service worker as the one file that a browser takes it from, in the order of their names.
  private static func worker(_ found: inout [String: [UInt8]]) -> [UInt8] {
    let parts = found.keys.filter { $0.hasPrefix("worker/") }.sorted()
    return parts.reduce(into: []) { file, name in file += found.removeValue(forKey: name) ?? [] }
  }

  /// JSON is packed quickly: each device asks for it once, and the start waits for the packing.
  private static func packed(_ bytes: [UInt8], _ type: String) -> [UInt8]? {
    if type == json { return Gzip.compress(bytes) }
    return isText(type) ? Gzip.compressWell(bytes) : nil
  }

  private static let json = "application/json; charset=utf-8"

  /// The file of a whole path, or `nil`, and whether it is what the path's hash names.
  ///
  /// A page made just before an upgrade, or by another of several servers that are upgraded in turn, has another hash: it
  /// gets the file of today, which nobody may keep, rather than a page without style.
  func file(_ path: String) -> (file: File, isNamed: Bool)? {
    let parts = path.split(separator: "/", maxSplits: 2)
    guard parts.count == 3, let file = files[String(parts[2])] else { return nil }
    return (file, base.dropFirst("/assets/".count) == parts[1])
  }

  /// A file by name, for the few with an address of their own.
  func named(_ name: String) -> File? { files[name] }

  private static func type(of name: String) -> String? {
    // A folder may be called `css`; only what stands after a dot is a type.
    let parts = name.split(separator: ".")
    return switch parts.count > 1 ? parts[parts.count - 1] : "" {
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "woff2": "font/woff2"
    case "webmanifest": "application/manifest+json"
    case "png": "image/png"
    case "json": json
    case "wasm": "application/wasm"
    default: nil
    }
  }

  static func isText(_ type: String) -> Bool {
    type.hasPrefix("text/") || type.contains("json") || type.contains("svg") || type.contains("xml")
  }
}
