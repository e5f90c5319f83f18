import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Talk
@testable import TalkServer
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

  @Test(arguments: Dialect.allCases)
  func `is edited, and its readers are seen, by those who keep it; others find nothing there`(_ dialect: Dialect)
    async throws
  {
    let school = try await AnnouncementsSchool.open(dialect)
    typealias Person = AnnouncementsSchool.Person
    func seers(_ path: String, _ query: [String: String] = [:], of text: String = "Trip on Friday") async throws -> Set<
      Person
    > {
      var found: Set<Person> = []
      for person in Person.allCases {
        let form = Form(query.map { Form.Field($0.key, $0.value) })
        do {
          if try await school.html(path, as: person, query: form).contains(text) { found.insert(person) }
        } catch Refusal.notFound {}
      }
      return found
    }
    let id = try await school.trip("class-" + school.room.text, act: "draft", as: .omar)
    let (all, edit, readers) = (AnnouncementsPaths.all, AnnouncementsPaths.edit(id), AnnouncementsPaths.readers(id))
    #expect(try await seers(edit) == [.dana, .omar])
    #expect(try await seers(all, ["show": "planned"]) == [.dana, .omar], "the office sees all, a teacher their own")
    #expect(try await seers(readers, of: "Maya").isEmpty, "nobody was told")
    try await school.send(.post, AnnouncementsPaths.publication(id), as: .omar)
    #expect(try await seers(edit) == [.dana, .omar])
    #expect(try await seers(readers, ["unread": "on"], of: "Maya") == [.dana, .omar])
    let room = "class-" + school.room.text
    #expect(try await seers(all, ["audience": room]) == [.dana, .omar, .leila, .maya])
    for person in [Person.noa, .sami] {
      await #expect(throws: Refusal.notFound) {
        try await school.send(.get, all, as: person, query: Form(["audience": room]))
      }
    }
    try await school.send(.post, AnnouncementsPaths.retraction(id), as: .omar)
    #expect(try await seers(edit).isEmpty, "it is brought back first")
    #expect(try await seers(all, ["show": "retracted"]) == [.dana, .omar])
  }

  @Test func `is heard of on open pages by those who see it, and who has read it by those who keep it`() async throws {
    let school = try await AnnouncementsSchool.open()
    let id = try await school.trip("class-" + school.room.text, as: .omar)
    let view = try #require(announcementViews(school.server).first)
    var watched: [AnnouncementsSchool.Person: [[String]]] = [:]
    for person in AnnouncementsSchool.Person.allCases {
      watched[person] = [try await school.topics(AnnouncementsPaths.all, as: person)]
      #expect(try await view.maySee(id.text, school.caller(person)) == [.dana, .omar].contains(person), "\(person)")
      #expect(try await !view.maySee("nothing", school.caller(person)))
    }
    for person in [AnnouncementsSchool.Person.dana, .omar, .leila, .maya] {
      watched[person]?.append(try await school.topics(AnnouncementsPaths.announcement(id), as: person))
    }
    let change = try #require(
      try await school.ledger.change { try await school.send(.post, AnnouncementsPaths.retraction(id), as: .omar) })
    for (person, pages) in watched {
      for topics in pages {
        let told = try await school.ledger.tells(topics, of: change, to: school.caller(person))
        #expect(told == [.dana, .omar, .leila, .maya].contains(person), "\(person)")
      }
    }
  }

  @Test func `that somebody has read it reaches their own open pages, and nobody else's`() async throws {
    let school = try await AnnouncementsSchool.open()
    let id = try await school.trip()
    let list = try await school.topics(AnnouncementsPaths.all, as: .leila)
    let change = try #require(
      try await school.ledger.change { try await school.send(.post, AnnouncementsPaths.reading(id), as: .leila) })
    #expect(try await school.ledger.tells(list, of: change, to: school.caller(.leila)) == true)
    #expect(try await school.ledger.tells(list, of: change, to: school.caller(.maya)) == false)
    let view = try #require(announcementViews(school.server).first)
    #expect(view.touched(change) == [id.text])
    // Who keeps it hears how many they are; who only reads it does not listen.
    for (person, hears) in [(AnnouncementsSchool.Person.dana, true), (.maya, false)] {
      let page = try await school.topics(AnnouncementsPaths.announcement(id), as: person)
      #expect(page.contains(view.name + "/" + id.text) == hears)
    }
    let html = try #require(try await view.render(id.text, change, school.scene())).string
    #expect(html.contains("data-target=\"readers-count\"") && !html.contains("Leila"))
  }
}
