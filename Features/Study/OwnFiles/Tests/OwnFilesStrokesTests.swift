import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import School
@testable import Study

extension OwnFilesSchool {
  static let strokes = """
    {"shape":[1600,1200],"paper":"lines","by":"me","acts":[{"clear":true},
     {"pen":"red","width":"thin","points":[1,2,100,-3,4,90],"more":1}]}
    """
  /// The head of a picture of one pixel, which is enough to be told.
  static let picture: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1]
    + [8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89]

  func draw(_ strokes: String = Self.strokes, _ pictures: [[UInt8]] = [Self.picture]) async throws {
    var uploads: [Router.Upload] = []
    for (place, bytes) in pictures.enumerated() { uploads.append(try await upload("Cat \(place).png", bytes)) }
    try await send(
      .post, OwnFilesPaths.all, Form(["kind": "drawing", "strokes": strokes]), as: .maya, uploads: uploads)
  }
}

@Suite struct `A drawing with its strokes` {
  private let tool = ToolsPaths.making(.drawing)

  @Test(arguments: Dialect.allCases)
  func `is drawn on elsewhere, by its maker alone`(_ dialect: Dialect) async throws {
    let school = try await OwnFilesSchool.open(dialect)
    try await school.draw()
    let file = try #require(try await school.newest())
    #expect(file.kind == .drawing && file.hasStrokes)
    let page = try await school.shown(OwnFilesPaths.file(file.id), as: .maya)
    #expect(page.contains("Continue drawing") && page.contains("href=\"\(tool)?file=\(file.id.text)\""))
    guard case .file(let content) = try await school.send(.get, OwnFilesPaths.strokes(file.id), as: .maya).body else {
      Issue.record("no strokes")
      return
    }
    #expect(content.size == Int64(try DrawingStrokes(OwnFilesSchool.strokes).json.bytes.count))
    let canvas = try await school.shown(tool, as: .maya, query: Form(["file": file.id.text]))
    #expect(canvas.contains("data-from=\"\(OwnFilesPaths.strokes(file.id))\"") && canvas.contains("value=\"Cat 0\""))
    #expect(try await !school.shown(tool, as: .maya).contains("data-from"))
    for who in [OwnFilesSchool.Person.yusuf, .dana] {
      #expect(await school.refusal(.get, OwnFilesPaths.strokes(file.id), as: who) == .notFound)
      let other = try await school.refused {
        _ = try await school.send(.get, tool, as: who, query: Form(["file": file.id.text]))
      }
      #expect(other == .notFound)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is one picture without them, and no other file has any`(_ dialect: Dialect) async throws {
    let school = try await OwnFilesSchool.open(dialect)
    let before = try await school.counts()
    let two = try await school.refused { try await school.draw(pictures: 2) }
    #expect(two == .invalid("strokes", Phrase("own-files.strokes-wrong")))
    let text = try await school.refused { try await school.draw(OwnFilesSchool.strokes, [Array("By bus".utf8)]) }
    #expect(text == .invalid("strokes", Phrase("own-files.strokes-wrong")))
    let none = try await school.refused { try await school.draw("[]") }
    #expect(none == .invalid("strokes", Phrase("own-files.strokes-wrong")))
    #expect(try await school.counts() == before)
    try await school.draw("")
    let file = try #require(try await school.newest())
    #expect(file.kind == .drawing && !file.hasStrokes)
    #expect(try await !school.shown(OwnFilesPaths.file(file.id), as: .maya).contains("Continue drawing"))
    #expect(await school.refusal(.get, OwnFilesPaths.strokes(file.id), as: .maya) == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `is forgotten with them`(_ dialect: Dialect) async throws {
    let school = try await OwnFilesSchool.open(dialect)
    // The journal tells of it for ever.
    let before = try await school.counts().prefix(OwnFilesSchool.tables.count)
    try await school.draw()
    let file = try #require(try await school.newest())
    try await school.send(.post, OwnFilesPaths.removal(file.id), as: .maya)
    #expect(await school.refusal(.get, OwnFilesPaths.strokes(file.id), as: .maya) == .notFound)
    let (later, tenant) = (school.ledger.world.now().plus(seconds: OwnFile.regret), school.school)
    try await school.ledger.upkeep(school: tenant) { try OwnFilesStore(tx: $0).forget(file.id, before: later) }
    #expect(try await school.counts().prefix(OwnFilesSchool.tables.count) == before)
  }

  @Test func `keeps what a drawing is made of, and nothing else`() throws {
    let strokes = try DrawingStrokes(OwnFilesSchool.strokes)
    #expect(strokes.points == 2)
    #expect(
      strokes.json.string == """
        {"shape":[1600,1200],"paper":"lines","acts":[{"clear":true},\
        {"pen":"red","width":"thin","points":[1,2,100,-3,4,90]}]}
        """)
  }

  @Test(arguments: [
    "", "{}", "[]", "null", "{\"shape\":[1600,1200],\"paper\":\"blank\",\"acts\":[]}",
    Self.one("\"pen\":\"red\",\"width\":\"thin\",\"points\":[1,2]"),
    Self.one("\"pen\":\"red\",\"width\":\"thin\",\"points\":[1,2,0.5]"),
    Self.one("\"pen\":\"red\",\"width\":\"thin\",\"points\":[1,2,99999]"),
    Self.one("\"pen\":\"red\",\"width\":\"thin\",\"points\":[1,2,1e99999]"),
    Self.one("\"pen\":\"invisible\",\"width\":\"thin\",\"points\":[1,2,3]"),
    Self.one("\"pen\":\"red\",\"width\":\"huge\",\"points\":[1,2,3]"),
    Self.one("\"pen\":\"red\",\"width\":\"thin\",\"points\":[1,2,3]", shape: "[1600,9]"),
  ])
  func `is refused when it is none`(_ text: String) {
    #expect(throws: Refusal.invalid("strokes", Phrase("own-files.strokes-wrong"))) { try DrawingStrokes(text) }
  }

  @Test func `has bounds that are named`() throws {
    func points(_ count: Int) -> String {
      let numbers = Array(repeating: "1,2,3", count: count).joined(separator: ",")
      return Self.one("\"pen\":\"red\",\"width\":\"thin\",\"points\":[\(numbers)]")
    }
    #expect(try DrawingStrokes(points(DrawingStrokes.maxPoints)).points == DrawingStrokes.maxPoints)
    let many = Refusal.invalid("strokes", Phrase("own-files.points-many", .count(DrawingStrokes.maxPoints)))
    #expect(throws: many) { try DrawingStrokes(points(DrawingStrokes.maxPoints + 1)) }
    let wipes = Array(repeating: "{\"clear\":true}", count: DrawingStrokes.maxActs + 1).joined(separator: ",")
    let long = Refusal.invalid("strokes", Phrase("own-files.strokes-many", .count(DrawingStrokes.maxActs)))
    #expect(throws: long) {
      try DrawingStrokes("{\"shape\":[1600,1200],\"paper\":\"blank\",\"acts\":[\(wipes)]}")
    }
    let large = Refusal.tooLarge("strokes", most: DrawingStrokes.maxBytes)
    #expect(throws: large) { try DrawingStrokes(String(repeating: " ", count: DrawingStrokes.maxBytes + 1)) }
  }

  private static func one(_ stroke: String, shape: String = "[1600,1200]") -> String {
    "{\"shape\":\(shape),\"paper\":\"blank\",\"acts\":[{\(stroke)}]}"
  }
}

extension OwnFilesSchool {
  fileprivate func draw(pictures count: Int) async throws {
    try await draw(Self.strokes, Array(repeating: Self.picture, count: count))
  }
}
