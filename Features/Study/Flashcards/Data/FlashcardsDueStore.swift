public import Base
import Database
import People
public import School

/// What there is to do with a deck now.
public struct FlashcardsDue: Hashable, Sendable {
  /// On their steps, and their time has come.
  public var learning: [FlashcardKey] = []
  /// What one most likely still knows first.
  public var reviews: [FlashcardKey] = []
  public var new: [FlashcardKey] = []
  /// When the next card on its steps comes, while there is one.
  public var nextAt: Instant?
  /// The next day that has something.
  public var nextDay: Day?

  public var first: FlashcardKey? { learning.first ?? reviews.first ?? new.first }
  public var count: Int { learning.count + reviews.count + new.count }
}

/// What one person did with a deck on a day, as far as it was not taken back.
struct FlashcardsDone {
  var introduced = 0
  var reviewed = 0
  /// The cards answered, by their notes: a note's other cards wait until tomorrow.
  var notes: [ID<FlashcardNote>: Set<Int>] = [:]

  func holdsBack(_ card: FlashcardKey) -> Bool {
    guard let ordinals = notes[card.note] else { return false }
    return ordinals.contains { $0 != card.ordinal }
  }
}

extension FlashcardsStore {
  public func state(
    of card: FlashcardKey, of account: ID<Account>, in school: ID<Tenant>
  ) throws(Refusal) -> FlashcardState? {
    try tx.first(
      FlashcardsTables.state, in: school, "AND account = $2 AND note = $3 AND ordinal = $4",
      [.id(account), .id(card.note), .int(card.ordinal)])
  }

  /// Cards on their steps, then reviews by falling recall, then new ones, each as far as the day's limits go.
  ///
  /// A constant number of statements, however many cards there are.
  ///
  /// - Parameter limit: of new cards and of reviews, at most so many are listed.
  public func due(
    _ deck: Deck, _ account: ID<Account>, on day: Day, at now: Instant, limit: Int = 200, in school: ID<Tenant>
  ) throws(Refusal) -> FlashcardsDue {
    let done = try done(deck.id, account, on: day, in: school)
    var due = FlashcardsDue()
    let waiting = try waiting(deck.id, account, until: day, in: school)
    let steps = waiting.filter { $0.isOnSteps }.sorted { ($0.dueAt, $0.card.note) < ($1.dueAt, $1.card.note) }
    let ready = steps.filter { $0.dueAt <= now || $0.due < day }.map { $0.card }
    due.learning = try there(ready, limit: limit, in: school)
    due.nextAt = steps.first { $0.dueAt > now && $0.due >= day }?.dueAt
    let left = min(limit, max(0, deck.reviewsPerDay - done.reviewed))
    if left > 0 {
      let reviews = waiting.filter { !$0.isOnSteps && !done.holdsBack($0.card) }
        .map { (key: $0.forgetting(on: day), card: $0.card) }
        .sorted { ($0.key, $0.card.note, $0.card.ordinal) < ($1.key, $1.card.note, $1.card.ordinal) }
      due.reviews = try there(reviews.map { $0.card }, limit: left, in: school)
    }
    let fresh = min(limit, max(0, deck.newPerDay - done.introduced))
    if fresh > 0 { due.new = try unseen(deck.id, account, on: day, limit: fresh, in: school) }
    due.nextDay = try nextDay(deck.id, account, after: day, in: school)
    return due
  }

  /// What the day has had of a deck.
  func done(
    _ deck: ID<Deck>, _ account: ID<Account>, on day: Day, in school: ID<Tenant>
  ) throws(Refusal) -> FlashcardsDone {
    var done = FlashcardsDone()
    try tx.each(
      """
      SELECT DISTINCT e.note, e.ordinal, EXISTS (
        SELECT 1 FROM flashcard_event b WHERE b.school = e.school AND b.account = e.account AND b.note = e.note
        AND b.ordinal = e.ordinal AND b.act = 'answer' AND b.day < e.day)
      FROM flashcard_event e JOIN flashcard_state s
        ON s.school = e.school AND s.account = e.account AND s.note = e.note AND s.ordinal = e.ordinal
      WHERE e.school = $1 AND e.account = $2 AND e.deck = $3 AND e.day = $4 AND e.act = 'answer' AND s.reviewed = $4
      """, [.id(school), .id(account), .id(deck), .day(day)]
    ) { row in
      done.notes[row.id(0), default: []].insert(row.int(1))
      if row.flag(2) { done.reviewed += 1 } else { done.introduced += 1 }
    }
    return done
  }

  private struct Waiting {
    let card: FlashcardKey
    let isOnSteps: Bool
    let stability: Double
    let reviewed: Day, due: Day
    let dueAt: Instant

