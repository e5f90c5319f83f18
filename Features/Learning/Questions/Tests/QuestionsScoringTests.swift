import Base
import Exact
import Foundation
import Testing

@testable import School

/// A question with its options; those with a star are right.
func choices(_ kind: QuestionKind, _ options: String...) -> QuestionContent {
  var content = QuestionContent(kind, "Which?")
  content.options = options.enumerated().map { place, text in
    QuestionOption(
      id: place + 1, text.hasSuffix("*") ? String(text.dropLast()) : text, isCorrect: text.hasSuffix("*"))
  }
  return content
}

func short(_ answers: String..., rule: TextRule = TextRule()) -> QuestionContent {
  var content = QuestionContent(.short, "What?")
  (content.answers, content.rule) = (answers, rule)
  return content
}

/// A number in a test as one reads it.
func exact(_ text: String) -> ExactNumber { ExactNumber(text) ?? .zero }

func number(_ form: NumberAnswer.Form, _ value: String, _ by: String = "0") throws -> NumberAnswer {
  NumberAnswer(form, try #require(ExactNumber(value)), by: try #require(ExactNumber(by)))
}

@Suite struct `Several right answers` {
  let question = choices(.multiple, "A*", "B*", "C*", "D", "E")

  /// The table of rules.md 4.5: options A–E, A B C right, 3 points.
  @Test(arguments: [
    ([1, 2, 3], "3", "3", "3"), ([1, 2], "0", "2", "2"), ([1, 2, 4], "0", "1", "0.5"),
    ([1, 2, 3, 4, 5], "0", "1", "0"),
    ([4, 5], "0", "0", "0"), ([], "0", "0", "0"),
  ])
  func `are worth what the policy says`(_ chosen: [Int], _ all: String, _ minus: String, _ balanced: String) {
    for (policy, points) in [
      (PartialCredit.allOrNothing, all), (.rightMinusWrong, minus), (.balanced, balanced),
    ] {
      let share = question.verdict(.choice(chosen), usual: policy).share
      #expect(share?.of(amount("3")) == amount(points), "\(policy)")
    }
  }

  @Test func `a policy of the question's own wins over the quiz's`() {
    var own = question
    own.partial = .allOrNothing
    #expect(own.verdict(.choice([1, 2]), usual: .rightMinusWrong) == .scored(.none))
  }

  @Test func `nothing chosen is no answer, and not a wrong one`() {
    #expect(question.verdict(.choice([]), usual: .balanced) == .unanswered)
    #expect(question.verdict(nil, usual: .balanced) == .unanswered)
  }

  @Test func `an option that was taken out since counts neither way`() {
    #expect(question.verdict(.choice([1, 2, 3, 9]), usual: .allOrNothing) == .scored(.full))
  }
}

@Suite struct `Written answers` {
  @Test(arguments: [
    ("Paris", "paris", true), ("  PARIS ", "paris", true), ("New   York", "new york", true), ("", "", false),
    (" ", "", false), ("l’eau", "l'eau", true), ("up–to", "up-to", true), ("STRASSE", "straße", true),
    ("cafe\u{301}", "café", true), ("resume", "résumé", false), ("Parix", "Paris", false),
  ])
  func `are compared as people mean them`(_ written: String, _ accepted: String, _ isRight: Bool) {
    #expect(TextRule().accepts(written, [accepted]) == isRight)
  }

  @Test func `mitosis is not meiosis, and the teacher is told that it was near`() {
    let question = short("mitosis")
    #expect(question.verdict(.texts(["meiosis"]), usual: .balanced) == .scored(.none))
    #expect(short("photosynthesis").nearMiss(.texts(["fotosynthesis"])) == nil)
    #expect(short("mitosis").nearMiss(.texts(["mitosiss"])) == "mitosis")
    #expect(short("mitosis").nearMiss(.texts(["mitsosi"])) == nil)
    #expect(short("mitosis").nearMiss(.texts(["mtiosis"])) == "mitosis")
    #expect(short("mitosis").nearMiss(.texts(["mitos"])) == nil)
    #expect(short("cat").nearMiss(.texts(["cet"])) == nil)
  }

  @Test func `niqqud and tashkil are looked over, unless they matter`() {
    #expect(TextRule().accepts("שָׁלוֹם", ["שלום"]))
    #expect(TextRule().accepts("\u{FB2A}לום", ["שלום"]))
    #expect(TextRule().accepts("كِتَابٌ", ["كتاب"]))
    #expect(TextRule().accepts("كتـــاب", ["كتاب"]))
    #expect(!TextRule(ignoresVowels: false).accepts("كِتاب", ["كتاب"]))
    #expect(!TextRule().accepts("שלומ", ["שלום"]))
  }

  @Test func `accents and capitals can matter or not`() {
    #expect(TextRule(ignoresAccents: true).accepts("resume", ["résumé"]))
    #expect(TextRule(ignoresAccents: true).accepts("re\u{301}sume", ["résumé"]))
    #expect(!TextRule(isCaseSensitive: true).accepts("paris", ["Paris"]))
    #expect(TextRule(ignoresAccents: true, isCaseSensitive: true).accepts("Eté", ["Été"]))
    #expect(!TextRule(ignoresAccents: true, isCaseSensitive: true).accepts("eté", ["Été"]))
  }

  /// The dotted and the dotless i are what they are in every language of the device.
  @Test func `a Turkish i is folded by no language in particular`() {
    #expect(TextRule().accepts("İ", ["i\u{307}"]))
    #expect(!TextRule().accepts("ı", ["i"]))
    #expect(TextRule().accepts("TITLE", ["title"]))
  }

  @Test func `a star stands for anything only where it is asked for`() {
    #expect(!TextRule().accepts("photosynthesis", ["photo*"]))
    let rule = TextRule(hasWildcards: true)
    #expect(
      rule.accepts("photosynthesis", ["photo*"]) && rule.accepts("a b", ["a*b"]) && rule.accepts("2*3", ["2\\*3"]))
    #expect(!rule.accepts("2x3", ["2\\*3"]) && !rule.accepts("ab", ["a*bc"]) && !rule.accepts("", ["*"]))
  }

  @Test func `blanks share the points, each with answers of its own`() {
    let question = QuestionContent(.blanks, "The capital of [France|la France] is [Paris], not \\[Lyon\\].")
    #expect(question.blanks.answers == [["France", "la France"], ["Paris"]])
    #expect(question.face.line == "The capital of ____ is ____, not [Lyon].")
    let half = question.verdict(.texts(["la france", "Lyon"]), usual: .balanced)
    #expect(half == .scored(Share(1, of: 2)))
    #expect(question.verdict(.texts(["", " "]), usual: .balanced) == .unanswered)
    #expect(question.verdict(.texts(["France"]), usual: .balanced).share?.of(amount("5")) == amount("2.5"))
  }

  @Test func `an essay waits for somebody to read it`() {
    #expect(QuestionContent(.essay, "Why?").verdict(.texts(["Because."]), usual: .balanced) == .pending)
    #expect(QuestionContent(.essay, "Why?").verdict(.texts([""]), usual: .balanced) == .unanswered)
  }
}

