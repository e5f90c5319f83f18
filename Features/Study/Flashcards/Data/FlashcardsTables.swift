import Base
public import Database
import People
public import School

/// Decks with their notes, what people did with the cards, and what that has come to.
public enum FlashcardsTables {
  public static let deck = Table<Deck>(
    "deck", number: 220,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.audience { $0.audience }
      $0.id("author", onMerge: .follows) { $0.author }
      $0.text("name") { $0.name }
      $0.text("about") { $0.about }
      $0.text("language") { $0.language }
      $0.integer("newPerDay") { $0.newPerDay }
      $0.integer("reviewsPerDay") { $0.reviewsPerDay }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.instant("deletedAt") { $0.deletedAt }
    }, key: ["school", "id"], indexes: [["school", "audience", "target"], ["school", "author"]],
    foreign: [.init(["school"], to: "school", ["id"]), .init(["author"], to: "account", ["id"])],
    seen: .by { deck, school in deck.audience.buckets(in: school) }
  ) { cells throws(Refusal) in
    Deck(
      id: cells.id(), audience: try StudyAudience(&cells), author: cells.id(), name: cells.text(),
      about: cells.text(), language: cells.text(), newPerDay: cells.int(), reviewsPerDay: cells.int(),
      createdAt: cells.instant(), updatedAt: cells.instant(), deletedAt: cells.optionalInstant())
  }

  public static let note = Table<FlashcardNote>(
    "flashcard_note", number: 221,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("deck") { $0.deck }
      $0.choice("kind") { $0.kind }
      $0.text("front") { $0.front }
      $0.text("back") { $0.back }
      $0.text("tags") { $0.tags.joined(separator: " ") }
      $0.text("guid") { $0.guid }
      $0.integer("position") { $0.position }
      // A bit for each card, so that those nobody has seen are found without reading the texts.
      $0.integer64("cards") { $0.cards }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.instant("deletedAt") { $0.deletedAt }
    }, key: ["school", "id"],
    // The first has all that the list of new cards asks of a note, so that its texts are not read for it.
    indexes: [["school", "deck", "position", "cards", "deletedAt"], ["school", "deck", "guid"]],
    foreign: [.init(["school", "deck"], to: "deck", ["school", "id"])], seen: .with("deck", by: "deck")
  ) { cells throws(Refusal) in
    let (id, deck, kind) = (
      cells.id(FlashcardNote.self), cells.id(Deck.self), try cells.choice(FlashcardNote.Kind.self)
    )
    let (front, back) = (cells.text(), cells.text())
    let tags = cells.text().split(separator: " ").map { String($0) }
    let (guid, position) = (cells.text(), cells.int())
    _ = cells.integer64()
    return FlashcardNote(
      id: id, deck: deck, kind: kind, front: front, back: back, tags: tags, guid: guid, position: position,
      updatedAt: cells.instant(), deletedAt: cells.optionalInstant())
  }

  /// One's own: a teacher sees counts of a class, and never what a child did with a card.
  public static let event = Table<FlashcardEvent>(
    "flashcard_event", number: 222,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("account", onMerge: .follows) { $0.account }
      $0.id("deck") { $0.deck }
      $0.id("note") { $0.card.note }
      $0.integer("ordinal") { $0.card.ordinal }
      $0.choice("act") { $0.act.kind }
      $0.integer("grade") { $0.act.grade?.rawValue }
      $0.integer("milliseconds") { $0.act.milliseconds }
      $0.id("undoes") { $0.act.undone }
      $0.instant("at") { $0.at }
      $0.day("day") { $0.day }
      $0.text("device") { $0.device }
      $0.integer("sequence") { $0.sequence }
    }, key: ["school", "id"],
    indexes: [["school", "account", "note", "ordinal"], ["school", "account", "deck", "day"]],
    foreign: [.init(["school", "deck"], to: "deck", ["school", "id"]), .init(["account"], to: "account", ["id"])],
    seen: .by { event, _ in [.person(event.account)] }
  ) { cells throws(Refusal) in
    let (id, account, deck) = (cells.id(FlashcardEvent.self), cells.id(Account.self), cells.id(Deck.self))
    let card = FlashcardKey(note: cells.id(), ordinal: cells.int())
    return FlashcardEvent(
      id: id, account: account, deck: deck, card: card, act: try FlashcardEvent.Act(&cells), at: cells.instant(),
      day: cells.day(), device: cells.text(), sequence: cells.int())
  }

  /// Folded from the events in the transaction that writes one; whoever loses it can compute it again.
  public static let state = Table<FlashcardState>(
    "flashcard_state", number: 223,
    {
      $0.school()
      $0.id("account", onMerge: .follows) { $0.account }
      $0.id("deck") { $0.deck }
      $0.id("note") { $0.card.note }
      $0.integer("ordinal") { $0.card.ordinal }
      $0.text("phase") { $0.memory?.phase.text }
      // The very bits: a fold on another device comes to the same.
      $0.integer64("stability") { Int64(bitPattern: ($0.memory?.stability ?? 0).bitPattern) }
      $0.integer64("difficulty") { Int64(bitPattern: ($0.memory?.difficulty ?? 0).bitPattern) }
      $0.day("reviewed") { $0.memory?.reviewed }
      $0.integer("interval") { $0.memory?.due.column }
      $0.day("due") { $0.due }
      $0.instant("dueAt") { $0.dueAt }
      $0.flag("suspended") { $0.isSuspended }
      $0.day("buriedUntil") { $0.buriedUntil }
      $0.integer("reviews") { $0.reviews }
      $0.integer("lapses") { $0.lapses }
    }, key: ["school", "account", "note", "ordinal"],
    indexes: [["school", "account", "deck", "due"], ["school", "deck", "account"]],
    foreign: [.init(["school", "deck"], to: "deck", ["school", "id"]), .init(["account"], to: "account", ["id"])],
    seen: .by { state, _ in [.person(state.account)] }
  ) { cells throws(Refusal) in
    let (account, deck) = (cells.id(Account.self), cells.id(Deck.self))
    let card = FlashcardKey(note: cells.id(), ordinal: cells.int())
    let memory = FlashcardMemory(&cells)
    return FlashcardState(
      account: account, deck: deck, card: card, memory: memory, due: cells.day(), dueAt: cells.optionalInstant(),
      isSuspended: cells.flag(), buriedUntil: cells.optionalDay(), reviews: cells.int(), lapses: cells.int())
  }

  /// A picture or a sound that cards of a deck name; the kept file has the same id.
  public static let media = Table<FlashcardMedia>(
    "flashcard_media", number: 224,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("deck") { $0.deck }
      $0.text("name") { $0.name }
      $0.text("type") { $0.type }
      $0.integer64("size") { $0.size }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("deletedAt") { $0.deletedAt }
    }, key: ["school", "id"], indexes: [["school", "deck", "name"]],
    foreign: [
      .init(["school", "deck"], to: "deck", ["school", "id"]), .init(["school", "id"], to: "file", ["school", "id"]),
    ],
    // One that was taken away is nobody's.
    seen: .with(parent: "deck", column: "deck") { media, _ in media.deletedAt == nil }, file: "id"
  ) { cells throws(Refusal) in
    FlashcardMedia(
      id: cells.id(), deck: cells.id(), name: cells.text(), type: cells.text(), size: cells.integer64(),
      createdAt: cells.instant(), deletedAt: cells.optionalInstant())
  }

  public static let migrations = [
    Migration(
      "2026-11-26 flashcards: the tables", create: deck.schema,
      note.schema.without(indexes: [["school", "deck", "position"], ["school", "deck", "guid"]]), event.schema,
      state.schema.without(indexes: [["school", "account", "deck", "due"]])),
    Migration("2026-11-27 flashcards: settings of a deck have a date", create: setting.schema),
    Migration("2026-11-27 flashcards: who learns with a deck is found at once", additive: true) { _ in
      [
        """
        CREATE INDEX "flashcard_state_school_deck_account" ON "flashcard_state" ("school", "deck", "account")
        """
      ]
    },
    Migration("2026-11-27 flashcards: pictures and sounds of a deck", create: media.schema),
    Migration("2026-11-27 flashcards: new cards are found without reading notes", additive: true) { _ in
      [
        """
        CREATE INDEX "flashcard_note_school_deck_position_cards_deletedAt"
          ON "flashcard_note" ("school", "deck", "position", "cards", "deletedAt")
        """,
        // It begins as the new one does; nothing asks for it by name.
        "DROP INDEX \"flashcard_note_school_deck_position\"",
      ]
    },
  ]
}