    /// Rises as the chance to remember falls.
    func forgetting(on day: Day) -> Double { Double(max(0, day.number - reviewed.number)) / max(0.001, stability) }
  }

  private func waiting(
    _ deck: ID<Deck>, _ account: ID<Account>, until day: Day, in school: ID<Tenant>
  ) throws(Refusal) -> [Waiting] {
    try tx.rows(
      """
      SELECT note, ordinal, "dueAt", stability, reviewed, due FROM flashcard_state
      WHERE school = $1 AND account = $2 AND deck = $3 AND due <= $4 AND phase IS NOT NULL AND NOT suspended
        AND ("buriedUntil" IS NULL OR "buriedUntil" <= $4)
      """, [.id(school), .id(account), .id(deck), .day(day)]
    ) { row in
      let at = row.isNull(2) ? nil : row.instant(2)
      return Waiting(
        card: FlashcardKey(note: row.id(0), ordinal: row.int(1)), isOnSteps: at != nil,
        stability: Double(bitPattern: UInt64(bitPattern: row.integer(3))), reviewed: row.day(4), due: row.day(5),
        dueAt: at ?? Instant(milliseconds: 0))
    }
  }

  /// The first of some cards whose notes are still there and still have them.
  private func there(
    _ cards: [FlashcardKey], limit: Int, in school: ID<Tenant>
  ) throws(Refusal) -> [FlashcardKey] {
    var (found, place) = ([FlashcardKey](), 0)
    while found.count < limit, place < cards.count {
      let some = cards[place..<min(cards.count, place + 400)]
      place += some.count
      var masks: [ID<FlashcardNote>: Int64] = [:]
      try tx.each(
        """
        SELECT id, cards FROM flashcard_note
        WHERE school = $1 AND "deletedAt" IS NULL AND id IN (\(placeholders(some.count, from: 2)))
        """, [.id(school)] + some.map { .id($0.note) }
      ) { masks[$0.id(0)] = $0.integer(1) }
      found += some.filter { FlashcardNote.has($0.ordinal, in: masks[$0.note] ?? 0) }
    }
    return Array(found.prefix(limit))
  }

  /// The first card of each note that has one nobody has shown its reader, unless another of the note was answered today or
  /// waits for it: reviews come first.
  ///
  /// Of a deck that one has seen to its end every note is asked about: so the notes come from their index alone, and one with a
  /// single card, as most are, is asked about in the cheapest way first.
  private func unseen(
    _ deck: ID<Deck>, _ account: ID<Account>, on day: Day, limit: Int, in school: ID<Tenant>
  ) throws(Refusal) -> [FlashcardKey] {
    let seen = """
      (SELECT CAST(coalesce(sum(CAST(1 AS BIGINT) << CAST(s.ordinal AS INTEGER)), 0) AS BIGINT) FROM flashcard_state s
       WHERE s.school = n.school AND s.account = $2 AND s.note = n.id
         AND (s.phase IS NOT NULL OR s.suspended OR s."buriedUntil" > $4))
      """
    return try tx.rows(
      """
      SELECT n.id, n.cards, \(seen) FROM flashcard_note n
      WHERE n.school = $1 AND n.deck = $3 AND n."deletedAt" IS NULL
        AND NOT (n.cards = 1 AND EXISTS (
          SELECT 1 FROM flashcard_state o WHERE o.school = n.school AND o.account = $2 AND o.note = n.id
          AND o.ordinal = 0 AND o.phase IS NOT NULL))
        AND (n.cards & ~\(seen)) <> 0
        AND NOT EXISTS (
          SELECT 1 FROM flashcard_state b WHERE b.school = n.school AND b.account = $2 AND b.note = n.id
          AND b.phase IS NOT NULL AND (b.reviewed = $4 OR b.due <= $4 AND NOT b.suspended))
      ORDER BY n.position, n.id LIMIT \(max(0, limit))
      """, [.id(school), .id(account), .id(deck), .day(day)]
    ) { row in
      FlashcardKey(note: row.id(0), ordinal: (row.integer(1) & ~row.integer(2)).trailingZeroBitCount)
    }
  }

  private func nextDay(
    _ deck: ID<Deck>, _ account: ID<Account>, after day: Day, in school: ID<Tenant>
  ) throws(Refusal) -> Day? {
    try tx.first(
      """
      SELECT due FROM flashcard_state WHERE school = $1 AND account = $2 AND deck = $3 AND due > $4
        AND phase IS NOT NULL AND NOT suspended ORDER BY due LIMIT 1
      """, [.id(school), .id(account), .id(deck), .day(day)]
    ) { $0.day(0) }
  }
}

extension FlashcardNote {
  static func has(_ ordinal: Int, in cards: Int64) -> Bool {
    (0..<FlashcardCloze.maxNumber).contains(ordinal) && cards & (1 << Int64(ordinal)) != 0
  }
}
