import Anki
import Archive
import CSQLite
import CZstd
import Foundation
import Web

/// A package of Anki's own making, taken apart and put together again otherwise.
struct Taken {
  var files: [(name: String, content: [UInt8])]

  static let generations = ["first", "second", "latest"]

  static func bytes(_ generation: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "fixtures/anki/\(generation).apkg")))
  }

  init(_ generation: String) throws {
    let archive = try ZIP.Archive(Self.bytes(generation))
    files = []
    for entry in archive.entries {
      let next = try archive.pieces(of: entry, inflate: ZIP.inflate)
      var content: [UInt8] = []
      while let piece = try next() { content += piece }
      files.append((entry.path, content))
    }
  }

  subscript(_ name: String) -> [UInt8]? {
    get { files.first { $0.name == name }?.content }
    set {
      files.removeAll { $0.name == name }
      if let newValue { files.append((name, newValue)) }
    }
  }

  /// As an archive, not packed.
  var bytes: [UInt8] {
    var writer = ZIP.Writer()
    for file in files { writer.add(file.name, file.content) }
    return writer.finish()
  }

  func fault(_ limits: AnkiPackage.Limits = AnkiPackage.Limits()) -> AnkiFault.Code? {
    do throws(AnkiFault) {
      _ = try AnkiPackage(bytes, limits: limits, inflate: ZIP.inflate)
      return nil
    } catch { return error.code }
  }

  /// Carries out SQL on the collection of a package of the second generation.
  mutating func change(_ sql: String) throws {
    self["collection.anki21"] = try Self.changed(try Self.found(self["collection.anki21"]), sql)
  }

  struct Broken: Error {}
  static func found<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Broken() }
    return value
  }

  /// In memory, where the copy may grow.
  static func changed(_ database: [UInt8], _ sql: String) throws -> [UInt8] {
    var opened: OpaquePointer?
    guard sqlite3_open(":memory:", &opened) == SQLITE_OK, let memory = sqlite3_malloc64(UInt64(database.count)) else {
      throw Broken()
    }
    defer { sqlite3_close(opened) }
    UnsafeMutableRawBufferPointer(start: memory, count: database.count).copyBytes(from: database)
    let (start, size) = (memory.assumingMemoryBound(to: UInt8.self), Int64(database.count))
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    guard sqlite3_deserialize(opened, "main", start, size, size, flags) == SQLITE_OK,
      sqlite3_exec(opened, sql, nil, nil, nil) == SQLITE_OK
    else { throw Broken() }
    var length = Int64(0)
    guard let bytes = sqlite3_serialize(opened, "main", &length, 0) else { throw Broken() }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
  }
}

/// A frame of Zstandard.
func zstandard(_ bytes: [UInt8]) -> [UInt8] {
  var out = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
  let written = ZSTD_compress(&out, out.count, bytes, bytes.count, 3)
  return Array(out.prefix(written))
}
