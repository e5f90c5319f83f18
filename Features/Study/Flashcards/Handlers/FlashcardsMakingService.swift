import Base
import Database
import Kit
import Learning
import Router
import School

/// Decks made from a lesson or from the bank: the page proposes, and the command computes the same again.
extension FlashcardsService {
  func lessonCards(_ request: Request, _ tx: Transaction) throws(Refusal) -> FlashcardsMakingPage {
    let (caller, id) = (try request.caller(), try request.id("lesson", CourseItem.self))
    let (item, lesson) = try seen(id, caller, tx)
    return FlashcardsMakingPage(
      source: .lesson(item), proposed: FlashcardsFromText(lesson.text).notes, decks: try keptDecks(caller, tx),
      name: String(item.title.prefix(120)))
  }

  func bankCards(_ request: Request, _ tx: Transaction) throws(Refusal) -> FlashcardsMakingPage {
    let caller = try request.caller()
    let search = BankSearch(
      text: String((request.query["q"] ?? "").prefix(120)),
      tag: request.query["tag"].flatMap { $0.isEmpty ? nil : String($0.prefix(80)) })
    return FlashcardsMakingPage(
      source: .bank(search), proposed: try proposed(search, caller, request.scene.words, tx),
      decks: try keptDecks(caller, tx), name: search.tag ?? "")
  }

  func handle(_ command: MakeLessonCards, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let lesson = try seen(command.lesson, caller, tx).lesson
    return try make(command, FlashcardsFromText(lesson.text).notes, caller, tx)
  }

  func handle(_ command: MakeBankCards, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    return try make(command, try proposed(command.search, caller, request.scene.words, tx), caller, tx)
  }

  /// The outcome is the deck, and how many notes came into it.
  private func make<C: FlashcardsMaker>(
    _ command: C, _ proposed: [FlashcardProposal], _ caller: Caller, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let store = FlashcardsStore(tx: tx)
    var taken = try command.choice.taken(from: proposed)
    var known: (deck: Deck, access: TrackAccess)?
    var count = 0
    if let id = command.choice.deck {
      known = try store.mustSee(id, caller)
      count = try store.extent(of: id, in: caller.school).count
      let fronts = try store.fronts(taken.map { $0.front }, in: id, of: caller.school)
      taken = taken.filter { !fronts.contains($0.front) }
    }
    let permit = try command.permit(
      for: caller, access: known?.access, deck: known?.deck, count: count, new: taken.count,
      decks: try store.count(of: .person(caller.account), in: caller.school), now: tx.now)
    var deck: ID<Deck>
    if let known { deck = known.deck.id } else { deck = try store.make(permit, language: "") }
    try store.save(permit, taken, into: deck)
    return Outcome(deck.text + " " + String(taken.count))
  }

  private func seen(_ id: ID<CourseItem>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> (
    item: CourseItem, lesson: Lesson
  ) {
    let item = try EnrolmentStore(tx: tx).mustSee(id, caller).item
    guard item.kind == .lesson, let lesson = try LessonsStore(tx: tx).lesson(id, in: caller.school) else {
      throw .notFound
    }
    return (item, lesson)
  }

  private func proposed(
    _ search: BankSearch, _ caller: Caller, _ words: Words, _ tx: Transaction
  ) throws(Refusal) -> [FlashcardProposal] {
    let contents = try QuestionsStore(tx: tx).bankContents(
      search.text, tag: search.tag, for: caller, limit: FlashcardProposal.most)
    return FlashcardsFromQuestions.notes(contents, .init(yes: words("quizzes.true"), no: words("quizzes.false")))
  }

  /// The decks that the caller may put notes into.
  private func keptDecks(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> [Deck] {
    let day = tx.now
    let store = FlashcardsStore(tx: tx)
    let seen = try store.decks(for: caller, on: Zone.utc.day(of: day))
    var kept: [Deck] = []
    for one in seen where try store.mustSee(one.deck.id, caller).access == .keeper { kept.append(one.deck) }
    return kept
  }
}
