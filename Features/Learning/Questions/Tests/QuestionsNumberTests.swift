import Base
import Exact
import Testing

@testable import School

@Suite struct `Numbers as answers` {
  /// The vectors of rules.md 4.5.
  @Test func `tolerances end where they say, and the ends belong to them`() throws {
    let near = try number(.absolute, "-11.7", "0.02")
    #expect(near.accepts(exact("-11.72")) && !near.accepts(exact("-11.73")))
    #expect(try number(.absolute, "0.3").accepts(exact("0.3")))
    #expect(try number(.range, "5", "2").accepts(ExactNumber(3)))
    let percent = try number(.percent, "200", "1")
    #expect(percent.accepts(ExactNumber(198)) && percent.accepts(ExactNumber(202)))
    #expect(!percent.accepts(exact("202.01")))
    let geometric = try number(.geometric, "100", "0.25")
    #expect(geometric.accepts(ExactNumber(80)) && geometric.accepts(ExactNumber(125)))
    #expect(!geometric.accepts(exact("79.9")) && !geometric.accepts(ExactNumber(-100)))
    let digits = try number(.significant, "3.14159", "3")
    #expect(digits.accepts(exact("3.14")) && !digits.accepts(exact("3.15")))
  }

  @Test func `a unit that is missing costs what it costs`() throws {
    var question = QuestionContent(.numeric, "How fast?")
    question.numbers = [try number(.absolute, "10")]
    question.units = [NumberUnit("m/s"), NumberUnit("km/h", factor: exact("0.277777777777"))]
    question.unitPenalty = 25
    #expect(question.verdict(.texts(["10 m/s"]), usual: .balanced) == .scored(.full))
    #expect(question.verdict(.texts(["10"]), usual: .balanced).share?.of(amount("4")) == amount("3"))
    #expect(question.verdict(.texts(["10 apples"]), usual: .balanced).share?.of(amount("4")) == amount("3"))
    question.units = []
    #expect(question.verdict(.texts(["10 m/s"]), usual: .balanced) == .scored(.none))
    #expect(question.nearMiss(.texts(["10 m/s"])) == "10")
  }
}
