public import Base

/// Puts the notes of a file into a deck.
public struct ImportNotes: FormCommand {
  public static let name = "flashcards.import-notes"
  public let deck: ID<Deck>
  public let file: String
  public init(deck: ID<Deck>, file: String) { (self.deck, self.file) = (deck, file) }
  public init(_ form: inout FormReader) {
    deck = form.id("deck", Deck.self)
    file = form.note("file", max: FlashcardsText.maxBytes, about: "Notes as CSV, TSV or Anki's text.") ?? ""
    if file.isEmpty { form.fail("file", Phrase("form.required")) }
  }
}

/// What a file would make of a deck: the preview shows it, and the import does it.
public struct FlashcardsImportPlan: Sendable {
  public enum State: String, CaseIterable, Sendable { case new, changed, kept }
  public struct Row: Sendable {
    public let note: ImportedNote
    public let state: State
    /// The note that it is known to be; also one that was deleted, which comes back with what was learnt of it.
    public let known: FlashcardNote?
  }
  public let rows: [Row]
  public let text: FlashcardsText
  /// The notes the deck would hold.
  public let total: Int

  /// - Parameter known: all notes of the deck, also deleted ones.
  public init(_ text: FlashcardsText, known: [FlashcardNote]) {
    var (guids, fronts): ([String: FlashcardNote], [String: FlashcardNote]) = ([:], [:])
    var live = 0
    for note in known {
      if note.deletedAt == nil { live += 1 }
      if guids[note.guid]?.deletedAt != nil || guids[note.guid] == nil { guids[note.guid] = note }
      if note.deletedAt == nil, fronts[note.front] == nil { fronts[note.front] = note }
    }
    var (rows, taken): ([Row], Set<ID<FlashcardNote>>) = ([], [])
    for note in text.notes {
      var old = note.guid.isEmpty ? fronts[note.front] : guids[note.guid]
      // Two lines are never one note.
      if let found = old, !taken.insert(found.id).inserted { old = nil }
      rows.append(Row(note: note, state: State(note, over: old, keepsKnown: text.keepsKnown), known: old))
    }
    (self.rows, self.text, total) = (rows, text, live + rows.count { $0.state == .new })
  }

  public func count(_ state: State) -> Int { rows.count { $0.state == state } }
}

extension FlashcardsImportPlan.State {
  fileprivate init(_ note: ImportedNote, over old: FlashcardNote?, keepsKnown: Bool) {
    guard let old, old.deletedAt == nil else {
      self = .new
      return
    }
    let isSame =
      old.front == note.front && old.back == note.back && old.kind == note.kind && old.tags == note.tags
    self = isSame || keepsKnown ? .kept : .changed
  }
}