@Suite struct `Pairs` {
  var question: QuestionContent {
    var content = QuestionContent(.matching, "Match.")
    content.pairs = [
      QuestionPair(id: 1, "cat", "animal"), QuestionPair(id: 2, "rose", "plant"), QuestionPair(id: 3, "dog", "animal"),
      QuestionPair(id: 4, "", "stone"),
    ]
    return content
  }

  @Test func `the same words are the same answer, wherever they stand`() {
    let animal = question.pairs[2].answer
    #expect(
      question.verdict(.pairs([1: animal, 2: question.pairs[1].answer, 3: animal]), usual: .rightMinusWrong)
        == .scored(.full))
    #expect(question.verdict(.pairs([1: animal]), usual: .rightMinusWrong) == .scored(Share(1, of: 3)))
    #expect(question.verdict(.pairs([1: animal]), usual: .allOrNothing) == .scored(.none))
  }

  @Test func `the number of a right side does not say where it belongs`() {
    let face = question.face
    #expect(face.rights.map(\.text) == ["animal", "plant", "stone"])
    #expect(Set(face.rights.map(\.id)).isDisjoint(with: face.lefts.map(\.id)))
  }
}

@Suite struct `Exact points` {
  @Test func `three thirds are a whole and 1.3 three times is 3.9`() {
    #expect(Amount.total([amount("1.3"), amount("1.3"), amount("1.3")]) == amount("3.9"))
    #expect(Share(1, of: 3).of(amount("1")) == amount("0.3333"))
    #expect(Share(2, of: 3).of(amount("1")) == amount("0.6667"))
    #expect(Share(3, of: 3).of(amount("0.1")) == amount("0.1"))
    #expect(Share(-1, of: 3) == Share(0, of: 3))
  }

