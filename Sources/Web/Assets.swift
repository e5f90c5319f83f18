import Base
import Crypto
import Foundation
import Router

/// Styles, scripts, symbols and fonts, read once at start.
///
/// Their path carries the hash of their content, so browsers may keep them for ever.
public struct Assets: Sendable {
  struct File: Sendable {
    /// `nil` when they are not there any more.
    let bytes: @Sendable () -> [UInt8]?
    let packed: @Sendable () -> [UInt8]?
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
  ///   - words: of each language as a device is handed them, and the digest of what they are made from.
  ///   - module: where the program for browsers is, with a twin beside it by brotli, `.br`; without it devices ask the server.
  public init(directory: String, words: WordsDirectory? = nil, module: String? = nil) throws {
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
    let program = try module.map { try Assets.program($0) }
    var sources = found
    sources[Assets.module] = program?.digest
    sources["words/"] = words?.digest
    var hash = SHA256()
    for name in sources.keys.sorted() {
      hash.update(data: Array(name.utf8))
      hash.update(data: sources[name] ?? [])
    }
    base = "/assets/" + String(hex(hash.finalize()).prefix(12))
    var files = found.reduce(into: [:]) { files, file in files[file.key] = Assets.kept(file.value, file.key) }
    files[Assets.module] = program?.file
    if let words {
      for language in Language.allCases {
        files["words/" + language.rawValue + ".json"] = Assets.words(language, words.catalogue)
      }
    }
    (self.files, self.names) = (files, files.keys.sorted())
  }

  private static func kept(_ bytes: [UInt8], _ name: String) -> File {
    let type = Assets.type(of: name) ?? "application/octet-stream"
    let packed = isText(type) ? Gzip.compressWell(bytes) : nil
    return File(bytes: { bytes }, packed: { packed }, type: type)
  }

  /// The words of a language beside the rows of a device: made when the first device asks, as most processes meet none.
  private static func words(_ language: Language, _ catalogue: Catalogue) -> File {
    let bytes = Once { catalogue.file(language).bytes }
    let packed = Once { Gzip.compress(bytes()) }
    return File(bytes: { bytes() }, packed: { packed() }, type: json)
  }

  /// The program for browsers: nearly all take it by brotli, so that its 10 MB are read for the others and not kept.
  private static func program(_ path: String) throws -> (file: File, digest: [UInt8]) {
    let place = URL(fileURLWithPath: path)
    let digest = SHA256.hash(data: try Data(contentsOf: place, options: .alwaysMapped))
    let twin = path + ".br"
    let brotli =
      FileManager.default.fileExists(atPath: twin) ? Array(try Data(contentsOf: URL(fileURLWithPath: twin))) : nil
    // Another one in its place would be kept for ever under the hash of this.
    let read: @Sendable () -> [UInt8]? = {
      guard let now = try? Data(contentsOf: place), SHA256.hash(data: now) == digest else { return nil }
      return Array(now)
    }
    return (File(bytes: read, packed: { nil }, type: "application/wasm", brotli: brotli), Array(digest))
  }

  /// The parts of the service worker as the one file that a browser takes it from, in the order of their names.
  private static func worker(_ found: inout [String: [UInt8]]) -> [UInt8] {
    let parts = found.keys.filter { $0.hasPrefix("worker/") }.sorted()
    return parts.reduce(into: []) { file, name in file += found.removeValue(forKey: name) ?? [] }
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
