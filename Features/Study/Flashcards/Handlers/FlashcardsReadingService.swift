import Base
import Classroom
import Database
import Kit
import People
import Router
import School

/// The day of study where its reader is: by their own clock, which turns at the hour of the school.
///
/// It goes into the page, and from there with the tap, so that it stands when the page is sent from elsewhere.
func flashcardDay(_ request: Request, _ tx: Transaction) throws(Refusal) -> Day {
  let school = try SchoolsStore(tx: tx).school(request.caller().school)
  return Streak.day(of: tx.now, in: request.scene.ownZone, startMinute: school?.work.startMinute ?? 0)
}

/// What the pages ask.
extension FlashcardsService {
  func decks(_ request: Request, _ tx: Transaction) throws(Refusal) -> DecksPage {
    let caller = try request.caller()
    let day = try flashcardDay(request, tx)
    return DecksPage(
      decks: try FlashcardsStore(tx: tx).decks(for: caller, on: day),
      topics: Self.topics(caller, [FlashcardsTables.deck.number, FlashcardsTables.note.number]))
  }

  func deck(_ request: Request, _ tx: Transaction) throws(Refusal) -> DeckPage {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let (deck, access) = try store.mustSee(request.id("deck"), caller)
    guard deck.deletedAt == nil else { throw .notFound }
    let day = try flashcardDay(request, tx)
    let from = max(0, request.query["from"].flatMap { wholeNumber($0.utf8) } ?? 0)
    let text = String((request.query["q"] ?? "").prefix(120))
    let found = try store.notes(
      of: deck.id, matching: text, from: from, limit: DeckPage.part + 1, in: caller.school)
    let notes = Array(found.prefix(DeckPage.part))
    return DeckPage(
      deck: deck, isKeeper: access == .keeper,
      counts: try store.counts(of: deck.id, caller.account, on: day, in: caller.school),
      today: try store.due(deck, caller.account, on: day, at: tx.now, in: caller.school).count, notes: notes,
      next: found.count > DeckPage.part ? found.last?.position : nil, isFirst: from == 0,
      suspended: try store.suspended(of: notes, caller.account, in: caller.school), text: text,
      topics: Self.topics(caller, [FlashcardsTables.deck.number, FlashcardsTables.note.number]))
  }

  /// What lies in the buckets of decks, and what the caller's own cards have come to, also on another device.
  private static func topics(_ caller: Caller, _ tables: [Int]) -> [String] {
    .watching([.person(caller.account)], [FlashcardsTables.state.number]) + .watchingAll(tables)
  }

  /// The classes a new deck may be for are those the caller teaches.
  func blank(_ request: Request, _ tx: Transaction) throws(Refusal) -> DeckForm {
    let caller = try request.caller()
    guard caller.role.isStaff else { return DeckForm() }
    let store = ClassroomsStore(tx: tx)
    let rooms = try store.rooms(for: caller, on: store.today(in: caller.school))
    var mine: [Classroom] = []
    for room in rooms {
      let access = try TracksStore(tx: tx).access(to: .classroom(room.id), author: caller.account, caller)
      if access == .keeper { mine.append(room) }
    }
    return DeckForm(rooms: mine)
  }

  func form(_ request: Request, _ tx: Transaction) throws(Refusal) -> DeckForm { DeckForm(deck: try kept(request, tx)) }

  func blankNote(_ request: Request, _ tx: Transaction) throws(Refusal) -> NoteForm {
    let deck = try kept(request, tx)
    return NoteForm(deck: deck, media: try offered(nil, in: deck, tx, of: request.caller().school))
  }

  func noteForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> NoteForm {
    let deck = try kept(request, tx)
    let note = try FlashcardsStore(tx: tx).note(
      request.id("note"), of: deck, isDeleted: false, in: request.caller().school)
    return NoteForm(deck: deck, note: note, media: try offered(note, in: deck, tx, of: request.caller().school))
  }

