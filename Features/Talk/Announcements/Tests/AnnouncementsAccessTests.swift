import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing
import Web

@testable import Talk

@Suite struct `The rows of an announcement` {
  typealias Person = AnnouncementsSchool.Person

  /// Everybody who would be given the announcement, its Arabic version, and its file: always the same people.
  private func holders(
    _ school: AnnouncementsSchool, _ id: ID<Announcement>, _ file: ID<AnnouncementFile>
  ) async throws -> [Set<Person>] {
    [
      try await school.holders(of: AnnouncementsTables.announcement, [.id(school.school), .id(id)]),
      try await school.holders(of: AnnouncementsTables.version, [.id(school.school), .id(id), .text("ar")]),
      try await school.holders(of: AnnouncementsTables.file, [.id(school.school), .id(file)]),
      try await school.holders(of: file.cast(to: KeptFile.self)),
    ]
  }

  private func draft(_ school: AnnouncementsSchool) async throws -> (ID<Announcement>, ID<AnnouncementFile>) {
    let id = try await school.trip(act: "draft")
    let upload = try await school.upload("list.txt", Array("names".utf8))
    try await school.send(
      .post, AnnouncementsPaths.announcement(id),
      Form([
        "audience": "school", "language": "en", "title": "Trip on Friday", "text": "We leave at **8**.",
        "title.ar": "رحلة يوم الجمعة", "text.ar": "ننطلق في **الثامنة**.", "act": "draft",
      ]), as: .dana, uploads: [upload])
    let tenant = school.school
    let file = try await school.ledger.read { try AnnouncementsStore(tx: $0).files(of: id, in: tenant).first?.id }
    return (id, try #require(file))
  }

  @Test(arguments: Dialect.allCases)
  func `come out together, are taken back together, and come back together`(_ dialect: Dialect) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let (id, file) = try await draft(school)
    let (own, all) = (Set([Person.dana]), Set(Person.allCases))
    #expect(try await holders(school, id, file).allSatisfy { $0 == own })
    for (act, wanted) in [("publication", all), ("retraction", own), ("restoration", all)] {
      try await school.send(.post, AnnouncementsPaths.announcement(id) + "/" + act, as: .dana)
      #expect(try await holders(school, id, file) == Array(repeating: wanted, count: 4), "\(act)")
    }
  }

  @Test func `a version that is taken out is nobody's, and a file that is taken away its author's`() async throws {
    let school = try await AnnouncementsSchool.open()
    let (id, file) = try await draft(school)
    try await school.send(.post, AnnouncementsPaths.announcement(id) + "/publication", as: .dana)
    let path = AnnouncementsPaths.announcement(id) + "/files/" + file.text + "/removal"
    try await school.send(.post, path, as: .dana)
    #expect(try await holders(school, id, file).suffix(2).allSatisfy { $0 == [.dana] })
    // What was taken away does not come out again with the rest.
    for act in ["retraction", "restoration"] {
      try await school.send(.post, AnnouncementsPaths.announcement(id) + "/" + act, as: .dana)
    }
    #expect(try await holders(school, id, file).suffix(2).allSatisfy { $0 == [.dana] })
    try await school.send(.post, path, Form(["restore": "on"]), as: .dana)
    #expect(try await holders(school, id, file).allSatisfy { $0 == Set(Person.allCases) })
    try await school.send(
      .post, AnnouncementsPaths.announcement(id),
      Form(["audience": "school", "language": "en", "title": "Trip", "text": "At 8.", "act": "publish"]), as: .dana)
    #expect(try await holders(school, id, file)[1].isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `follow another account of their author`(_ dialect: Dialect) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let (id, file) = try await draft(school)
    try await school.write { tx in
      try tx.merge(school.account(.dana), into: school.account(.noa))
    }
    #expect(try await holders(school, id, file).allSatisfy { $0 == [.noa] })
  }

  @Test(arguments: Dialect.allCases)
  func `that somebody has read them goes with them to another account`(_ dialect: Dialect) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let id = try await school.trip()
    func readers(_ person: Person) async throws -> Set<Person> {
      let key: [Value] = [.id(school.school), .id(id), .id(school.account(person))]
      return try await school.holders(of: AnnouncementsTables.read, key)
    }
    try await school.send(.post, AnnouncementsPaths.reading(id), as: .leila)
    #expect(try await readers(.leila) == [.leila])
    try await school.write { tx in
      try tx.merge(school.account(.leila), into: school.account(.sami))
    }
    #expect(try await readers(.sami) == [.sami])
    #expect(try await readers(.leila).isEmpty)
  }
}

@Suite struct `The form of a new announcement` {
  private func chosen(_ school: AnnouncementsSchool, _ person: AnnouncementsSchool.Person, _ more: String = "")
    async throws
    -> String?
  {
    let query = more.isEmpty ? Form() : Form([.init("audience", more)])
    let html = try await school.shown(AnnouncementsPaths.new, as: person, query: query)
    let select = try #require(html.firstRange(of: "name=\"audience\""))
    let options = html[select.upperBound...]
    guard let end = options.firstRange(of: "</select>"), let mark = options.firstRange(of: "\" selected"),
      mark.lowerBound < end.lowerBound
    else { return nil }
    return options[..<mark.lowerBound].split(separator: "\"").last.map(String.init)
  }

  @Test func `is for those whom one spoke to last, and for a teacher's own class before that`() async throws {
    let school = try await AnnouncementsSchool.open()
    let room = AnnouncementAudience.classroom(school.room).text
    #expect(try await chosen(school, .omar) == room)
    // The office speaks to the whole school by choosing so, not by forgetting to.
    #expect(try await chosen(school, .dana) ?? "" == "")
    _ = try await school.trip("school")
    #expect(try await chosen(school, .dana) ?? "" == "")
    #expect(try await chosen(school, .omar) == room)
    #expect(try await chosen(school, .dana, room) == room)
    #expect(try await chosen(school, .omar, "school") ?? "" == "")
  }

  @Test func `is for the class that the office spoke to last, and for no class of several by itself`() async throws {
    let school = try await AnnouncementsSchool.open()
    let room = AnnouncementAudience.classroom(school.room).text
    _ = try await school.trip(room)
    #expect(try await chosen(school, .dana) == room)
    let other: ID<Classroom> = AnnouncementsSchool.id(72)
    try await school.write { tx in
      try school.addClass(other, "8A", teachers: [.omar], students: [], from: NotificationsSchool.monday, tx)
    }
    #expect(try await chosen(school, .omar) ?? "" == "")
  }

  @Test func `has the cursor in the title where it is said to whom`() async throws {
    let school = try await AnnouncementsSchool.open()
    #expect(try await school.shown(AnnouncementsPaths.new, as: .omar).contains("autofocus"))
    #expect(try await !school.shown(AnnouncementsPaths.new, as: .dana).contains("autofocus"))
  }
}