extension FlashcardEvent.Act {
  enum Kind: String, CaseIterable, Sendable { case answer, undo, bury, suspend, resume, reset }

  var kind: Kind {
    switch self {
    case .answer: .answer
    case .undo: .undo
    case .bury: .bury
    case .suspend: .suspend
    case .resume: .resume
    case .reset: .reset
    }
  }
  var grade: FlashcardGrade? { if case .answer(let grade, _) = self { grade } else { nil } }
  var milliseconds: Int? { if case .answer(_, let milliseconds) = self { milliseconds } else { nil } }
  var undone: ID<FlashcardEvent>? { if case .undo(let id) = self { id } else { nil } }

  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    let (kind, grade) = (try cells.choice(Kind.self), cells.optionalInt().flatMap { FlashcardGrade(rawValue: $0) })
    let (milliseconds, undone) = (cells.optionalInt(), cells.optionalID(FlashcardEvent.self))
    switch (kind, grade, undone) {
    case (.answer, .some(let grade), _): self = .answer(grade, milliseconds: milliseconds ?? 0)
    case (.undo, _, .some(let id)): self = .undo(id)
    case (.bury, _, _): self = .bury
    case (.suspend, _, _): self = .suspend
    case (.resume, _, _): self = .resume
    case (.reset, _, _): self = .reset
    default: throw Refusal.unavailable
    }
  }
}

