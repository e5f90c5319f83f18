package import Base
package import Database
import People
package import Router
package import School

/// A package on its way, for the one who put it in.
package struct FlashcardsRunPage: Sendable {
  let deck: Deck
  let run: FlashcardsPackageRun
  var topics: [String] = []
}

extension FlashcardsService {
  package func run(_ request: Request, _ tx: Transaction) throws(Refusal) -> FlashcardsRunPage {
    let caller = try request.caller()
    let deck = try kept(request.id("deck"), caller, tx)
    let run = try FlashcardsStore(tx: tx).run(
      request.id("run"), of: deck.id, by: caller.account, in: caller.school)
    // By whatever bucket its keeper sees the deck.
    let topics = [String].watchingAll([FlashcardsTables.note.number, FlashcardsTables.media.number])
    return FlashcardsRunPage(deck: deck, run: run, topics: topics + [FlashcardsPackageRun.topic(run.upload)])
  }

  package func handle(_ command: ContinuePackage, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome
  {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let (deck, access) = try store.mustSee(command.deck, caller)
    let run = try store.run(command.run, of: deck.id, by: caller.account, in: caller.school)
    try store.save(command.permit(for: caller, access: access, deck, run, now: tx.now), run)
    return .done
  }

  package func handle(_ command: TakePackageBack, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome
  {
    let (caller, store) = (try request.caller(), FlashcardsStore(tx: tx))
    let (deck, access) = try store.mustSee(command.deck, caller)
    let run = try store.run(command.run, of: deck.id, by: caller.account, in: caller.school)
    let permit = try command.permit(for: caller, access: access, deck, run, now: tx.now)
    if run.state != .takenBack { try store.save(permit, run) }
    return .done
  }

  /// Puts the next piece of a package in: first whether all has its room, then pictures and sounds, then notes in their order.
  ///
  /// What comes next stands in the books and not with who asks: asked twice at once, two pieces go in, each once.
  ///
  /// - Parameter atOnce: so many notes.
  package func piece(
    of id: FlashcardsPackageRun, _ opened: OpenedPackage, by account: ID<Account>,
    atOnce: Int = FlashcardsPackageRun.notesAtOnce, _ tx: WriteTransaction
  ) throws(Refusal) -> FlashcardsPackageRun {
    // What the account is by now: somebody may have lost the class since the package was looked at.
    let caller = try MembersStore(tx: tx).current(Caller(account: account, school: tx.school, role: .guardian))
    let store = FlashcardsStore(tx: tx)
    let (deck, access) = try store.mustSee(id.deck, caller)
    var run = try store.run(id.upload, of: deck.id, by: account, in: caller.school)
    guard run.state == .running else { return run }
    let command = PutPackagePiece(run)
    guard let notes = run.notes else {
      try open(&run, opened, command, caller, deck, access, tx)
      return run
    }
    let media = try FlashcardsMediaStore(tx: tx).count(of: deck.id, in: caller.school)
    // A run that goes on finds only those that are not there yet: in both cases the last ones.
    let files = opened.media.suffix(max(0, run.files - run.media)).prefix(FlashcardsPackageRun.filesAtOnce)
    if !files.isEmpty {
      let permit = try command.permit(
        for: caller, access: access, deck, run, media: media + files.count, now: tx.now)
      try store.save(permit, &run, files: Array(files))
      return run
    }
    let part = opened.text.part(run.place..<min(notes, run.place + max(1, atOnce)))
    let plan = FlashcardsImportPlan(part, known: try store.known(part.notes, in: deck.id, of: caller.school))
    let extent = try store.extent(of: deck.id, in: caller.school)
    let permit = try command.permit(
      for: caller, access: access, deck, run, notes: extent.count + plan.count(.new), now: tx.now)
    if plan.rows.isEmpty || run.place + plan.rows.count >= notes {
      run.state = .done
      try FilesStore(tx: tx).release(permit, opened.file)
    }
    try store.save(
      permit, &run, plan, of: opened.package, after: extent.next - 1, day: studyDay(caller.school, tx))
    return run
  }

  private func open(
    _ run: inout FlashcardsPackageRun, _ opened: OpenedPackage, _ command: PutPackagePiece, _ caller: Caller,
    _ deck: Deck, _ access: TrackAccess, _ tx: WriteTransaction
  ) throws(Refusal) {
    let store = FlashcardsStore(tx: tx)
    let plan = FlashcardsImportPlan(opened.text, known: try store.everyNote(of: deck.id, in: caller.school))
    let media = try FlashcardsMediaStore(tx: tx).count(of: deck.id, in: caller.school)
    let permit = try command.permit(
      for: caller, access: access, deck, plan: plan, media: media + opened.media.count, now: tx.now)
    // The package goes in the end, so that what it held has its room.
    let files = FilesStore(tx: tx)
    try files.limits(in: caller.school).mustTake(
      opened.media.map { $0.file.content.size }, of: caller,
      used: max(0, files.used(by: caller.account, in: caller.school) - opened.file.content.size), in: "file")
    try store.save(permit, &run, notes: opened.text.notes.count, files: opened.media.count)
  }

  /// Says why a package goes no further; whoever put it in decides how it goes on.
  package func stop(_ id: FlashcardsPackageRun, of account: ID<Account>, _ reason: Phrase?, _ tx: WriteTransaction)
    throws(Refusal)
  {
    let store = FlashcardsStore(tx: tx)
    var run = try store.run(id.upload, of: id.deck, by: account, in: tx.school)
    guard run.state == .running else { return }
    (run.state, run.reason) = (.stopped, reason)
    try store.keep(run)
  }
}

extension FlashcardsPackageRun {
  package static let view = "package"
  /// What a page about it listens to beside the rows that come.
  package static func topic(_ id: ID<Arrival>) -> String { view + "/" + id.text }
}
