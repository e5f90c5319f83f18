import Base
import School
import Study

/// The cards of a class: words of its English lessons, in the language that most of it speaks at home.
enum DemoFlashcards {
  static let name = "English words 7"
  /// In the list of people.
  static let maya = 4
  static let about = "From the fables of the month. Ten new words a day at most."
  static let notes: [FlashcardFields] =
    [
      ("the hare", "ארנבת"), ("the tortoise", "צב"), ("slow but steady", "לאט אבל בטוח"), ("the harvest", "קציר"),
      ("to boast", "להתרברב"), ("a crow", "עורב"), ("a pebble", "חלוק נחל"), ("thirsty", "צמא"),
    ].map { FlashcardFields(kind: .bothWays, front: $0.0, back: $0.1, tags: ["fables"]) } + [
      FlashcardFields(kind: .cloze, front: "Slow and {{c1::steady}} wins the {{c2::race}}.", tags: ["fables"])
    ]

  /// A hill, a tortoise's back on it, and a sun, on white paper.
  static let drawing = DemoPNG.picture(320, 240, [0xFFFFFF, 0x1C7C3C, 0x7A4A21, 0xD4650A]) { x, y in
    func isIn(_ left: Int, _ top: Int, _ radius: Int) -> Bool {
      (x - left) * (x - left) + (y - top) * (y - top) < radius * radius
    }
    if y > 170 + (x - 160) * (x - 160) / 800 { return 1 }
    if isIn(150, 172, 34) { return 2 }
    return isIn(262, 52, 26) ? 3 : 0
  }
}

extension DemoBuilder {
  /// A deck of the first class, and a round of arithmetic.
  func memorize(_ room: Room, _ now: Instant) async throws {
    guard plan.kind == .k12, let place = room.plan.teachers.first else { return }
    let (teacher, begun) = (accounts[place], now.plus(days: -3))
    let fields = DeckFields(name: DemoFlashcards.name, about: DemoFlashcards.about)
    let deck = try await make(
      CreateDeck(classroom: room.classroom.id, fields: fields), keys.id(), by: teacher, at: begun, Deck.self)
    for note in DemoFlashcards.notes {
      try await send(AddNote(deck: deck, fields: note), by: teacher, at: begun)
    }
    // She has practised, and the teacher has tried what the class practises with.
    for account in [accounts[DemoFlashcards.maya], teacher] {
      try await send(
        AnswerArithmetic(
          id: nil, asked: "7x8,34+17,52-18,6x7,9x4,8x8,63+9,81-27,3x9,12x4",
          answers: ["54", "51", "34", "42", "36", "64", "72", "54", "27", "48"]),
        by: account, at: now.plus(days: -1))
      try await keepOwnFiles(of: account, now)
    }
  }

  /// What somebody drew and wrote for themselves.
  private func keepOwnFiles(of account: ID<Account>, _ now: Instant) async throws {
    let drawing = try await upload("The hare and the tortoise.png", DemoFlashcards.drawing)
    try await send(KeepOwnFiles(kind: .drawing), by: account, at: now.plus(days: -2), uploads: [drawing])
    let notes = try await upload("Notes.txt", Array("The tortoise won, for it went on.\n".utf8))
    try await send(KeepOwnFiles(), by: account, at: now.plus(days: -1), uploads: [notes])
  }
}
