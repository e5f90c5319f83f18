import Base
import Exact
import Foundation
import Testing

@testable import School

/// What Moodle's and Canvas' own tests expect, `fixtures/quiz_scoring.json`; where ours is another rule on purpose, the
/// test says so.
@Suite struct `The vectors of other systems` {
  private func vectors(_ name: String) throws -> JSON {
    let folder = "\(#filePath)".components(separatedBy: "/Features/")[0]
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/fixtures/quiz_scoring.json"))
    return try #require(try JSON(Array(data))[name])
  }

  private func exactly(_ json: JSON?) -> ExactNumber? { json?.amountText.flatMap { ExactNumber($0) } }

  /// Moodle takes points away for one wrong answer of several; ours gives none, and takes none (rules.md 4.5).
  @Test func `one right answer is all or nothing`() throws {
    let vector = try vectors("multichoice_single")
    guard case .object(let answers) = try #require(vector["answers"]) else { return }
    var question = QuestionContent(.single, "?")
    question.options = answers.enumerated().map { place, answer in
      QuestionOption(id: place + 1, answer.0, isCorrect: answer.1.amountText == "1")
    }
    for item in try #require(vector["cases"]).items {
      let id = try #require(question.options.first { $0.text == item.items[0].word }).id
      let isFull = item.items[1].amountText == "1"
      #expect(question.verdict(.choice([id]), usual: .balanced) == .scored(isFull ? .full : .none))
    }
  }

  @Test func `Moodle's clamped sum of halves is our balanced policy`() throws {
    let question = choices(.multiple, "A*", "B", "C*", "D")
    let places = ["A": 1, "B": 2, "C": 3, "D": 4]
    for item in try #require(try vectors("multichoice_multi")["cases"]).items {
      let ids = item.items[0].items.compactMap { $0.word.flatMap { places[$0] } }
      // Of two wrong options one takes half back: 1 of Moodle's −1, so three ticks differ on purpose (0.5, not 0).
      let share = question.verdict(.choice(ids), usual: .allOrNothing).share
      #expect(share == (item.items[1].amountText == "1" ? Share.full : Share.none))
    }
  }

  @Test func `right minus wrong is Canvas' rule`() throws {
    let vector = try vectors("multiple_answers_right_minus_wrong")
    var question = QuestionContent(.multiple, "?")
    question.options = (1...9).map { QuestionOption(id: $0, "\($0)", isCorrect: $0 <= 6) }
    for item in try #require(vector["cases"]).items {
      let right = try #require(item["right"]?.whole)
      let wrong = item["ticked_wrong"]?.whole ?? 0
      guard right > 0 else { continue }
      let chosen = Array(1...right) + (wrong > 0 ? Array(7..<7 + wrong) : [])
      let policy: PartialCredit = item["partial_credit"] == .flag(false) ? .allOrNothing : .rightMinusWrong
      #expect(question.verdict(.choice(chosen), usual: policy).share?.of(amount("50")) == item["points"]?.amountValue)
    }
  }

  @Test func `pairs, drop-downs and blanks share their points`() throws {
    for (name, key) in [("matching", "pairs"), ("dropdowns", "blanks"), ("fill_in_blanks", "blanks")] {
      let vector = try vectors(name)
      let count = try #require(vector[key]?.whole)
      let points = try #require(vector["points"]?.amountValue)
      for item in try #require(vector["cases"]).items {
        let right = try #require(item["right"]?.whole)
        let texts = (0..<count).map { $0 < right ? " Answer \($0)" : "wrong" }
        var content = QuestionContent(.blanks, (0..<count).map { "[answer \($0)]" }.joined(separator: " "))
        var answer = QuizAnswer.texts(texts)
        if name == "matching" {
          content = QuestionContent(.matching, "?")
          content.pairs = (0..<count).map { QuestionPair(id: $0 + 1, "l\($0)", "r\($0)") }
          answer = .pairs(
            Dictionary(uniqueKeysWithValues: (0..<count).map { ($0 + 1, content.pairs[$0 < right ? $0 : 0].answer) }))
        }
        let policy: PartialCredit = item["partial_credit"] == .flag(false) ? .allOrNothing : .rightMinusWrong
        #expect(content.verdict(answer, usual: policy).share?.of(points) == item["points"]?.amountValue, "\(name)")
      }
    }
  }

  @Test func `numbers are right within their margins`() throws {
    let vector = try vectors("numerical_margin")
    var question = QuestionContent(.numeric, "?")
    for answer in try #require(vector["answers"]).items {
      if let value = exactly(answer["exact"]) {
        question.numbers.append(NumberAnswer(.absolute, value, by: exactly(answer["margin"]) ?? .zero))
      } else if let ends = answer["range"]?.items, let low = exactly(ends[0]), let high = exactly(ends[1]) {
        question.numbers.append(NumberAnswer(.range, low, by: high))
      }
    }
    #expect(question.numbers.count == 4)
    for item in try #require(vector["cases"]).items {
      let share = question.verdict(.texts([item.items[0].word ?? ""]), usual: .balanced).share
      #expect(share?.of(amount("26.2")) == item.items[1].amountValue)
    }
    #expect(question.verdict(.texts([""]), usual: .balanced) == .unanswered)
  }

  /// Moodle's relative tolerance is a share, ours is in percent.
  @Test func `tolerances are Moodle's`() throws {
    for item in try #require(try vectors("tolerance")["cases"]).items {
      let value = try #require(exactly(item["answer"]))
      let by = try #require(exactly(item["tol"]))
      let answer: NumberAnswer =
        switch item["kind"]?.word {
        case "relative": NumberAnswer(.percent, value, by: by * ExactNumber(100))
        case "geometric": NumberAnswer(.geometric, value, by: by)
        default: NumberAnswer(.absolute, value, by: by)
        }
      for inside in item["inside"]?.items ?? [] { #expect(answer.accepts(try #require(exactly(inside))), "\(inside)") }
      for outside in item["outside"]?.items ?? [] {
        #expect(!answer.accepts(try #require(exactly(outside))), "\(outside)")
      }
    }
  }

  @Test func `numbers are parsed as in Moodle`() throws {
    let vector = try vectors("number_parsing")
    for (style, list) in [(NumberStyle.english, vector["cases"]), (.comma, vector["euro"]?["cases"])] {
      for item in try #require(list).items {
        let read = style.read(item.items[0].word ?? "")
        guard let expected = exactly(item.items[1]) else {
          #expect(read == nil || read?.unit.isEmpty == false, "\(item.items[0])")
          continue
        }
        #expect(read?.number == expected && read?.unit.isEmpty == true, "\(item.items[0])")
      }
    }
    for item in try #require(vector["units"]?["cases"]).items {
      let read = try #require(NumberStyle.english.read(item.items[0].word ?? ""))
      #expect(read.number == exactly(item.items[1]) && read.unit == item.items[2].word)
    }
  }

  @Test func `written answers match as in Moodle`() throws {
    for item in try #require(try vectors("short_answer_match")["cases"]).items {
      let columns = item.items
      let rule = TextRule(ignoresVowels: false, isCaseSensitive: !columns[2].isTrue, hasWildcards: true)
      #expect(rule.accepts(columns[0].word ?? "", [columns[1].word ?? ""]) == columns[3].isTrue, "\(columns)")
    }
  }

  @Test func `sums are exact where floats are not`() throws {
    let vector = try vectors("sum_of_points")
    let points = try #require(vector["points"]).items.compactMap(\.amountValue)
    #expect(points.count == 3 && Amount.total(points) == vector["total"]?.amountValue)
  }

  /// Moodle writes thirds with seven places, we keep four: the sums agree to the third.
  @Test func `attempts add up as in Moodle`() throws {
    for row in try #require(try vectors("quiz_totals")["marks"]).items {
      let marks = row.items.compactMap { $0.amountText.flatMap { Amount($0.prefix(6)) } }
      let sum = Amount.total(Array(marks.dropLast())).roundedHalfUp(places: 3)
      #expect(sum == marks.last?.roundedHalfUp(places: 3))
    }
  }
}
