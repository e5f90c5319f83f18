import Base
import Database
import Foundation
import HTML
import HomeroomTesting
import Hummingbird
import Kit
import Logging
import NIOCore
import Router
import School
import Synchronization
import Testing

@testable import Ledger
@testable import Web

/// A server that takes texts at one door and files at others, and counts what lies on its disk.
private struct Intake {
  let browser: TestBrowser
  let ledger: Ledger
  let lines = Lines()
  /// How long the server believes to be running.
  let time = Locked(Duration.zero)

  final class Lines: LogHandler {
    let all = Mutex<[String]>([])
    var metadata: Logger.Metadata {
      get { [:] }
      set { _ = newValue }
    }
    var logLevel: Logger.Level {
      get { .warning }
      set { _ = newValue }
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { nil }
      set { _ = newValue }
    }
    func log(event: LogEvent) { all.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") } }
  }

  init(room: FileRoom = FileRoom(file: 5000)) throws {
    let ledger = try TestDatabase.open(.sqlite, migrations: [], world: TestClock().world)
    let (lines, time) = (lines, time)
    self.ledger = ledger
    var hooks = Hooks(
      identify: { _, secret, _ in
        guard secret == "omar" else { return nil }
        let school = Identity.Membership(
          id: ID(high: 0x7000, low: 1 << 63 | 1), name: "Rimon", role: .teacher, kind: "k12", zone: "UTC",
          language: .en,
          look: Appearance(), head: 0)
        return Identity(
          account: ID(high: 0x7000, low: 1 << 63 | 2), credential: .session, session: .none, name: "Omar",
          language: nil,
          look: nil, school: school, schools: [], unread: 0, csrf: "proof")
      }, places: { _ in [] }, redirection: { _, _ in nil })
    hooks.room = { _ in room }
    let server = WebServer(
      routes: Intake.routes(ledger), views: [], hooks: hooks, settings: WebSettings(), catalogue: TestWords.all,
      assets: try Assets(directory: TestSchool.checkout + "/Public"), ledger: ledger, metrics: Metrics(),
      logger: Logger(label: "test") { _ in lines }, uptime: { time.with { $0 } })
    browser = TestBrowser(server)
    browser.setCookie("homeroom-local", "omar")
  }

  private static let form: @Sendable (Web.Request) async throws -> Web.Response = { request in
    let draft = request.draft
    return .page { scene in
      Page(
        "form", title: "Form",
        body: "<p id=\"typed\">\(draft["text"] ?? "")</p>\(fileField("file", "File", draft, scene))")
    }
  }

  private static func routes(_ ledger: Ledger) -> [Route] {
    [
      .post("/texts", .members, "Texts", bodyLimit: Limits.textBody.most) { _ in .done("/texts") },
      .post("/door", .anyone, "A door for everybody", bodyLimit: Limits.textBody.most) { _ in .done("/door") },
      .post("/files", .members, "Files that are looked at", form: form) { request in
        if request.form["text"] == "wrong" { throw Refusal.invalid("text", Phrase("form.required")) }
        return .page(json: { .object([("sizes", .list(request.uploads.map { .integer($0.size) }))]) }) { _ in
          Page("seen", title: "Seen", body: "")
        }
      }.taking(FilesTaken(count: 2)),
      .post("/kept", .members, "Files that are kept") { request in
        for upload in request.uploads {
          try await ledger.upkeep { tx in
            try tx.keep(
              tx.school.cast(), FileContent(hash: upload.hash, size: Int64(upload.size)), name: upload.name, type: "",
              by: nil)
          }
        }
        throw Refusal.stale
      }.taking(FilesTaken()),
      .post("/hidden", .members, "Somebody else's", form: { _ in throw Refusal.notFound }) { _ in .done("/") }
        .taking(FilesTaken()),
    ]
  }

  /// A body of parts; a part with a name is a file.
  static func parts(_ parts: [(field: String, file: String?, text: String)]) -> [UInt8] {
    parts.flatMap { part in
      let name = part.file.map { "; filename=\"\($0)\"" } ?? ""
      return Array(
        "--x\r\nContent-Disposition: form-data; name=\"\(part.field)\"\(name)\r\n\r\n\(part.text)\r\n".utf8)
    } + Array("--x--\r\n".utf8)
  }

  func post(
    _ path: String, _ parts: [(field: String, file: String?, text: String)], accept: String = "application/json"
  ) async throws -> TestBrowser.Reply {
    try await browser.send(
      "POST", path, accept: accept, headers: [], type: "multipart/form-data; boundary=x", body: Self.parts(parts))
  }

