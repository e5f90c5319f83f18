import App
import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing

@testable import People
@testable import PeopleServer

/// Dana owns Rimon School; Grace owns another.
@Suite struct `The picture of a school` {
  private static let path = "/settings/school/picture"

  @Test(arguments: Dialect.allCases)
  func `its owner puts one in, and everybody in the school sees it beside the name`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let dana = try await school.signedIn("dana@rimon.example")
    #expect(try await dana.upload(Self.path, "picture", TestSchool.picture).status == 303)
    let page = try await dana.get("/settings/school").text
    let shown = try #require(page.schoolPicture)
    for name in ["dana@rimon.example", "omar@rimon.example", "leila@rimon.example", "maya"] {
      let browser = try await school.signedIn(name)
      #expect(try await browser.get("/").text.contains("switcher__mark\" aria-hidden=\"true\"><img src=\"\(shown)\""))
      let seen = try await browser.get(shown)
      #expect(seen.status == 200 && seen.header("Content-Type") == "image/jpeg", "\(name)")
    }
    let json = try await dana.get("/api/v1/schools", accept: "application/json").text
    #expect(json.contains(shown.replacing("/", with: "\\/")) || json.contains(shown))
    let stranger = try await school.signedIn("grace@hill.example")
    let missing = "/schools/\(school.clock.world.id(Tenant.self).text)/picture"
    for path in [shown, missing] { #expect(try await stranger.get(path).status == 404) }
    let before = try await school.fileCount()
    // What is kept already is no upload that waits: it cannot be put in again by its name.
    let (rimon, kept) = try await school.picture(shown)
    let again = try await dana.post(Self.path, [("upload", kept.text)])
    #expect(again.status == 422 && again.text.contains("f-picture-error"))
    #expect(try await school.picture(shown).file == kept)
    #expect(try await dana.upload(Self.path, "picture", TestSchool.picture).status == 303)
    #expect(try await school.homeroom.ledger.holders(of: kept, in: rimon).isEmpty, "the old one is nobody's")
    #expect(try await school.fileCount() == before)
    #expect(try await dana.get("/settings/school").text.schoolPicture != shown)
  }

  @Test(arguments: Dialect.allCases)
  func `nobody but its owners changes it, and what is no picture is refused where it was chosen`(_ dialect: Dialect)
    async throws
  {
    let school = try await TestSchool.open(dialect)
    let (before, head) = (try await school.fileCount(), try await school.head())
    for name in ["avi@rimon.example", "omar@rimon.example", "leila@rimon.example", "maya"] {
      let browser = try await school.signedIn(name)
      let now = try await school.head()
      for status in [
        try await browser.upload(Self.path, "picture", TestSchool.picture).status,
        try await browser.post(Self.path + "/removal").status, try await browser.get(Self.path + "/edit").status,
      ] { #expect([403, 404].contains(status), "\(name)") }
      #expect(try await school.head() == now)
    }
    let dana = try await school.signedIn("dana@rimon.example")
    for wrong in [Array("<svg onload=alert(1)>".utf8), Array("GIF89a".utf8), []] {
      let refused = try await dana.upload(Self.path, "picture", wrong)
      #expect(refused.status == 422 && refused.text.contains("f-picture-error"))
    }
    #expect(try await school.fileCount() == before)
    #expect(try await school.head() >= head)
    #expect(try await dana.get("/settings/school").text.schoolPicture == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `taken out, it comes back for as long as nobody has put in another`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let dana = try await school.signedIn("dana@rimon.example")
    let before = try await school.fileCount()
    _ = try await dana.upload(Self.path, "picture", TestSchool.picture)
    let shown = try #require(try await dana.get("/settings/school").text.schoolPicture)
    let (ledger, (rimon, kept)) = (school.homeroom.ledger, try await school.picture(shown))
    let members = try await ledger.read { tx in
      Set(try tx.rows("SELECT account FROM membership WHERE school = $1", [.id(rimon)]) { $0.id(0, Account.self) })
    }
    #expect(try await ledger.holders(of: kept, in: rimon) == members, "it lies where the whole school looks")
    #expect(try await dana.post(Self.path + "/removal").status == 303)
    #expect(try await ledger.holders(of: kept, in: rimon).isEmpty, "and nobody's device keeps what was taken out")
    let page = try await dana.get("/settings/school").text
    let waiting = try #require(page.waiting)
    #expect(page.schoolPicture == nil)
    #expect(try await dana.get(shown).status == 404)
    let idempotencyKey = school.clock.world.id(IdempotencyKey.self).text
    for _ in 0..<2 {
      #expect(try await dana.post(Self.path, [("waiting", waiting), ("command", idempotencyKey)]).status == 303)
    }
    let back = try #require(try await dana.get("/settings/school").text.schoolPicture)
    #expect(try await dana.get(back).status == 200)
    #expect(try await school.fileCount() == before + 1)
    #expect(try await dana.post(Self.path, [("waiting", waiting)]).status == 422)
    _ = try await dana.post(Self.path + "/removal")
    let second = try #require(try await dana.get("/settings/school").text.waiting)
    _ = try await dana.upload(Self.path, "picture", TestSchool.picture)
    #expect(try await dana.post(Self.path, [("waiting", second)]).status == 412)
    _ = try await dana.post(Self.path + "/removal")
    school.clock.advance(seconds: WaitingPicture.regret + 1)
    try await FilesServer(ledger: school.homeroom.ledger).sweep()
    #expect(try await school.fileCount() == before)
  }
}

extension TestSchool {
  /// The school whose picture has this address, and the kept file.
  fileprivate func picture(_ address: String) async throws -> (school: ID<Tenant>, file: ID<KeptFile>) {
    let id = try #require(ID<Tenant>(String(address.dropFirst("/schools/".count).prefix(36))))
    let picture = try await homeroom.ledger.read { try SchoolsStore(tx: $0).school(id)?.picture }
    return (id, try #require(picture).cast())
  }
}

extension String {
  /// The address of a school's picture in a page.
  fileprivate var schoolPicture: String? {
    firstRange(of: "src=\"/schools/").map { found in
      "/schools/" + self[found.upperBound...].prefix { $0 != "\"" }
    }
  }

  /// What the way back of a removal carries.
  fileprivate var waiting: String? {
    firstRange(of: "name=\"waiting\" value=\"").map { found in String(self[found.upperBound...].prefix { $0 != "\"" }) }
  }
}
