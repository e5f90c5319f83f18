public import Base
public import Database
import People
public import School

/// All SQL about the pictures and sounds of decks.
public struct FlashcardsMediaStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// Those of a deck that were not removed, by name.
  public func all(
    of deck: ID<Deck>, limit: Int = FlashcardMedia.most, in school: ID<Tenant>
  ) throws(Refusal) -> [FlashcardMedia] {
    try tx.all(
      FlashcardsTables.media, in: school, "AND deck = $2 AND \"deletedAt\" IS NULL ORDER BY name, id LIMIT $3",
      [.id(deck), .integer(Int64(limit))])
  }

  /// Those of a deck that some names call.
  public func named(
    _ names: [String], in deck: ID<Deck>, of school: ID<Tenant>
  ) throws(Refusal) -> [FlashcardMedia] {
    var found: [FlashcardMedia] = []
    var place = 0
    while place < names.count {
      let some = names[place..<min(names.count, place + 400)]
      place += some.count
      found += try tx.all(
        FlashcardsTables.media, in: school,
        "AND deck = $2 AND \"deletedAt\" IS NULL AND name IN (\(placeholders(some.count, from: 3)))",
        [.id(deck)] + some.map { .text($0) })
    }
    return found
  }

  /// One of that deck and no other.
  public func one(
    _ id: ID<FlashcardMedia>, of deck: ID<Deck>, isDeleted: Bool = false, in school: ID<Tenant>
  ) throws(Refusal) -> FlashcardMedia {
    guard let one = try tx.find(FlashcardsTables.media, id, in: school), one.deck == deck,
      isDeleted || one.deletedAt == nil
    else { throw .notFound }
    return one
  }

  /// Those that came last.
  func newest(of deck: ID<Deck>, limit: Int, in school: ID<Tenant>) throws(Refusal) -> [FlashcardMedia] {
    try tx.all(
      FlashcardsTables.media, in: school,
      "AND deck = $2 AND \"deletedAt\" IS NULL ORDER BY \"createdAt\" DESC, id DESC LIMIT $3",
      [.id(deck), .integer(Int64(limit))])
  }

  /// A part of them by name, from a name on.
  func part(of deck: ID<Deck>, from name: String, limit: Int, in school: ID<Tenant>) throws(Refusal) -> [FlashcardMedia]
  {
    try tx.all(
      FlashcardsTables.media, in: school,
      "AND deck = $2 AND \"deletedAt\" IS NULL AND name >= $3 ORDER BY name, id LIMIT $4",
      [.id(deck), .text(name), .integer(Int64(limit))])
  }

  func count(of deck: ID<Deck>, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.first(
      "SELECT count(*) FROM flashcard_media WHERE school = $1 AND deck = $2 AND \"deletedAt\" IS NULL",
      [.id(school), .id(deck)]
    ) { $0.int(0) } ?? 0
  }
}

extension FlashcardsMediaStore {
  /// What the pictures and sounds of a deck are, by their names.
  func contents(of deck: ID<Deck>, in school: ID<Tenant>) throws(Refusal) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    try tx.each(
      """
      SELECT m.name, f.hash FROM flashcard_media m JOIN file f ON f.school = m.school AND f.id = m.id
      WHERE m.school = $1 AND m.deck = $2 AND m."deletedAt" IS NULL LIMIT $3
      """, [.id(school), .id(deck), .int(FlashcardMedia.most)]
    ) { found[$0.text(0)] = $0.bytes(1) }
    return found
  }
}

extension FlashcardsMediaStore where DB == WriteTransaction {
  /// Gives a file that has arrived its place in a deck, under that name or, when another has it, the next that is free.
  ///
  /// What plays and what is shown was asked before: `FlashcardMedia.takes`.
  func keep(
    _ file: IncomingFile, as name: String, in deck: ID<Deck>, by account: ID<Account>,
    named id: ID<FlashcardMedia>? = nil
  ) throws(Refusal) -> FlashcardMedia {
    let free = try free(name, in: deck)
    let media = FlashcardMedia(
      id: id ?? tx.newID(), deck: deck, name: free, type: file.type, size: file.content.size, createdAt: tx.now)
    _ = try FilesStore(tx: tx).keep(file, as: media.id.cast(), by: account)
    try tx.put(FlashcardsTables.media, media)
    return media
  }

  func save(
    _ permit: Permit<AddFlashcardMedia>, _ files: [IncomingFile]
  ) throws(Refusal) -> [FlashcardMedia] {
    var kept: [FlashcardMedia] = []
    for file in files {
      kept.append(try keep(file, as: file.name, in: permit.command.deck, by: permit.caller.account))
    }
    tx.detail("files", String(kept.count))
    return kept
  }

  /// What comes back may find its name taken.
  func save(_ permit: Permit<RemoveFlashcardMedia>, _ media: FlashcardMedia) throws(Refusal) {
    var changed = media
    if !permit.command.isRemoved { changed.name = try free(media.name, in: media.deck) }
    changed.deletedAt = permit.command.isRemoved ? permit.at : nil
    try tx.put(FlashcardsTables.media, changed)
  }

  private func free(_ name: String, in deck: ID<Deck>) throws(Refusal) -> String {
    let wanted = FlashcardMedia.name(name)
    guard try !named([wanted], in: deck, of: tx.school).isEmpty else { return wanted }
    return FlashcardMedia.free(wanted, beside: Set(try all(of: deck, in: tx.school).map { $0.name }))
  }
}
