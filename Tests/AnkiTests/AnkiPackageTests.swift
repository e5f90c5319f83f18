import Anki
import Archive
import Testing
import Web

@Suite struct `A package of Anki` {
  @Test(arguments: Taken.generations)
  func `is read with notes, cards, history and files`(_ generation: String) throws {
    let package = try AnkiPackage(Taken.bytes(generation), inflate: ZIP.inflate)
    #expect(package.generation.rawValue == Taken.generations.firstIndex(of: generation).map { $0 + 1 })
    #expect(package.notes.map(\.guid) == (1...5).map { "homeroom-\($0)" })
    #expect(package.notes[0].fields == ["pomme <b>rouge</b>", "apple<br><img src=\"pomme 1.png\">"])
    #expect(package.notes[0].tags == ["fruit"])
    let home = package.decks.first { $0.id == package.cards.first?.deck }
    #expect(home?.name == "Voyage::Mots")
    #expect(package.cards.count == 7 && package.cards.filter(\.isSuspended).map(\.ordinal) == [1])
    let meanings = package.reviews.map(\.meaning)
    #expect(meanings.count { $0 == .answer } == 6 && meanings.count { $0 == .reset } == 1 && meanings.count == 9)
    #expect(package.reviews.last?.at == 1_767_603_600_000, "the newest first")
    #expect(package.media.map(\.name) == ["pain.wav", "pomme 1.png"])
    for file in package.media {
      #expect(try package.content(of: file, inflate: ZIP.inflate).count == file.size)
    }
  }

  @Test(arguments: Taken.generations)
  func `says what its notes are made of`(_ generation: String) throws {
    let package = try AnkiPackage(Taken.bytes(generation), inflate: ZIP.inflate)
    let types = package.notes.map { note in package.types.first { $0.id == note.type } }
    #expect(types.map { $0?.isCloze } == [false, false, true, true, false])
    #expect(types.map { $0?.hidesPictures } == [false, false, false, true, false])
    #expect(types.map { $0?.templates.count } == [1, 2, 1, 1, 2])
    #expect(types[2]?.fields == ["Text", "Back Extra"] && types[4]?.fields == ["Front", "Back", "Add Reverse"])
    #expect(types[0]?.templates.first?.question == "{{Front}}")
  }
}

@Suite struct `A package that is not to be trusted` {
  @Test func `is refused when it only tells old programs to update`() throws {
    for generation in ["second", "latest"] {
      var taken = try Taken(generation)
      (taken["meta"], taken["collection.anki21"], taken["collection.anki21b"]) = (nil, nil, nil)
      #expect(taken.fault() == .decoy)
    }
  }

  @Test func `is refused when nobody knows its version`() throws {
    for meta: [UInt8] in [[8, 9], [], [8], [0x0B]] {
      var taken = try Taken("latest")
      taken["meta"] = meta
      #expect(taken.fault() == (meta.count == 1 ? .damaged : .newer))
    }
    var taken = try Taken("second")
    try taken.change("UPDATE col SET ver = 25")
    #expect(taken.fault() == .newer)
  }

  @Test func `is refused when it unpacks to more than it may`() throws {
    var bomb = try Taken("latest")
    bomb["collection.anki21b"] = zstandard([UInt8](repeating: 0, count: 8 << 20))
    #expect(bomb.fault() == .ratio)
    var small = AnkiPackage.Limits()
    small.unpacked = 100_000
    #expect(try Taken("latest").fault(small) == .tooLarge)
    // What is held in memory as a whole has bounds of its own.
    for generation in Taken.generations {
      small = AnkiPackage.Limits()
      small.collection = 20_000
      #expect(try Taken(generation).fault(small) == .tooLarge, "\(generation)")
      small = AnkiPackage.Limits()
      small.list = 10
      #expect(try Taken(generation).fault(small) == .tooLarge, "\(generation)")
    }
    small = AnkiPackage.Limits()
    small.packed = 1000
    #expect(try Taken("latest").fault(small) == .tooLarge)
  }

