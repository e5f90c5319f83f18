public import Base

/// A day in the Hebrew calendar, which begins the evening before.
///
/// Reckoned, not looked up: it agrees with the tables everywhere, where ICU is a day late in a few years
/// (docs: 1 Tishri 5807 is 1 October 2046).
public struct HebrewDate: Hashable, Sendable {
  /// 1 Tishri … 5 Shevat, 6 Adar I (leap years only), 7 Adar or Adar II, 8 Nisan … 13 Elul.
  public let year: Int, month: Int, day: Int
  public let isLeap: Bool

  public init(_ day: Day) {
    let number = day.number + 719_163  // 1 is 1 January of the year 1
    var year = (number + 1_373_427) / 366
    while HebrewDate.newYear(year + 1) <= number { year += 1 }
    var rest = number - HebrewDate.newYear(year)
    let lengths = HebrewDate.lengths(year)
    var month = 1
    for (place, length) in lengths.enumerated() {
      month = place + 1
      if rest < length { break }
      rest -= length
    }
    (self.year, self.month, self.day, isLeap) = (year, month, rest + 1, HebrewDate.isLeap(year))
  }

  /// The key of its month's name: in a common year the seventh is simply Adar.
  public var monthKey: String { month == 7 && isLeap ? "7b" : String(month) }

  static func isLeap(_ year: Int) -> Bool { (7 * year + 1) % 19 < 7 }

  private static func elapsed(_ year: Int) -> Int {
    let months = (235 * year - 234) / 19
    let parts = 12_084 + 13_753 * months
    let days = 29 * months + parts / 25_920
    return (3 * (days + 1)) % 7 < 3 ? days + 1 : days
  }

  static func newYear(_ year: Int) -> Int {
    let (before, now, after) = (elapsed(year - 1), elapsed(year), elapsed(year + 1))
    return -1_373_427 + now + (after - now == 356 ? 2 : now - before == 382 ? 1 : 0)
  }

  /// The days of the thirteen months; the sixth has none in a common year.
  private static func lengths(_ year: Int) -> [Int] {
    let kind = (newYear(year + 1) - newYear(year)) % 10
    return [30, kind == 5 ? 30 : 29, kind == 3 ? 29 : 30, 29, 30, isLeap(year) ? 30 : 0, 29, 30, 29, 30, 29, 30, 29]
  }

  /// The day in Hebrew letters: `א׳`, `ט״ו`, `כ״ט`.
  public var letters: String {
    let ones = ["", "א", "ב", "ג", "ד", "ה", "ו", "ז", "ח", "ט"]
    let tens = ["", "י", "כ", "ל"]
    // 15 and 16 would spell the name of God.
    if day == 15 { return "ט״ו" }
    if day == 16 { return "ט״ז" }
    let (ten, one) = (tens[min(3, day / 10)], ones[day % 10])
    return ten.isEmpty || one.isEmpty ? ten + one + "׳" : ten + "״" + one
  }
}

/// A day in the Hijri calendar of Umm al-Qura; before 2000 and after 2077 the tabular one.
///
/// Where the new moon is seen decides, so a school may correct it by a day.
public struct HijriDate: Hashable, Sendable {
  public let year: Int, month: Int, day: Int

  public init(_ day: Day, shift: Int = 0) {
    let number = day.number + min(1, max(-1, shift))
    self = HijriDate.table(number) ?? HijriDate.reckoned(number)
  }

  private init(year: Int, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }

  /// 1 Muharram 1421, as a day since 1970.
  private static let first = 11_053
  /// A year each from 1421 on: bit n is set when month n + 1 has 30 days.
  private static let years: [UInt16] = [  // a table of data
    0xBC4, 0xB89, 0xA95, 0x52D, 0x5AD, 0xB6A, 0x6D4, 0xDC9, 0xD92, 0xAA6, 0x956, 0x2AE, 0x56D, 0x36A, 0xB55, 0xAAA,
    0x94D, 0x49D, 0x95D, 0x2BA, 0x5B5, 0x5AA, 0xD55, 0xA9A, 0x92E, 0x26E, 0x55D, 0xADA, 0x6D4, 0x6A5, 0xB27, 0xA4D,
    0x4AD, 0x56D, 0xB5A, 0x754, 0xF49, 0xE92, 0xD26, 0xA56, 0x356, 0x6B5, 0xBAA, 0xB92, 0xB25, 0x68B, 0xA9B, 0x55A,
    0xADA, 0x5B4, 0xDA9, 0xB52, 0xA9A, 0x536, 0x276, 0x575, 0xAF2, 0x6D4, 0x6A9, 0x555, 0x2AD, 0x4BD, 0x9BA, 0x574,
    0xB69, 0xB52, 0xA95, 0x52D, 0xA5D, 0x4DA, 0xAD9, 0x6B2, 0xE95, 0xE2A, 0xC96, 0x92E, 0xAAD, 0x56A, 0xD65, 0xD4A,
  ]

  private static func table(_ number: Int) -> HijriDate? {
    guard number >= first else { return nil }
    var rest = number - first
    for (place, bits) in years.enumerated() {
      for month in 0..<12 {
        let length = bits >> UInt16(month) & 1 == 1 ? 30 : 29
        if rest < length { return HijriDate(year: 1421 + place, month: month + 1, day: rest + 1) }
        rest -= length
      }
    }
    return nil
  }

  /// The civil calendar: 11 leap years in 30.
  private static func reckoned(_ number: Int) -> HijriDate {
    let days = number + 492_148  // since 1 Muharram of the year 1, 16 July 622 (Julian)
    let cycles = Int(floorDivide(Int64(days), 10_631))
    var (rest, year) = (days - cycles * 10_631, cycles * 30 + 1)
    while true {
      let isLong = (11 * (year - cycles * 30) + 14) % 30 < 11
      if rest < (isLong ? 355 : 354) { break }
      rest -= isLong ? 355 : 354
      year += 1
    }
    let month = min(11, rest * 2 / 59)
    return HijriDate(year: year, month: month + 1, day: rest - (month * 59 + 1) / 2 + 1)
  }
}