  @Test func `passing compares the rounded percent`() {
    let result = AttemptResult(
      attempt: .none, points: amount("2"), possible: amount("3"), isPending: false, at: Instant(milliseconds: 0))
    #expect(result.percent == amount("66.67"))
    #expect(result.passes(amount("66.67")) == true && result.passes(amount("66.68")) == false)
    #expect(result.passes(nil) == nil)
  }
}

@Suite struct `Letters that are the same to a reader` {
  private func accepts(_ written: String, _ answer: String, _ rule: TextRule = TextRule()) -> Bool {
    rule.accepts(written, [answer])
  }

  /// Every letter of Latin, Greek and Cyrillic that Unicode takes apart into a letter and its marks.
  @Test func `without their accents, whichever those are`() {
    let (rule, strict) = (TextRule(ignoresAccents: true), TextRule(ignoresAccents: true, isCaseSensitive: true))
    var count = 0
    for code in UInt32(0xC0)..<0x2000 {
      guard let scalar = Unicode.Scalar(code), scalar.properties.isAlphabetic, !(0x0590...0x1DFF).contains(code) else {
        continue
      }
      let parts = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
      guard parts.count > 1, let base = parts.first else { continue }
      count += 1
      #expect(accepts("x" + String(scalar), "x" + String(base), rule), "\(scalar)")
      #expect(accepts(String(String.UnicodeScalarView(parts)), String(base), strict), "\(scalar)")
      #expect(!accepts(String(scalar), String(base)), "\(scalar)")
    }
    #expect(count > 700)
    #expect(accepts("Łódź", "Lodz", rule) && accepts("smørrebrød", "smorrebrod", rule))
    #expect(!accepts("が", "か", rule))
  }

  @Test(arguments: [
    ("ﬁnal", "FINAL"), ("ﬂow", "flow"), ("Straße", "STRASSE"), ("STRAẞE", "straße"), ("ΣΊΣΥΦΟΣ", "Σίσυφος"),
    ("µ", "μ"), ("5 µm", "5 μm"), ("Ω", "Ω"), ("20 ℃", "20 °C"), ("ŉ", "ʼn"), ("ﬃ", "FFI"),
  ])
  func `in another case, as a ligature, as a sign`(_ written: String, _ answer: String) {
    #expect(accepts(written, answer) && accepts(answer, written))
  }

  @Test func `but what is another letter stays another`() {
    #expect(!accepts("ı", "i") && !accepts("resume", "résumé") && !accepts("µ", "m"))
    #expect(!accepts("Σ", "σ", TextRule(isCaseSensitive: true)) && accepts("µ", "μ", TextRule(isCaseSensitive: true)))
    var speed = QuestionContent(.numeric, "How long?")
    (speed.numbers, speed.units) = ([NumberAnswer(.absolute, ExactNumber(5))], [NumberUnit("\u{03BC}m")])
    #expect(speed.verdict(.texts(["5 \u{00B5}m"]), usual: .balanced) == .scored(.full))
  }

  @Test(arguments: [
    ("New *", "New York", true), ("New *", "Newton", false), ("New*", "Newton", true), ("* York", "New York", true),
    ("* York", "NewYork", false), ("a * c", "a b c", true), ("a * c", "a c", false), ("* *", "a b", true),
    ("* *", "ab", false), ("*", "x", true), (" * ", "x", false), ("New   *", "new  york", true),
  ])
  func `a wildcard beside a space stands for another word`(_ answer: String, _ written: String, _ isRight: Bool) {
    #expect(accepts(written, answer, TextRule(hasWildcards: true)) == isRight)
  }
}
