import Base
import Exact
import Testing

@testable import School

/// Chance that is the same in each run.
private struct Dice {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func roll(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, count)))
  }
  mutating func pick<Thing>(_ things: [Thing]) -> Thing { things[roll(things.count)] }
}

/// Questions of words that mean something to one of the formats.
private struct Nasty {
  var dice: Dice
  private static let atoms = [
    "a", "Word", " ", " ", "\n", "\n\n", "//", "::", ":", "{", "}", "{1:SHORTANSWER:=x}", "{1:MC:", "\\{", "=", "~",
    "#",
    "####", "->", "-", ">", "5*3", "*", "\\*", "\\", "\\\\", "%", "%50%", "%100%", "100%", "[html]", "[markdown]",
    "[plain]",
    "[", "]", "|", "<", "<b>", "&amp;", "&", "]]>", "<![CDATA[", "$", "$\\frac{1}{2}$", "\\(x\\)", "TRUE", "T",
    "$CATEGORY:",
    "\"", "'", "é", "e\u{301}", "שלום", "مرحبا", "\u{200F}", "👩‍👩‍👧", "\u{A0}", "\u{2028}", "_", "`", "[tag:x]", "\t",
    "\\n", "n",
  ]

  /// - Parameter most: how many atoms; the text begins and ends with none that is cut off.
  mutating func text(_ most: Int = 8) -> String {
    var out = ""
    for _ in 0...dice.roll(most) { out += dice.pick(Self.atoms) }
    let text = trimmed(out)
    return text.isEmpty ? "x" : text
  }
  mutating func line(_ most: Int = 6) -> String {
    let text = trimmed(String(text(most).map { $0.isNewline ? " " : $0 }))
    return text.isEmpty ? "x" : text
  }

  mutating func options(_ kind: QuestionKind) -> [QuestionOption] {
    let count = 2 + dice.roll(5)
    let right = dice.roll(count)
    var found: [QuestionOption] = []
    for place in 0..<count {
      // No two of them are the same.
      let text = text(4) + String(place)
      let isRight = place == right || kind == .multiple && dice.roll(2) == 0
      found.append(QuestionOption(id: place + 1, text, isCorrect: isRight))
    }
    return found
  }

  mutating func number() -> ExactNumber { exact(String(dice.roll(2000) - 1000) + "." + String(dice.roll(100))) }

  mutating func question(_ kind: QuestionKind, inXML: Bool) -> QuestionContent {
    if kind == .trueFalse { return marked(.trueFalse(text(), isTrue: dice.roll(2) == 0)) }
    var content = QuestionContent(kind, text())
    switch kind {
    case .single, .multiple: content.options = options(kind)
    case .short: content.answers = (0...dice.roll(3)).map { _ in line() }
    case .numeric:
      content.numbers = (0...dice.roll(2)).map { _ in NumberAnswer(.absolute, number(), by: number().magnitude) }
    case .matching:
      content.pairs = (1...2 + dice.roll(3)).map { QuestionPair(id: $0, line() + String($0), line() + String($0)) }
    case .blanks: content.text = blanks(inXML ? 1 + dice.roll(3) : 1)
    case .essay, .trueFalse: break
    }
    if kind == .short || kind == .blanks { content.rule = rule(content, inXML) }
    if kind == .multiple, content.options.contains(where: { !$0.isCorrect }), dice.roll(2) == 0 {
      let rights = content.options.filter(\.isCorrect).count
      if rights * 2 != content.options.count { content.partial = .balanced }
    }
    return marked(content)
  }

  private mutating func blanks(_ count: Int) -> String {
    var pieces = [QuestionFace.Piece.text(text() + " ")]
    for place in 0..<count { pieces += [.blank(place), .text(" " + text() + (place + 1 < count ? " " : ""))] }
    return BlankText.joined(pieces, (0..<count).map { _ in (0...dice.roll(2)).map { _ in line(4) } })
  }

