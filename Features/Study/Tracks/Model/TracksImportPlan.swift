public import Base

/// What an import does to a track: the preview shows it, and the same is written.
public struct TrackImportPlan: Hashable, Sendable {
  /// As they stand in the file, to be appended.
  public private(set) var new: [ImportedText] = []
  /// Texts of the track as they will be.
  public private(set) var changed: [TrackItem] = []
  /// How many are there already, just so.
  public private(set) var kept = 0
  /// The texts of the file in its order, each with the one of the track that it is; `nil` for a new one.
  public private(set) var known: [ID<TrackItem>?] = []

  /// A text that is called the same and stands in the same place is the same one.
  public init(_ file: TrackImport, over items: [TrackItem]) {
    // Of two of the track that are called the same, the first is meant.
    var found: [TrackImport.Key: TrackItem] = [:]
    for item in items.reversed() { found[TrackImport.Key(item.label, item.reference)] = item }
    for text in file.texts {
      guard let item = found[text.key] else {
        new.append(text)
        known.append(nil)
        continue
      }
      known.append(item.id)
      let after = item.with(text)
      if after == item { kept += 1 } else { changed.append(after) }
    }
  }

  public var isEmpty: Bool { new.isEmpty && changed.isEmpty }
}

extension TrackItem {
  /// What a file does not say of it stays as it is.
  func with(_ text: ImportedText) -> TrackItem {
    var item = self
    (item.label, item.source) = (text.label, text.source)
    item.reference = text.reference
    if let language = text.language { item.language = language }
    if !text.commentary.isEmpty { item.commentary = text.commentary }
    if let language = text.commentaryLanguage { item.commentaryLanguage = language }
    if !text.questions.isEmpty { item.questions = text.questions }
    return item
  }
}

/// Texts out of a file, into a track: new ones at the end, those that it has already as the file says them.
public struct ImportTexts: FormCommand {
  public static let name = "tracks.import-texts"
  public let track: ID<Track>
  public let text: String
  public init(track: ID<Track>, text: String) { (self.track, self.text) = (track, text) }
  public init(_ form: inout FormReader) {
    track = form.id("track", Track.self)
    text = form.values("text", about: "The file: CSV with headings, or Markdown.").first ?? ""
    // The file itself is the business of whoever takes it in.
    form.ignore("file", "act")
    if trimmed(text).isEmpty { form.fail("text", Phrase("form.required")) }
  }
}

extension TracksPaths {
  public static func importing(_ id: ID<Track>) -> String { track(id) + "/import" }
}
