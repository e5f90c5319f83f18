import Base
import HomeroomTesting
import Testing

@testable import School

@Suite struct `A file of cards` {
  private func read(_ text: String) throws -> FlashcardsText { try FlashcardsText(Array(text.utf8)) }
  private func html(_ text: String) -> String { FlashcardsHTML(text, isHTML: true).markdown }

  /// As Anki writes it since 2.1.55.
  private static let anki = """
    #separator:tab\r
    #html:true\r
    #guid column:1
    #notetype column:2
    #deck column:3
    #tags column:6
    D/Y%;8u=,j\tBasic\tFrench::Food\tla <b>pomme</b>\t"the ""apple""<br>a fruit"\tfruit a1
    #q2\tBasic (and reversed card)\tFrench\t<div>chat</div>\tcat [sound:chat.mp3]<img src="c.jpg" alt="a cat">\t
    c3\tCloze\tFrench\tParis is in {{c1::France::country}}\t\tgeo

    """

  @Test func `of Anki says which column is what, and its HTML becomes Markdown`() throws {
    let file = try FlashcardsText([0xEF, 0xBB, 0xBF] + Array(Self.anki.utf8))
    #expect(file.faults == [] && file.media == 2)
    #expect(file.notes.map(\.kind) == [.basic, .bothWays, .cloze])
    #expect(file.notes.map(\.guid) == ["D/Y%;8u=,j", "#q2", "c3"])
    #expect(file.notes.map(\.line) == [7, 8, 9])
    #expect(file.notes[0].front == "la **pomme**" && file.notes[0].back == "the \"apple\"\na fruit")
    #expect(file.notes[0].tags == ["fruit", "a1"])
    #expect(file.notes[1].front == "chat" && file.notes[1].back == "cat a cat")
  }

  @Test func `takes its head in any case, common tags, and what is beyond two sides under the second`() throws {
    let file = try read("#Separator:Semicolon\n#HTML:false\n#Tags:latin\n#if matches:keep current\na;<b>;c\n")
    #expect(file.keepsKnown)
    #expect(file.notes == [ImportedNote(line: 5, front: "a", back: "<b>\n\nc", tags: ["latin"])])
    #expect(throws: Refusal.self) { try read("#separator:pipe\na|b\n") }
  }

  @Test func `without a head is a table: tab before comma, with or without headings`() throws {
    #expect(try read("Hello, you\tSalut\n").notes.map(\.front) == ["Hello, you"])
    #expect(try read("a,b\nc,d\n").notes.map(\.back) == ["b", "d"])
    let named = try read("Back;Guid;Front\nb;g;a\n").notes
    #expect(named == [ImportedNote(line: 2, front: "a", back: "b", guid: "g")])
    // A card may begin with what begins a head.
    #expect(try read("# 1,one\n").notes.map(\.front) == ["# 1"])
  }

  @Test func `leaves out a line that can be no card, and says which`() throws {
    let long = String(repeating: "x", count: FlashcardNote.longest + 1)
    let longest = String(repeating: "\u{5D0}", count: FlashcardNote.longest)
    let file = try read(
      "\(longest),1\n\(long),1\nonly\n,1\na,1\na,2\n{{c1::open,1\n\u{7}b,1\n\(String(repeating: "y", count: 2_000_000)),1\nz,1\n"
    )
    #expect(file.notes.map(\.line) == [1, 5, 10])
    #expect(
      file.faults.map { "\($0.line) \($0.reason.rawValue)" } == [
        "2 long", "3 back", "4 empty", "6 twice", "7 gaps", "8 control", "9 long",
      ])
    #expect(file.faultCount == 7)
  }

  @Test func `whose quote never ends, or with more lines than a deck takes, is refused`() throws {
    for (text, key) in [
      ("#separator:tab\na\tb\n\"c\td\n", "flashcards.import.unreadable"),
      (String(repeating: "a,b\n", count: 1_000_000), "flashcards.import.too-many"),
      ((0...FlashcardsText.maxNotes).map { "\($0),b\n" }.joined(), "flashcards.import.too-many"),
    ] {
      var refusal: Refusal?
      do { _ = try read(text) } catch { refusal = error as? Refusal }
      #expect(refusal?.reasons == [key])
    }
    #expect(throws: Refusal.self) { try FlashcardsText([UInt8](repeating: 0x61, count: FlashcardsText.maxBytes + 1)) }
    #expect(try read("").notes.isEmpty)
  }

  @Test(arguments: FlashcardsTextFile.allCases)
  func `comes back as it was written`(_ format: FlashcardsTextFile) throws {
    let sides = [
      ("=1+1", "'@x"), ("# head", "- a\n- b"), ("a \"b\"\tc", "d;e,f"), ("\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "'-1"),
      ("{{c1::x}}", "more"),
    ]
    let notes = sides.enumerated().map { at, side in
      FlashcardNote(
        id: ID(high: 0x7000, low: 1 << 63 | UInt64(at)), deck: ID(high: 0x7000, low: 1 << 63),
        kind: at == 4 ? .cloze : at == 1 ? .bothWays : .basic, front: side.0, back: side.1, tags: ["t\(at)"],
        guid: "#g\(at)", position: at, updatedAt: Instant(milliseconds: 0))
    }
    let bytes = format.write(notes, deck: "A deck")
    let read = try FlashcardsText(bytes)
    #expect(read.notes.map(\.front) == sides.map(\.0) && read.notes.map(\.back) == sides.map(\.1))
    #expect(
      read.faults == [] && read.notes.map(\.guid) == notes.map(\.guid) && read.notes.map(\.tags) == notes.map(\.tags))
    let plan = FlashcardsImportPlan(read, known: notes)
    #expect(plan.count(.kept) == 5 && plan.total == 5)
    // No spreadsheet runs it.
    if format == .csv { #expect(String(decoding: bytes, as: UTF8.self).contains("'=1+1")) }
  }

  @Test func `keeps of HTML what Markdown has`() {
    #expect(html("<b>a</b> &amp; <I>b</I>&nbsp;<code>c</code><br/>d") == "**a** & *b* `c`\nd")
    #expect(html("<ul><li>a</li><li>b</li></ul>c") == "- a\n- b\n\nc")
    #expect(html("a<p>b</p><script>alert(1)</script><span onclick='x>y'>c</span>") == "a\n\nb\n\nc")
    #expect(html("1 < 2 &lt;3 &#x5D0;&#1488; &bogus; <b></b>") == "1 < 2 <3 \u{5D0}\u{5D0} &bogus;")
    #expect(html("<b><i>a</b>") == "***a***")
    #expect(html("a<!-- b --><div>c</div>") == "a\nc")
  }

  @Test(arguments: ["<b>", "<b ", "<b '\"", "<!-- ", "[sound:", "&", "<div><p><li>", "<img alt=\"", "{{c1::", "<"])
  func `takes time with its length, however deep and broken it is`(_ piece: String) {
    let ratio = growth(of: 4000, { String(repeating: piece, count: $0) }) { _ = FlashcardsHTML($0, isHTML: true) }
    #expect(ratio == nil)
  }
}

extension Refusal {
  fileprivate var reasons: [String]? {
    if case .invalid(let problems) = self { problems.map(\.reason.key) } else { nil }
  }
}
