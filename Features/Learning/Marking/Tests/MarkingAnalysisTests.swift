import Base
import Testing

@testable import School

@Suite struct `The analysis of a question` {
  /// Moodle's formulas on numbers one can follow: facility is the mean, discrimination the correlation with the rest.
  @Test func `says how hard it was and whether it tells the strong from the weak`() {
    let good = ItemAnalysis(marks: [1, 1, 0, 0], rests: [4, 3, 2, 1])
    #expect(good.facility == 0.5 && abs((good.discrimination ?? 0) - 89.44) < 0.01)
    #expect(abs(good.deviation - 0.577) < 0.001 && abs((good.efficiency ?? 0) - 100) < 0.0001)
    let bad = ItemAnalysis(marks: [0, 0, 1, 1], rests: [4, 3, 2, 1])
    #expect((bad.discrimination ?? 0) < -80)
    #expect(ItemAnalysis(marks: [1, 1, 1], rests: [1, 2, 3]).discrimination == nil)
    #expect(ItemAnalysis(marks: [], rests: []).facility == 0)
  }

  @Test func `lists what was answered most`() {
    let common = ItemAnalysis.common(
      ["a", "b", "b", "c", "b", "a"].map { ItemAnalysis.Common(text: $0, count: 1, isRight: $0 == "b") }, most: 2)
    #expect(common.map(\.text) == ["b", "a"] && common.map(\.count) == [3, 2])
  }

  /// Teachers are told in words, and not of chance: of a few answers nothing follows.
  @Test func `says in words whether it separates strong from weak`() {
    let rests = (1...10).map { Double($0) }
    func said(_ marks: [Double], _ rests: [Double]) -> ItemAnalysis.Separation? {
      ItemAnalysis(marks: marks, rests: rests).separation
    }
    #expect(said(rests.map { $0 > 5 ? 1 : 0 }, rests) == .well)
    #expect(said(rests.map { $0 > 5 ? 0 : 1 }, rests) == .reversed)
    #expect(said([0, 1, 0, 1, 0, 0, 1, 0, 0, 1], rests) == .hardly)
    #expect(said([0, 1, 0, 1, 0, 1, 0, 1, 0, 1], [2, 1, 2, 3, 2, 3, 1, 3, 2, 1]) == .some)
    #expect(said(Array(repeating: 1, count: 10), rests) == nil)
    #expect(said([0, 1, 1], [1, 2, 3]) == nil)
  }
}

@Suite struct `The scores of a quiz` {
  private func scores(_ points: [String], of total: String = "10") -> QuizScores? {
    QuizScores(points.map(amount), of: amount(total))
  }

  @Test func `have a median, exactly, and places on a line`() throws {
    let odd = try #require(scores(["7", "3", "9.5"]))
    #expect(odd.median == amount("7") && odd.low == amount("3") && odd.high == amount("9.5"))
    #expect(odd.places == [300, 700, 950] && odd.medianPlace == 700)
    #expect(scores(["7", "3", "9.5", "8"])?.median == amount("7.5"))
    #expect(scores(["-2", "14"])?.places == [0, 1000])
    #expect(scores([]) == nil && scores(["1"], of: "0") == nil)
  }
}
