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
}
