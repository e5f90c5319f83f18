import Base

/// The tables of a collection, of both schemas that packages have.
struct AnkiCollection {
  private(set) var decks: [AnkiPackage.Deck] = []
  private(set) var types: [AnkiPackage.NoteType] = []
  private(set) var notes: [AnkiPackage.Note] = []
  private(set) var cards: [AnkiPackage.Card] = []
  private(set) var reviews: [AnkiPackage.Review] = []
  private(set) var leavesReviews = false

  /// More decks or kinds of notes than anybody has.
  private static let most = 5000

  init(_ database: AnkiDatabase, _ limits: AnkiPackage.Limits) throws(AnkiFault) {
    var version = Int64(0)
    try database.rows("SELECT ver FROM col", most: 1) { row throws(AnkiFault) in version = row.integer(0) }
    guard version == 11 || version == 18 else { throw AnkiFault(.newer, found: String(version)) }
    notes = try Self.notes(database, limits)
    // Whatever its language, it says with which program such a file is to be read.
    if notes.count == 1, notes[0].fields.contains(where: { Self.names($0, ".colpkg") }) { throw AnkiFault(.decoy) }
    if version == 11 { try readJSON(database) } else { try readTables(database) }
    cards = try Self.cards(database, limits)
    reviews = try Self.reviews(database, limits.reviews + 1)
    leavesReviews = reviews.count > limits.reviews
    if leavesReviews { reviews.removeLast() }
  }

  private static func names(_ text: String, _ word: String) -> Bool {
    let (bytes, wanted) = (Array(text.utf8.prefix(1000)), Array(word.utf8))
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
  }

  // MARK: what both have

  private static func notes(
    _ database: AnkiDatabase, _ limits: AnkiPackage.Limits
  ) throws(AnkiFault) -> [AnkiPackage.Note] {
    var (notes, left) = ([AnkiPackage.Note](), limits.text)
    try database.rows("SELECT id, guid, mid, tags, flds FROM notes", most: limits.notes) { row throws(AnkiFault) in
      let (guid, fields, tags) = (row.text(1), row.text(4), row.text(3))
      left -= fields.utf8.count + guid.utf8.count + tags.utf8.count
      guard left >= 0 else { throw AnkiFault(.tooLarge) }
      notes.append(
        AnkiPackage.Note(
          id: row.integer(0), guid: guid, type: row.integer(2),
          fields: fields.split(separator: "\u{1F}", omittingEmptySubsequences: false).prefix(100).map { String($0) },
          tags: tags.split { $0.isWhitespace }.prefix(200).map { String($0) }))
    }
    // An id is the moment when the note was written.
    return notes.sorted { $0.id < $1.id }
  }

  private static func cards(
    _ database: AnkiDatabase, _ limits: AnkiPackage.Limits
  ) throws(AnkiFault) -> [AnkiPackage.Card] {
    var cards: [AnkiPackage.Card] = []
    let all = "SELECT id, nid, did, odid, ord, queue FROM cards"
    try database.rows(all, most: limits.cards, longest: AnkiDatabase.longestNumber) { row throws(AnkiFault) in
      let home = row.integer(3)
      cards.append(
        AnkiPackage.Card(
          id: row.integer(0), note: row.integer(1), deck: home == 0 ? row.integer(2) : home,
          ordinal: Int(clamping: row.integer(4)), isSuspended: row.integer(5) == -1))
    }
    return cards
  }

  private static func reviews(_ database: AnkiDatabase, _ most: Int) throws(AnkiFault) -> [AnkiPackage.Review] {
    var reviews: [AnkiPackage.Review] = []
    let newest = "SELECT id, cid, ease, time, type, factor FROM revlog ORDER BY id DESC LIMIT \(most)"
    try database.rows(newest, most: most, longest: AnkiDatabase.longestNumber) { row throws(AnkiFault) in
      reviews.append(
        AnkiPackage.Review(
          at: row.integer(0), card: row.integer(1), ease: Int(clamping: row.integer(2)),
          milliseconds: Int(clamping: row.integer(3)), kind: Int(clamping: row.integer(4)),
          factor: Int(clamping: row.integer(5))))
    }
    return reviews
  }

  // MARK: schema 11

