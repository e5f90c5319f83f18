import Base
import Foundation
import Testing

@Suite struct `A zone that goes with a device` {
  private static let first = Day(year: 1996, month: 1, day: 1) ?? Day(number: 0)
  private static let last = Day(year: 2040, month: 1, day: 1) ?? Day(number: 0)

  private func zone(_ name: String) throws -> Zone {
    let table = try #require(TimeZone(identifier: name))
    return Zone(name: name) { table.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0.milliseconds) / 1000)) }
  }

  @Test(arguments: ["Asia/Jerusalem", "Africa/Casablanca", "America/Montreal", "Asia/Kolkata", "UTC"])
  func `shows the time that the world's tables show`(_ name: String) throws {
    let known = try zone(name)
    let json = ZoneChanges(of: known, from: Self.first, until: Self.last).json
    let carried = try #require(ZoneChanges(try JSON(json.bytes))).zone
    #expect(carried.name == name)
    let minutes = stride(from: Int64(Self.first.number) * 1440, to: Int64(Self.last.number) * 1440, by: 607)
    let wrong = minutes.map { Instant(milliseconds: $0 * 60_000) }.filter { carried.offset($0) != known.offset($0) }
    #expect(wrong.map(\.text) == [])
  }

  @Test func `changes in the very second in which the clocks are changed`() throws {
    let carried = ZoneChanges(of: try zone("Europe/Paris"), from: Self.first, until: Self.last).zone
    let change = Instant(milliseconds: 1_774_746_000_000)  // 29 March 2026, 01:00 UTC
    #expect(carried.offset(change.plus(seconds: -1)) == 3600 && carried.offset(change) == 7200)
    #expect(carried.offset(Instant(milliseconds: .max)) == 3600, "after the last change nothing changes")
  }

  @Test(arguments: [
    "{}", "[]", #"{"name":"A/B"}"#, #"{"name":"A/B","first":1e9,"changes":[]}"#,
    #"{"name":"A/B","first":0,"changes":[1]}"#, #"{"name":"A/B","first":0,"changes":[5,60,5,0]}"#,
    #"{"name":"A/B","first":0,"changes":["a",60]}"#, #"{"name":"A/B","first":0,"changes":[1,999999]}"#,
  ])
  func `is nothing when it is written otherwise`(_ text: String) throws {
    #expect(ZoneChanges(try JSON(Array(text.utf8))) == nil)
  }
}
