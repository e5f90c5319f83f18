import Archive
import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import Study
@testable import StudyServer

@Suite struct `Texts come into a track from a file` {
  private func open(_ dialect: Dialect = .sqlite) async throws -> TracksSchool {
    let plain = try await TracksSchool.open(dialect)
    let server = TracksServer(ledger: plain.ledger, service: TracksService())
    let routes = trackRoutes(server.service) + trackImportServerRoutes(server)
    let school = TracksSchool(ledger: plain.ledger, clock: plain.clock, table: RouteTable(routes))
    try await school.make()
    return school
  }

  private func items(_ school: TracksSchool) async throws -> [TrackItem] {
    let (track, place) = (school.track, school.school)
    return try await school.ledger.read { try TracksStore(tx: $0).items(of: track, in: place) }
  }

  private func form(_ text: String, _ act: String = "take") -> Form { Form(["text": text, "act": act]) }

  @Test(arguments: Dialect.allCases)
  func `after a look that writes nothing`(_ dialect: Dialect) async throws {
    let school = try await open(dialect)
    let path = TracksPaths.importing(school.track)
    try await school.add("One")
    let file = "label,source,language\nOne,Text of One.,\nTwo,שתיים,he\nThree,,\n"
    let before = try await school.counts()
    let page = try await school.send(.post, path, form(file, "check"), as: .dana).page(school.scene())?.drawn ?? ""
    #expect(try await school.counts() == before)
    #expect(page.contains("1 new") && page.contains("1 kept") && page.contains("Line 4:"))
    #expect(page.contains("lang=\"he\" dir=\"rtl\"") && page.contains("Import 1 text"))
    try await school.send(.post, path, form(file), as: .dana)
    #expect(try await items(school).map { $0.label } == ["One", "Two"])
    #expect(try await items(school).last?.language == "he")
  }

  @Test(arguments: Dialect.allCases)
  func `and change what is there instead of doubling it`(_ dialect: Dialect) async throws {
    let school = try await open(dialect)
    let path = TracksPaths.importing(school.track)
    try await school.send(.post, path, form("## A\nReference: 1\n\nold\n\n### Commentary\nkept\n## B\nsame"), as: .dana)
    let first = try await items(school)
    try await school.send(.post, path, form("## a\nReference: 1\n\nnew\n## B\nsame\n## C\nlast"), as: .dana)
    let second = try await items(school)
    #expect(second.map { $0.source } == ["new", "same", "last"])
    #expect(second.prefix(2).map { $0.id } == first.map { $0.id } && second.first?.commentary == "kept")
    let before = try await school.counts()
    try await school.send(.post, path, form("## B\nsame"), as: .dana)
    #expect(try await school.counts() == before)
  }

  @Test func `with a date are set for that day by hand`() async throws {
    let school = try await open()
    let path = TracksPaths.importing(school.track)
    let day = school.today.plus(days: 3)
    try await school.send(.post, path, form("label,source,date\nA,a,\(day.text)\nB,b,\(day.text)\n"), as: .dana)
    let (track, place) = (school.track, school.school)
    let days = try await school.ledger.read {
      try TracksStore(tx: $0).days(of: track, from: day, until: day, in: place)
    }
    let texts = try await items(school).map { $0.id }
    #expect(days == [TrackDay(track: track, day: day, items: texts, isEdited: true)])
  }

  @Test func `or from an archive, in the order of names`() async throws {
    let school = try await open()
    let path = TracksPaths.importing(school.track)
    var writer = ZIP.Writer()
    writer.add("b.md", Array("# Second\ntwo".utf8))
    writer.add("a.md", Array("## First\none".utf8))
    writer.add("cover.png", [1, 2, 3])
    let bytes = writer.finish()
    let file = try await school.upload("texts.zip", bytes)
    let page = try await school.send(.post, path, form("", "check"), as: .dana, uploads: [file]).page(school.scene())
    #expect(page?.drawn.contains("cover.png") == true && page?.drawn.contains("## Second") == true)
    try await school.send(.post, path, form(""), as: .dana, uploads: [school.upload("texts.zip", bytes)])
    #expect(try await items(school).map { $0.label } == ["First", "Second"])
    let broken = try await school.upload("x.zip", [0x50, 0x4B, 3, 4, 0, 0])
    #expect(await school.refusal(.post, path, form(""), as: .dana, uploads: [broken])?.code == "invalid")
    let strange = try await school.upload("x.csv", [0xE9, 0x20, 0xFF])
    #expect(await school.refusal(.post, path, form(""), as: .dana, uploads: [strange])?.code == "invalid")
  }

  @Test func `only by who keeps the track, and nothing is written else`() async throws {
    let school = try await open()
    let path = TracksPaths.importing(school.track)
    let refused = try await school.refused { try await school.send(.post, path, form("## A\na"), as: .maya) }
    #expect(refused == .notFound)
    #expect(try await school.refused { try await school.send(.post, path, form(""), as: .dana) }?.code == "invalid")
    #expect(
      try await school.refused { try await school.send(.post, path, form("no heading"), as: .dana) }?.code == "invalid")
    let other = TracksPaths.importing(TracksSchool.id(5, Track.self))
    #expect(try await school.refused { try await school.send(.post, other, form("## A\na"), as: .dana) } == .notFound)
    #expect(await school.refusal(.get, path, as: .maya) == .notFound)
    #expect(try await school.shown(path, as: .dana).contains("multipart/form-data"))
  }
}
