import Base
import HomeroomTesting
import Testing

@testable import School

@Suite struct `Texts from a table` {
  private func keys(_ file: TrackImport) -> [String] { file.problems.map { "\($0.line) \($0.phrase.key)" } }

  @Test(arguments: [
    "label,reference,source,language,commentary,commentary language,date\nOne,B 1,Text,en,Note,fr,2026-03-11\n",
    "Titre;Renvoi;Texte;Langue;Commentaire;Langue du commentaire;Jour\r\nOne;B 1;Text;anglais;Note;français;2026-03-11\r\n",
    "כותרת\tמראה מקום\tטקסט\tשפה\tפירוש\tשפת הפירוש\tתאריך\nOne\tB 1\tText\tאנגלית\tNote\tצרפתית\t2026-03-11",
    "العنوان,المرجع,النص,اللغة,الشرح,لغة الشرح,التاريخ\nOne,B 1,Text,الإنجليزية,Note,الفرنسية,2026-03-11\n",
  ])
  func `has headings in four languages`(_ text: String) {
    let file = TrackImport(text)
    #expect(file.problems.isEmpty)
    var wanted = ImportedText("One", line: 2)
    (wanted.reference, wanted.source, wanted.language, wanted.commentary) = ("B 1", "Text", "en", "Note")
    (wanted.commentaryLanguage, wanted.date) = ("fr", Day("2026-03-11"))
    #expect(file.texts == [wanted])
  }

  @Test func `may begin with a mark, be quoted, and have lines in its cells`() {
    let file = TrackImport("\u{FEFF}\"Label\",\"Source\"\r\nA,\"one, \"\"two\"\"\r\n## three\"\r\n\r\nB,four\r\n")
    #expect(keys(file) == [])
    #expect(file.texts.map(\.label) == ["A", "B"])
    #expect(file.texts.map(\.source) == ["one, \"two\"\n## three", "four"])
    #expect(file.texts.map(\.line) == [2, 5])
  }

  @Test func `loses marks of direction around what it is called, and none within a text`() {
    let file = TrackImport("\u{200F}שם\u{200F},\u{202B}מקור\u{202C}\n\u{200F}אבות א\u{200E},שלום\u{200F} עולם\n")
    #expect(file.texts.map(\.label) == ["אבות א"])
    #expect(file.texts.map(\.source) == ["שלום\u{200F} עולם"])
    #expect(keys(TrackImport("label,source\nab\u{202E}cd,text")) == ["2 form.direction"])
  }

  @Test func `says every bad row with its line, and takes the others`() {
    let long = String(repeating: "x", count: 161), huge = String(repeating: "y", count: 20_001)
    let rows = [
      "label,source,language,date,colour", ",text,,,", "A,,,,", "B,text,klingon,,", "C,text,,11.3.2026,",
      "\(long),text,,,",
      "D,\(huge),,,", "E,text,he,2026-03-11,red", "e ,again,,,", "F,text,,,,more", "G,fine,,,",
    ]
    let file = TrackImport(rows.joined(separator: "\n"))
    #expect(
      keys(file) == [
        "1 tracks.import.column-unknown", "2 tracks.import.no-label", "3 tracks.import.no-source",
        "4 tracks.import.language", "5 tracks.import.date", "6 form.too-long", "7 tracks.import.too-long",
        "9 tracks.import.twice", "10 tracks.import.cells-many",
      ])
    #expect(file.texts.map(\.label) == ["E", "G"])
  }

  @Test func `that breaks off keeps what stands before the break`() {
    let open = TrackImport("label,source\nA,one\nB,\"two\nC,three\n")
    #expect(keys(open) == ["3 tracks.import.quote-open"] && open.texts.map(\.label) == ["A"])
    let stray = TrackImport("label,source\nA,one\nB,\"two\"x\nC,three\n")
    #expect(keys(stray) == ["3 tracks.import.quote-stray"] && stray.texts.map(\.label) == ["A"])
    #expect(keys(TrackImport("label,source,label\nA,one,B\n")) == ["1 tracks.import.column-twice"])
  }

  @Test func `is bounded`() {
    let many = "label,source\n" + (1...100_000).map { "L\($0),t" }.joined(separator: "\n")
    let file = TrackImport(many)
    #expect(file.texts.count == TrackImport.maxTexts && keys(file) == ["5002 tracks.import.too-many"])
    let bad = TrackImport("label,source\n" + String(repeating: "x\n", count: 4999))
    #expect(bad.texts.isEmpty && bad.problemCount == 4999 && bad.problems.count == 300)
    let line = "label,source\nA,one\nB," + String(repeating: "z", count: 3_000_000)
    #expect(keys(TrackImport(line)) == ["3 tracks.import.cell-long"])
    let large = TrackImport(String(repeating: "a", count: TrackImport.maxBytes + 1))
    #expect(keys(large) == ["1 tracks.import.too-large"] && large.texts.isEmpty)
  }

  @Test func `is told from nothing at all`() {
    #expect(keys(TrackImport("")) == ["1 tracks.import.nothing"])
    #expect(keys(TrackImport("label,source\n")) == ["1 tracks.import.nothing"])
    #expect(keys(TrackImport("Just words.")) == ["1 tracks.import.before-heading"])
  }
}

