package import Base
package import Database
package import People
package import Router
package import School

/// A package that has been read: what it brings, and the pictures and sounds that its notes call.
package struct OpenedPackage: Sendable {
  let package: FlashcardsPackage
  let text: FlashcardsText
  /// The file, which waits.
  let file: IncomingFile
  /// Those that a card can show or play, by their names here; what the deck has already is none of them.
  let media: [(name: String, file: IncomingFile)]
  /// So many that are called came along, new ones or known ones.
  let taken: Int
  /// And so many did not: they are missing, or of a kind that no card can show.
  let missing: Int

  package init(
    package: FlashcardsPackage, text: FlashcardsText, file: IncomingFile, media: [(name: String, file: IncomingFile)],
    taken: Int, missing: Int
  ) {
    (self.package, self.text, self.file, self.media, self.taken, self.missing) = (
      package, text, file, media, taken, missing
    )
  }
}

/// Cards from packages of other programs.
extension FlashcardsService {
  /// What the deck would be called in, and with which contents, before anything is read of the package.
  package func contents(_ id: ID<Deck>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> [String: [UInt8]] {
    _ = try kept(id, caller, tx)
    return try FlashcardsMediaStore(tx: tx).contents(of: id, in: caller.school)
  }

  /// What a package would change; the same plan and the same history as when it is put in.
  package func preview(
    _ opened: OpenedPackage, as upload: ID<Arrival>, _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> FlashcardsImportPreview {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let deck = try kept(request.id("deck"), caller, tx)
    let plan = FlashcardsImportPlan(opened.text, known: try store.everyNote(of: deck.id, in: caller.school))
    let known = try store.events(
      of: plan.rows.compactMap { $0.known?.id }, by: caller.account, in: caller.school)
    // New notes have no id yet; nobody has learnt them either.
    let ids = plan.rows.enumerated().map { $1.known?.id ?? ID(high: 0, low: UInt64($0) + 1) }
    let day = try studyDay(caller.school, tx)
    let history = opened.package.history(
      of: plan, as: ids, known: known, by: caller.account, in: deck.id, now: tx.now, day: day)
    let packed = FlashcardsImportPreview.Packed(
      upload: upload, decks: opened.package.decks, skipped: opened.package.skipped,
      reviews: history.reduce(0) { $0 + $1.events.count }, leavesReviews: opened.package.leavesReviews,
      media: opened.taken, missing: opened.missing)
    return FlashcardsImportPreview(deck: deck, plan: plan, file: "", packed: packed)
  }

  func studyDay(_ id: ID<Tenant>, _ tx: Transaction) throws(Refusal) -> (Instant) -> Day {
    let school = try SchoolsStore(tx: tx).school(id)
    let zone = school.flatMap { tx.zones.named($0.zone) } ?? .utc
    let start = school?.work.startMinute ?? 0
    return { Streak.day(of: $0, in: zone, startMinute: start) }
  }

  /// Has it put in, piece by piece; answers with what it is called on its way.
  package func handle(
    _ command: ImportPackage, _ file: IncomingFile, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let (deck, access) = try store.mustSee(command.deck, caller)
    try store.save(command.permit(for: caller, access: access, deck, now: tx.now))
    return .made(command.upload)
  }
}
