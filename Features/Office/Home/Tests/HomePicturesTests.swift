import App
import Base
import Database
import HomeroomTesting
import Ledger
import PeopleServer
import Router
import School
import Testing

@testable import Office
@testable import People
@testable import Web

/// Dana founds a second school; Omar is somebody else.
@Suite struct `Pictures in the three steps to a school` {
  private static let path = "/welcome/school"
  private static let start = [
    ("step", "school"), ("name", "Cedar"), ("kind", "k12"), ("language", "en"), ("zone", "UTC"), ("act", "next"),
  ]

  /// The fields of a step with what the last page carries.
  private func step(_ name: String, _ page: TestBrowser.Reply, _ more: [(String, String)]) -> [(String, String)] {
    let kept = ["name", "kind", "language", "zone", "classroom", "picture-waiting", "cover-waiting"]
    let carried = kept.compactMap { field in page.values(field).first.map { (field, $0) } }
    return [("step", name)] + carried.filter { one in !more.contains { $0.0 == one.0 } } + more
  }

  /// As far as the step of the children, with a picture of the school and one of the classroom.
  private func children(_ browser: TestBrowser) async throws -> TestBrowser.Reply {
    let one = try await browser.upload(Self.path, "picture", TestSchool.picture, Self.start).followed(by: browser)
    return try await browser.upload(
      Self.path, "cover", TestSchool.picture, step("classroom", one, [("classroom", "7B"), ("act", "next")])
    ).followed(by: browser)
  }

