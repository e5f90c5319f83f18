import App
import Base
import Database
import Foundation
import HomeroomTesting
import Ledger
import School
import Testing

@testable import People
@testable import PeopleServer

@Suite struct FilesArrivalTests {
  @Test(arguments: Dialect.allCases)
  func `A file in pieces arrives whole, also when pieces come twice`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let maya = try await school.signedIn("maya")
    let whole = Array("%PDF-1.4\n".utf8) + (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let id = try await maya.begin("essay.pdf", whole.count)
    for place in stride(from: 0, to: whole.count, by: 1 << 20) {
      let piece = Array(whole[place..<min(place + 1 << 20, whole.count)])
      for _ in 0..<2 { #expect(try await maya.piece(id, place, piece).status == 200) }
    }
    let json = try await maya.get("/api/v1/uploads/\(id)").json()
    #expect(json["whole"] == .flag(true) && json["size"] == .number(String(whole.count)))
    #expect(json["type"] == .text("application/pdf"))
    let kept = try await school.kept(id)
    #expect(kept == whole)
  }

  @Test func `A piece in the wrong place, damaged, or beyond the end changes nothing`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let maya = try await school.signedIn("maya")
    let id = try await maya.begin("a.txt", 10)
    #expect(try await maya.piece(id, 4, Array("abc".utf8)).status == 412)
    #expect(try await maya.piece(id, 0, Array("abc".utf8), hash: String(repeating: "0", count: 64)).status == 422)
    #expect(try await maya.piece(id, 0, Array("abcdefghijkl".utf8)).status == 422)
    let kept = try await maya.get("/api/v1/uploads/\(id)").json()
    #expect(kept["received"] == .number("0") && kept["size"] == .number("10") && kept["name"] == .text("a.txt"))
    #expect(try await maya.piece(id, 0, Array("0123456789".utf8)).status == 200)
    #expect(try await maya.get("/api/v1/uploads/\(id)").json()["type"] == .text("text/plain"))
    #expect(throws: Refusal.invalid("sha256", Phrase("form.too-long", .count(64)))) {
      let hash = Form.Field("sha256", String(repeating: "0", count: 65))
      _ = try AddPiece(Form([Form.Field("arrival", id), Form.Field("place", "0"), hash]), size: 3)
    }
  }

  @Test func `Somebody else's file on its way is as one that does not exist`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let (maya, yusuf, dana) = (
      try await school.signedIn("maya"), try await school.signedIn("yusuf"),
      try await school.signedIn("dana@rimon.example")
    )
    let id = try await maya.begin("a.txt", 10)
    for other in [yusuf, dana] {
      #expect(try await other.get("/api/v1/uploads/\(id)").status == 404)
      #expect(try await other.piece(id, 0, Array("0123456789".utf8)).status == 404)
    }
    #expect(try await maya.get("/api/v1/uploads/\(id)").json()["received"] == .number("0"))
  }

  @Test func `Students have limits for one file, staff have larger ones`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let (maya, omar) = (try await school.signedIn("maya"), try await school.signedIn("omar@rimon.example"))
    let large = JSON.object([("name", .text("film.mp4")), ("size", .integer(26 << 20))])
    #expect(try await maya.postJSON("/api/v1/uploads", large).status == 422)
    #expect(try await omar.postJSON("/api/v1/uploads", large).status == 201)
  }

  @Test func `A school's own limits hold from the next file on, and the refusal names them`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let (maya, dana) = (try await school.signedIn("maya"), try await school.signedIn("dana@rimon.example"))
    let kept = try await maya.begin("a.pdf", 24_000_000)
    let saved = try await dana.post("/settings/work", [("file", "30"), ("person", "50"), ("dayStart", "0")])
    #expect(saved.status == 303)
    let (film, more) = (try await maya.announce("b.mp4", 31_000_000), try await maya.announce("c.mp4", 27_000_000))
    #expect(film.status == 422 && film.text.contains("30"))
    #expect(more.status == 422 && more.text.contains("50"))
    #expect(try await maya.announce("d.mp4", 20_000_000).status == 201)
    // Less than what is here takes nothing away, and lets nothing more in.
    _ = try await dana.post("/settings/work", [("file", "2"), ("person", "10"), ("dayStart", "0")])
    #expect(try await maya.piece(kept, 0, Array("%PDF".utf8)).status == 200)
    #expect(try await maya.announce("e.txt", 10).status == 422)
  }

  @Test func `A form's own files find the same limits as pieces`() throws {
    let limits = FileLimits(SchoolWork(file: 2, person: 10))
    let (maya, omar) = (Caller.none(.student), Caller.none(.teacher))
    let most = Int64(2_000_000)
    #expect(throws: Never.self) { try limits.mustTake([most, most], of: maya, used: 6_000_000, in: "file") }
    #expect(throws: Refusal.invalid("file", Phrase("files.too-large", .count(2)))) {
      try limits.mustTake([1, most + 1], of: maya, used: 0, in: "file")
    }
    #expect(throws: Refusal.invalid("file", Phrase("files.full", .count(10)))) {
      try limits.mustTake([most, most], of: maya, used: 6_000_001, in: "file")
    }
    #expect(throws: Never.self) { try limits.mustTake([500_000_000], of: omar, used: 600_000_000, in: "file") }
  }

  @Test func `What is put nowhere is forgotten after half a day`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let maya = try await school.signedIn("maya")
    let id = try await maya.begin("a.txt", 10)
    _ = try await maya.piece(id, 0, Array("01234".utf8))
    school.clock.advance(seconds: FilesServer.maxDelay + 1)
    try await FilesServer(ledger: school.homeroom.ledger).sweep()
    #expect(try await maya.get("/api/v1/uploads/\(id)").status == 404)
  }

  @Test(arguments: [
    ("../../etc/passwd", "passwd"), ("C:\\temp\\a.doc", "a.doc"), ("gnp\u{202E}exe.png", "gnpexe.png"),
    ("a\u{0}.png", "a.png"), ("..", "file"), ("", "file"), ("واجب.pdf", "واجب.pdf"),
  ])
  func `A name is shown without what could deceive`(_ name: String, _ shown: String) {
    #expect(FileNames.shown(name) == shown)
  }

  @Test func `A very long name keeps its ending`() {
    let shown = FileNames.shown(String(repeating: "x", count: 300) + ".pdf")
    #expect(shown.count <= 124 && shown.hasSuffix(".pdf"))
  }
}

