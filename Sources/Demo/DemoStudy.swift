import Base
import Database
import Ledger
import Router
import School
import Study

/// The tracks that come with the demo, and who studies them.
enum DemoStudy {
  struct Plan: Sendable {
    let name: String, about: String, language: Language
    /// Markdown, as a file of texts is.
    let text: String
    /// Who studies it, as a place in the list of people, and how many days before today were studied.
    let studied: [(person: Int, daysAgo: [Int])]
  }

  /// Two days are missed before there is a freeze for them; since then six are in a row, and today is still to come.
  static let sixInRow = [13, 12, 11, 9, 8, 6, 5, 4, 3, 2, 1]

  static let plans = [
    Plan(
      name: "משנה יומית: פרקי אבות",
      about: "פרק א׳ של מסכת אבות, משנה ליום. לשון המשנה היא נחלת הכלל; הסיכומים נכתבו עבור בית הספר.",
      language: .he, text: DemoStudyAvot.text, studied: [(8, [3, 2, 1])]),
    Plan(
      name: "A fable a day",
      about:
        "Fables that go back to Aesop, which are in the public domain, told anew in our own words; the questions are ours.",
      language: .en, text: DemoStudyFables.text, studied: [(7, [2, 1]), (4, [])]),
    Plan(
      name: "مثل كل يوم",
      about: "أمثال عربية قديمة وأبيات من الشعر القديم، وهي ملك عام؛ أما الشرح والأسئلة فمن كتابتنا.", language: .ar,
      text: DemoStudyProverbs.text, studied: [(4, sixInRow)]),
  ]
}

extension DemoBuilder {
  /// Tracks of the school, filled from a file as a school would, with a text for every day since two weeks.
  func study(on today: Day, _ now: Instant) async throws {
    guard plan.kind == .k12 else { return }
    let (owner, begun) = (accounts[0], now.plus(days: -14))
    for planned in DemoStudy.plans {
      let fields = TrackFields(
        name: planned.name, about: planned.about, language: planned.language, isPublic: true)
      let track = try await make(
        CreateTrack(audience: "school", fields: fields), keys.id(), by: owner, at: begun, Track.self)
      try await send(ImportTexts(track: track, text: planned.text), by: owner, at: begun)
      try await send(
        SetCycle(track: track, fields: TrackCycleFields(from: today.plus(days: -13), first: 1)), by: owner, at: begun)
      for (person, daysAgo) in planned.studied {
        let account = accounts[person]
        try await send(JoinTrack(track: track), by: account, at: now.plus(days: -Int64(daysAgo.first ?? 1)))
        for back in daysAgo {
          try await send(
            MarkStudied(track: track, day: today.plus(days: -back)), by: account, at: now.plus(days: -Int64(back)))
        }
      }
    }
  }
}