  @Test(arguments: Dialect.allCases)
  func `a school is founded with all of them, and “Finish” twice founds one`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let dana = try await school.signedIn("dana@rimon.example")
    let (before, photos) = (try await school.fileCount(), try await school.photosOfStaff())
    let page = try await children(dana)
    #expect(page.status == 200 && page.text.contains("enctype=\"multipart/form-data\""))
    let idempotencyKey = ("command", school.clock.world.id(IdempotencyKey.self).text)
    let last = step(
      "students", page, [("given", "Maya"), ("family", "K"), ("photo-waiting", ""), ("act", "finish"), idempotencyKey])
    var places: Set<String> = []
    for turn in 0..<3 {
      // The last time the pictures that waited have been swept away.
      if turn == 2 { school.clock.advance(seconds: WaitingPicture.maxDelay + 1) }
      if turn == 2 { try await FilesServer(ledger: school.homeroom.ledger).sweep() }
      let done = try await dana.upload(Self.path, "0-photo", TestSchool.picture, last)
      #expect(done.status == 303, "\(done.text.suffix(400))")
      places.insert(done.header("Location") ?? "")
    }
    #expect(places.count == 1)
    #expect(try await school.fileCount() == before + 3)
    let room = try #require(places.first)
    let seen = try await dana.get(room).text
    #expect(try await dana.get(room + "/cover").status == 200)
    let photo = try #require(seen.between("src=\"/students/", "\""))
    #expect(try await dana.get("/students/" + photo).header("Content-Type") == "image/jpeg")
    #expect(try await school.photosOfStaff() == photos + 1, "whoever teaches the class later has the child's picture")
    let mark = try #require(seen.between("class=\"switcher__mark\" aria-hidden=\"true\"><img src=\"", "\""))
    #expect(try await dana.get(mark).header("Content-Type") == "image/jpeg")
    #expect(try await school.signedIn("omar@rimon.example").get(mark).status == 404)
  }

  @Test func `what one comes back to shows the picture; it can be taken out, and another put in`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let dana = try await school.signedIn("dana@rimon.example")
    let page = try await children(dana)
    let back = try await dana.post(Self.path, step("students", page, [("act", "back")])).followed(by: dana)
    let cover = try #require(back.values("cover-waiting").first)
    let seen = try await dana.get("/welcome/pictures/" + cover)
    #expect(seen.status == 200 && seen.header("Content-Type") == "image/jpeg")
    #expect(seen.header("Content-Security-Policy")?.contains("sandbox") == true)
    #expect(
      back.text.contains("src=\"/welcome/pictures/\(cover)\"") && back.text.contains("name=\"remove\" value=\"cover\""))
    let out = try await dana.post(Self.path, step("classroom", back, [("classroom", "7C"), ("remove", "cover")]))
      .followed(by: dana)
    #expect(out.status == 200 && out.values("cover-waiting").isEmpty && out.values("classroom") == ["7C"])
    #expect(out.values("picture-waiting") == page.values("picture-waiting"))
    let again = try await dana.upload(
      Self.path, "cover", TestSchool.picture, step("classroom", out, [("classroom", "7C"), ("act", "back")])
    ).followed(by: dana)
    #expect(again.values("cover-waiting").count == 1 && again.values("cover-waiting") != [cover])
  }

  @Test func `a wrong file is refused at its field, and everything else stays`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let dana = try await school.signedIn("dana@rimon.example")
    let (page, before) = (try await children(dana), try await school.fileCount())
    let fields = step(
      "students", page,
      [
        ("given", "Maya"), ("family", "K"), ("photo-waiting", ""), ("given", "Nour"), ("family", "H"),
        ("photo-waiting", ""), ("act", "finish"),
      ])
    let drawing = Array("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".utf8)
    for wrong in [drawing, Array("GIF89a".utf8), Self.bomb] {
      let refused = try await dana.upload(
        Self.path, [("0-photo", TestSchool.picture), ("1-photo", wrong)], fields)
      #expect(refused.status == 422)
      #expect(refused.text.contains("id=\"f-1-photo-error\"") && !refused.text.contains("id=\"f-0-photo-error\""))
      #expect(refused.text.contains("href=\"#f-1-photo\""))
      #expect(refused.values("given") == ["Maya", "Nour"] && refused.values("name") == ["Cedar"])
      #expect(refused.values("photo-waiting").map(\.isEmpty) == [false, true])
      #expect(refused.values("cover-waiting") == page.values("cover-waiting"))
    }
    #expect(try await school.fileCount() == before + 3)
    #expect(try await school.schoolCount("Cedar") == 0)
    let start = try await dana.upload(Self.path, "picture", drawing, Self.start)
    #expect(start.status == 422 && start.text.contains("f-picture-error") && start.values("name") == ["Cedar"])
  }

  @Test(arguments: Dialect.allCases)
  func `nobody takes what waits for another`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let (dana, omar) = (
      try await school.signedIn("dana@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    let page = try await children(dana)
    let cover = try #require(page.values("cover-waiting").first)
    let missing = school.clock.world.id(Photo.self).text
    for path in [cover, missing] { #expect(try await omar.get("/welcome/pictures/" + path).status == 404) }
    let count = try await school.fileCount()
    for id in [cover, missing] {
      let taken = [
        ("step", "students"), ("name", "Mine"), ("kind", "k12"), ("language", "en"), ("zone", "UTC"),
        ("classroom", "1A"), ("given", "Sami"), ("family", ""), ("photo-waiting", id), ("act", "finish"),
      ]
      let refused = try await omar.post(Self.path, taken)
      #expect(refused.status == 422 && refused.text.contains("f-0-photo-error"))
      #expect(refused.values("photo-waiting") == [""] && refused.values("given") == ["Sami"])
    }
    #expect(try await school.schoolCount("Mine") == 0)
    #expect(try await school.fileCount() == count)
    // It is not to be had by the way of those that were taken out either.
    let room = try #require(try await omar.get("/classes").text.between("href=\"/classes/", "\""))
    #expect(try await omar.post("/classes/\(room)/cover", [("waiting", cover)]).status == 422)
  }

  @Test(arguments: Dialect.allCases)
  func `each step has an address, and whoever comes back finds what was typed, for a month`(_ dialect: Dialect)
    async throws
  {
    let school = try await TestSchool.open(dialect)
    let (dana, omar) = (
      try await school.signedIn("dana@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    #expect(try await dana.get(Self.path).header("Location") == Self.path + "?step=school")
    let fresh = try await dana.get(Self.path + "?step=school")
    #expect(fresh.text.contains("data-own-zone=\"f-zone\"") && fresh.text.contains(">UTC</option>"))
    let page = try await children(dana)
    let added = try await dana.post(
      Self.path, step("students", page, [("given", "Maya"), ("family", "K"), ("photo-waiting", ""), ("act", "add")]))
    #expect(added.header("Location") == Self.path + "?step=students&row=1")
    #expect(try await added.followed(by: dana).values("given") == ["Maya", ""], "room for one more was asked for")
    // The browser's own way back, another device, another day.
    let other = try await school.signedIn("dana@rimon.example")
    #expect(try await other.get(Self.path + "?step=classroom").values("classroom") == ["7B"])
    let last = try await other.get(Self.path)
    #expect(last.values("given") == ["Maya"] && last.values("name") == ["Cedar"])
    #expect(try await !other.get(Self.path + "?step=school").text.contains("data-own-zone"))
    #expect(try await !omar.get(Self.path + "?step=students").text.contains("7B"), "it is nobody else's")
    school.clock.advance(seconds: 30 * 86_400)
    #expect(try await school.signedIn("dana@rimon.example").get(Self.path + "?step=school").values("name") == [""])
  }

  @Test func `where nobody may found a school, there is no step and nothing leads to one`() async throws {
    let school = try await TestSchool.open(.sqlite, flags: ["new-schools": "no"])
    let dana = try await school.signedIn("dana@rimon.example")
    for path in [Self.path, Self.path + "?step=school"] { #expect(try await dana.get(path).status == 404) }
    #expect(try await dana.post(Self.path, Self.start).status == 404)
    #expect(try await dana.upload(Self.path, "picture", TestSchool.picture, Self.start).status == 404)
    #expect(try await !dana.get("/welcome").text.contains("href=\"\(Self.path)\""))
    #expect(try await school.schoolCount("Cedar") == 0)
  }

  @Test func `no row appears by a mistake, and a first name is said to be needed`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let dana = try await school.signedIn("dana@rimon.example")
    let page = try await children(dana)
    for act in ["add", "finish"] {
      let refused = try await dana.post(
        Self.path, step("students", page, [("given", ""), ("family", "Khoury"), ("photo-waiting", ""), ("act", act)]))
      #expect(refused.status == 422 && refused.values("family") == ["Khoury"] && refused.values("given") == [""])
      let label = refused.text.between("for=\"f-0-given\">", "</label>")
      #expect(label == "First name")
    }
  }

  @Test func `giving up leaves no picture, and who comes back too late is told where`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let dana = try await school.signedIn("dana@rimon.example")
    let before = try await school.fileCount()
    let page = try await children(dana)
    #expect(try await school.fileCount() == before + 2)
    let files = FilesServer(ledger: school.homeroom.ledger)
    school.clock.advance(seconds: WaitingPicture.maxDelay - 60)
    try await files.sweep()
    #expect(try await school.fileCount() == before + 2)
    school.clock.advance(seconds: 120)
    try await files.sweep()
    #expect(try await school.fileCount() == before)
    let left = try await school.homeroom.ledger.read { try $0.count("SELECT count(*) FROM waiting_picture") }
    #expect(left == 0)
    let late = try await dana.post(
      Self.path,
      step("students", page, [("given", "Maya"), ("family", "K"), ("photo-waiting", ""), ("act", "finish")]))
    #expect(late.status == 422 && late.text.contains("f-picture-error") && late.values("step") == ["school"])
    #expect(late.values("name") == ["Cedar"] && late.values("given") == ["Maya"] && late.values("classroom") == ["7B"])
    #expect(try await school.schoolCount("Cedar") == 0)
  }

  /// Says that it is 60,000 by 60,000 dots, in a handful of bytes.
  private static let bomb: [UInt8] = {
    var bytes = TestSchool.picture
    for place in [16, 20] { bytes.replaceSubrange(place..<place + 4, with: [0, 0, 0xEA, 0x60]) }
    return bytes
  }()
}

extension TestBrowser.Reply {
  /// The page that a step led to.
  fileprivate func followed(by browser: TestBrowser) async throws -> TestBrowser.Reply {
    guard status == 303, let place = header("Location") else { return self }
    return try await browser.get(place)
  }

  /// What the fields of a name hold, in the order of the page.
  fileprivate func values(_ name: String) -> [String] {
    text.split(separator: " name=\"\(name)\"").dropFirst().compactMap { $0.between("value=\"", "\"") }
  }
}

extension StringProtocol {
  fileprivate func between(_ start: String, _ end: String) -> String? {
    firstRange(of: start).flatMap { found in
      let rest = self[found.upperBound...]
      return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
    }
  }
}

extension TestSchool {
  /// How many children's pictures lie where a class's teachers have them.
  fileprivate func photosOfStaff() async throws -> Int {
    try await homeroom.ledger.read { tx in
      try tx.count(
        "SELECT count(*) FROM \(changeIndex) WHERE tbl = $1 AND kind = $2 AND op = 1",
        [.int(StudentsTables.photo.number), .text(Bucket.classStaff(.none).kind.letter)])
    }
  }

  fileprivate func schoolCount(_ name: String) async throws -> Int {
    try await homeroom.ledger.read { try $0.count("SELECT count(*) FROM school WHERE name = $1", [.text(name)]) }
  }
}

extension TestBrowser {
  /// Several files in one form.
  fileprivate func upload(_ path: String, _ files: [(String, [UInt8])], _ fields: [(String, String)]) async throws
    -> Reply
  {
    var body: [UInt8] = []
    for (name, value) in fields + [("csrf", csrf)] {
      body += Array("--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
    }
    for (name, bytes) in files {
      body += Array("--x\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"a.png\"\r\n\r\n".utf8)
      body += bytes + Array("\r\n".utf8)
    }
    return try await send(
      "POST", path, accept: "text/html", headers: [], type: "multipart/form-data; boundary=x",
      body: body + Array("--x--\r\n".utf8))
  }
}
