import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Testing

@testable import Office

@Suite struct `Everybody's first page` {
  @Test(arguments: Dialect.allCases)
  func `begins with what is useful, and announcements stand beside it`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    for who in ["dana@rimon.example", "omar@rimon.example", "yusuf", "leila@rimon.example"] {
      let text = try await school.signedIn(who).get("/").text
      let first = try #require(text.firstRange(of: "data-first"), "\(who)")
      let side = try #require(text.firstRange(of: "columns__side"), "\(who)")
      #expect(first.lowerBound < side.lowerBound, "\(who)")
      #expect(text[..<side.lowerBound].firstRange(of: "announced-card") == nil, "\(who)")
      #expect(text[first.upperBound...].firstRange(of: "data-first") == nil, "once")
    }
  }

  @Test func `says the next lesson by the clock until it is over`() {
    let scene = Scene(words: TestWords.of(.en), zone: .utc, now: Instant(milliseconds: 10 * 3_600_000))
    func said(_ start: Int, _ end: Int) -> String? {
      lessonWords(HomeLesson(title: name("Math 7"), start: start, end: end), scene)?.string
    }
    #expect(said(540, 600) == nil)
    #expect(said(600, 645) == "<bdi>Math 7</bdi> now")
    #expect(said(612, 657)?.contains("in 12 minutes</time>") == true)
    #expect(said(700, 745)?.contains("at 11:40") == true)
  }

  @Test func `leaves out what does not wait`() {
    let scene = Scene(words: TestWords.of(.en), zone: .utc, now: Instant(milliseconds: 0))
    #expect(waitingList(OfficeWaiting(requests: 0, reports: 0, invites: 0), reported: "", scene).isEmpty)
    let html = waitingList(OfficeWaiting(requests: 0, reports: 1, invites: 5), reported: "", scene).string
    #expect(html.contains("1 reported message") && html.contains("5 join codes not used yet"))
    #expect(!html.contains("request"))
  }
}
