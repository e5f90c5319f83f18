public import Base

/// A package on its way into a deck: what has been put in, and where it goes on.
///
/// It changes in the very transaction that puts a piece in, so it is never ahead of the deck nor behind it.
public struct FlashcardsPackageRun: Hashable, Sendable {
  public enum State: String, CaseIterable, Sendable {
    case running, done
    /// It could not go on, and waits for somebody to say how.
    case stopped
    case takenBack = "taken-back"
  }
  public let deck: ID<Deck>
  /// The file, which waits until the last piece is in.
  public let upload: ID<Arrival>
  public var state = State.running
  /// How many notes the package has for the deck; `nil` until it was opened.
  public var notes: Int?
  /// And how many pictures and sounds that the deck did not have.
  public var files = 0
  /// So many of its notes were gone through.
  public var place = 0
  public var new = 0, changed = 0, kept = 0, reviews = 0, media = 0
  /// Notes that had been deleted from the deck, and came back with the package.
  public var back: [ID<FlashcardNote>] = []
  /// Why it stopped, when that can be said.
  public var reason: Phrase?

  public init(deck: ID<Deck>, upload: ID<Arrival>) { (self.deck, self.upload) = (deck, upload) }

  public var done: Int { place + media }
  public var total: Int { max(1, (notes ?? 0) + files) }
  /// Whether it has put anything in that can be taken back.
  public var hasAdded: Bool { new > 0 || media > 0 }
  public var counts: [(String, JSON)] {
    [
      ("new", .integer(new)), ("changed", .integer(changed)), ("kept", .integer(kept)), ("reviews", .integer(reviews)),
      ("media", .integer(media)),
    ]
  }

  /// So many pictures and sounds go in at once.
  public static let filesAtOnce = 100
  /// And so many notes: a moment's work, in which others wait to write.
  public static let notesAtOnce = 250

  /// What the note at a place of the package is called here when the deck has not had it: always the same.
  public static func note(at place: Int, of upload: ID<Arrival>) -> ID<FlashcardNote> {
    made(upload, 1, place)
  }
  public static func media(at place: Int, of upload: ID<Arrival>) -> ID<FlashcardMedia> {
    made(upload, 2, place)
  }

  private static func made<Thing>(_ upload: ID<Arrival>, _ salt: UInt64, _ place: Int) -> ID<Thing> {
    var mixed = salt
    for part in [upload.high, upload.low, UInt64(clamping: place)] { mixed = splitMix64(mixed ^ part) }
    // Of the moment in which the file was looked at, so that rows that came together lie together.
    return ID(
      high: upload.high & ~0xFFFF | 0x7000 | mixed >> 52, low: 1 << 63 | splitMix64(mixed) >> 2)
  }
}

extension FlashcardsPackageRun {
  public var json: JSON {
    .object(
      [
        ("deck", .id(deck)), ("upload", .id(upload)), ("state", .text(state.rawValue)),
        ("notes", notes.map { .integer($0) } ?? .null), ("files", .integer(files)), ("place", .integer(place)),
      ] + counts + [
        ("back", .text(back.map { $0.text }.joined(separator: " "))), ("reason", reason.map { $0.json } ?? .null),
      ])
  }

  /// `nil` when that is no package on its way.
  public init?(_ json: JSON) {
    guard let deck = json.readID("deck", Deck.self), let upload = json.readID("upload", Arrival.self) else {
      return nil
    }
    self.init(deck: deck, upload: upload)
    func number(_ name: String) -> Int { json.readInteger(name).map { Int(clamping: $0) } ?? 0 }
    state = json.readText("state").flatMap { State(rawValue: $0) } ?? .running
    notes = json.readInteger("notes").map { Int(clamping: $0) }
    (files, place) = (number("files"), number("place"))
    (new, changed, kept) = (number("new"), number("changed"), number("kept"))
    (reviews, media) = (number("reviews"), number("media"))
    back = (json.readText("back") ?? "").split(separator: " ").compactMap { ID(String($0)) }
    reason = json["reason"].flatMap { Phrase(kept: $0) }
  }
}

extension Phrase {
  fileprivate var json: JSON {
    let list = arguments.map { argument -> JSON in
      switch argument {
      case .text(let text): .object([("text", .text(text))])
      case .count(let count): .object([("count", .integer(count))])
      case .key(let key): .object([("key", .text(key))])
      }
    }
    return .object([("key", .text(key)), ("arguments", .list(list))])
  }

  fileprivate init?(kept json: JSON) {
    guard let key = json.readText("key") else { return nil }
    let arguments = json.readList("arguments").compactMap { one -> Argument? in
      if let text = one.readText("text") { return .text(text) }
      if let count = one.readInteger("count") { return .count(Int(clamping: count)) }
      return one.readText("key").map { .key($0) }
    }
    self.init(key, all: arguments)
  }
}

extension Refusal {
  /// What can be said of it to somebody who is not there to hear it; `nil` is no more than that it did not work.
  public var told: Phrase? {
    switch self {
    case .notAllowed(let phrase), .conflict(let phrase): phrase
    case .invalid(let problems): problems.first?.reason
    case .tooLarge(let problem): problem.reason
    default: nil
    }
  }
}
