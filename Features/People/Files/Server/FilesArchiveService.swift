import Archive
import Base
public import Database
public import Ledger
import People
public import Router
import School
import Web

/// Kept files as one ZIP archive, sent as it is made: never whole in memory, its length known before its first byte.
public struct FilesArchive: Sendable {
  public struct Entry: Sendable {
    public let name: String
    public let content: FileContent
    public init(name: String, content: FileContent) { (self.name, self.content) = (name, content) }
  }
  let entries: [Entry]
  let files: Files

  /// - Throws: `Refusal.conflict` beyond 4 GB, which needs a larger kind of archive than every program reads.
  public init(_ entries: [Entry], from ledger: Ledger) throws {
    (self.entries, files) = (entries, ledger.files)
    guard entries.count < 65_535, length < 0xFFFF_FFFF else {
      throw Refusal.conflict(Phrase("files.archive-too-large"))
    }
  }

  /// A local head of 30 bytes and a line of 46 in the list for each, both with the name; and 22 at the end.
  var length: Int64 {
    entries.reduce(22) { $0 + 76 + 2 * Int64($1.name.utf8.count) + $1.content.size }
  }

  public func answer(named name: String) -> Response {
    .download(name, type: "application/zip", length: Int(length)) { write in
      var archive = ZIP.Writer()
      for entry in entries {
        // Twice through the file: the sum stands before the content, or one-pass readers refuse the archive.
        archive.open(entry.name, size: Int(entry.content.size), checksum: try await checksum(entry.content))
        try await write(archive.drain())
        for try await piece in try await files.read(entry.content.hash, size: entry.content.size) {
          try await write(piece)
          archive.sent(piece.count)
        }
      }
      try await write(archive.finish())
    }
  }

  private func checksum(_ content: FileContent) async throws -> UInt32 {
    var sum = ZIP.Checksum()
    for try await piece in try await files.read(content.hash, size: content.size) { sum.add(piece) }
    return sum.value
  }
}
