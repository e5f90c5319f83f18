import Base
import Testing

@testable import School

@Suite struct `Questions from GIFT` {
  private func problems(_ text: String) -> [Int] {
    do throws(Refusal) {
      _ = try QuestionImport(text)
      return []
    } catch {
      guard case .invalid(let problems) = error else { return [-1] }
      return problems.compactMap { problem in
        if case .count(let line) = problem.reason.arguments.first { line } else { nil }
      }
    }
  }

  @Test func `of every kind`() throws {
    let found = try QuestionImport(
      """
      // a comment
      $CATEGORY: Maths/Fractions

      // [id:7] [tag:easy] [tag:fractions]
      ::Half:: Which is half? {=3/6#yes ~2/3 ~5/8####Divide by three.}

      Two plus two {~%50%four ~%50%4 ~%-100%five}

      [html]<p>The sun is a <b>star</b></p> {T}

      Who wrote it? {=Taha Hussein =طه حسين =%50%Hussein}

      When? {#1822:5}

      From? {#1..5}

      Match {=cat -> animal =rose -> plant}

      Why? {}

      The capital of France is {=Paris =paris} today.

      Just words, no question.

      מהי בירת צרפת? {=פריז}

      Escaped \\{braces\\} and \\= \\~ {=a\\:b}
      """)
    #expect(
      found.entries.map(\.content.kind) == [
        .single, .multiple, .trueFalse, .short, .numeric, .numeric, .matching, .essay, .blanks, .short, .short,
      ])
    let half = found.entries[0]
    #expect(
      half.title == "Half" && half.tags == ["easy", "fractions"] && half.content.explanation == "Divide by three.")
    #expect(half.content.options.map(\.isCorrect) == [true, false, false])
    #expect(found.entries[2].content.text == "The sun is a **star**")
    #expect(found.entries[3].content.answers == ["Taha Hussein", "طه حسين"])
    #expect(found.entries[5].content.numbers == [try number(.range, "1", "5")])
    #expect(found.entries[8].content.blanks.answers == [["Paris", "paris"]])
    #expect(found.entries[9].content.text == "מהי בירת צרפת?")
    #expect(
      found.entries[10].content.text == "Escaped {braces} and = ~" && found.entries[10].content.answers == ["a:b"])
    #expect(found.remarks.map(\.phrase.key).contains("quizzes.import-left.category"))
    #expect(found.remarks.map(\.phrase.key).contains("quizzes.import-left.description"))
    #expect(found.remarks.map(\.phrase.key).contains("quizzes.import-left.weights"))
  }

  @Test func `with the line of what is malformed, and then nothing`() {
    #expect(problems("Fine {T}\n\nNot closed {=a ~b\n") == [3])
    #expect(problems("closed } only") == [1])
    #expect(problems("") == [])
  }

  @Test func `that do not fit are left and said`() throws {
    let found = try QuestionImport("Seven {=1 ~2 ~3 ~4 ~5 ~6 ~7}\n\nTwo {=1 ~2}")
    #expect(found.entries.count == 1)
    #expect(found.remarks == [.init(1, Phrase("quizzes.refused-options", .count(2), .count(6)))])
  }

  @Test(arguments: QuestionKind.allCases) func `come back as they were written`(_ kind: QuestionKind) throws {
    var content = try `A question in its editor`.sample(kind)
    (content.notes, content.partial, content.rule) = ("", nil, TextRule(hasWildcards: false))
    if kind == .numeric {
      (content.numbers, content.units, content.unitPenalty) = ([try number(.absolute, "3", "0.5")], [], 0)
    }
    if kind == .blanks { content.text = "In [Paris|paris] we met." }
    if kind == .matching { content.pairs.removeLast() }
    let gift = QuestionExport.gift([(content, ["a tag"])])
    let back = try #require(try QuestionImport(gift).entries.first)
    #expect(back.tags == ["a tag"] && back.content.kind == kind && back.content.text == content.text, "\(gift)")
    #expect(back.content.explanation == content.explanation && back.content.answers == content.answers)
    #expect(back.content.options.map(\.text) == content.options.map(\.text) && back.content.numbers == content.numbers)
    #expect(back.content.options.map(\.isCorrect) == content.options.map(\.isCorrect))
    let xml = QuestionExport.xml([(content, amount("2.5"), ["a tag"])])
    let again = try #require(try QuestionImport(xml).entries.first)
    #expect(again.points == amount("2.5") && again.tags == ["a tag"] && again.content.text == content.text, "\(xml)")
    #expect(again.content.options.map(\.isCorrect) == content.options.map(\.isCorrect))
    #expect(again.content.pairs.map(\.right) == content.pairs.map(\.right) && again.content.answers == content.answers)
  }
}

