import Base
import Foundation
import Testing

/// The locale that each language is compared with; Latin digits everywhere.
private func locale(_ language: Language) -> Locale {
  switch language {
  case .en: Locale(identifier: "en_US")
  case .fr: Locale(identifier: "fr_FR")
  case .ar: Locale(identifier: "ar@numbers=latn")
  case .he: Locale(identifier: "he_IL")
  }
}

/// Without direction marks and isolates, and with one kind of space: those are ours to choose.
private func plain(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
        switch scalar.value {
        case 0x200E, 0x200F, 0x061C, 0x2066...0x2069: nil
        case 0x00A0, 0x202F: " "
        default: scalar
        }
      }))
}

@Suite struct `Dates and numbers against ICU` {
  static let days = (0..<24).compactMap { Day(year: 2026, month: $0 % 12 + 1, day: $0 + 2) }

  func icu(_ day: Day, _ language: Language, _ template: String) -> String {
    let format = DateFormatter()
    format.locale = locale(language)
    format.timeZone = TimeZone(identifier: "UTC")
    format.setLocalizedDateFormatFromTemplate(template)
    let said = plain(format.string(from: Date(timeIntervalSince1970: Double(day.number) * 86_400)))
    // ICU sets off the year by a comma, which no Arabic letterhead does, and leaves out the article of a short weekday.
    guard language == .ar else { return said }
    let year = said.replacing("، " + String(day.parts.year), with: " " + String(day.parts.year))
    return template == "MMMEd" ? "ال" + year : year
  }

  @Test(arguments: Language.allCases)
  func `days are written as the language writes them`(language: Language) {
    for day in Self.days {
      #expect(plain(words(language).date(day, .long)) == icu(day, language, "yMMMMEEEEd"))
      #expect(plain(words(language).date(day, .today)) == icu(day, language, "MMMMEEEEd"))
      #expect(plain(words(language).date(day, .medium)) == icu(day, language, "yMMMd"))
      #expect(plain(words(language).date(day, .weekday)) == icu(day, language, "MMMEd"))
      #expect(plain(words(language).date(day, .month)) == icu(day, language, "yMMMM"))
    }
  }
  @Test(arguments: [Language.en, .ar, .he])
  func `short days are written as the language writes them`(language: Language) {
    for day in Self.days { #expect(plain(words(language).date(day, .short)) == icu(day, language, "Md")) }
  }
  @Test func `a range says the half of the day once when it is the same`() {
    #expect(plain(words().hours(495, 540)) == "8:15–9:00 AM")
    #expect(plain(words().hours(690, 795)) == "11:30 AM–1:15 PM")
    #expect(plain(words(.ar).hours(495, 540)) == "8:15–9:00 ص")
    #expect(plain(words(.fr).hours(495, 540)) == "08:15–09:00")
  }
  @Test func `a range in a language that runs to the left says its direction`() {
    #expect(words(.he).hours(495, 540).hasPrefix("\u{2067}"))
    #expect(words(.ar).range("1", "2") == "\u{2067}\u{2068}1\u{2069}–\u{2068}2\u{2069}\u{2069}")
    #expect(words(.fr).range("1 mai", "2 mai") == "1 mai – 2 mai")
  }
  @Test func `French writes the first of a month as its readers say it`() throws {
    // ICU writes “1 mai”; the Imprimerie nationale and every French calendar write “1er mai”.
    let day = try #require(Day(year: 2026, month: 5, day: 1))
    #expect(words(.fr).date(day, .long) == "vendredi 1er mai 2026")
    #expect(words(.fr).date(day, .short) == "1/5")
  }
  @Test(arguments: Language.allCases)
  func `times are written as the language writes them`(language: Language) {
    for minute in [0, 5, 12 * 60, 12 * 60 + 5, 14 * 60 + 5, 23 * 60 + 59] {
      let style = Date.FormatStyle(date: .omitted, time: .shortened, locale: locale(language), timeZone: .gmt)
      let expected = plain(Date(timeIntervalSince1970: Double(minute) * 60).formatted(style))
      // Hours have two digits with us where a day has 24, so that columns stand.
      let padded =
        expected.firstIndex(of: ":") == expected.index(after: expected.startIndex) && language != .en && language != .ar
      #expect(plain(words(language).time(minute: minute)) == (padded ? "0" + expected : expected))
    }
  }
  @Test(arguments: Language.allCases)
  func `whole numbers are grouped as the language groups them`(language: Language) {
    for number in [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, -1, -1234] {
      #expect(plain(words(language).number(number)) == plain(number.formatted(.number.locale(locale(language)))))
    }
  }
  @Test(arguments: Language.allCases)
  func `shares are written as the language writes them`(language: Language) throws {
    for (text, share) in [("75", 0.75), ("0.5", 0.005), ("94.4", 0.944), ("100", 1)] {
      let amount = try #require(Amount(text))
      let expected = share.formatted(.percent.precision(.fractionLength(1)).locale(locale(language)))
      #expect(plain(words(language).percent(amount)) == plain(expected))
    }
  }
  @Test(arguments: Language.allCases)
  func `lists are joined as the language joins them`(language: Language) {
    for names in [["A"], ["A", "B"], ["A", "B", "C"], ["A", "B", "C", "D"]] {
      let expected = plain(names.formatted(.list(type: .and).locale(locale(language))))
      // ICU joins Hebrew to a Latin word by a hyphen; the maqaf is the Hebrew sign for it.
      #expect(plain(words(language).list(names)) == (language == .he ? expected.replacing("ו-", with: "ו־") : expected))
    }
    #expect(words(language).list([]) == "")
  }
  @Test func `an exact number keeps its places and its sign`() throws {
    #expect(words(.fr).number(try #require(Amount("1234.5")), places: 2) == "1\u{202F}234,50")
    #expect(words().number(try #require(Amount("-0.25")), places: 1) == "-0.3")
    #expect(words().number(try #require(Amount("83.45")), places: 0) == "83")
  }
}
