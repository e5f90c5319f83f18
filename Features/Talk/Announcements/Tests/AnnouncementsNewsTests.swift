import Base
import HTML
import HomeroomTesting
import Kit
import Ledger
import School
import Testing

@testable import Talk
@testable import Web

/// What is new, and to whom.
@Suite struct `An announcement that is new` {
  @Test(arguments: Dialect.allCases)
  func `has another version once it was read, and stays the same to edit`(_ dialect: Dialect) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let id = try await school.trip()
    let path = AnnouncementsPaths.announcement(id)
    func version(_ person: AnnouncementsSchool.Person) async throws -> String {
      try #require(try await school.send(.get, path, as: person).version)
    }
    let (reader, keeper) = (try await version(.leila), try await version(.dana))
    #expect(reader.hasSuffix(".new") && keeper.hasSuffix(".read.0-5"))
    try await school.send(.post, AnnouncementsPaths.reading(id), as: .leila)
    #expect(try await version(.leila) == reader.replacing(".new", with: ".read"))
    #expect(try await version(.dana).hasSuffix(".read.1-5"))
    // That somebody has read it meanwhile stands in nobody's way; other words do.
    let words: Form = Form([
      "audience": "school", "language": "en", "title": "Trip on Monday", "text": "We leave at 9.",
    ])
    try await school.send(.post, path, words, as: .dana, ifMatch: "\"\(keeper)\"")
    #expect(await school.refusal(.post, path, words, as: .dana, ifMatch: "\"\(keeper)\"") == .stale)
  }

  @Test func `is heard of on open pages by those who see it, and who has read it by those who keep it`() async throws {
    let school = try await AnnouncementsSchool.open()
    let id = try await school.trip("class-" + school.room.text, as: .omar)
    let views = announcementViews(school.desk)
    func hearers(_ name: String, _ topic: String) async throws -> Set<AnnouncementsSchool.Person> {
      let view = try #require(views.first { $0.name == name })
      var found: Set<AnnouncementsSchool.Person> = []
      for person in AnnouncementsSchool.Person.allCases
      where try await view.maySee(topic, school.caller(person)) { found.insert(person) }
      return found
    }
    #expect(try await hearers("announcement", id.text) == [.dana, .omar, .leila, .maya])
    #expect(try await hearers("announcement-readers", id.text) == [.dana, .omar])
    #expect(try await hearers("announcements", "class-" + school.room.text) == [.dana, .omar, .leila, .maya])
    #expect(try await hearers("announcements", "all") == [.dana])
    #expect(try await hearers("announcements", "your-" + school.account(.sami).text) == [.sami])
    for topic in ["", "nothing", AnnouncementsSchool.id(999, Announcement.self).text] {
      for view in views { #expect(try await hearers(view.name, topic).isEmpty, "\(view.name) \(topic)") }
    }
  }

  @Test func `comes to its author's open pages as read, after it came to everybody's`() async throws {
    let school = try await AnnouncementsSchool.open()
    let view = try #require(announcementViews(school.desk).first { $0.name == "announcements" })
    var changes = school.ledger.changes().makeAsyncIterator()
    let id = try await school.trip()
    let change = try #require(await changes.next())
    let own = "your-" + school.account(.dana).text
    let topics = view.touched(change).sorted()
    #expect(topics.contains("school") && topics.last == own, "who hears last has the last word")
    let all = try #require(try await view.render("school", change, school.scene()))
    let hers = try #require(try await view.render(own, change, school.scene()))
    let row = "announcement-" + id.text
    #expect(all.contains(row) && all.contains("data-unread") && hers.contains(row) && !hers.contains("data-unread"))
    #expect(try await view.render("your-" + school.account(.omar).text, change, school.scene()) == nil)
  }
}