  /// Stars mean something only where they can be told from plain ones.
  private mutating func rule(_ content: QuestionContent, _ inXML: Bool) -> TextRule {
    let all = content.answers + content.blanks.answers.flatMap { $0 }
    return TextRule(
      isCaseSensitive: inXML && dice.roll(2) == 0,
      hasWildcards: QuizWildcards.read(all).hasWildcards && dice.roll(2) == 0)
  }

  private mutating func marked(_ content: QuestionContent) -> QuestionContent {
    var copy = content
    if dice.roll(2) == 0 { copy.explanation = text() }
    if dice.roll(2) == 0 { copy.title = line() }
    return copy
  }
}

@Suite struct `Files of questions say what was written` {
  private static let kinds = QuestionKind.allCases

  /// What comes out of a file is what went in: ten thousand questions full of what the format has another use for.
  @Test func `in GIFT`() throws {
    var nasty = Nasty(dice: Dice(1))
    for place in 0..<10_000 {
      let content = nasty.question(Self.kinds[place % Self.kinds.count], inXML: false)
      let file = QuestionExport.gift([(content, [])])
      let back = try QuestionImport(file)
      guard back.entries.map(\.content) == [content], back.remarks.isEmpty else {
        Issue.record("\(place): \(content)\n\(file)\n\(back)")
        return
      }
    }
  }

  @Test func `in XML`() throws {
    var nasty = Nasty(dice: Dice(2))
    for place in 0..<10_000 {
      var content = nasty.question(Self.kinds[place % Self.kinds.count], inXML: true)
      if content.kind == .essay { content.notes = nasty.text() }
      if content.kind == .numeric, nasty.dice.roll(2) == 0 { content.units = [NumberUnit(nasty.line())] }
      if content.title == QuestionImport.usualTitle(content) { content.title = "" }
      let file = QuestionExport.xml([(content, amount("2.5"), ["a tag"])])
      let back = try QuestionImport(file)
      guard back.entries.map(\.content) == [content], back.remarks.isEmpty, back.entries[0].points == amount("2.5")
      else {
        Issue.record("\(place): \(content)\n\(file)\n\(back)")
        return
      }
    }
  }

  /// Whatever a file says, what was taken from it can be written and read again.
  @Test func `also when they were written elsewhere`() {
    var nasty = Nasty(dice: Dice(3))
    var taken = 0
    for _ in 0..<10_000 {
      let file = nasty.text(4) + " {" + nasty.dice.pick(["=", "~", "#", "T", ""]) + nasty.text(6) + "}" + nasty.text(2)
      do throws(Refusal) {
        for one in try QuestionImport(file).entries {
          let written = QuestionExport.gift([(one.content, one.tags)])
          guard !written.hasPrefix("// ") || !written.contains("(no GIFT)") else { continue }
          taken += 1
          let again = try QuestionImport(written).entries.map(\.content)
          if again != [one.content] { Issue.record("\(file)\n\(one.content)\n\(written)\n\(again)") }
        }
      } catch {}
    }
    #expect(taken > 1000)
  }
}

@Suite struct `Questions as Moodle writes them` {
  private func found(_ text: String) throws -> QuestionImport { try QuestionImport(text) }
  private func keys(_ found: QuestionImport) -> [String] {
    found.remarks.map { $0.phrase.key.split(separator: ".").last.map(String.init) ?? "" }
  }
  private func xml(_ answers: String, _ more: String = "<single>false</single>") -> String {
    "<quiz>\n<question type=\"multichoice\"><questiontext format=\"html\"><text>Which?</text></questiontext>" + more
      + answers + "</question>\n</quiz>"
  }
  private func answer(_ fraction: String, _ text: String) -> String {
    "\n<answer fraction=\"\(fraction)\" format=\"html\"><text>\(text)</text></answer>"
  }

