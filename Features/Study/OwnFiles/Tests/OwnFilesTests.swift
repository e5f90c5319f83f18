import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import PeopleServer
import Router
import School
import Testing

@testable import School
@testable import Study
@testable import StudyServer

/// Maya and Yusuf, of whom neither has anything to do with the other's files.
struct OwnFilesSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, maya, yusuf
    var role: Role { self == .dana ? .owner : .student }
  }
  static let tables = ["own_file", "file"]
  let ledger: Ledger
  let table: RouteTable
  let server: OwnFilesServer

  static func open(_ dialect: Dialect) async throws -> OwnFilesSchool {
    let clock = TestClock(Zone.utc.instant(Day(number: 20_523), minute: 540), step: 1)
    let ledger = try TestDatabase.open(
      dialect, migrations: learning + OwnFilesTables.migrations, world: clock.world)
    let server = OwnFilesServer(ledger: ledger, files: FilesServer(ledger: ledger))
    let made = OwnFilesSchool(
      ledger: ledger,
      table: RouteTable(
        ownFileRoutes(server.service) + ownFileServerRoutes(server) + toolRoutes(ToolsService())), server: server)
    try await made.found { _ in }
    return made
  }

  func keep(_ name: String, _ text: String = "By bus", kind: String? = nil, as person: Person = .maya) async throws {
    let upload = try await upload(name, Array(text.utf8))
    try await send(.post, OwnFilesPaths.all, Form(kind.map { ["kind": $0] } ?? [:]), as: person, uploads: [upload])
  }
  /// The newest of the person's.
  func newest(of person: Person = .maya) async throws -> OwnFile? {
    let (account, school) = (caller(person).account, school)
    return try await ledger.read {
      try OwnFilesStore(tx: $0).files(of: account, nil, page: 1, in: school).first
    }
  }
}

@Suite struct `One's own files` {
  @Test(arguments: Dialect.allCases)
  func `are kept, and are there for nobody else`(_ dialect: Dialect) async throws {
    let school = try await OwnFilesSchool.open(dialect)
    #expect(try await school.shown(OwnFilesPaths.all, as: .maya).contains("No files yet"))
    try await school.keep("Route.txt", kind: "drawing")
    let file = try #require(try await school.newest())
    #expect(file.name == "Route.txt" && file.kind == .text && file.size == 6 && !file.hasSmallCopy)
    #expect(try await school.shown(OwnFilesPaths.all, as: .maya).contains("Route.txt"))
    #expect(try await school.shown(OwnFilesPaths.all, as: .maya, query: Form(["kind": "text"])).contains("Route.txt"))
    #expect(
      try await school.shown(OwnFilesPaths.all, as: .maya, query: Form(["kind": "sound"])).contains(
        "Nothing of this kind"))
    #expect(try await school.shown(OwnFilesPaths.file(file.id), as: .maya).contains("value=\"Route.txt\""))
    guard case .file(let content) = try await school.send(.get, OwnFilesPaths.content(file.id), as: .maya).body else {
      Issue.record("no file")
      return
    }
    #expect(content.size == 6 && content.isInline && content.name == "Route.txt")
    #expect(try await school.shown(OwnFilesPaths.all, as: .yusuf).contains("No files yet"))
    for path in [OwnFilesPaths.file(file.id), OwnFilesPaths.content(file.id), OwnFilesPaths.small(file.id)] {
      #expect(await school.refusal(.get, path, as: .yusuf) == .notFound)
      #expect(await school.refusal(.get, path, as: .dana) == .notFound)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `have another name with the ending they had`(_ dialect: Dialect) async throws {
    let school = try await OwnFilesSchool.open(dialect)
    try await school.keep("Route.txt")
    let file = try #require(try await school.newest())
    try await school.send(.post, OwnFilesPaths.file(file.id), Form(["name": "The way home"]), as: .maya)
    #expect(try await school.newest()?.name == "The way home.txt")
    let refusal = try await school.refused {
      try await school.send(.post, OwnFilesPaths.file(file.id), Form(["name": "Mine"]), as: .yusuf)
    }
    #expect(refusal == .notFound)
    let empty = try await school.refused {
      try await school.send(.post, OwnFilesPaths.file(file.id), Form(["name": " "]), as: .maya)
    }
    #expect(empty?.code == "invalid")
  }

