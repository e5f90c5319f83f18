public import Base

/// What the form of a cycle holds.
public struct TrackCycleFields: Hashable, Sendable {
  /// The first day it is for; what the days before have stays.
  public var from: Day
  /// The place of the text that day begins with, from 1; `nil` goes on after the days before.
  public var first: Int?
  public var perDay: Int
  public var weekdays: Set<Int>
  public var skips: [ClosedDays]
  public var merged: Set<Day>
  public var end: TrackCycle.End

  public init(
    from: Day, first: Int? = nil, perDay: Int = 1, weekdays: Set<Int> = Set(1...7), skips: [ClosedDays] = [],
    merged: Set<Day> = [], end: TrackCycle.End = .restart
  ) {
    (self.from, self.first, self.perDay, self.weekdays) = (from, first, perDay, weekdays)
    (self.skips, self.merged, self.end) = (skips, merged, end)
  }

  public init(_ form: inout FormReader) {
    from = form.day("from", about: "The first day it is for; earlier days keep what they have.")
    first = Self.first(&form)
    perDay = form.integer("perDay", in: 1...TrackCycle.mostPerDay, about: "Texts a day.")
    weekdays = TrackFields.weekdays(
      &form, about: "A day that has texts: 1 Monday to 7 Sunday; repeated. A single one is once a week.")
    skips = Self.days("skips", &form, about: "Days without texts: dates, or ranges such as 2026-03-11/2026-03-14.")
    let merged = Self.days("merged", &form, about: "Days that have two portions, as dates.")
    if merged.contains(where: { $0.from != $0.until }) { form.fail("merged", Phrase("tracks.days-wrong")) }
    self.merged = Set(merged.map { $0.from })
    end = form.choice("end", TrackCycle.End.self, else: .restart, about: "What comes when the texts are through.")
  }

  private static func first(_ form: inout FormReader) -> Int? {
    guard let text = form.optionalText("first", max: 9, about: "The number of the text it begins with.") else {
      return nil
    }
    if let place = wholeNumber(text.utf8), (1...Track.mostItems).contains(place) { return place }
    form.fail("first", Phrase("form.integer", .count(1), .count(Track.mostItems)))
    return nil
  }

  /// Dates and ranges, apart by lines, spaces or commas.
  private static func days(_ name: String, _ form: inout FormReader, about: String) -> [ClosedDays] {
    let parts = (form.note(name, max: 10_000, about: about) ?? "").split {
      $0 == "\n" || $0 == " " || $0 == "," || $0 == ";"
    }
    guard parts.count <= TrackCycle.mostDays else {
      form.fail(name, Phrase("tracks.days-many", .count(TrackCycle.mostDays)))
      return []
    }
    let found = parts.compactMap { ClosedDays($0) }
    if found.count != parts.count { form.fail(name, Phrase("tracks.days-wrong")) }
    return found
  }
}

/// Says how the texts of a track fall on days, from a day on.
public struct SetCycle: FormCommand {
  public static let name = "tracks.set-cycle"
  public let track: ID<Track>
  public let fields: TrackCycleFields
  public init(track: ID<Track>, fields: TrackCycleFields) { (self.track, self.fields) = (track, fields) }
  public init(_ form: inout FormReader) { self.init(track: form.id("track"), fields: TrackCycleFields(&form)) }
}

/// Says by hand what one day has, whatever its cycle says; or gives the day back to the cycle.
public struct EditTrackDay: FormCommand {
  public static let name = "tracks.edit-day"
  public let track: ID<Track>
  public let day: Day
  /// The places of its texts, from 1, in the order they are read; none is a day without a text.
  public let places: [Int]
  /// The day has what the cycle says again.
  public let byCycle: Bool
  public init(track: ID<Track>, day: Day, places: [Int] = [], byCycle: Bool = false) {
    (self.track, self.day, self.places, self.byCycle) = (track, day, places, byCycle)
  }
  public init(_ form: inout FormReader) {
    let (track, day) = (form.id("track", Track.self), form.day("day"))
    let about = "The numbers of its texts, in the order they are read: 3 4; none is a day without a text."
    let parts = (form.optionalText("texts", max: 200, about: about) ?? "").split { $0 == " " || $0 == "," }
    let places = parts.compactMap { wholeNumber($0.utf8) }
    if places.count != parts.count {
      form.fail("texts", Phrase("tracks.numbers-wrong"))
    } else if places.count > TrackCycle.mostPerDay {
      form.fail("texts", Phrase("tracks.day-many", .count(TrackCycle.mostPerDay)))
    }
    self.init(
      track: track, day: day, places: places,
      byCycle: form.flag("cycle", about: "The day has what the cycle says again."))
  }
}