  /// Kinds and decks stand as JSON in the only row of `col`.
  private mutating func readJSON(_ database: AnkiDatabase) throws(AnkiFault) {
    var texts: [[UInt8]] = []
    try database.rows("SELECT models, decks FROM col", most: 1) { row throws(AnkiFault) in
      texts = [row.bytes(0), row.bytes(1)]
    }
    guard texts.count == 2 else { throw AnkiFault(.damaged) }
    for (_, model) in try Self.members(texts[0]) { types.append(Self.type(model)) }
    for (_, deck) in try Self.members(texts[1]) {
      decks.append(AnkiPackage.Deck(id: deck.readInteger("id") ?? 0, name: deck.readText("name") ?? ""))
    }
  }

  private static func members(_ bytes: [UInt8]) throws(AnkiFault) -> [(String, JSON)] {
    var limits = JSON.Limits()
    limits.values = 1_000_000
    // Whatever is wrong with it, it is damaged.
    guard let json = try? JSON(bytes, limits: limits), case .object(let members) = json, members.count <= most else {
      throw AnkiFault(.damaged)
    }
    return members
  }

  private static func type(_ model: JSON) -> AnkiPackage.NoteType {
    var type = AnkiPackage.NoteType(
      id: model.readInteger("id") ?? 0, name: model.readText("name") ?? "", isCloze: model.readInteger("type") == 1,
      hidesPictures: model.readInteger("originalStockKind") == hidingPictures)
    let order: (JSON, JSON) -> Bool = { ($0.readInteger("ord") ?? 0) < ($1.readInteger("ord") ?? 0) }
    type.fields = model.readList("flds").sorted(by: order).map { $0.readText("name") ?? "" }
    type.templates = model.readList("tmpls").sorted(by: order).map {
      AnkiPackage.Template(question: $0.readText("qfmt") ?? "", answer: $0.readText("afmt") ?? "")
    }
    return type
  }

  /// Its number among the kinds that come with the program.
  private static let hidingPictures: Int64 = 6

  // MARK: schema 18

  private mutating func readTables(_ database: AnkiDatabase) throws(AnkiFault) {
    var read: [AnkiPackage.NoteType] = []
    try database.rows("SELECT id, name, config FROM notetypes", most: Self.most) { row throws(AnkiFault) in
      var (config, kind, stock) = (Protobuf(row.bytes(2)), UInt64(0), UInt64(0))
      while let (field, value) = try config.next() {
        if field == 1, case .number(let number) = value { kind = number }
        if field == 9, case .number(let number) = value { stock = number }
      }
      read.append(
        AnkiPackage.NoteType(
          id: row.integer(0), name: row.text(1), isCloze: kind == 1, hidesPictures: stock == UInt64(Self.hidingPictures)
        ))
    }
    var fields: [Int64: [(Int64, String)]] = [:]
    try database.rows("SELECT ntid, ord, name FROM fields", most: Self.most * 4) { row throws(AnkiFault) in
      fields[row.integer(0), default: []].append((row.integer(1), row.text(2)))
    }
    var templates: [Int64: [(Int64, AnkiPackage.Template)]] = [:]
    try database.rows("SELECT ntid, ord, config FROM templates", most: Self.most * 4) { row throws(AnkiFault) in
      templates[row.integer(0), default: []].append((row.integer(1), try Self.template(row.bytes(2))))
    }
    for place in read.indices {
      read[place].fields = (fields[read[place].id] ?? []).sorted { $0.0 < $1.0 }.map { $0.1 }
      read[place].templates = (templates[read[place].id] ?? []).sorted { $0.0 < $1.0 }.map { $0.1 }
    }
    types = read
    var named: [AnkiPackage.Deck] = []
    try database.rows("SELECT id, name FROM decks", most: Self.most) { row throws(AnkiFault) in
      let levels = row.text(1).split(separator: "\u{1F}", omittingEmptySubsequences: false)
      named.append(AnkiPackage.Deck(id: row.integer(0), name: levels.joined(separator: "::")))
    }
    decks = named
  }

  private static func template(_ config: [UInt8]) throws(AnkiFault) -> AnkiPackage.Template {
    var (reader, question, answer) = (Protobuf(config), "", "")
    while let (field, value) = try reader.next() {
      if field == 1, case .bytes(let text) = value { question = String(decoding: text, as: UTF8.self) }
      if field == 2, case .bytes(let text) = value { answer = String(decoding: text, as: UTF8.self) }
    }
    return AnkiPackage.Template(question: question, answer: answer)
  }
}