  @Test(arguments: Dialect.allCases)
  func `come back for an hour, and are then forgotten`(_ dialect: Dialect) async throws {
    let school = try await OwnFilesSchool.open(dialect)
    try await school.keep("Route.txt")
    let file = try #require(try await school.newest())
    let removal = OwnFilesPaths.removal(file.id)
    #expect(try await school.refused { try await school.send(.post, removal, as: .yusuf) } == .notFound)
    let answer = try await school.send(.post, removal, as: .maya)
    #expect(answer.toast?.undo?.path == removal)
    #expect(try await school.newest() == nil)
    #expect(await school.refusal(.get, OwnFilesPaths.content(file.id), as: .maya) == .notFound)
    try await school.server.forgetDeleted()
    try await school.send(.post, removal, Form(["restore": "1"]), as: .maya)
    #expect(try await school.newest()?.id == file.id)
    try await school.send(.post, removal, as: .maya)
    let later = school.ledger.world.now().plus(seconds: OwnFile.regret)
    let tenant = school.school
    try await school.ledger.upkeep(school: tenant) { try OwnFilesStore(tx: $0).forget(file.id, before: later) }
    #expect(await school.refusal(.post, removal, Form(["restore": "1"]), as: .maya) == .notFound)
    #expect(try await school.ledger.read { try $0.count("SELECT count(*) FROM file") } == 0)
  }

  @Test(arguments: Dialect.allCases)
  func `are refused when nothing came, or too much`(_ dialect: Dialect) async throws {
    let school = try await OwnFilesSchool.open(dialect)
    let nothing = try await school.refused { try await school.send(.post, OwnFilesPaths.all, as: .maya) }
    #expect(nothing?.code == "invalid")
    var uploads: [Router.Upload] = []
    for place in 0...OwnFile.mostAtOnce {
      uploads.append(try await school.upload("\(place).txt", Array("a\(place)".utf8)))
    }
    let sent = uploads
    let many = try await school.refused {
      try await school.send(.post, OwnFilesPaths.all, as: .maya, uploads: sent)
    }
    #expect(many?.code == "invalid")
  }
}

@Suite struct `The rules of one's own files` {
  private static let caller = Caller(account: ID(high: 1, low: 1), school: ID(high: 1, low: 2), role: .student)
  private static func file(_ name: String, _ type: String = "text/plain", size: Int64 = 10, small: Bool = false)
    -> OwnFile
  {
    OwnFile(
      id: ID(high: 2, low: 1), account: caller.account, name: name, kind: OwnFile.Kind(type: type), type: type,
      size: size, hasSmallCopy: small, createdAt: Instant(milliseconds: 0))
  }

  @Test func `let a person have so many and no more`() throws {
    let keep = KeepOwnFiles()
    _ = try keep.permit(for: Self.caller, count: 1, known: OwnFile.most - 1, now: Instant(milliseconds: 0))
    #expect(throws: Refusal.self) {
      try keep.permit(for: Self.caller, count: 2, known: OwnFile.most - 1, now: Instant(milliseconds: 0))
    }
    let back = RemoveOwnFile(file: Self.file("a.txt").id, isRemoved: false)
    #expect(throws: Refusal.self) {
      try back.permit(
        for: Self.caller, known: Self.file("a.txt"), count: OwnFile.most, now: Instant(milliseconds: 0))
    }
  }

  @Test func `tell a kind by the content, and believe a sender what cannot be told`() {
    #expect(OwnFile.Kind(type: "image/png") == .picture)
    #expect(OwnFile.Kind(type: "image/png", said: .drawing) == .drawing)
    #expect(OwnFile.Kind(type: "application/pdf", said: .drawing) == .document)
    #expect(OwnFile.Kind(type: "audio/webm") == .sound)
    #expect(OwnFile.Kind(type: "video/webm", said: .sound) == .other, "a film is no sound, whatever it is called")
    #expect(OwnFile.Kind(type: "text/plain", said: .sound) == .text)
  }

  @Test func `keep the ending of a name, whatever it is called`() {
    func renamed(_ name: String, _ new: String) -> String {
      RenameOwnFile(file: Self.file(name).id, newName: new).shown(of: Self.file(name))
    }
    #expect(renamed("a.png", "The sea") == "The sea.png")
    #expect(renamed("a.png", "The sea.png") == "The sea.png")
    #expect(renamed("a.png", "The sea.exe") == "The sea.exe.png")
    #expect(renamed("notes", "The sea") == "The sea")
    #expect(renamed("a.png", String(repeating: "x", count: 120)).hasSuffix("x.png"))
  }

  @Test func `show a picture in a list when it is small or has a small copy`() {
    #expect(Self.file("a.png", "image/png").isShownSmall)
    #expect(!Self.file("a.png", "image/png", size: 2_000_000).isShownSmall)
    #expect(Self.file("a.png", "image/png", size: 2_000_000, small: true).isShownSmall)
    #expect(!Self.file("a.svg", "image/svg+xml").isShownSmall)
  }
}
