public import Base
import Database
import Foundation

/// Which tenants were erased, written down beside the books and not in them: books that come back from an older backup
/// know nothing of what was erased since.
///
/// A file of one line for each decision, ids and moments only. The last word about a tenant counts.
public struct ErasedNote: Sendable {
  public struct Line: Hashable, Sendable {
    public let tenant: ID<Tenant>
    public let at: Instant
    /// Somebody brought it back on purpose.
    public let isKept: Bool
    public init(tenant: ID<Tenant>, at: Instant, isKept: Bool = false) {
      (self.tenant, self.at, self.isKept) = (tenant, at, isKept)
    }

    var text: String { "\(tenant.text) \(at.milliseconds) \(isKept ? "kept" : "erased") \(at.text)" }

    init?(_ text: Substring) {
      let words = text.split(separator: " ")
      guard words.count >= 3, let tenant = ID<Tenant>(words[0]), let at = Int64(words[1]) else { return nil }
      self.init(tenant: tenant, at: Instant(milliseconds: at), isKept: words[2] == "kept")
    }
  }

  static let name = "erased.txt"
  let path: String
  init(directory: String) { path = directory + "/" + Self.name }

  /// The last word about each tenant.
  public func lines() throws -> [Line] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw DatabaseClosed("\(path) cannot be read: \(String(cString: strerror(errno))).")
    }
    let all = String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { Line($0) }
    return Dictionary(grouping: all) { $0.tenant }.values.compactMap { $0.max { $0.at < $1.at } }
      .sorted { ($0.at, $0.tenant) < ($1.at, $1.tenant) }
  }

  /// The tenants that are not to come back.
  public func erased() throws -> [Line] { try lines().filter { !$0.isKept } }

  /// Writes lines down for good before it returns; what is there already is not written twice.
  public func add(_ more: [Line]) throws {
    let there = try lines()
    let new = more.filter { !there.contains($0) }
    guard !new.isEmpty else { return }
    let text = (there + new).map { $0.text + "\n" }.joined()
    try Ledger.write(Array(text.utf8), to: path + ".new")
    guard rename(path + ".new", path) == 0 else {
      throw DatabaseClosed("\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
    try Upload.sync(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }
}

extension Ledger {
  /// What was erased, beside these books.
  public var erasedNote: ErasedNote { ErasedNote(directory: notes) }

  /// The same for books nobody has opened.
  public static func erasedNote(at place: DatabaseLocation) -> ErasedNote { ErasedNote(directory: place.notes) }

  /// What the backups know of erasures: this one, and those that lie beside it and may be younger.
  static func erasedNotes(around backup: String) -> [ErasedNote.Line] {
    let folder = URL(fileURLWithPath: backup).standardizedFileURL
    let parent = folder.deletingLastPathComponent().path
    // What cannot be looked at says nothing; the backup itself has been verified.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    return ([folder.path] + names.sorted().map { parent + "/" + $0 }).flatMap {
      (try? ErasedNote(directory: $0).lines()) ?? []
    }
  }
}
