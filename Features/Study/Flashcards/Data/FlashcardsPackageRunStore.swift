import Base
import Database
import People
package import School

extension FlashcardsPackageRun {
  /// The job that puts a package in has the id of the file that waits for it: put in twice, it is one.
  package static let job = "flashcards.put-package"
}

extension FlashcardsStore {
  /// A package that one put into a deck oneself; somebody else's is not there.
  func run(
    _ id: ID<Arrival>, of deck: ID<Deck>, by account: ID<Account>, in school: ID<Tenant>
  ) throws(Refusal) -> FlashcardsPackageRun {
    guard let job = try tx.job(id.cast(), of: school), job.kind == FlashcardsPackageRun.job, job.account == account,
      let run = FlashcardsPackageRun(job.payload), run.deck == deck, run.upload == id
    else { throw .notFound }
    return run
  }

  /// The notes of a deck that some of a file may be, also deleted ones.
  func known(_ notes: [ImportedNote], in deck: ID<Deck>, of school: ID<Tenant>) throws(Refusal) -> [FlashcardNote] {
    var found: [FlashcardNote] = []
    for part in notes.filter({ !$0.guid.isEmpty }).chunks(of: 400) {
      found += try tx.all(
        FlashcardsTables.note, in: school, "AND deck = $2 AND guid IN (\(placeholders(part.count, from: 3)))",
        [.id(deck)] + part.map { .text($0.guid) })
    }
    for part in notes.filter({ $0.guid.isEmpty }).chunks(of: 400) {
      found += try tx.all(
        FlashcardsTables.note, in: school,
        "AND deck = $2 AND \"deletedAt\" IS NULL AND front IN (\(placeholders(part.count, from: 3)))",
        [.id(deck)] + part.map { .text($0.front) })
    }
    return found
  }
}

extension FlashcardsStore where DB == WriteTransaction {
  /// Has a package put in; one that is on its way already is left to itself.
  func save(_ permit: Permit<ImportPackage>) throws(Refusal) {
    let run = FlashcardsPackageRun(deck: permit.command.deck, upload: permit.command.upload)
    if try tx.job(run.upload.cast(), of: permit.caller.school) != nil { return }
    try tx.enqueue(run.upload.cast(), kind: FlashcardsPackageRun.job, payload: run.json, by: permit.caller.account)
  }

  func keep(_ run: FlashcardsPackageRun) throws(Refusal) { try tx.keep(run.json, with: run.upload.cast()) }

  func save(_ permit: Permit<PutPackagePiece>, _ run: inout FlashcardsPackageRun, notes: Int, files: Int)
    throws(Refusal)
  {
    (run.notes, run.files) = (notes, files)
    try keep(run)
  }

  /// Some of its pictures and sounds.
  func save(
    _ permit: Permit<PutPackagePiece>, _ run: inout FlashcardsPackageRun, files: [(name: String, file: IncomingFile)]
  ) throws(Refusal) {
    let store = FlashcardsMediaStore(tx: tx)
    for one in files {
      _ = try store.keep(
        one.file, as: one.name, in: run.deck, by: permit.caller.account,
        named: FlashcardsPackageRun.media(at: run.media, of: run.upload))
      run.media += 1
    }
    tx.detail("files", String(files.count))
    try keep(run)
  }

  /// Some of its notes, and what the importing person has learnt of their cards, as events of theirs.
  ///
  /// - Parameters:
  ///   - last: where the deck ends.
  ///   - day: the study day of a moment.
  func save(
    _ permit: Permit<PutPackagePiece>, _ run: inout FlashcardsPackageRun, _ plan: FlashcardsImportPlan,
    of package: FlashcardsPackage, after last: Int, day: (Instant) -> Day
  ) throws(Refusal) {
    let (deck, account, school) = (run.deck, permit.caller.account, permit.caller.school)
    let (place, upload) = (run.place, run.upload)
    let ids = try put(plan, into: deck, after: last, at: permit.at) {
      FlashcardsPackageRun.note(at: place + $0, of: upload)
    }
    let before = try events(of: plan.rows.compactMap { $0.known?.id }, by: account, in: school)
    let settings = try settings(of: deck, in: school)
    var added = 0
    let history = package.history(
      of: plan, as: ids, known: before, by: account, in: deck, now: permit.at, day: day)
    for (card, events) in history {
      for event in events { try tx.put(FlashcardsTables.event, event) }
      if let state = FlashcardFold.state(of: (before[card] ?? []) + events, by: settings) {
        try tx.put(FlashcardsTables.state, state)
      }
      added += events.count
    }
    tx.detail("reviews", String(added))
    run.back += plan.rows.filter { $0.state == .new }.compactMap { $0.known?.id }
    run.new += plan.count(.new)
    run.changed += plan.count(.changed)
    run.kept += plan.count(.kept)
    run.reviews += added
    run.place += plan.rows.count
    try keep(run)
  }

  func save(_ permit: Permit<ContinuePackage>, _ run: FlashcardsPackageRun) throws(Refusal) {
    var on = run
    (on.state, on.reason) = (.running, nil)
    try keep(on)
    // One that is under way is left to itself.
    try tx.again(run.upload.cast(), of: permit.caller.school, orDone: true)
  }

  /// The notes it made or brought back, and its pictures and sounds; what was learnt of them stays its learner's.
  func save(_ permit: Permit<TakePackageBack>, _ run: FlashcardsPackageRun) throws(Refusal) {
    let made = (0..<run.place).map { FlashcardsPackageRun.note(at: $0, of: run.upload) } + run.back
    for part in made.chunks(of: 400) {
      let notes = try tx.all(
        FlashcardsTables.note, in: permit.caller.school,
        "AND deck = $2 AND \"deletedAt\" IS NULL AND id IN (\(placeholders(part.count, from: 3)))",
        [.id(run.deck)] + part.map { .id($0) })
      for var note in notes {
        (note.deletedAt, note.updatedAt) = (permit.at, note.moment(permit.at))
        try tx.put(FlashcardsTables.note, note)
      }
    }
    for place in 0..<run.media {
      let id = FlashcardsPackageRun.media(at: place, of: run.upload)
      guard var one = try tx.find(FlashcardsTables.media, id, in: permit.caller.school), one.deletedAt == nil else {
        continue
      }
      one.deletedAt = permit.at
      try tx.put(FlashcardsTables.media, one)
    }
    var back = run
    back.state = .takenBack
    back.reason = nil
    try keep(back)
  }
}
