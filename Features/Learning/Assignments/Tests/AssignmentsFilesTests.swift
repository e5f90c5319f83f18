import Archive
import Base
import Database
import Foundation
import HomeroomTesting
import Ledger
import People
import Router
import School
import Testing

@testable import Learning
@testable import LearningServer
@testable import Web

@Suite struct `Files of somebody's work` {
  static let files = Form([
    "title": "Poster", "points": "10", "accepts": "files", "due": "2026-03-11T23:59", "late": "on", "publish": "1",
  ])
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]

  func fileID(_ fixture: AssignmentsFixture, _ path: String, as who: AssignmentsFixture.Who, _ list: String)
    async throws
    -> String
  {
    guard case .list(let files) = try await fixture.json(path, as: who)[list], case .text(let id) = files.first?["id"]
    else {
      throw Refusal.unavailable
    }
    return id
  }

  @Test func `are known by their content, whatever they are called`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set(Self.files)
    let html = try await fixture.upload(
      "../../\u{202E}gnp.<b>.png", Array("<html><script>alert(1)</script>".utf8))
    try await fixture.handIn(id, "", uploads: [html])
    let page = try await fixture.html(fixture.grading(id, "ada-record"), as: .okoro)
    #expect(!page.contains("\u{202E}") && !page.contains("<b>") && !page.contains("../"))
    #expect(!page.contains("<img") && !page.contains("<iframe"))
    let file = try await fileID(fixture, AssignmentsPaths.assignment(id), as: .ada, "draftFiles-none") {
      try await fixture.json(AssignmentsPaths.assignment(id), as: .ada)
    }
    guard case .file(let answer) = try await fixture.send(.get, "/files/" + file, as: .okoro).body else {
      throw Refusal.unavailable
    }
    #expect(!answer.isInline && answer.type == "text/html")
  }

  /// The first file of the last attempt.
  func fileID(
    _ fixture: AssignmentsFixture, _ path: String, as who: AssignmentsFixture.Who, _ list: String,
    _ json: () async throws -> JSON
  ) async throws -> String {
    guard case .list(let attempts) = try await json()["handedIn"], case .list(let files) = attempts.last?["files"],
      case .text(let id) = files.first?["id"]
    else { throw Refusal.unavailable }
    return id
  }

  @Test func `are seen by those who see the work, drafts by their writer alone`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set(Self.files)
    let picture = try await fixture.upload("photo.png", Self.png)
    _ = try await fixture.send(.post, AssignmentsPaths.draftFiles(id), as: .ada, uploads: [picture])
    let file = try await fileID(fixture, AssignmentsPaths.assignment(id), as: .ada, "draftFiles")
    for who in [AssignmentsFixture.Who.okoro, .owner, .leila, .ben, .brandt, .neighbour] {
      #expect(await fixture.refusal(.get, "/files/" + file, as: who) == .notFound)
    }
    try await fixture.handIn(id, "")
    for who in [AssignmentsFixture.Who.okoro, .owner, .leila, .ada] {
      #expect(await fixture.refusal(.get, "/files/" + file, as: who) == nil)
    }
    for who in [AssignmentsFixture.Who.ben, .brandt, .neighbour] {
      #expect(await fixture.refusal(.get, "/files/" + file, as: who) == .notFound)
    }
    try await fixture.seat("ada-record", .dropped)
    #expect(await fixture.refusal(.get, "/files/" + file, as: .ada) == nil)
  }

  @Test func `go while they are a draft, and stay when they were handed in`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set(Self.files)
    for name in ["a.png", "b.png"] {
      let picture = try await fixture.upload(name, Self.png + Array(name.utf8))
      _ = try await fixture.send(.post, AssignmentsPaths.draftFiles(id), as: .ada, uploads: [picture])
      fixture.clock.advance(seconds: 1)
    }
    let file = try await fileID(fixture, AssignmentsPaths.assignment(id), as: .ada, "draftFiles")
    #expect(await fixture.refusal(.post, "/files/\(file)/deletion", as: .ben) == .notFound)
    _ = try await fixture.send(.post, "/files/\(file)/deletion", as: .ada)
    #expect(await fixture.refusal(.get, "/files/" + file, as: .ada) == .notFound)
    try await fixture.handIn(id, "")
    let kept = try await fileID(fixture, AssignmentsPaths.assignment(id), as: .ada, "") {
      try await fixture.json(AssignmentsPaths.assignment(id), as: .ada)
    }
    #expect(await fixture.refusal(.post, "/files/\(kept)/deletion", as: .ada)?.code == "conflict")
    let own = try await fixture.html(AssignmentsPaths.files, as: .ada)
    #expect(own.contains("b.png") && own.contains("Poster") && !own.contains("a.png"))
    #expect(try await !fixture.html(AssignmentsPaths.files, as: .ben).contains("b.png"))
  }

  @Test func `are refused where none are taken, with nothing written`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    let picture = try await fixture.upload("photo.png", Self.png)
    let before = try await fixture.counts()
    #expect(
      await fixture.refusal(.post, AssignmentsPaths.draftFiles(id), as: .ada, uploads: [picture])?.code == "invalid")
    #expect(
      await fixture.refusal(.post, AssignmentsPaths.submission(id), ["text": "x"].form, as: .ada, uploads: [picture])?
        .code
        == "invalid")
    #expect(try await fixture.counts() == before)
  }
}