extension Caller {
  fileprivate static func none(_ role: Role) -> Caller { Caller(account: .none, school: .none, role: role) }
}

extension TestBrowser {
  fileprivate func begin(_ name: String, _ size: Int) async throws -> String {
    let made = try await announce(name, size)
    guard case .text(let id) = try made.json()["id"] else { throw Refusal.notFound }
    return id
  }

  fileprivate func announce(_ name: String, _ size: Int) async throws -> Reply {
    try await postJSON("/api/v1/uploads", .object([("name", .text(name)), ("size", .integer(size))]))
  }

  fileprivate func piece(_ id: String, _ place: Int, _ bytes: [UInt8], hash: String? = nil) async throws -> Reply {
    var body = part("place", String(place))
    if let hash { body += part("sha256", hash) }
    body += Array("--x\r\nContent-Disposition: form-data; name=\"piece\"; filename=\"piece\"\r\n\r\n".utf8) + bytes
    body += Array("\r\n--x--\r\n".utf8)
    return try await send(
      "POST", "/api/v1/uploads/\(id)", accept: "application/json", headers: [("X-CSRF-Token", csrf)],
      type: "multipart/form-data; boundary=x", body: body)
  }

  private func part(_ name: String, _ value: String) -> [UInt8] {
    Array("--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
  }
}

extension TestSchool {
  /// The bytes of an arrival that is whole.
  fileprivate func kept(_ id: String) async throws -> [UInt8] {
    let hash = try await homeroom.ledger.read { tx in
      try tx.first("SELECT hash FROM arrival WHERE id = $1", [.id(ID<Arrival>(id) ?? .none)]) { $0.bytes(0) }
    }
    return try await homeroom.ledger.files.contents(hash ?? [])
  }
}