  /// The deck of the path, if the caller may change it.
  private func kept(_ request: Request, _ tx: Transaction) throws(Refusal) -> Deck {
    try kept(request.id("deck"), request.caller(), tx)
  }

  func review(_ request: Request, _ tx: Transaction) throws(Refusal) -> ReviewPage {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let deck = try store.mustSee(request.id("deck"), caller).deck
    guard deck.deletedAt == nil else { throw .notFound }
    let day = try flashcardDay(request, tx)
    let due = try store.due(deck, caller.account, on: day, at: tx.now, in: caller.school)
    var page = ReviewPage(deck: deck, due: due, isShown: request.query["show"] != nil, day: day)
    page.topics = Self.topics(caller, [FlashcardsTables.note.number])
    page.last = try store.last(of: deck.id, by: caller.account, on: day, in: caller.school)?.id
    guard let key = due.first, let note = try store.note(key.note, in: caller.school), let face = note.face(key.ordinal)
    else { return page }
    let state = try store.state(of: key, of: caller.account, in: caller.school)
    let scheduler = try store.settings(of: deck.id, in: caller.school).scheduler(on: day)
    let next = FlashcardGrade.allCases.map { grade in
      let after = scheduler.answered(state?.memory, grade, on: day, card: key, reviews: state?.reviews ?? 0)
      return (grade: grade, due: after.due)
    }
    page.card = ReviewPage.Card(key: key, face: face, isLeech: state?.isLeech ?? false, next: next)
    page.media = try FlashcardsMediaStore(tx: tx).named(
      FlashcardMedia.names(in: [face.question, face.answer]), in: deck.id, of: caller.school)
    return page
  }
}

extension DecksPage {
  var json: JSON {
    .object([
      (
        "decks",
        .list(
          decks.map {
            .object([
              ("id", .id($0.deck.id)), ("name", .text($0.deck.name)), ("notes", .integer($0.notes)),
              ("due", .integer($0.due)),
            ])
          })
      )
    ])
  }
}

extension DeckPage {
  var json: JSON {
    .object([
      ("id", .id(deck.id)), ("name", .text(deck.name)), ("about", .text(deck.about)), ("version", .text(deck.version)),
      ("language", .text(deck.language)), ("new", .integer(counts.new)), ("learning", .integer(counts.learning)),
      ("known", .integer(counts.known)), ("due", .integer(counts.due)), ("suspended", .integer(counts.suspended)),
      ("today", .integer(today)), ("next", next.map { .integer($0) } ?? .null),
      (
        "notes",
        .list(
          notes.map {
            .object([
              ("id", .id($0.id)), ("kind", .text($0.kind.rawValue)), ("front", .text($0.front)),
              ("back", .text($0.back)), ("version", .text($0.version)), ("tags", .list($0.tags.map { .text($0) })),
            ])
          })
      ),
    ])
  }
}

extension ReviewPage {
  var json: JSON {
    .object([
      ("left", .integer(due.count)), ("last", .optional(last?.text)), ("nextDay", .optional(due.nextDay?.text)),
      (
        "card",
        card.map {
          .object([
            ("note", .id($0.key.note)), ("ordinal", .integer($0.key.ordinal)), ("question", .text($0.face.question)),
            ("answer", .text($0.face.answer)),
            (
              "next",
              .list($0.next.map { .object([("grade", .integer($0.grade.rawValue)), $0.due.member]) })
            ),
            (
              "media",
              .list(media.map { .object([("name", .text($0.name)), ("path", .text(FlashcardsPaths.media($0)))]) })
            ),
          ])
        } ?? .null
      ),
    ])
  }
}

extension FlashcardDue {
  fileprivate var member: (String, JSON) {
    switch self {
    case .seconds(let seconds): ("seconds", .integer(seconds))
    case .days(let days): ("days", .integer(days))
    }
  }
}
