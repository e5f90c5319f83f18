import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing
import Web

@testable import Talk
@testable import TalkServer

@Suite struct `An announcement by mail` {
  @Test(arguments: [
    (Language.en, "We leave at 8.", "<strong>8</strong>"), (.ar, "ننطلق في الثامنة.", "<strong>الثامنة</strong>"),
  ])
  func `is read in the letter, in the reader's version`(_ language: Language, _ plain: String, _ shown: String)
    async throws
  {
    let school = try await AnnouncementsSchool.open()
    let id = try await school.trip()
    try await school.runFollowers()
    let items = try await school.inbox(.leila)
    func texts() async throws -> [ID<Notification>: AnnouncementText] {
      try await school.ledger.read { try DeliveryService.texts(of: items, in: language, school.school, $0) }
    }
    let letter = NoticeEmail(
      school: "Rimon", reader: "Leila", items: items, isDigest: true, zone: .utc, origin: "https://rimon.example",
      unsubscribe: "https://rimon.example/unsubscribe", texts: try await texts())
    let words = TestWords.of(language)
    #expect(letter.text(words).contains(plain) && !letter.text(words).contains("**"))
    let html = letter.html(words).string
    #expect(html.contains(shown) && html.contains("lang=\"\(language.rawValue)\" dir=\"\(language.direction)\""))
    try await school.send(.post, AnnouncementsPaths.retraction(id), as: .dana)
    #expect(try await texts().isEmpty)
  }

  @Test func `is read as plain text without the marks it was written with`() {
    let said = """
      ## Trip

      We leave at **8** from the *gate*; see [the plan](https://rimon.example/plan) & bring:

      1. water
      2. a hat
         - with a brim

      > Rain or <shine>

      `code` https://rimon.example
      """
    let wanted = """
      Trip

      We leave at 8 from the gate; see the plan (https://rimon.example/plan) & bring:

      1. water
      2. a hat
        • with a brim

      Rain or <shine>

      code https://rimon.example
      """
    #expect(plainText(of: markdown(said)) == wanted)
    #expect(plainText(of: "<") == "" && plainText(of: markdown("")) == "")
  }

  @Test func `has a subject without marks that lists of mail show as boxes`() {
    let items = (0..<2).map {
      Notification(
        id: ID(high: 1, low: UInt64($0)), kind: "announcement", phrase: Phrase("announcements.notice", .text("Trip")),
        path: "/", createdAt: .init(milliseconds: 0), readAt: nil)
    }
    for count in 1...2 {
      let letter = NoticeEmail(
        school: "Rimon", reader: "Leila", items: Array(items.prefix(count)), isDigest: count == 2, zone: .utc,
        origin: "",
        unsubscribe: "")
      for language in Language.allCases {
        let subject = letter.subject(TestWords.of(language))
        #expect(!subject.isEmpty && !subject.unicodeScalars.contains { (0x2066...0x2069).contains($0.value) })
      }
    }
  }
}
