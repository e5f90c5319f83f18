public import Base
import Classroom
import Database
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
    var found = try decks(
      "(audience = 'school' OR (audience = 'person' AND target = $2))", [], for: caller, on: day)
    for part in rooms.chunks(of: 400) {
      found += try decks(
        "audience = 'classroom' AND target IN (\(placeholders(part.count, from: 4)))", part.map { .id($0.id) },
        for: caller, on: day)
    }
    return found.sorted { ($0.deck.name, $0.deck.id) < ($1.deck.name, $1.deck.id) }
  }

  private func decks(
    _ condition: String, _ values: [Value], for caller: Caller, on day: Day
  ) throws(Refusal) -> [DeckSummary] {
    try tx.rows(
      """
      SELECT (SELECT count(*) FROM flashcard_note n
          WHERE n.school = d.school AND n.deck = d.id AND n."deletedAt" IS NULL),
        (SELECT count(*) FROM flashcard_state s WHERE s.school = d.school AND s.account = $2 AND s.deck = d.id
          AND s.due <= $3 AND s.phase IS NOT NULL AND NOT s.suspended
          AND (s."buriedUntil" IS NULL OR s."buriedUntil" <= $3)), \(FlashcardsTables.deck.columns(of: "d"))
      FROM deck d WHERE d.school = $1 AND d."deletedAt" IS NULL AND \(condition)
      """, [.id(caller.school), .id(caller.account), .day(day)] + values
    ) { row throws(Refusal) in
      DeckSummary(deck: try FlashcardsTables.deck.record(row, from: 2), due: row.int(1), notes: row.int(0))
    }
  }

  /// How many decks a person or a class has, those that were deleted not among them.
  func count(of audience: StudyAudience, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      """
      SELECT count(*) FROM deck
      WHERE school = $1 AND audience = $2 AND target = $3 AND "deletedAt" IS NULL
      """, [.id(school), .text(audience.kind.rawValue), audience.target.map { .id($0) } ?? .null])
  }

  /// Those whose sides or tags hold every one of some words, from a place on; without words all of them.
  ///
  /// Compared as names are, so that vowels and accents need not be written; in parts, so that a long deck is read as far as
  /// it must be.
  func notes(
    of deck: ID<Deck>, matching text: String, from position: Int, limit: Int, in school: ID<Tenant>
  ) throws(Refusal) -> [FlashcardNote] {
    let wanted = Student.fold(text).split(separator: " ").prefix(6).map { Array($0.utf8) }
    guard !wanted.isEmpty else { return try notes(of: deck, from: position, limit: limit, in: school) }
    var (found, place) = ([FlashcardNote](), position)
    while found.count < limit {
      let part = try notes(of: deck, from: place, limit: 500, in: school)
      for note in part where found.count < limit {
        let whole = Array(Student.fold(note.front + " " + note.back + " " + note.tags.joined(separator: " ")).utf8)
        if wanted.allSatisfy({ whole.holds($0) }) { found.append(note) }
      }
      guard part.count == 500, let last = part.last, last.position >= place else { break }
      place = last.position + 1
    }
    return found
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

extension [UInt8] {
  /// Whether some bytes stand in a row in these.
  fileprivate func holds(_ some: [UInt8]) -> Bool {
    guard let first = some.first, count >= some.count else { return false }
    for at in 0...(count - some.count) where self[at] == first {
      if self[at..<(at + some.count)].elementsEqual(some) { return true }
    }
    return false
  }
}