  /// Everything that lies in the store of files beside the store's own: what folder it is, and what holds its lock.
  var onDisk: [String] {
    (FileManager.default.enumerator(atPath: ledger.files.directory)?.allObjects as? [String] ?? [])
      .filter { $0.utf8.count > 2 && !["arriving", "belongs-to", "hold"].contains($0) }
  }
}

@Suite struct `What comes in` {
  @Test func `is counted in all its parts against the one limit of its route`() async throws {
    let intake = try Intake()
    let part = String(repeating: "a", count: 900_000)
    let three = (0..<3).map { (field: "a\($0)", file: String?.none, text: part) }
    let reply = try await intake.post("/texts", [("csrf", nil, "proof")] + three)
    #expect(reply.status == 413 && reply.text.contains("At most 2 MB"))
    #expect(try await intake.post("/texts", [("csrf", nil, "proof"), three[0], three[1]]).status == 200)
    // names and heads count, too
    let named = (0..<3000).map { (field: "a\($0)" + String(repeating: "n", count: 1000), file: String?.none, text: "") }
    #expect(try await intake.post("/texts", [("csrf", nil, "proof")] + named).status == 413)
  }

  @Test(arguments: ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "application/json"])
  func `is small from whom nobody knows`(_ type: String) async throws {
    let intake = try Intake()
    intake.browser.setCookie("homeroom-local", nil)
    for (count, status) in [(60_000, 200), (70_000, 413)] {
      let text = String(repeating: "a", count: count)
      let body =
        type.hasPrefix("multipart")
        ? Intake.parts([("text", nil, text)])
        : Array((type.hasSuffix("json") ? "{\"text\":\"\(text)\"}" : "text=\(text)").utf8)
      let reply = try await intake.browser.send(
        "POST", "/door", accept: "application/json", headers: [], type: type, body: body)
      #expect(reply.status == status && (status == 200 || reply.text.contains("At most 64 kB")))
    }
  }

  @Test func `takes as long as its length says and no longer, in each way to send it`() async throws {
    let intake = try Intake()
    for (make, kind) in [
      ({ Array("csrf=proof&text=".utf8) + [UInt8](repeating: 97, count: $0) }, "application/x-www-form-urlencoded"),
      (
        { Array("{\"csrf\":\"proof\",\"text\":\"".utf8) + [UInt8](repeating: 97, count: $0) + Array("\"}".utf8) },
        "application/json"
      ),
      (
        { Intake.parts([("csrf", nil, "proof"), ("text", nil, String(repeating: "a", count: $0))]) },
        "multipart/form-data; boundary=x"
      ),
    ] as [((Int) -> [UInt8], String)] {
      func spent(_ count: Int) async throws -> Duration {
        let body = make(count)
        var best = Duration.seconds(60)
        for _ in 0..<5 {
          let start = ContinuousClock.now
          let reply = try await intake.browser.send(
            "POST", "/texts", accept: "application/json", headers: [], type: kind, body: body)
          #expect(reply.status == 200)
          best = min(best, start.duration(to: .now))
        }
        return best
      }
      let (little, much) = (try await spent(100_000), try await spent(1_600_000))
      // What grows with the square would take 256 times as long.
      #expect(much < little * 100, "\(kind): sixteen times as much took \(much / little) times as long")
    }
  }

  @Test func `with a file is refused where none is taken, before a byte of it is kept`() async throws {
    let intake = try Intake()
    let file = (field: "file", file: String?("a.txt"), text: "hello")
    let reply = try await intake.post("/texts", [("csrf", nil, "proof"), file])
    #expect(reply.status == 422 && reply.text.contains("No file can be sent here"))
    #expect(try await intake.post("/files", [("csrf", nil, "proof"), ("other", "a.txt", "hello")]).status == 422)
    #expect(try await intake.post("/files", [file, ("csrf", nil, "proof")]).status == 403, "the proof comes first")
    #expect(try await intake.post("/files", [("csrf", nil, "wrong"), file]).status == 403)
    #expect(try await intake.post("/hidden", [("csrf", nil, "proof"), file]).status == 404)
    intake.browser.setCookie("homeroom-local", nil)
    #expect(try await intake.post("/files", [file]).status == 401)
    #expect(intake.onDisk == [])
    // a browser sends an empty file field of any form as a part without a name
    intake.browser.setCookie("homeroom-local", "omar")
    #expect(try await intake.post("/texts", [("csrf", nil, "proof"), ("file", "", "")]).status == 200)
  }