@Suite struct `Questions from Moodle` {
  private func line(_ text: String) -> (Int, String)? {
    do throws(Refusal) {
      _ = try QuestionImport(text)
      return nil
    } catch {
      guard case .invalid(let problems) = error, let reason = problems.first?.reason, reason.arguments.count == 2,
        case .count(let line) = reason.arguments[0], case .key(let key) = reason.arguments[1]
      else { return (0, "") }
      return (line, key.split(separator: ".").last.map(String.init) ?? "")
    }
  }

  @Test func `are read with their tags, points and units`() throws {
    let found = try QuestionImport(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <quiz>
        <question type="category"><category><text>$course$/top</text></category></question>
        <question type="multichoice">
          <name><text>Capitals</text></name>
          <questiontext format="html"><text><![CDATA[<p>Which are capitals?<br>Two &amp; only two.</p>]]></text></questiontext>
          <defaultgrade>2.0000000</defaultgrade><single>false</single>
          <answer fraction="50"><text>Paris</text><feedback><text>Yes</text></feedback></answer>
          <answer fraction="50"><text>Amman &amp; more</text></answer>
          <answer fraction="-100"><text>Lyon</text></answer>
          <tags><tag><text>geography</text></tag></tags>
        </question>
        <question type="numerical">
          <questiontext><text>How long?</text></questiontext>
          <answer fraction="100"><text>3.5</text><tolerance>0.1</tolerance></answer>
          <units><unit><multiplier>1</multiplier><unit_name>m</unit_name></unit></units>
        </question>
        <question type="cloze"><questiontext><text>In {1:SHORTANSWER:=Paris~%100%paris#ok} it is {1:MCV:a~b}.</text></questiontext></question>
        <question type="cloze"><questiontext><text>In {1:SA:=Paris} we met.</text></questiontext></question>
        <question type="ddmarker"><questiontext><text>Drag</text></questiontext></question>
        <question type="essay"><questiontext><text>لماذا؟</text></questiontext><graderinfo><text>because</text></graderinfo></question>
      </quiz>
      """)
    #expect(found.entries.map(\.content.kind) == [.multiple, .numeric, .blanks, .essay])
    let first = found.entries[0]
    #expect(first.content.text == "Which are capitals?\nTwo & only two." && first.points == amount("2"))
    #expect(first.tags == ["geography"] && first.content.options.map(\.isCorrect) == [true, true, false])
    #expect(first.content.options[1].text == "Amman & more" && first.line == 4)
    #expect(found.entries[1].content.units == [NumberUnit("m")])
    #expect(found.entries[3].content.text == "لماذا؟" && found.entries[3].content.notes == "because")
    #expect(
      found.remarks.map(\.phrase.key) == [
        "quizzes.import-left.category", "quizzes.import-left.feedback", "quizzes.import-left.kind",
        "quizzes.import-left.kind",
      ])
  }

  @Test func `name no files and no billions`() {
    let doctype = """
      <?xml version="1.0"?>
      <!DOCTYPE quiz [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>
      <quiz>&xxe;</quiz>
      """
    #expect(line(doctype)?.1 == "doctype" && line(doctype)?.0 == 2)
    #expect(line("<quiz>\n<question>&xxe;</question></quiz>")?.1 == "xml-entity")
    #expect(line("<quiz><!ENTITY a \"b\"></quiz>")?.1 == "doctype")
    #expect(line(String(repeating: "<a>", count: 5000))?.1 == "xml-deep")
  }

  @Test func `say the line where they are malformed`() throws {
    #expect(try #require(line("<quiz>\n\n<question></quiz>")) == (3, "xml-close"))
    #expect(try #require(line("<quiz>\n<question type='a' type='b'/></quiz>")) == (2, "xml-attribute"))
    #expect(try #require(line("<quiz>\n<question>")) == (2, "xml-end"))
    #expect(try #require(line("<other/>")) == (1, "not-quiz"))
    #expect(try #require(line("<quiz/>more")) == (1, "xml-after"))
    #expect(try #require(line("<quiz a=1/>")) == (1, "xml-attribute"))
    #expect(try #require(line("<quiz><!--")) == (1, "xml-end"))
  }
}