@Suite struct `The archive` {
  static let both = AssignmentsFixture.with(AssignmentsFixture.essay, "title", "Essay: 1/2")

  func bytes(_ answer: Response) async throws -> (bytes: [UInt8], length: Int?, name: String?) {
    guard case .stream(_, let name, let length, let stream) = answer.body, let write = stream.write else {
      throw Refusal.unavailable
    }
    let pieces = Pieces()
    try await write { await pieces.add($0) }
    return (await pieces.bytes, length, name)
  }

  actor Pieces {
    var bytes: [UInt8] = []
    func add(_ more: [UInt8]) { bytes += more }
  }

  func fixture() async throws -> (AssignmentsFixture, ID<CourseItem>) {
    let fixture = try await AssignmentsFixture.open()
    let form = Form(Self.both.fields + [Form.Field("accepts", "files")])
    let id = try await fixture.set(form)
    let picture = try await fixture.upload("photo.png", `Files of somebody's work`.png)
    try await fixture.handIn(id, "My essay", uploads: [picture])
    try await fixture.handIn(id, "Ben's", as: .ben)
    return (fixture, id)
  }

  @Test func `holds everybody's work under names of their own, in exactly the length it said`() async throws {
    let (fixture, id) = try await fixture()
    let out = try await bytes(fixture.send(.get, AssignmentsPaths.download(id), as: .okoro))
    #expect(out.length == out.bytes.count && out.name == "Essay- 1-2.zip")
    let archive = try ZIP.Archive(out.bytes, limits: AssignmentsServer.limits)
    let names = archive.entries.map { $0.path.split(separator: "/").dropFirst().joined(separator: "/") }
    #expect(names.sorted() == ["1/answer.txt", "1/answer.txt", "1/photo.png"])
    #expect(Set(archive.entries.map { $0.path.prefix { $0 != "/" } }).count == 2)
    for who in [AssignmentsFixture.Who.ada, .leila, .brandt] {
      #expect(await fixture.refusal(.get, AssignmentsPaths.download(id), as: who) == .notFound)
    }
  }

