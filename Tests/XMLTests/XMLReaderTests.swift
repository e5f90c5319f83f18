import Testing
import XML

@Suite struct `An XML file` {
  private func read(_ text: String) throws -> XMLElement {
    var reader = XMLReader(text)
    return try reader.document()
  }

  @Test func `is elements with the lines they begin in, their attributes and their text`() throws {
    let text =
      "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- a\nfile --><quiz>\n  <q a='1'\n     b=\"&lt;2\"> x &amp; <![CDATA[<p>&]]> <i/></q>\n</quiz>\n"
    let quiz = try read(text)
    let q = try #require(quiz.child("q"))
    #expect(quiz.name == "quiz" && quiz.line == 3 && q.line == 4)
    #expect(q.attribute("a") == "1" && q.attribute("b") == "<2" && q.attribute("c") == nil)
    #expect(q.text == "x & <p>&" && q.all("i").map(\.line) == [5])
  }

  @Test(arguments: [
    ("", XMLProblem.Kind.noElement, 1), ("words", .noElement, 1), ("<a/>\n<b/>", .moreThanOne, 2),
    ("<a>\n", .ending, 2),
    ("<a>\n<b></a>", .closing, 2), ("<a>\n< b/></a>", .name, 2), ("<a b=1/>", .attribute, 1),
    ("<a b='1' b='2'/>", .attribute, 1), ("<a>\n\n&nbsp;</a>", .entity, 3), ("<a>&#0;</a>", .entity, 1),
    ("<!DOCTYPE a [<!ENTITY x \"xx\">]><a>&x;</a>", .documentType, 1),
    ("<a>\n<!DOCTYPE a SYSTEM \"file:///etc/passwd\"></a>", .documentType, 2),
    (String(repeating: "<a>", count: 41) + String(repeating: "</a>", count: 41), .tooMuch, 1),
    ("<a " + (0..<33).map { "b\($0)='' " }.joined() + "/>", .attribute, 1),
  ])
  func `that is not well formed, or more than a file needs, is refused with its line`(
    _ text: String, _ kind: XMLProblem.Kind, _ line: Int
  ) throws {
    let problem = #expect(throws: XMLProblem.self) { try read(text) }
    #expect(problem?.kind == kind && problem?.line == line, "\(text.prefix(40))")
  }
}
