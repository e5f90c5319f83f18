public import Base
import Classroom
public import Database
import People
public import School

/// A deck as it stands in a list.
public struct DeckSummary: Hashable, Sendable {
  public let deck: Deck
  /// Cards that come again today; the day's limit is not taken off.
  public let due: Int
  public let notes: Int
}

/// How the cards of a deck stand for one person.
public struct DeckCounts: Hashable, Sendable {
  public var cards = 0, learning = 0, known = 0, due = 0, suspended = 0
  /// Those nobody has shown its reader.
  public var new: Int { max(0, cards - learning - known - suspended) }
}

extension FlashcardsStore {
  /// The decks that the caller sees, with what is due in each, by name.
  public func decks(for caller: Caller, on day: Day) throws(Refusal) -> [DeckSummary] {
    let rooms = try ClassroomsStore(tx: tx).rooms(for: caller, on: day)
    var values: [Value] = [.id(caller.school), .id(caller.account), .day(day)]
    var mine = "audience = 'school' OR (audience = 'person' AND target = $2)"
    if !rooms.isEmpty {
      mine += " OR (audience = 'classroom' AND target IN (\(placeholders(rooms.count, from: 4))))"
      values += rooms.map { .id($0.id) }
    }
    var counts: [ID<Deck>: (due: Int, notes: Int)] = [:]
    try tx.each(
      """
      SELECT d.id, (SELECT count(*) FROM flashcard_note n
          WHERE n.school = d.school AND n.deck = d.id AND n."deletedAt" IS NULL),
        (SELECT count(*) FROM flashcard_state s WHERE s.school = d.school AND s.account = $2 AND s.deck = d.id
          AND s.due <= $3 AND s.phase IS NOT NULL AND NOT s.suspended
          AND (s."buriedUntil" IS NULL OR s."buriedUntil" <= $3))
      FROM deck d WHERE d.school = $1 AND d."deletedAt" IS NULL AND (\(mine))
      """, values
    ) { counts[$0.id(0)] = (due: $0.int(2), notes: $0.int(1)) }
    guard !counts.isEmpty else { return [] }
    let ids = Array(counts.keys)
    let decks = try tx.all(
      FlashcardsTables.deck, in: caller.school, "AND id IN (\(placeholders(ids.count, from: 2))) ORDER BY name, id",
      ids.map { .id($0) })
    return decks.map { DeckSummary(deck: $0, due: counts[$0.id]?.due ?? 0, notes: counts[$0.id]?.notes ?? 0) }
  }

  /// How many notes a deck has, and where the next one goes.
  func extent(of deck: ID<Deck>, in school: ID<Tenant>) throws(Refusal) -> (count: Int, next: Int) {
    try tx.first(
      """
      SELECT count(CASE WHEN "deletedAt" IS NULL THEN 1 END), coalesce(max(position) + 1, 0) FROM flashcard_note
      WHERE school = $1 AND deck = $2
      """, [.id(school), .id(deck)]
    ) { (count: $0.int(0), next: $0.int(1)) } ?? (0, 0)
  }

  func counts(of deck: ID<Deck>, _ account: ID<Account>, on day: Day, in school: ID<Tenant>) throws(Refusal)
    -> DeckCounts
  {
    var masks: [ID<FlashcardNote>: Int64] = [:]
    var counts = DeckCounts()
    try tx.each(
      "SELECT id, cards FROM flashcard_note WHERE school = $1 AND deck = $2 AND \"deletedAt\" IS NULL",
      [.id(school), .id(deck)]
    ) {
      masks[$0.id(0)] = $0.integer(1)
      counts.cards += $0.integer(1).nonzeroBitCount
    }
    try tx.each(
      """
      SELECT note, ordinal, "dueAt", due, suspended, phase FROM flashcard_state
      WHERE school = $1 AND account = $2 AND deck = $3 AND (phase IS NOT NULL OR suspended)
      """, [.id(school), .id(account), .id(deck)]
    ) { row in
      guard FlashcardNote.has(row.int(1), in: masks[row.id(0)] ?? 0) else { return }
      if row.flag(4) {
        counts.suspended += 1
      } else {
        if row.isNull(2) { counts.known += 1 } else { counts.learning += 1 }
        if row.day(3) <= day { counts.due += 1 }
      }
    }
    return counts
  }

  /// The cards of some notes that somebody keeps away.
  func suspended(
    of notes: [FlashcardNote], _ account: ID<Account>, in school: ID<Tenant>
  ) throws(Refusal) -> Set<FlashcardKey> {
    guard !notes.isEmpty else { return [] }
    return Set(
      try tx.rows(
        """
        SELECT note, ordinal FROM flashcard_state WHERE school = $1 AND account = $2 AND suspended
          AND note IN (\(placeholders(notes.count, from: 3)))
        """, [.id(school), .id(account)] + notes.map { .id($0.id) }
      ) { FlashcardKey(note: $0.id(0), ordinal: $0.int(1)) })
  }

  func event(_ id: ID<FlashcardEvent>, in school: ID<Tenant>) throws(Refusal) -> FlashcardEvent? {
    try tx.find(FlashcardsTables.event, id, in: school)
  }

  /// The last thing one did with a deck today that can be taken back.
  func last(
    of deck: ID<Deck>, by account: ID<Account>, on day: Day, in school: ID<Tenant>
  ) throws(Refusal) -> FlashcardEvent? {
    let events = try tx.all(
      FlashcardsTables.event, in: school,
      "AND account = $2 AND deck = $3 AND day = $4 ORDER BY at DESC, id DESC LIMIT 60",
      [.id(account), .id(deck), .day(day)])
    let live = FlashcardFold.live(events)
    return events.first { $0.act.undone == nil && live.contains($0.id) }
  }
}