  @Test func `with weights of five decimals`() throws {
    let third = ["A", "B", "C"].map { answer("33.33333", $0) }.joined()
    let one = try found(xml(third + answer("-33.33333", "D") + answer("-33.33333", "E")))
    #expect(one.entries[0].content.options.map(\.isCorrect) == [true, true, true, false, false])
    #expect(one.entries[0].content.partial == nil && one.remarks.isEmpty)
    let six = try found(xml((1...6).map { answer("16.66667", "\($0)") }.joined()))
    #expect(six.entries[0].content.options.allSatisfy(\.isCorrect) && six.remarks.isEmpty)
    let gift = try found("Which? {~%33.33333%a ~%33.33333%b ~%33.33333%c ~%-100.00000%d}")
    #expect(gift.entries[0].content.options.map(\.isCorrect) == [true, true, true, false])
    #expect(gift.entries[0].content.partial == .balanced && gift.remarks.isEmpty)
    #expect(keys(try found("Which? {~%60%a ~%40%b ~%-100%c}")) == ["weights"])
    #expect(QuizWeights.text(3) == "33.33333" && QuizWeights.text(6) == "16.66667" && QuizWeights.text(1) == "100")
  }

  @Test func `a weight that nobody can read is an error in its line`() {
    for text in [xml(answer("100", "A") + answer("half", "B")), "\n\n\nWhich? {~%1/3%a ~%50%b}"] {
      do throws(Refusal) {
        _ = try QuestionImport(text)
        Issue.record("it was taken")
      } catch {
        guard case .invalid(let problems) = error else { continue }
        #expect(problems.map(\.reason.arguments) == [[.count(4), .key("quizzes.import-error.weight")]])
      }
    }
  }

  @Test func `with words on how a text is meant, wherever it stands`() throws {
    let gift = try found(
      "::Pi::[html]<p>What is <i>pi</i>?</p> {=[html]<b>3.14</b> ~[markdown]**3** ~[plain]3*3*3####[html]See <b>1</b>}")
    let content = gift.entries[0].content
    #expect(content.text == "What is *pi*?" && content.title == "Pi" && content.explanation == "See **1**")
    #expect(content.options.map(\.text) == ["**3.14**", "**3**", "3\\*3\\*3"])
    let list = try found(
      xml(answer("100", "&lt;p&gt;a &lt;b&gt; b&lt;/b&gt;&lt;/p&gt;") + answer("-100", "5*3*2 \\(x^2\\)")))
    #expect(list.entries[0].content.options.map(\.text) == ["a  **b**", "5\\*3\\*2 $x^2$"])
  }

  @Test func `what cannot be had is left with its line, and the rest is taken`() throws {
    let gift = try found(
      "Odd {One}\n\nFine {T}\n\nEmpty {=a ~#feedback}\n\nTwice {=a} and {=b}\n\nNumber {#abc}\n\nAlso fine {=a}")
    #expect(gift.entries.map(\.content.text) == ["Fine", "Also fine"])
    #expect(gift.remarks.map(\.line) == [1, 5, 5, 7, 9])
    #expect(keys(gift) == ["answer", "feedback", "empty-answer", "two-answers", "number"])
  }

  @Test func `a brace that is escaped opens nothing, and the one after it closes`() throws {
    let gift = try found("Which opens? {=\\{ one ~two}\n\nNext {T}")
    #expect(gift.entries.map(\.content.text) == ["Which opens?", "Next"] && gift.remarks.isEmpty)
  }

  @Test func `with formulas in texts that have gaps`() throws {
    let file = """
      <quiz><question type="cloze"><questiontext format="html"><text>
      <![CDATA[<p>\\(\\frac{1}{2}\\) is {1:SHORTANSWER:=a half~=1/2}, {a set}.</p>]]></text></questiontext></question></quiz>
      """
    let content = try #require(try found(file).entries.first).content
    #expect(content.blanks.answers == [["a half", "1/2"]])
    #expect(
      content.blanks.pieces.first == .text("$\\frac{1}{2}$ is ") && content.blanks.pieces.last == .text(", {a set}."))
  }
}
