public import Base

/// A picture or a sound of a deck; the kept file has the same id.
///
/// The text of a card calls it by its name: `![what it shows](name)` or `[sound:name]`.
public struct FlashcardMedia: Hashable, Sendable {
  public let id: ID<FlashcardMedia>
  public let deck: ID<Deck>
  /// What cards call it; only one of a deck that was not removed has it.
  public var name: String
  /// By its content, not by its name.
  public let type: String
  public let size: Int64
  public let createdAt: Instant
  /// When it was taken away; it stays, to be brought back.
  public var deletedAt: Instant?

  public init(
    id: ID<FlashcardMedia>, deck: ID<Deck>, name: String, type: String, size: Int64, createdAt: Instant,
    deletedAt: Instant? = nil
  ) {
    (self.id, self.deck, self.name, self.type) = (id, deck, name, type)
    (self.size, self.createdAt, self.deletedAt) = (size, createdAt, deletedAt)
  }

  public var isPicture: Bool { Self.pictures.contains(type) }
  public var isSound: Bool { type.utf8.starts(with: "audio/".utf8) }

  /// The pictures that a browser shows and that cannot run anything.
  static let pictures: Set<String> = ["image/png", "image/jpeg", "image/gif", "image/webp"]
  /// Whether cards can show or play a file of this type.
  public static func takes(_ type: String) -> Bool {
    pictures.contains(type) || type.utf8.starts(with: "audio/".utf8)
  }
  /// The longest name, in characters.
  public static let longestName = 120
  /// A deck has so many of them at most.
  public static let most = 5000

  /// A name by which a text can call it: brackets would end the call.
  public static func name(_ name: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in FileNames.shown(name).unicodeScalars {
      out.append("[]<>\\".unicodeScalars.contains(scalar) ? "-" : scalar)
    }
    return String(out)
  }

  /// How a card calls it.
  ///
  /// - Parameter about: what a picture shows, for who does not see it.
  public func call(about: String = "") -> String {
    isSound ? "[sound:\(name)]" : "![\(about)](\(Self.address(name)))"
  }

  /// A name as the address of a picture; one with spaces or brackets stands between `<` and `>`.
  public static func address(_ name: String) -> String {
    name.utf8.contains { $0 == 32 || $0 == 40 || $0 == 41 } ? "<\(name)>" : name
  }

  /// `a.png`, or `a 2.png` when there is one.
  public static func free(_ name: String, beside taken: Set<String>) -> String {
    guard taken.contains(name) else { return name }
    let ending = FileNames.ending(name)
    let stem = ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
    var number = 2
    while taken.contains("\(stem) \(number)" + (ending.isEmpty ? "" : "." + ending)) { number += 1 }
    return "\(stem) \(number)" + (ending.isEmpty ? "" : "." + ending)
  }
}

extension FlashcardsPaths {
  public static func archive(_ id: ID<Deck>) -> String { export(id) + "/archive" }
  public static func media(_ id: ID<Deck>) -> String { deck(id) + "/media" }
  public static func removal(_ media: FlashcardMedia) -> String { self.media(media) + "/removal" }
  public static func media(_ media: FlashcardMedia) -> String { self.media(media.deck) + "/" + media.id.text }
}
