import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Router
import Testing
import Web

@testable import Learning
@testable import LearningServer
@testable import Ledger
@testable import School

@Suite struct `Pictures in files of questions` {
  private static func picture(_ number: Int) -> QuestionPicture {
    QuestionPicture(id: QuizzesSchool.id(UInt64(500 + number)), number: number)
  }

  /// A question with pictures in whatever text it has, by chance that is the same in each run.
  private static func question(_ place: Int) throws -> (content: QuestionContent, bytes: [Int: [UInt8]]) {
    let kind = QuestionKind.allCases[place % QuestionKind.allCases.count]
    var content = try QuizzesSchool.content(kind)
    if kind != .essay { content.notes = "" }
    let said = ["", "a & b", "שלום", "مثلث <1>", "$x$", "100% \"sure\"", "{=~}"][place % 7]
    var bytes: [Int: [UInt8]] = [:]
    func mark(_ number: Int) -> String {
      content.pictures.append(Self.picture(number))
      bytes[number] = (0...place % 50).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ number &* 11 &+ place) }
      return QuizPictures.mark(number, said)
    }
    let (stem, first, second, last) = (mark(3), mark(1), mark(2), mark(7))
    content.text += " " + stem + (place % 2 == 0 ? "" : "\n\nand picture-9.jpg")
    if kind != .trueFalse, !content.options.isEmpty { content.options[0].text = first }
    if !content.pairs.isEmpty { content.pairs[1].left += second }
    if place % 3 == 0 { content.explanation += last + QuizPictures.mark(3, "again") }
    content.keepNamedPictures()
    return (content, bytes.filter { number, _ in content.pictures.contains { $0.number == number } })
  }

  /// What comes out of a file is what went in, with every byte of its pictures.
  @Test func `come back as they were written in XML`() throws {
    for place in 0..<2000 {
      let (content, bytes) = try Self.question(place)
      func file(_ content: QuestionContent, _ bytes: [Int: [UInt8]]) -> String {
        QuestionExport.xmlHead + QuestionExport.xml(content, amount("2"), [], bytes) + QuestionExport.xmlFoot
      }
      let written = file(content, bytes)
      let back = try QuestionImport(written)
      guard let entry = back.entries.first, back.remarks.isEmpty else {
        Issue.record("\(place): \(content)\n\(written)\n\(back)")
        return
      }
      var read = entry.content
      read.pictures = entry.pictures.map { Self.picture($0.number) }.sorted { $0.number < $1.number }
      let own = Dictionary(entry.pictures.map { ($0.number, $0.bytes) }) { first, _ in first }
      guard read == content, own == bytes, file(read, own) == written else {
        Issue.record("\(place): \(content)\n\(written)\n\(read)")
        return
      }
    }
  }

  @Test func `are left out of GIFT, and the file says which`() throws {
    var content = try QuizzesSchool.content(.single)
    content.text += " ![a triangle](picture-1.jpg)"
    content.pictures = [Self.picture(1)]
    let file = QuestionExport.gift([(content, ["a tag"])])
    #expect(file.contains("// picture-1.jpg (no GIFT)\n") && !file.contains("!["))
    let back = try QuestionImport(file)
    #expect(back.entries.map(\.content.text) == ["Question single? a triangle"] && back.entries[0].tags == ["a tag"])
    let other = try QuestionImport("[markdown]Which ![one](https://a.example/x.png)? {T}")
    #expect(other.remarks == [.init(1, Phrase("quizzes.import-left.picture"))])
  }

  private func moodle(_ text: String, _ files: String, _ answers: String = "") -> String {
    """
    <quiz>
    <question type="multichoice"><questiontext format="html"><text><![CDATA[\(text)]]></text>
    \(files)</questiontext>
    <answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text>\(answers)</answer></question>
    </quiz>
    """
  }
  private func file(_ name: String, _ bytes: [UInt8]) -> String {
    "<file name=\"\(name)\" path=\"/\" encoding=\"base64\">\(QuizBase64.text(bytes))</file>\n"
  }

  @Test func `are found where Moodle puts them, and what is none is said by line`() throws {
    let text = "<p>Look: <img class=\"x\" alt=\"A &amp; [B]\" src=\"@@PLUGINFILE@@/my%20cell.png\"> here</p>"
    let found = try QuestionImport(moodle(text, file("my cell.png", [1, 2, 3])))
    #expect(found.entries.map(\.content.text) == ["Look: ![A & B](picture-1.jpg) here"] && found.remarks.isEmpty)
    #expect(found.entries[0].pictures == [.init(1, [1, 2, 3], line: 3)])
    // A file that nothing shows, a place without a file, and letters that are none.
    for file in [file("other.png", [1]), "", "<file name=\"my cell.png\" encoding=\"base64\">?!</file>"] {
      let odd = try QuestionImport(moodle(text, file))
      #expect(odd.entries[0].pictures.isEmpty && odd.entries[0].content.text == "Look:  here")
      #expect(odd.remarks == [.init(2, Phrase("quizzes.import-left.picture"))])
    }
  }

  @Test func `are as many as one question and one file may have`() throws {
    let marks = (1...12).map { "<img src=\"@@PLUGINFILE@@/p\($0).png\" alt=\"n\($0)\">" }.joined()
    let files = (1...12).map { file("p\($0).png", [UInt8($0)]) }.joined()
    let one = try QuestionImport(moodle(marks, files))
    #expect(one.entries[0].pictures.count == QuizPictures.most && !one.remarks.isEmpty)
    let question = moodle(marks, files).replacing("<quiz>", with: "").replacing("</quiz>", with: "")
    let many = try QuestionImport("<quiz>" + String(repeating: question, count: 6) + "</quiz>")
    #expect(many.entries.map(\.pictures.count).reduce(0, +) == QuestionImport.maxPictures)
    #expect(many.remarks.contains { $0.phrase.key == "quizzes.import-left.pictures" })
    #expect(many.entries[5].content.text.contains("n3") && !many.entries[5].content.text.contains("!["))
  }

  @Test func `are letters of six bits`() {
    for count in 0...60 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ 5) }
      #expect(QuizBase64.bytes(QuizBase64.text(bytes)) == bytes)
    }
    #expect(QuizBase64.text(Array("Hello".utf8)) == "SGVsbG8=" && QuizBase64.bytes("SGVs\n bG8") == Array("Hello".utf8))
    for wrong in ["a", "abc?", "ab=c", "-_"] { #expect(QuizBase64.bytes(wrong) == nil) }
  }

  @Test(arguments: Dialect.allCases)
  func `are checked, kept small and written out again`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let path = QuizzesPaths.of(school.quiz, "import")
    let text = moodle(
      "One <img src=\"@@PLUGINFILE@@/a.png\" alt=\"good\"> two <img src=\"@@PLUGINFILE@@/b.png\" alt=\"bad\">",
      file("a.png", TestSchool.picture) + file("b.png", Array("<svg onload=alert(1)>".utf8)))
    for person in [QuizzesSchool.Person.noa, .maya] {
      try await school.refuses("not-found") { _ = try await school.post(path, [("text", text)], as: person) }
    }
    let checked = try await school.send(.post, path, Form(["text": text, "act": "check"]), as: .omar)
    let page = checked.page(school.scene())?.body.string ?? ""
    #expect(page.contains(school.scene().words("quizzes.import-left.no-picture")))
    #expect(try await school.files() == 0)
    _ = try await school.post(path, [("text", text)], as: .omar)
    #expect(try await school.files() == 1)
    let all = try await school.ledger.read { try QuestionsStore(tx: $0).contents(of: school.quiz, in: school.school) }
    let content = try #require(all.values.first { $0.text.hasPrefix("One") })
    #expect(content.text == "One ![good](picture-1.jpg) two bad" && content.pictures.map(\.number) == [1])
    #expect(try await school.sees(content.pictures[0], .omar))
    #expect(try await !school.sees(content.pictures[0], .maya))
    let exported = try await school.ledger.read {
      try school.services.quizzes.export(school.quiz, school.caller(.omar), $0)
    }
    var out = ""
    try await school.services.questions.writeXML(exported) { out += $0 }
    let again = try QuestionImport(out)
    let entry = try #require(again.entries.first { $0.content.text.hasPrefix("One") })
    #expect(entry.content.text == content.text && entry.pictures.map(\.number) == [1])
    #expect(entry.pictures[0].bytes.prefix(2) == [0xFF, 0xD8])
  }
}
