import Base
import School
import Testing

/// What a family may read of a text about several children.
@Suite struct `A text for one family` {
  static let noa = ChildNames(given: "Noa", family: "Levi")
  static let others = [
    ChildNames(given: "Tomer", family: "Cohen"), ChildNames(given: "Thomas", family: "Hill"),
    ChildNames(given: "Will", family: "O'Brien"), ChildNames(given: "Mary Ann", family: "Lee"),
    ChildNames(given: "Élodie", family: "N’Diaye"), ChildNames(given: "Daniel", family: "Levi"),
    ChildNames(given: "Adam", family: "Ben David"), ChildNames(given: "Jean-Luc", family: "Petit"),
  ]
  static let hebrew = [
    ChildNames(given: "תומר", family: "כהן"), ChildNames(given: "יונתן", family: "בר לב"),
    ChildNames(given: "דן", family: "ישראלי"), ChildNames(given: "שירה", family: "מזרחי"),
    ChildNames(given: "אביגיל", family: "לוי", called: "אבי"),
  ]
  static let arabic = [
    ChildNames(given: "أحمد", family: "الخطيب"), ChildNames(given: "ليلى", family: "حداد"),
    ChildNames(given: "كريم", family: "عبد الله"), ChildNames(given: "وليد", family: "بكري"),
    ChildNames(given: "فاطمة", family: "منصور"),
  ]

  private func marked(
    _ text: String, _ own: ChildNames = noa, _ others: [ChildNames] = others, in language: Language,
    known: [String] = []
  ) -> String {
    redacted(text, for: own, others: others, in: language, known: known).pieces.map { piece in
      switch piece.mark {
      case .certain: "[\(piece.text)]"
      case .suspected: "{\(piece.text)}"
      case nil: piece.text
      }
    }.joined()
  }

  @Test(arguments: [
    (
      "Tomer poured water 3×, Noa watched Tomer Cohen.", "[Another child] poured water 3×, Noa watched [another child]."
    ),
    ("noa and tomer poured. TOMER's jug broke.", "noa and [another child] poured. [Another child’s] jug broke."),
    ("We saw Thomas’ block and Tomer.", "We saw [another child’s] block and [a third child]."),
    ("She will pour with Will O'Brien; O’Brien's mug.", "She {will} pour with [another child]; [another child’s] mug."),
    ("Tommy, Tom and Dany sat with Mary-Ann.", "{Tommy}, {Tom} and {Dany} sat with [another child]."),
    ("Noa Levi and Daniel Levi, the Levi twins.", "Noa Levi and [another child], the {Levi} twins."),
    ("With Adam Ben David, then David alone.", "With [another child], then {David} alone."),
    ("Tomar and Yossi came on Monday, I think.", "{Tomar} and {Yossi} came on Monday, I think."),
    ("A hug for To\u{200B}mer and E\u{301}lodie.", "A hug for [another child] and [a third child]."),
    ("The bark of a tree, here and there.", "The bark of a tree, here and there."),
  ])
  func `in English`(_ text: String, _ expected: String) { #expect(marked(text, in: .en) == expected) }

  @Test(arguments: [
    (
      "Noa a joué avec Tomer, puis le plateau de Tomer est tombé.",
      "Noa a joué avec [un autre enfant], puis le plateau [d’un autre enfant] est tombé."
    ),
    ("Je pense que Tomer et qu’Adam ont aidé.", "Je pense [qu’un autre enfant] et [qu’un troisième enfant] ont aidé."),
    ("Le dessin d'élodie.", "Le dessin [d'un autre enfant]."),
    ("Le petit chat aide Jean-Luc Petit.", "Le {petit} chat aide [un autre enfant]."),
    ("Élodie verse, Noa regarde.", "[Un autre enfant] verse, Noa regarde."),
  ])
  func `in French`(_ text: String, _ expected: String) { #expect(marked(text, in: .fr) == expected) }

  @Test(arguments: [
    ("תומר מזג מים 3 פעמים ונועה עזרה לתומר.", "[ילד אחר] מזג מים 3 פעמים ונועה עזרה [לילד אחר]."),
    ("ולתומר כהן, שתומר וכשתומר מתומר", "[ולילד אחר], [שילד אחר] [וכשילד אחר] [מילד אחר]"),
    ("ליונתן בר לב היה קשה; ויונתן בכה.", "[לילד אחר] היה קשה; [וילד אחר] בכה."),
    ("דן שיחק עם נועה לוי ולדן", "[ילד אחר] שיחק עם נועה לוי {ולדן}"),
    ("שירה נתנה לשירה שיר", "[ילד אחר] נתנה [לילד אחר] {שיר}"),
    ("תומרי ותומרוש ותומד עזרו", "{תומרי} {ותומרוש} {ותומד} עזרו"),
    ("החומר אומר תור שומר", "החומר אומר תור שומר"),
    ("קו ישר, ישראלי", "קו ישר, [ילד אחר]"),
    ("אביגיל לוי, אבי ולוי", "[ילד אחר], [ילד אחר] {ולוי}"),
    ("תּוֹמֶר צייר ל־תומר", "[ילד אחר] צייר ל־[ילד אחר]"),
    ("תומר ושירה וליונתן", "[ילד אחר] [וילד שלישי] [ולילד רביעי]"),
  ])
  func `in Hebrew`(_ text: String, _ expected: String) {
    #expect(marked(text, ChildNames(given: "נועה", family: "לוי"), Self.hebrew, in: .he) == expected)
  }

  @Test func `in Hebrew, of a child whose name is written in Latin letters`() {
    #expect(marked("נתנו לTomer כוס", in: .he) == "נתנו [לילד אחר] כוס")
  }

  @Test(arguments: [
    ("سكب أحمد الماء ثلاث مرات مع نور.", "سكب [طفل آخر] الماء ثلاث مرات مع نور."),
    ("ساعدت نور احمد وليلى، ولأحمد كرة.", "ساعدت نور [طفل آخر] [وطفل ثالث]، [ولطفل آخر] كرة."),
    ("وليد هنا ولوليد كتاب فوليد", "[طفل آخر] هنا [ولطفل آخر] كتاب [فطفل آخر]"),
    ("كتاب للخطيب ومعه فاطمه", "كتاب [لطفل آخر] ومعه [طفل ثالث]"),
    ("كريم عبد الله وبكريم", "[طفل آخر] [وبطفل آخر]"),
    ("جاءت نور الحداد وأحمدو", "جاءت نور الحداد {وأحمدو}"),
  ])
  func `in Arabic`(_ text: String, _ expected: String) {
    #expect(marked(text, ChildNames(given: "نور", family: "الحداد"), Self.arabic, in: .ar) == expected)
  }

  @Test func `another name of a child is its name, and a name that two children bear is looked at`() {
    let twins = [ChildNames(given: "Noa", family: "Cohen", aliases: ["Nono", "נונו"])]
    #expect(
      marked("Here Noa, Nono and נונו; Noa Cohen.", Self.noa, twins, in: .en)
        == "Here {Noa}, [another child] and [another child]; [another child].")
  }

  @Test func `materials are nobody, and who is not on any list is looked at`() {
    #expect(marked("We built the Pink Tower with Yossi.", in: .en) == "We built the {Pink} {Tower} with {Yossi}.")
    #expect(
      marked("We built the Pink Tower with Yossi.", in: .en, known: ["Pink Tower"])
        == "We built the Pink Tower with {Yossi}.")
  }