@Suite struct `Texts from Markdown` {
  private func keys(_ file: TrackImport) -> [String] { file.problems.map { "\($0.line) \($0.phrase.key)" } }

  @Test func `have a source, a commentary and questions`() {
    let file = TrackImport(
      """
      # A week of proverbs

      ## Patience
      Reference: Book 1:2
      Language: English

      > Little by little.
      >
      > Go on.

      ### Commentary
      Small steps *count*.

      ### Questions
      1. What counts?
      - [x] Small steps
      - [ ] Great leaps
      - [ ] Nothing

      ## Next
      A plain body.
      ### In parts
      It goes on.
      """)
    #expect(keys(file) == [])
    #expect(file.texts.map(\.label) == ["Patience", "Next"])
    #expect(file.texts.first?.source == "Little by little.\n\nGo on.")
    #expect(file.texts.first?.reference == "Book 1:2" && file.texts.first?.language == "en")
    #expect(file.texts.first?.commentary == "Small steps *count*.")
    #expect(
      file.texts.first?.questions == [
        TrackQuestion(text: "What counts?", right: "Small steps", wrong: ["Great leaps", "Nothing"])
      ])
    #expect(file.texts.last?.source == "A plain body.\n### In parts\nIt goes on.")
  }

  @Test(arguments: [
    ("Commentary", "Questions"), ("Commentaires", "Questions"), ("الشرح", "أسئلة"), ("סיכום פרשנויות", "שאלות"),
  ])
  func `name their parts in four languages`(_ commentary: String, _ questions: String) {
    let text =
      "\u{200F}## א\r\nגוף\r\n\r\n\u{200F}### \(commentary)\r\nפ\r\n### \(questions)\r\nש?\r\n- [X] כן\r\n* [ ] לא\r\n"
    let file = TrackImport(text)
    #expect(keys(file) == [])
    #expect(file.texts.first?.source == "גוף" && file.texts.first?.commentary == "פ")
    #expect(file.texts.first?.questions == [TrackQuestion(text: "ש?", right: "כן", wrong: ["לא"])])
  }

  @Test(arguments: [
    ("Q?\n- [x] a\n- [x] b\n- [ ] c", "4 tracks.import.one-right"), ("Q?\n- [ ] c", "4 tracks.import.one-right"),
    ("Q?\n- [x] a", "4 tracks.import.no-wrong"), ("- [x] a\n- [ ] b", "4 tracks.import.answer-stray"),
    ("Q?\n- [x]\n- [ ] b", "5 tracks.import.answer-empty"), ("Q?\n- [x] a\n- [ ] a", "4 tracks.import.same-answers"),
  ])
  func `with a question that has no one right answer are left out whole`(_ questions: String, _ wanted: String) {
    let file = TrackImport("## A\nText\n### Questions\n\(questions)\n\n## B\nText\n")
    #expect(keys(file) == [wanted] && file.texts.map(\.label) == ["B"])
  }

  @Test func `read back as they were written`() {
    var first = ImportedText("A: b", line: 1)
    (first.reference, first.source) = ("Book 1", "## No heading\n\n> quoted\n### Questions\n- [x] no answer")
    (first.language, first.commentary) = ("he", "> all\n> quoted")
    (first.commentaryLanguage, first.date) = ("ar", Day("2026-03-11"))
    first.questions = [
      TrackQuestion(text: "Who?", right: "x", wrong: ["y", "z"]), TrackQuestion(text: "Why?", right: "a", wrong: ["b"]),
    ]
    var second = ImportedText("ג", line: 1)
    second.source = "Date: today"
    let file = TrackImport(TrackImport.markdown([first, second]))
    #expect(file.problems.isEmpty)
    let read = file.texts.map { text in
      var text = text
      text.line = 1
      return text
    }
    #expect(read == [first, second])
  }

  @Test func `of several files are one, in the order of names`() {
    let joined = TrackImport.joined([
      ("2.md", "\u{FEFF}# Second\ntwo"), ("1.md", "# All\n## First\none"), ("3. Third.md", "three"),
    ])
    let file = TrackImport(joined)
    #expect(keys(file) == [])
    #expect(file.texts.map(\.label) == ["First", "Second", "3. Third"])
    #expect(file.texts.map(\.source) == ["one", "two", "three"])
  }

  @Test func `are never more than are taken, whatever is sent`() {
    let many = TrackImport((1...100_000).map { "## \($0)\nx" }.joined(separator: "\n"))
    #expect(many.texts.count == TrackImport.maxTexts && keys(many).count == 1)
    var generator = SeededGenerator(seed: 13)
    let pieces = [
      "## ", "### Questions", "- [x] ", "\n", "\r", "\"", ",", "label,source", "> ", "\u{202E}", "א", "\0", "```", ":",
    ]
    for _ in 0..<400 {
      let text = (0..<40).map { _ in generator.pick(pieces) }.joined()
      let file = TrackImport(text)
      #expect(!file.texts.isEmpty || !file.problems.isEmpty)
      #expect(TrackImport(TrackImport.markdown(file.texts)).texts.map(\.source) == file.texts.map(\.source))
    }
  }
}