  @Test func `is taken as far as there is room, and says how much there is`() async throws {
    let intake = try Intake(room: FileRoom(file: 2_000_000, left: 3_000_000, full: Phrase("files.full", .count(3))))
    let (small, large) = (String(repeating: "a", count: 1_800_000), String(repeating: "b", count: 2_100_000))
    let proof = (field: "csrf", file: String?.none, text: "proof")
    #expect(try await intake.post("/files", [proof, ("file", "a", small)]).status == 200)
    let one = try await intake.post("/files", [proof, ("text", nil, "typed"), ("file", "b", large)])
    #expect(one.status == 413 && one.text.contains("At most 2 MB"))
    let both = try await intake.post("/files", [proof, ("file", "a", small), ("file", "b", small)])
    #expect(both.status == 422 && both.text.contains("3 MB"))
    #expect(try await intake.post("/files", [proof] + (0..<3).map { ("file", "\($0)", "x") }).status == 422)
    #expect(intake.onDisk == [])
    let page = try await intake.post(
      "/files", [proof, ("text", nil, "typed"), ("file", "b", large)], accept: "text/html")
    #expect(page.status == 413 && page.text.contains("<p id=\"typed\">typed</p>") && page.text.contains("At most 2 MB"))
  }

  @Test func `is given back at once when it was refused or only looked at, and kept when a row names it`() async throws
  {
    let intake = try Intake()
    let proof = (field: "csrf", file: String?.none, text: "proof")
    for (text, status) in [("right", 200), ("wrong", 422)] {
      let reply = try await intake.post(
        "/files", [proof, ("text", nil, text), ("file", "a", "seen"), ("file", "b", "")])
      #expect(reply.status == status && intake.onDisk == [], "\(text)")
    }
    #expect(try await intake.post("/kept", [proof, ("file", "a", "kept")]).status == 412)
    let kept = intake.onDisk
    #expect(kept.count == 1)
    // The same content again, refused: it is another's by now.
    #expect(try await intake.post("/files", [proof, ("text", nil, "wrong"), ("file", "a", "kept")]).status == 422)
    #expect(intake.onDisk == kept)
  }

  @Test func `that somebody else sends meanwhile stays theirs`() async throws {
    let intake = try Intake()
    let (first, second) = (try intake.ledger.files.begin(limit: 9), try intake.ledger.files.begin(limit: 9))
    for writing in [first, second] { try await writing.write([1, 2, 3]) }
    _ = try await first.finish()
    let content = try await second.finish()
    await intake.ledger.takeBack([first])
    #expect(intake.ledger.files.exists(content.hash))
  }

  @Test(arguments: ["application/json", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])
  func `broken or dripping is cut without a word in the log`(_ type: String) async throws {
    let intake = try Intake()
    let start = Array(Intake.parts([("csrf", nil, "proof"), ("file", "a", "some")]).prefix(100))
    let broken = AsyncThrowingStream<ByteBuffer, any Error> { out in
      out.yield(ByteBuffer(bytes: start))
      out.finish(throwing: Broken())
    }
    let cut = try await intake.browser.send(
      "POST", "/files", accept: "application/json", type: type, stream: RequestBody(asyncSequence: broken))
    #expect(cut.status == 400 && cut.header("Connection") == nil)
    let dripping = AsyncStream<ByteBuffer>(unfolding: { [time = intake.time] in
      time.with { $0 += .seconds(5) }
      return ByteBuffer(bytes: [UInt8(ascii: " ")])
    })
    let slow = try await intake.browser.send(
      "POST", "/files", accept: "application/json", headers: [("Transfer-Encoding", "chunked")], type: type,
      stream: RequestBody(asyncSequence: dripping))
    #expect(slow.status == 408 && slow.header("Connection") == "close")
    #expect(intake.lines.all.withLock { $0 } == [] && intake.onDisk == [])
  }
  private struct Broken: Error {}

  @Test func `under the same key is the same thing, or is refused`() throws {
    func digest(_ path: String, _ fields: KeyValuePairs<String, String>) -> [UInt8] {
      RequestReading.Body(form: Form(fields), idempotencyKey: .none).digest(path)
    }
    let first = digest("/a", ["x": "1", "y": "2"])
    #expect(digest("/api/v1/a", ["y": "2", "x": "1"]) == first, "the API is the page's other door")
    #expect(digest("/a", ["x": "1", "y": "2", "waited": "9"]) == first, "a device's clock goes on")
    let secrets: KeyValuePairs = ["x": "1", "y": "2", "password": "a", "current": "b", "new": "c"]
    #expect(digest("/a", secrets) == first, "no password can be guessed from what is kept")
    for other in [digest("/b", ["x": "1", "y": "2"]), digest("/a", ["x": "1"]), digest("/a", ["x": "12", "y": ""])] {
      #expect(other != first)
    }
    #expect(digest("/a", ["x": "1", "x": "2"]) != digest("/a", ["x": "2", "x": "1"]))
  }
}
