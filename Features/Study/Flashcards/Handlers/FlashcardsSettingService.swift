import Base
import Database
import Kit
import People
import Router
import School

/// How a deck is scheduled from a day on: looked at first, then changed, and taken back.
extension FlashcardsService {
  func settings(_ request: Request, _ tx: Transaction) throws(Refusal) -> DeckSettingsPage {
    let caller = try request.caller()
    let deck = try kept(request.id("deck"), caller, tx)
    let settings = try FlashcardsStore(tx: tx).everySetting(of: deck.id, in: caller.school)
    return DeckSettingsPage(
      deck: deck, today: try SchoolsStore(tx: tx).studyDay(of: tx.now, in: caller.school),
      inForce: FlashcardSettings.inForce(settings))
  }

  /// What would move, by the code that moves it.
  func preview(_ request: Request, _ tx: Transaction) throws(Refusal) -> DeckSettingPreview {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    _ = try kept(request.id("deck"), caller, tx)
    let command = try ChangeDeckSetting(request.form, path: request.names)
    let facts = try SettingFacts(command.deck, caller, tx)
    _ = try command.permit(
      for: caller, access: facts.access, deck: facts.deck, count: facts.settings.count, today: facts.today, now: tx.now)
    let wished = DeckSetting(
      id: .none, deck: command.deck, from: command.from, fields: command.fields, by: caller.account, at: tx.now)
    let moves = try store.moves(
      of: command.deck, since: command.from, by: FlashcardSettings(facts.settings + [wished]), in: caller.school)
    return DeckSettingPreview(deck: facts.deck, command: command, cards: moves.cards, moved: moves.moved)
  }

  /// The outcome is the setting, and how many cards come on another day.
  func handle(
    _ command: ChangeDeckSetting, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let facts = try SettingFacts(command.deck, caller, tx)
    let permit = try command.permit(
      for: caller, access: facts.access, deck: facts.deck, count: facts.settings.count, today: facts.today, now: tx.now)
    if let id = command.id, try store.setting(id, in: caller.school) != nil { throw .taken }
    let id: ID<DeckSetting> = command.id ?? tx.newID()
    return Outcome(id.text + " " + String(try store.save(permit, as: id)))
  }

  func handle(_ command: UndoDeckSetting, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let (deck, access) = try store.mustSee(command.deck, caller)
    let known = try store.setting(command.setting, in: caller.school)
    let permit = try command.permit(for: caller, access: access, deck: deck, known: known, now: tx.now)
    if let known, known.deletedAt == nil { try store.save(permit, known) }
    return .done
  }
}

private struct SettingFacts {
  let deck: Deck
  let access: TrackAccess
  let settings: [DeckSetting]
  let today: Day

  init(_ id: ID<Deck>, _ caller: Caller, _ tx: Transaction) throws(Refusal) {
    let store = FlashcardsStore(tx: tx)
    let found = try store.mustSee(id, caller)
    (deck, access) = (found.deck, found.access)
    settings = try store.everySetting(of: id, in: caller.school)
    today = try SchoolsStore(tx: tx).studyDay(of: tx.now, in: caller.school)
  }
}

func flashcardSettingRoutes(_ service: FlashcardsService) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.settings(request, tx), request.draft)
    return .page { deckSettingsPage(data, draft, $0) }
  }
  return [
    .get(
      "/study/decks/:deck/settings", .members, "The form for how a deck is scheduled.", inAPI: false,
      offline: .everybody, page),
    .post(
      "/study/decks/:deck/settings/preview", .members, "How many cards a change would move; nothing is written.",
      inAPI: false, form: page
    ) { request, tx throws(Refusal) in
      let data = try service.preview(request, tx)
      return .page { deckSettingPreviewPage(data, $0) }
    },
    .post(
      "/study/decks/:deck/settings", .members, "Schedules a deck otherwise, from a day on.", form: page,
      ChangeDeckSetting.self, service.handle
    ) { handled in
      let parts = handled.outcome.text.split(separator: " ").map { String($0) }
      let (deck, id) = (handled.command.deck, ID<DeckSetting>(parts.first ?? "") ?? .none)
      let moved = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
      return .done(
        FlashcardsPaths.settings(deck),
        toast: Toast(Phrase("flashcards.settings.saved"), undo: (FlashcardsPaths.settingEnd(id, of: deck), [])),
        created: true, json: { .object([("id", .id(id)), ("moved", .integer(moved))]) })
    },
    .post(
      "/study/decks/:deck/settings/:setting/deletion", .members, "Takes a change of the scheduling back.",
      UndoDeckSetting.self, service.handle
    ) { handled in
      .done(FlashcardsPaths.settings(handled.command.deck), toast: Toast(Phrase("flashcards.settings.undone")))
    },
  ]
}