extension FlashcardPhase {
  /// `review`, `learning 0`, `relearning 1`.
  var text: String {
    switch self {
    case .review: "review"
    case .learning(let step): "learning \(step)"
    case .relearning(let step): "relearning \(step)"
    }
  }

  init?(_ text: String) {
    let parts = text.split(separator: " ")
    let step = parts.count == 2 ? Int(parts[1]) : nil
    switch (parts.first, step) {
    case ("review", nil): self = .review
    case ("learning", .some(let step)): self = .learning(step: step)
    case ("relearning", .some(let step)): self = .relearning(step: step)
    default: return nil
    }
  }
}

extension FlashcardDue {
  /// Days as they are, seconds below zero: one number, as other programs keep it.
  fileprivate var column: Int {
    switch self {
    case .days(let days): days
    case .seconds(let seconds): -seconds
    }
  }
  fileprivate init(column: Int) { self = column < 0 ? .seconds(-column) : .days(column) }
}

extension FlashcardMemory {
  fileprivate init?(_ cells: inout Cells) {
    let phase = cells.optionalText().flatMap { FlashcardPhase($0) }
    let (stability, difficulty) = (cells.integer64(), cells.integer64())
    let (reviewed, interval) = (cells.optionalDay(), cells.optionalInt())
    guard let phase, let reviewed, let interval else { return nil }
    self.init(
      phase: phase, stability: Double(bitPattern: UInt64(bitPattern: stability)),
      difficulty: Double(bitPattern: UInt64(bitPattern: difficulty)), reviewed: reviewed,
      due: FlashcardDue(column: interval))
  }
}