  @Test func `months and days are nobody, in full and as dates have them`() {
    #expect(
      marked("It was Nov 23, and not Friday, with Yossi.", in: .en)
        == "It was Nov 23, and not Friday, with {Yossi}.")
  }

  @Test func `nothing of the text is lost beside the names, and what is redacted stays so`() {
    let text = "  Tomer —\n\tThomas’ 😀 \u{202B}תומר\u{202C} Yossi, Élodie!  "
    let once = redacted(text, for: Self.noa, others: Self.others + Self.hebrew, in: .en)
    #expect(once.pieces.map(\.original).joined() == text)
    #expect(once.replaced.count == 4 && once.suspected == ["Yossi"])
    let twice = redacted(once.text, for: Self.noa, others: Self.others + Self.hebrew, in: .en)
    #expect(twice.replaced.isEmpty && twice.text == once.text)
  }

  @Test func `nobody's names and no text are no trouble`() {
    #expect(redacted("", for: ChildNames(given: ""), others: [], in: .he).text.isEmpty)
    #expect(
      marked("tomer poured", ChildNames(given: ""), [ChildNames(given: " "), ChildNames(given: "’")], in: .en)
        == "tomer poured")
  }

  /// What each letter costs is counted by what is looked up: every shape is the longest text with the most names.
  @Test(arguments: 0..<6) func `hostile texts and names are walked through once`(_ shape: Int) {
    let names = (0..<200).map { place in
      ChildNames(
        given: String(repeating: "a b ", count: 20) + String(place),
        family: "abcd" + String(Character(UnicodeScalar(UInt8(97 + place % 26)))),
        aliases: [String(repeating: "o", count: 80)])
    }
    let texts = [
      String(repeating: "a b ", count: 2000), String(repeating: "o", count: 8000),
      String(repeating: "Abcx ", count: 1600), String(repeating: "a'", count: 4000),
      String(repeating: "וש", count: 4000), String(repeating: "\u{200B}A", count: 4000),
    ]
    let found = redacted(texts[shape], for: Self.noa, others: names, in: .en)
    #expect(found.pieces.map(\.original).joined() == texts[shape])
    #expect(found.pieces.count <= 8001)
  }

  @Test func `the language of a text is that of its letters, and the reader's where these do not tell`() {
    #expect(redactionLanguage(of: "תומר ונועה בנו Pink Tower", reader: .en) == .he)
    #expect(redactionLanguage(of: "سكب أحمد الماء", reader: .he) == .ar)
    #expect(redactionLanguage(of: "Tomer poured", reader: .he) == .en)
    #expect(redactionLanguage(of: "Élodie verse", reader: .fr) == .fr)
    #expect(redactionLanguage(of: "3×", reader: .ar) == .ar)
  }
}
