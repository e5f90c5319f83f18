import Anki
import Base
import School
import Study

extension FlashcardsPackage {
  /// Notes of Anki as notes of ours: what a card asks is the front, and what it answers the back.
  init(_ anki: AnkiPackage) {
    var types: [Int64: AnkiPackage.NoteType] = [:]
    for type in anki.types { types[type.id] = type }
    var cards: [Int64: [AnkiPackage.Card]] = [:]
    for card in anki.cards { cards[card.note, default: []].append(card) }
    // By type and not by note: templates are long, and notes are many.
    let places = types.mapValues { FlashcardPlaces($0) }
    let reviews = Self.reviews(anki)
    self.init(notes: [], decks: Self.decks(anki), leavesReviews: anki.leavesReviews)
    for note in anki.notes {
      let own = (cards[note.id] ?? []).sorted { $0.ordinal < $1.ordinal }
      guard let type = types[note.type], let places = places[note.type], !type.hidesPictures,
        !note.fields.contains(where: hidesPictures)
      else {
        skipped += own.count
        continue
      }
      // A card that a note has on a condition is made only where the condition holds.
      let kind: FlashcardNote.Kind = type.isCloze ? .cloze : own.contains { $0.ordinal == 1 } ? .bothWays : .basic
      let most = type.isCloze ? FlashcardCloze.maxNumber : 2
      skipped += own.count { !(0..<most).contains($0.ordinal) }
      let sides = FlashcardSides(note, places)
      notes.append(
        Note(
          front: sides.front, back: sides.back, kind: kind, tags: note.tags, guid: note.guid,
          cards: own.filter { (0..<most).contains($0.ordinal) }.map {
            Card(ordinal: $0.ordinal, isSuspended: $0.isSuspended, reviews: reviews[$0.id] ?? [])
          }))
    }
  }

  /// By card, the newest first.
  private static func reviews(_ anki: AnkiPackage) -> [Int64: [Review]] {
    var found: [Int64: [Review]] = [:]
    for one in anki.reviews where (found[one.card]?.count ?? 0) < maxOfCard {
      let act: FlashcardEvent.Act
      switch (one.meaning, FlashcardGrade(rawValue: one.ease)) {
      case (.answer, .some(let grade)):
        act = .answer(grade, milliseconds: max(0, min(one.milliseconds, AnswerCard.maxMilliseconds)))
      case (.reset, _): act = .reset
      default: continue
      }
      found[one.card, default: []].append(Review(at: Instant(milliseconds: one.at), act: act))
    }
    return found
  }

  private static func decks(_ anki: AnkiPackage) -> [Part] {
    var counts: [Int64: Int] = [:]
    for card in anki.cards { counts[card.deck, default: 0] += 1 }
    let parts = anki.decks.compactMap { deck in
      counts[deck.id].map { Part(name: String(deck.name.prefix(200)), cards: $0) }
    }
    return parts.sorted { $0.name < $1.name }
  }
}

/// A cloze whose gaps are shapes on a picture: `{{c1::image-occlusion:rect:left=.1…}}`.
private func hidesPictures(_ field: String) -> Bool { field.prefix(100).contains("::image-occlusion:") }

/// Which fields of a type stand on which side, by its first template.
struct FlashcardPlaces {
  let asked: [Int]
  let answered: [Int]
  let isCloze: Bool

  init(_ type: AnkiPackage.NoteType) {
    isCloze = type.isCloze
    asked = type.templates.first.map { FlashcardSides.named(in: $0.question, type.fields) } ?? []
    answered = type.templates.first.map { FlashcardSides.named(in: $0.answer, type.fields) } ?? []
  }
}

/// What stands on which side of a note.
struct FlashcardSides {
  private(set) var front: [String] = []
  private(set) var back: [String] = []

  init(_ note: AnkiPackage.Note, _ places: FlashcardPlaces) {
    var asked = places.asked.filter(note.fields.indices.contains)
    var answered = places.answered.filter { note.fields.indices.contains($0) && !asked.contains($0) }
    // A template that shows nothing we know of says nothing; then the first field asks for the others.
    if asked.isEmpty || answered.isEmpty && !places.isCloze {
      (asked, answered) = (Array(note.fields.indices.prefix(1)), Array(note.fields.indices.dropFirst()))
    }
    (front, back) = (asked.map { note.fields[$0] }, answered.map { note.fields[$0] })
  }

  /// A note has so many fields at most that are looked at.
  static let mostFields = 100

  /// The places of the fields that a template shows, once each and in its order: `{{Front}}`, `{{type:Front}}`.
  static func named(in template: String, _ fields: [String]) -> [Int] {
    var (found, rest) = ([Int](), Array(template.utf8.prefix(100_000))[...])
    var places: [String: Int] = [:]
    for (place, name) in fields.prefix(mostFields).enumerated() where places[name] == nil { places[name] = place }
    while let open = rest.firstIndex(of: 0x7B) {
      rest = rest[(open + 1)...]
      guard rest.first == 0x7B else { continue }
      let inside = rest.dropFirst().prefix { $0 != 0x7D && $0 != 0x7B }
      rest = rest[inside.endIndex...]
      // What begins with one of these asks whether a field has something, and shows nothing.
      if let first = inside.first, "#^/!".utf8.contains(first) { continue }
      let name = inside.split(separator: 0x3A).last.map { trimmed(String(decoding: $0, as: UTF8.self)) } ?? ""
      if let place = places[name], !found.contains(place) { found.append(place) }
    }
    return found
  }
}
