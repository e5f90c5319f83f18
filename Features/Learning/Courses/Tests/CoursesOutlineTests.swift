import Base
import HomeroomTesting
import Testing

@testable import School

private func item(_ number: Int) -> OutlineEntry { .item(ID(high: 1, low: UInt64(number))) }
private func module(_ number: Int) -> OutlineEntry { .module(ID(high: 2, low: UInt64(number))) }

@Suite struct `Putting an outline in order` {
  private let outline = Outline([item(1), module(1), item(2), item(3), module(2), module(3), item(4)])

  @Test func `an item goes before another, into an empty module, and to the end`() throws {
    #expect(
      outline.moving(item(3), before: item(2))?.entries
        == [item(1), module(1), item(3), item(2), module(2), module(3), item(4)])
    // Before the third module is the end of the second, which was empty.
    let into = try #require(outline.moving(item(4), before: module(3)))
    #expect(into.places.first { $0.entry == item(4) }?.module == ID(high: 2, low: 2))
    #expect(outline.moving(item(1), before: nil)?.entries.last == item(1))
  }

  @Test func `a module takes its items along, and lands between modules only`() {
    #expect(
      outline.moving(module(1), before: module(3))?.entries
        == [item(1), module(2), module(1), item(2), item(3), module(3), item(4)])
    #expect(outline.moving(module(1), before: item(4)) == nil)
    #expect(outline.moving(module(3), before: module(1))?.entries.prefix(3) == [item(1), module(3), item(4)])
  }

  @Test func `what is not there is not moved`() {
    #expect(outline.moving(item(9), before: nil) == nil)
    #expect(outline.moving(item(1), before: item(9)) == nil)
  }

  @Test func `a step up and a step down are what one sees`() {
    #expect(outline.above(item(1)) == nil && outline.above(module(1)) == nil)
    #expect(outline.above(item(2)) == module(1) && outline.above(module(2)) == module(1))
    #expect(outline.below(item(4)) == nil && outline.below(module(3)) == nil)
    #expect(outline.below(module(2)) == .some(nil))
    #expect(outline.below(item(3)) == .some(module(3)))
    #expect(outline.below(item(2)) == .some(module(2)))
  }

  @Test func `every move is taken back by one move`() throws {
    var dice = Dice(seed: 4)
    var current = outline
    for _ in 0..<400 {
      let moved = current.entries[dice.roll(0...current.entries.count - 1)]
      let target = dice.roll(0...current.entries.count)
      let before = target < current.entries.count ? current.entries[target] : nil
      guard let next = current.moving(moved, before: before) else { continue }
      #expect(next.moving(moved, before: current.follower(of: moved)) == current)
      #expect(Set(next.entries) == Set(current.entries) && next.entries.count == current.entries.count)
      current = next
    }
  }

  @Test func `the names of entries are read back`() {
    #expect(OutlineEntry(item(3).text) == item(3) && OutlineEntry(module(3).text) == module(3))
    for wrong in ["", "i.", "x.0190", "m.nothing"] { #expect(OutlineEntry(wrong) == nil) }
  }
}

@Suite struct `OnMerge the dates of a course` {
  /// Monday, 2 March 2026.
  private let monday = Day(number: 20_514)

  private func shift(days: Int, holidays: Set<Day> = [], zone: Zone = .utc) -> CourseShift {
    CourseShift(days: days, daysOff: [5, 6], holidays: holidays, zone: zone)
  }

  @Test func `a date lands as many days later, on a day with school`() {
    #expect(monday.weekday == 1)
    #expect(shift(days: 7)(monday) == monday.plus(days: 7))
    // Friday and Saturday are free: Sunday it is.
    #expect(shift(days: 4)(monday) == monday.plus(days: 6) && shift(days: 4).skips(monday))
    let spring: Set<Day> = Set((6...9).map { monday.plus(days: $0) })
    #expect(shift(days: 4, holidays: spring)(monday) == monday.plus(days: 10))
  }

  @Test func `a school that is always closed moves nothing for ever`() {
    let never = CourseShift(days: 3, daysOff: Set(1...7), holidays: [], zone: .utc)
    #expect(never(monday) == monday.plus(days: 3))
  }

  @Test func `the hour stays the hour when the clocks change`() {
    // Two hours ahead in winter, three from 27 March on.
    let summer = Instant(milliseconds: Int64(monday.plus(days: 25).number) * 86_400_000)
    let zone = Zone(name: "Test") { $0 < summer ? 7200 : 10_800 }
    let due = zone.instant(monday, minute: 23 * 60 + 59)
    let moved = shift(days: 28, zone: zone)(due)
    #expect(zone.minute(of: moved) == 23 * 60 + 59 && zone.day(of: moved) == monday.plus(days: 28))
    #expect(moved.since(due) != 28 * 86_400_000)
  }
}