  @Test func `is refused for more notes, cards, files or text than are taken, and old reviews are left`() throws {
    let taken = try Taken("second")
    for path in [\AnkiPackage.Limits.notes, \.cards, \.files] {
      var limits = AnkiPackage.Limits()
      limits[keyPath: path] = 1
      #expect(taken.fault(limits) == .tooMany)
    }
    var limits = AnkiPackage.Limits()
    limits.text = 20
    #expect(taken.fault(limits) == .tooLarge)
    limits = AnkiPackage.Limits()
    limits.reviews = 2
    let package = try AnkiPackage(taken.bytes, limits: limits, inflate: ZIP.inflate)
    #expect(package.reviews.count == 2 && package.leavesReviews)
  }

  @Test(arguments: ["UPDATE revlog SET time =", "UPDATE cards SET queue ="])
  func `is refused when a text lies where a number belongs, which many rows could share`(_ change: String) throws {
    var taken = try Taken("second")
    try taken.change(change + " 'x' || hex(zeroblob(3000))")
    #expect(taken.fault() == .tooLarge)
  }

  @Test func `is refused for names that lead elsewhere`() throws {
    for name in ["../x", "a/b.png", "a\\\\b.png", "..", ""] {
      var taken = try Taken("second")
      taken["media"] = Array("{\"0\":\"\(name)\"}".utf8)
      #expect(taken.fault() == .name, "\(name)")
    }
    var latest = try Taken("latest")
    latest["media"] = zstandard([0x0A, 6, 0x0A, 4] + Array("../x".utf8))
    #expect(latest.fault() == .name)
    var outside = try Taken("second")
    outside["../collection.anki2"] = [1]
    #expect(outside.fault() == .name)
  }

  @Test(arguments: [124, 69])
  func `gives no file that is not the one it lists`(_ size: Int) throws {
    var taken = try Taken("latest")
    for place in ["0", "1"] { taken[place] = zstandard([UInt8](repeating: 7, count: size)) }
    let package = try AnkiPackage(taken.bytes, inflate: ZIP.inflate)
    let file = try Taken.found(package.media.first { $0.size == size })
    #expect(throws: AnkiFault(.mismatch, found: file.name)) { try package.content(of: file, inflate: ZIP.inflate) }
    let other = try Taken.found(package.media.first { $0.size != size })
    #expect(throws: AnkiFault.self) { try package.content(of: other, inflate: ZIP.inflate) }
  }

  @Test(arguments: [
    "CREATE VIEW v AS SELECT 1", "CREATE TRIGGER t AFTER INSERT ON notes BEGIN SELECT 1; END",
    "CREATE VIRTUAL TABLE f USING fts5(x)",
    "ALTER TABLE notes RENAME TO n; CREATE VIEW notes AS SELECT id FROM n",
  ])
  func `is refused when its database has more than tables`(_ sql: String) throws {
    var taken = try Taken("second")
    try taken.change(sql)
    #expect(taken.fault() == .schema)
  }

  @Test(arguments: [
    "DROP TABLE revlog", "DELETE FROM col", "UPDATE col SET models = '{'", "UPDATE col SET decks = '[]'",
  ])
  func `is damaged when its database lacks something`(_ sql: String) throws {
    var taken = try Taken("second")
    try taken.change(sql)
    #expect(taken.fault() == (sql == "DELETE FROM col" ? .newer : .damaged))
  }

  @Test(arguments: Taken.generations)
  func `that was cut off, or is none, is refused wherever it ends`(_ generation: String) throws {
    let bytes = try Taken.bytes(generation)
    for end in stride(from: 0, to: bytes.count, by: 97) {
      #expect(throws: AnkiFault.self) { try AnkiPackage(Array(bytes[..<end]), inflate: ZIP.inflate) }
    }
    for name in ["collection.anki2", "collection.anki21", "collection.anki21b", "media"] {
      var taken = try Taken(generation)
      guard let content = taken[name], !content.isEmpty else { continue }
      // The decoy beside it is nothing that is read.
      if name == "collection.anki2", generation != "first" { continue }
      taken[name] = Array(content.prefix(content.count / 2))
      #expect(taken.fault() == .damaged, "\(name)")
    }
  }
}
