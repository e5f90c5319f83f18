public import Base
import Crypto
import Foundation
import NIOConcurrencyHelpers
import Router

/// Every String Catalog (`*.xcstrings`) of a directory.
public struct WordsDirectory: Sendable {
  public let catalogue: Catalogue
  /// Of the bytes of all its files: other words have another.
  public let digest: [UInt8]

  /// Catalogues are parsed here because Foundation on Linux has no `String(localized:)`, and reading a `.stringsdict`
  /// through a bundle crashes the process.
  public init(_ directory: String) throws {
    var (tables, hash) = ([Language: [String: Catalogue.Entry]](), SHA256())
    let names = try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(".xcstrings") }
      .sorted()
    for name in names {
      let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/" + name))
      hash.update(data: data)
      let file = try JSONDecoder().decode(StringCatalog.self, from: data)
      for (key, entry) in file.strings {
        for (tag, localization) in entry.localizations ?? [:] {
          guard let language = Language(rawValue: tag), let made = localization.entry else { continue }
          tables[language, default: [:]][key] = made
        }
      }
    }
    (catalogue, digest) = (Catalogue(tables), Array(hash.finalize()))
  }
}

/// The part of Xcode's String Catalog format that a server needs.
private struct StringCatalog: Decodable {
  struct Unit: Decodable { let value: String }
  struct Form: Decodable { let stringUnit: Unit? }
  struct Variations: Decodable { let plural: [String: Form]? }
  struct Localization: Decodable {
    let stringUnit: Unit?
    let variations: Variations?

    var entry: Catalogue.Entry? {
      if let plural = variations?.plural {
        return Catalogue.Entry(
          forms: plural.compactMap { name, form in
            Plural(rawValue: name).flatMap { category in form.stringUnit.map { (category, $0.value) } }
          })
      }
      return stringUnit.map { Catalogue.Entry($0.value) }
    }
  }
  struct Entry: Decodable { let localizations: [String: Localization]? }
  let strings: [String: Entry]
}

/// The zones of the world, from the system's tables.
public enum Zones {
  private static let known = NIOLockedValueBox<[String: Zone]>([:])

  /// Each zone is made once: every request asks for its school's.
  ///
  /// - Returns: `nil` when the system knows no such zone.
  public static func named(_ name: String) -> Zone? {
    if let zone = known.withLockedValue({ $0[name] }) { return zone }
    guard let zone = TimeZone(identifier: name) else { return nil }
    let offsets = Offsets { instant in
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000))
    }
    let made = Zone(name: name) { offsets.at($0) }
    known.withLockedValue { $0[name] = made }
    return made
  }

  /// The names a school may choose from, sorted.
  public static let names: [String] = Set(TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") } + ["UTC"])
    .sorted()
}

extension ZoneTable {
  /// Those of the system.
  public static let system = ZoneTable(names: Zones.names) { Zones.named($0) }
}

/// The offsets of one zone that have been asked for, by the minute: since 1980 clocks change on whole minutes only.
///
/// A timetable asks for the same few thousand moments again and again, and the system's tables take a microsecond each.
private final class Offsets: Sendable {
  private static let most = 20_000
  private let known = NIOLockedValueBox<[Int64: Int]>([:])
  private let request: @Sendable (Instant) -> Int

  init(_ request: @escaping @Sendable (Instant) -> Int) { self.request = request }

  func at(_ instant: Instant) -> Int {
    guard instant.milliseconds >= 315_532_800_000 else { return request(instant) }
    let minute = instant.milliseconds / 60_000
    if let offset = known.withLockedValue({ $0[minute] }) { return offset }
    let offset = request(instant)
    known.withLockedValue { all in
      if all.count >= Offsets.most { all.removeAll(keepingCapacity: true) }
      all[minute] = offset
    }
    return offset
  }
}
