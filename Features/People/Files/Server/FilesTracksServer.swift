import Base
import People

/// What is in a wrapping that films and recordings have in common: its name says neither.
enum FileTracks: Hashable, Sendable {
  /// Nothing but sound.
  case sound
  /// Something to be seen, beside sound or alone.
  case film
  /// It cannot be told; then it is no sound.
  case unknown

  /// The wrappings, by the type that their first bytes have.
  static let wrappings: [String: String] = [
    "video/mp4": "mp4", "audio/mp4": "mp4", "audio/x-m4a": "mp4", "video/x-m4v": "mp4", "video/3gpp": "mp4",
    "audio/3gpp": "mp4", "video/webm": "webm",
    "audio/webm": "webm", "video/ogg": "ogg", "audio/ogg": "ogg", "application/ogg": "ogg",
  ]

  /// What the file is said to be then.
  ///
  /// - Parameter type: by its first bytes.
  func type(of type: String) -> String {
    guard let wrapping = Self.wrappings[type] else { return type }
    switch self {
    case .sound: return "audio/" + wrapping
    case .film: return "video/" + wrapping
    case .unknown: return type.hasPrefix("audio/") ? IncomingFile.unknownType : type
    }
  }

  fileprivate init(sees: Bool, hears: Bool) { self = sees ? .film : hears ? .sound : .unknown }
}

// MARK: MP4

/// One box of an MP4 file: where what it holds begins and ends.
struct MovieBox: Hashable, Sendable {
  let kind: String
  let content: Range<Int64>

  /// - Parameters:
  ///   - bytes: at least its first sixteen, as far as the file goes.
  ///   - start: where it stands in what it is part of, which ends at `end`.
  init?(_ bytes: some Collection<UInt8>, at start: Int64, end: Int64) {
    let head = Array(bytes.prefix(16))
    guard head.count >= 8 else { return nil }
    kind = String(decoding: head[4..<8], as: UTF8.self)
    func number(_ places: Range<Int>) -> UInt64 { head[places].reduce(0) { $0 << 8 | UInt64($1) } }
    var (length, lead) = (number(0..<4), Int64(8))
    if length == 1 {
      guard head.count == 16 else { return nil }
      (length, lead) = (number(8..<16), 16)
    }
    // None is “to the end”.
    guard let size = length == 0 ? end - start : Int64(exactly: length), size >= lead, size <= end - start else {
      return nil
    }
    content = (start + lead)..<(start + size)
  }
}

extension FileTracks {
  /// So many boxes of a file are looked at until the one that lists its tracks.
  static let mostBoxes = 2000
  /// So large may that one be: an hour of film has less than a tenth.
  static let mostMovie: Int64 = 4 << 20

  /// What the tracks are that an MP4 file's `moov` lists.
  init(movie bytes: [UInt8]) {
    var (sees, hears) = (false, false)
    for track in Self.boxes(in: bytes[...]) where track.kind == "trak" {
      for media in Self.boxes(in: bytes[Self.places(track)]) where media.kind == "mdia" {
        for one in Self.boxes(in: bytes[Self.places(media)]) where one.kind == "hdlr" {
          // Four bytes of version and flags, and four that are nothing.
          let handler = String(decoding: bytes[Self.places(one)].dropFirst(8).prefix(4), as: UTF8.self)
          if handler == "soun" { hears = true } else if handler == "vide" || handler == "auxv" { sees = true }
        }
      }
    }
    self.init(sees: sees, hears: hears)
  }

  private static func places(_ box: MovieBox) -> Range<Int> {
    Int(box.content.lowerBound)..<Int(box.content.upperBound)
  }

  private static func boxes(in part: ArraySlice<UInt8>) -> [MovieBox] {
    var (found, at) = ([] as [MovieBox], part.startIndex)
    while at < part.endIndex, found.count < mostBoxes,
      let box = MovieBox(part[at...], at: Int64(at), end: Int64(part.endIndex))
    {
      found.append(box)
      at = Int(box.content.upperBound)
    }
    return found
  }
}

// MARK: WebM

extension FileTracks {
  /// What the tracks are that the beginning of a WebM file lists, before anything that is played.
  init(webm bytes: [UInt8]) {
    var (sees, hears) = (false, false)
    var reader = MatroskaReader(bytes[...])
    var steps = 0
    while let element = reader.next(), steps < Self.mostBoxes {
      steps += 1
      switch element.id {
      // The file, its tracks and each of them are gone into.
      case 0x1853_8067, 0x1654_AE6B, 0xAE: continue
      // What is played begins: no track is told of any more.
      case 0x1F43_B675: self.init(sees: sees, hears: hears); return
      case 0x83:
        let kind = reader.read(element).reduce(0) { $0 << 8 | UInt64($1) & 0xFF }
        if kind == 2 { hears = true } else { sees = true }
      default: reader.skip(element)
      }
    }
    self.init(sees: sees, hears: hears)
  }
}

/// Goes through the elements of a Matroska file.
private struct MatroskaReader {
  /// - size: `nil` is “until something else begins”.
  struct Element {
    let id: UInt64
    let size: Int?
  }
  private var rest: ArraySlice<UInt8>
  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next() -> Element? {
    guard let id = number(keepsMark: true, most: 4), let size = number(keepsMark: false, most: 8) else { return nil }
    return Element(id: id.value, size: size.isAll ? nil : Int(exactly: size.value))
  }
  mutating func read(_ element: Element) -> ArraySlice<UInt8> {
    let part = rest.prefix(min(element.size ?? 0, 8))
    skip(element)
    return part
  }
  mutating func skip(_ element: Element) { rest = rest.dropFirst(element.size ?? rest.count) }

  /// The zeros that a number begins with say how long it is.
  private mutating func number(keepsMark: Bool, most: Int) -> (value: UInt64, isAll: Bool)? {
    guard let first = rest.first, first != 0 else { return nil }
    let length = first.leadingZeroBitCount + 1
    guard length <= most, rest.count >= length else { return nil }
    let mark = UInt64(1) << UInt64(7 * length)
    let whole = rest.prefix(length).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    rest = rest.dropFirst(length)
    let value = whole & (mark - 1)
    return (keepsMark ? whole : value, value == mark - 1)
  }
}

// MARK: Ogg

extension FileTracks {
  private static let heard = ["\u{1}vorbis", "OpusHead", "Speex   ", "\u{7F}FLAC"].map { Array($0.utf8) }
  /// A list of what is where, which is no track.
  private static let listing = Array("fishead".utf8)

  /// What the tracks are whose first pages an Ogg file begins with.
  init(ogg bytes: [UInt8]) {
    var (sees, hears, rest) = (false, false, bytes[...])
    // A page: its mark, four and more about it, and how long its pieces are. The first page of a track says so.
    while rest.starts(with: Array("OggS".utf8)), rest.count > 27 {
      let page = Array(rest.prefix(27))
      guard page[5] & 2 != 0 else { break }
      let pieces = rest.dropFirst(27).prefix(Int(page[26]))
      let length = pieces.reduce(0) { $0 + Int($1) }
      let content = rest.dropFirst(27 + pieces.count).prefix(length)
      if Self.heard.contains(where: { content.starts(with: $0) }) {
        hears = true
      } else if !content.starts(with: Self.listing) {
        sees = true
      }
      rest = rest.dropFirst(27 + pieces.count + length)
    }
    self.init(sees: sees, hears: hears)
  }
}
