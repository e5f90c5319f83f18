import Base
import HomeroomTesting
import Testing

@testable import School

/// A file twice as long takes about twice as long: measured as a ratio within one run.
@Suite(.serialized) struct `Reading long files of questions` {
  private func questions(_ text: String) {
    do throws(Refusal) { _ = try QuestionImport(text) } catch {}
  }

  @Test func `grows with their length`() {
    let gift: [(String, (Int) -> String)] = [
      ("questions", { String(repeating: "Two and \\= two {=4 ~3 ~5#no}\n\n", count: $0) }),
      ("options", { "Which? {" + String(repeating: "~%-5%no#because ", count: $0) + "}" }),
      ("pairs", { count in "Match {" + (0..<count).map { "=a\($0) -> b\($0) " }.joined() + "}" }),
      ("braces", { String(repeating: "{", count: $0) + String(repeating: "}", count: $0) }),
      ("escapes", { "x" + String(repeating: "\\~", count: $0 * 4) + " {}" }),
      ("colons", { String(repeating: "::a ", count: $0 * 4) }),
      ("blanks", { String(repeating: "[a|b] ", count: $0 * 2) + "{}" }),
    ]
    for (name, make) in gift { #expect(growth(of: 800, make, questions) == nil, "GIFT \(name)") }
  }

  @Test func `of XML, too, whatever they are full of`() {
    let question = "<question type=\"shortanswer\"><questiontext><text>A &amp; b</text></questiontext>"
    let xml: [(String, (Int) -> String)] = [
      ("questions", { "<quiz>" + String(repeating: question + "</question>", count: $0) + "</quiz>" }),
      ("attributes", { count in "<quiz " + (0..<count * 8).map { "a\($0)='b' " }.joined() + "/>" }),
      (
        "attributes of many",
        { count in
          let one = "<b " + (0..<30).map { "a\($0)='b' " }.joined() + "/>"
          return "<quiz>" + String(repeating: one, count: max(1, count / 16)) + "</quiz>"
        }
      ),
      ("entities", { "<quiz>" + String(repeating: "&amp;&#65;", count: $0 * 2) + "</quiz>" }),
      (
        "ampersands",
        {
          "<quiz><question type='essay'><questiontext><text><![CDATA["
            + String(repeating: "&<b", count: $0 * 4) + "]]></text></questiontext></question></quiz>"
        }
      ),
      ("comments", { "<quiz>" + String(repeating: "<!-- -->", count: $0 * 2) + "</quiz>" }),
    ]
    for (name, make) in xml { #expect(growth(of: 800, make, questions) == nil, "XML \(name)") }
  }

  @Test func `of JSON, too`() {
    let json: [(String, (Int) -> String)] = [
      ("items", { "[" + String(repeating: "1.5,", count: $0 * 4) + "0]" }),
      ("names", { count in "{" + (0..<count).map { "\"a\($0)\":[]," }.joined() + "\"z\":0}" }),
      ("escapes", { "\"" + String(repeating: "\\u0041\\n", count: $0 * 4) + "\"" }),
    ]
    for (name, make) in json {
      let ratio = growth(of: 800, make) { text in
        do throws(Refusal) { _ = try JSON(Array(text.utf8)) } catch {}
      }
      #expect(ratio == nil, "JSON \(name)")
    }
  }

  @Test func `an element has thirty-two attributes at most`() throws {
    func quiz(_ count: Int) -> String {
      let all = (0..<count).map { " a\($0)='b'" }.joined()
      return "<quiz><question type='essay'" + all + "><questiontext><text>Why?</text></questiontext></question></quiz>"
    }
    #expect(try QuestionImport(quiz(31)).entries.count == 1)
    #expect(throws: Refusal.self) { try QuestionImport(quiz(32)) }
  }

  @Test func `a question longer than what can be typed is left and said`() throws {
    let pairs = (0..<50).map { "=a\($0) -> b\($0) " }.joined()
    let found = try QuestionImport("Match {\(pairs)}\n\n" + String(repeating: "x", count: 9000) + " {}\n\nFine {T}")
    #expect(found.entries.count == 1 && found.remarks.map(\.line) == [1, 3])
    #expect(found.remarks.allSatisfy { $0.phrase.key == "quizzes.import-left.too-long" })
    // As long as can be typed comes in.
    func isTaken(_ question: String) throws -> Bool { try QuestionImport(question).entries.count == 1 }
    func a(_ count: Int) -> String { String(repeating: "a", count: count) }
    for (question, most) in [
      ({ a($0) + " {T}" }, 8000), ({ "Name {=" + a($0 - 1) + " =b}" }, 4000), ({ "Which? {=x ~" + a($0) + "}" }, 1000),
      ({ count in "Match {" + (0..<count).map { "=a\($0) -> b\($0) " }.joined() + "}" }, 40),
    ] as [((Int) -> String, Int)] {
      #expect(try isTaken(question(most)) && !isTaken(question(most + 1)), "\(most)")
    }
    let many = try QuestionImport(String(repeating: "no question\n\n", count: 5000))
    #expect(many.remarks.count == 301)
  }
}
