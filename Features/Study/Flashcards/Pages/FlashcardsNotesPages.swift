import Base
import HTML
import Kit
import School

/// The notes of a deck on its page: a part of them, looked for by words where there are many.
func deckNotes(_ data: DeckPage, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.deck.id)
  let add: HTML =
    data.isKeeper
    ? linkButton(words("flashcards.add-note"), to: FlashcardsPaths.newNote(id), style: ButtonStyle(key: "a")) : ""
  if data.notes.isEmpty, data.isFirst, data.text.isEmpty {
    let text = words(data.isKeeper ? "flashcards.empty-text" : "flashcards.empty-reader")
    return emptyState("copy", words("flashcards.empty"), text, scene, action: add)
  }
  let isLong = data.next != nil || !data.isFirst || !data.text.isEmpty
  let search: HTML =
    isLong
    ? searchField(
      words("flashcards.search"), value: data.text, results: "notes-results", scene, action: FlashcardsPaths.deck(id))
    : ""
  return stack([
    sectionTitle(words("flashcards.notes")), cluster([add]), search,
    "<div id=\"notes-results\">\(noteResults(data, scene))</div>", deckFiles(data, scene),
  ])
}

private func noteResults(_ data: DeckPage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.notes.isEmpty else {
    return emptyState("search", words("flashcards.nothing-found"), words("flashcards.nothing-found-text"), scene)
  }
  let more = pager(
    "", previous: data.isFirst ? nil : notesPath(data, from: nil), next: data.next.map { notesPath(data, from: $0) },
    scene)
  return "\(list(data.notes.map { noteRow($0, data, scene) }, id: "notes", label: words("flashcards.notes")))\(more)"
}

/// The way back leads to the beginning: positions say nothing of how many lie before.
private func notesPath(_ data: DeckPage, from: Int?) -> String {
  let parts = [from.map { "from=" + String($0) }, data.text.isEmpty ? nil : "q=" + inQuery(data.text)].compactMap { $0 }
  return FlashcardsPaths.deck(data.deck.id) + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
}

private func noteRow(_ note: FlashcardNote, _ data: DeckPage, _ scene: Scene) -> HTML {
  let kept = note.ordinals.map { FlashcardKey(note: note.id, ordinal: $0) }.filter { data.suspended.contains($0) }
  return cell(
    "<span dir=\"auto\">\(FlashcardNote.line(note.front, kind: note.kind))</span>",
    meta: note.back.isEmpty ? "" : "<span dir=\"auto\">\(FlashcardNote.line(note.back, kind: .basic))</span>",
    trail: HTML("\(each: kept, { resumeButton($0, data.deck.id, scene) })"),
    to: data.isKeeper ? FlashcardsPaths.note(note) : nil, scene)
}

private func resumeButton(_ card: FlashcardKey, _ deck: ID<Deck>, _ scene: Scene) -> HTML {
  postButton(
    scene.words("flashcards.resume"), to: FlashcardsPaths.act("resumption", deck), scene, fields: cardFields(card),
    style: ButtonStyle(isSmall: true))
}

/// The cards as files, for whoever reads the deck; its keepers also find its pictures and sounds here.
private func deckFiles(_ data: DeckPage, _ scene: Scene) -> HTML {
  let media: HTML =
    data.isKeeper
    ? linkButton(scene.words("flashcards.media.title"), to: FlashcardsPaths.media(data.deck.id), .ghost) : ""
  return exportCard(data.deck, scene) + media
}