  @Test func `leaves out what is graded when that is asked, and is none when nothing is left`() async throws {
    let (fixture, id) = try await fixture()
    _ = try await fixture.send(.post, fixture.grading(id, "ada-record"), ["points": "9"].form, as: .okoro)
    let out = try await bytes(
      fixture.send(.get, AssignmentsPaths.download(id), as: .okoro, query: ["ungraded": "1"].form))
    #expect(try ZIP.Archive(out.bytes, limits: AssignmentsServer.limits).entries.count == 1)
    _ = try await fixture.send(.post, fixture.grading(id, "ben-record"), ["points": "8"].form, as: .okoro)
    await #expect(throws: Refusal.conflict(Phrase("assignments.nothing-to-download"))) {
      try await fixture.send(.get, AssignmentsPaths.download(id), as: .okoro, query: ["ungraded": "1"].form)
    }
  }

  @Test func `comes back to the right students, what is unchanged or nobody's left out`() async throws {
    let (fixture, id) = try await fixture()
    let out = try await bytes(fixture.send(.get, AssignmentsPaths.download(id), as: .okoro))
    let sent = try ZIP.Archive(out.bytes, limits: AssignmentsServer.limits)
    var writer = ZIP.Writer()
    for entry in sent.entries where entry.path.contains("Tal_Ben") {
      writer.add(entry.path, Array("Ben's, with remarks".utf8))
    }
    for entry in sent.entries where entry.path.hasSuffix("1/answer.txt") && entry.path.contains("Lovelace") {
      writer.add(entry.path, Array("My essay".utf8))
    }
    writer.add("Nobody_0000ffff/1/x.txt", Array("?".utf8))
    let archive = try await fixture.upload("marked.zip", writer.finish(), field: "archive")
    let kept = try await fixture.send(.post, AssignmentsPaths.marked(id), as: .okoro, uploads: [archive])
    guard case .text(let name) = kept.json()["id"] else { throw Refusal.unavailable }
    let plan = try await fixture.html(AssignmentsPaths.marked(id), as: .okoro, query: ["archive": name].form)
    #expect(
      plan.contains("Give 1 file back") && plan.contains("Not changed") && plan.contains("No student of this course"))
    #expect(
      await fixture.refusal(.post, AssignmentsPaths.marked(id) + "/return", ["archive": name].form, as: .owner)
        == .notFound)
    let back = try await fixture.send(
      .post, AssignmentsPaths.marked(id) + "/return", ["archive": name].form, as: .okoro)
    #expect(back.json()["returned"] == .integer(1))
    #expect(try await fixture.html(fixture.grading(id, "ben-record"), as: .okoro).contains("answer.txt"))
    #expect(try await !fixture.html(AssignmentsPaths.assignment(id), as: .ben).contains("Marked files"))
    _ = try await fixture.send(.post, fixture.grading(id, "ben-record"), ["points": "7"].form, as: .okoro)
    try await fixture.post(id, "ben-record")
    #expect(try await fixture.html(AssignmentsPaths.assignment(id), as: .ben).contains("Marked files"))
    #expect(try await !fixture.html(AssignmentsPaths.assignment(id), as: .ada).contains("Marked files"))
  }

  @Test func `is seen at once where there is no score to wait for`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let fields = Self.both.fields.filter { $0.name != "points" } + [Form.Field("accepts", "files")]
    let id = try await fixture.set(Form(fields))
    try await fixture.handIn(id, "Ben's", as: .ben)
    let out = try await bytes(fixture.send(.get, AssignmentsPaths.download(id), as: .okoro))
    var writer = ZIP.Writer()
    for entry in try ZIP.Archive(out.bytes, limits: AssignmentsServer.limits).entries {
      writer.add(entry.path, Array("with remarks".utf8))
    }
    let archive = try await fixture.upload("marked.zip", writer.finish(), field: "archive")
    let kept = try await fixture.send(.post, AssignmentsPaths.marked(id), as: .okoro, uploads: [archive])
    guard case .text(let name) = kept.json()["id"] else { throw Refusal.unavailable }
    _ = try await fixture.send(.post, AssignmentsPaths.marked(id) + "/return", ["archive": name].form, as: .okoro)
    let page = try await fixture.html(AssignmentsPaths.assignment(id), as: .ben)
    #expect(page.contains("Marked files") && page.contains("answer.txt"))
    let found = try #require(page.firstRange(of: "/files/"))
    let path = String(page[found.lowerBound...].prefix { $0 != "\"" })
    _ = try await fixture.send(.get, path, as: .ben)
    #expect(await fixture.refusal(.get, path, as: .ada) == .notFound)
  }

  @Test(arguments: ["../../etc/passwd", "/etc/passwd", "a/../../b", "C:\\x", "a\\b"])
  func `that wants to write elsewhere is refused whole`(_ path: String) async throws {
    let (fixture, id) = try await fixture()
    var writer = ZIP.Writer()
    writer.add(path, Array("x".utf8))
    let archive = try await fixture.upload("marked.zip", writer.finish(), field: "archive")
    let before = try await fixture.counts()
    #expect(
      await fixture.refusal(.post, AssignmentsPaths.marked(id), as: .okoro, uploads: [archive])?.code == "invalid")
    #expect(try await fixture.counts() == before)
  }

  @Test func `that is none, or cut off, is refused`() async throws {
    let (fixture, id) = try await fixture()
    let out = try await bytes(fixture.send(.get, AssignmentsPaths.download(id), as: .okoro))
    for bad in [Array("PK".utf8), Array(out.bytes.dropLast(10)), [UInt8](repeating: 7, count: 500)] {
      let archive = try await fixture.upload("marked.zip", bad, field: "archive")
      #expect(
        await fixture.refusal(.post, AssignmentsPaths.marked(id), as: .okoro, uploads: [archive])?.code == "invalid")
    }
  }

  /// The archive with what its directory says of the first entry changed: how it is packed, and how long it would be.
  private func lying(_ bytes: [UInt8], packed: UInt8, size: UInt32) -> [UInt8] {
    var out = bytes
    let length = withUnsafeBytes(of: size.littleEndian) { Array($0) }
    for place in out.indices.dropLast(46) where out[place] == 0x50 && out[place + 1] == 0x4B {
      if out[place + 2] == 1, out[place + 3] == 2 {
        out[place + 10] = packed
        out.replaceSubrange(place + 24..<place + 28, with: length)
      } else if out[place + 2] == 3, out[place + 3] == 4 {
        out[place + 8] = packed
        out.replaceSubrange(place + 22..<place + 26, with: length)
      }
    }
    return out
  }

  @Test func `that would fill the disk is refused before anything of it is unpacked`() async throws {
    let (fixture, id) = try await fixture()
    var one = ZIP.Writer()
    one.add("a/1/x.txt", [UInt8](repeating: 7, count: 2000))
    var many = ZIP.Writer()
    for number in 0...5000 { many.add("a/1/\(number)", [1]) }
    let bombs = [lying(one.finish(), packed: 8, size: 0x3000_0000), many.finish()]
    for bomb in bombs {
      let archive = try await fixture.upload("marked.zip", bomb, field: "archive")
      let before = try await fixture.counts()
      #expect(
        await fixture.refusal(.post, AssignmentsPaths.marked(id), as: .okoro, uploads: [archive])?.code == "invalid")
      #expect(try await fixture.counts() == before)
    }
  }

  @Test func `with an entry that is more than it says gives that one to nobody`() async throws {
    let (fixture, id) = try await fixture()
    let out = try await bytes(fixture.send(.get, AssignmentsPaths.download(id), as: .okoro))
    let sent = try ZIP.Archive(out.bytes, limits: AssignmentsServer.limits)
    let path = try #require(sent.entries.first { $0.path.contains("Tal_Ben") }?.path)
    var writer = ZIP.Writer()
    // A hundred thousand zeros, deflated, which the directory says are ten.
    let zeros = try #require(
      Data(
        base64Encoded: "7cExAQAAAMKg9U9tDQ+gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
          + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgFcD"))
    writer.add(path, Array(zeros))
    let archive = try await fixture.upload("marked.zip", lying(writer.finish(), packed: 8, size: 10), field: "archive")
    let kept = try await fixture.send(.post, AssignmentsPaths.marked(id), as: .okoro, uploads: [archive])
    guard case .text(let name) = kept.json()["id"] else { throw Refusal.unavailable }
    let before = try await fixture.counts()
    let plan = try await fixture.html(AssignmentsPaths.marked(id), as: .okoro, query: ["archive": name].form)
    #expect(!plan.contains("Give 1 file back"))
    #expect(try await fixture.counts() == before)
  }

  @Test func `that nobody returned is gone a day later`() async throws {
    let (fixture, id) = try await fixture()
    let out = try await bytes(fixture.send(.get, AssignmentsPaths.download(id), as: .okoro))
    let archive = try await fixture.upload("marked.zip", out.bytes, field: "archive")
    let kept = try await fixture.send(.post, AssignmentsPaths.marked(id), as: .okoro, uploads: [archive])
    guard case .text(let name) = kept.json()["id"] else { throw Refusal.unavailable }
    let file = try #require(ID<KeptFile>(name))
    let (school, ledger) = (fixture.school, fixture.ledger)
    let runner = JobRunner(ledger, fixture.server.jobHandlers)
    try await runner.runDue()
    #expect(try await ledger.read { try $0.file(file, school: school) } != nil)
    fixture.clock.advance(seconds: 25 * 3600)
    try await runner.runDue()
    #expect(try await ledger.read { try $0.file(file, school: school) } == nil)
  }
}
