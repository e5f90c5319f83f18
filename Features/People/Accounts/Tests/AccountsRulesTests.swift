import Base
import Kit
import School
import Testing

@testable import People

@Suite struct `What accounts allow` {
  private func day(_ text: String) throws -> Day { try #require(Day(text)) }

  @Test func `the 13th birthday is old enough and the day before is not`() throws {
    let born = try day("2013-11-21")
    #expect(age(born, on: try day("2026-11-20")) == 12)
    #expect(age(born, on: try day("2026-11-21")) == 13)
    let leap = try day("2012-02-29")
    #expect(age(leap, on: try day("2025-02-28")) == 12)
    #expect(age(leap, on: try day("2025-03-01")) == 13)
  }

  @Test func `a name that a school keeps is not its bearer's to change, nor is a colleague's anybody's to take`() throws
  {
    let now = Instant(milliseconds: 0)
    let ada = AccountRecord(id: .none, username: "ada", name: "Ada", createdAt: now)
    let me = Caller(account: .none, school: .none, role: .student)
    let other = ChangeName(name: "Daniel Levi")
    #expect(throws: Refusal.notAllowed(Phrase("accounts.name-kept"))) {
      try other.permit(for: me, account: ada, standing: NameStanding(isKept: true), now: now)
    }
    #expect(throws: Refusal.invalid("name", Phrase("accounts.name-taken"))) {
      try other.permit(for: me, account: ada, standing: NameStanding(staff: ["daniel  levi"]), now: now)
    }
    #expect(throws: Refusal.notFound) {
      try other.permit(for: me, account: nil, standing: NameStanding(), now: now)
    }
    _ = try other.permit(for: me, account: ada, standing: NameStanding(staff: ["Omar Haddad"]), now: now)
  }

  @Test func `a sign-up needs age, agreement and an open door`() throws {
    let now = Instant(milliseconds: 0)
    let young = SignUp(name: "Ada", email: "ada@example.org", password: "x", birth: try day("2014-01-01"), agrees: true)
    let today = try day("2026-11-21")
    #expect(throws: Refusal.notFound) { try young.permit(for: .none, isOpen: false, today: today, now: now) }
    #expect(throws: Refusal.notAllowed(Phrase("accounts.ask-school"))) {
      try young.permit(for: .none, isOpen: true, today: today, now: now)
    }
    let tomorrow = SignUp(name: "Ada", email: "a@b.c", password: "x", birth: try day("2026-11-22"), agrees: true)
    #expect(throws: Refusal.invalid("birth", Phrase("accounts.birth-wrong"))) {
      try tomorrow.permit(for: .none, isOpen: true, today: today, now: now)
    }
  }

  @Test func `a sign-up without agreement, with a poor password and no address says all three`() {
    let form: Form = Form(["name": "Ada", "email": "ada", "password": "12345678", "birth": "2000-01-01"])
    #expect(
      throws: Refusal.invalid([
        Problem("email", Phrase("accounts.email-wrong")), Problem("terms", Phrase("accounts.terms-needed")),
        Problem("password", Phrase("accounts.password-common")),
      ])
    ) { try SignUp(form) }
  }

  @Test(arguments: [
    ("short", "accounts.password-short"), ("Password1", "accounts.password-common"),
    ("QWERTYUIOP", "accounts.password-common"),
    ("ada@example.org", "accounts.password-known"), ("Ada Levi-Cohen", "accounts.password-known"),
  ])
  func `passwords that will not do`(_ password: String, _ key: String) {
    let problem = passwordProblem(password, not: ["Ada Levi-Cohen", "ada@example.org"])
    #expect(problem?.key == key)
  }

  @Test func `long and foreign passwords will do`() {
    #expect(passwordProblem("four little words", not: []) == nil)
    #expect(passwordProblem("סיסמה ארוכה", not: []) == nil)
    #expect(passwordProblem(String(repeating: "a", count: 256), not: [""]) == nil)
    #expect(passwordProblem(String(repeating: "a", count: 257), not: []) == Phrase("form.too-long", .count(256)))
  }

  @Test(arguments: [
    "//evil.example", "/\\evil", "https:evil", "https://evil.example", "evil", "", "/a\r\nSet-Cookie: x=1", "/a b",
    "/é",
    "javascript:alert(1)", "\\/evil", "/sign-in?next=/", "/sign-out", "\t//evil",
  ])
  func `nobody is sent anywhere but to a page of ours`(_ path: String) { #expect(pathOfOurs(path) == "/") }

  @Test(arguments: ["/", "/students/1?tab=a#b", "/account", "/%0d%0a"])
  func `pages of ours are kept`(_ path: String) { #expect(pathOfOurs(path) == path) }

  @Test(arguments: [
    ("a@b.co", true), ("مدرسة@مثال.إختبار", true), ("a@b", false), ("@b.co", false), ("a@b@c.de", false),
    ("a b@c.de", false),
    ("a@b..de", false), ("a@.de", false), ("<a@b.de>", false),
  ])
  func `what looks like an e-mail`(_ text: String, _ looks: Bool) { #expect(isEmail(text) == looks) }

  @Test func `a username cannot pass for an e-mail`() {
    #expect(usernameProblem("ada") == nil)
    #expect(usernameProblem("ada@example.org") != nil)
    #expect(usernameProblem("a d a") != nil)
    #expect(usernameProblem("a") != nil)
  }

  @Test(arguments: [
    "dana\u{200B}levy", "d\u{0430}na", "\u{0441}\u{043E}\u{0441}\u{043E}", "ﬁona", "ｄａｎａ", "dana\u{2060}",
    "da\u{00AD}na", "𝐝ana",
    "\u{03BF}\u{03C1}\u{03B1}",
  ])
  func `nor for another username`(_ text: String) {
    #expect(usernameProblem(text) != nil || foldedIdentifier(text) == "dana")
  }

  @Test(arguments: ["мария", "יעל", "أحمد1", "王小明", "zoë", "o’neill", "θεος"])
  func `and people choose one in their own letters`(_ text: String) { #expect(usernameProblem(text) == nil) }

  @Test(arguments: [
    "dana\u{200B}@rimon.example", "d\u{0430}na@rimon.example", "dana@rimon\u{00AD}.example", "dana@rіmon.example",
  ])
  func `an address that could be read as another is none`(_ text: String) { #expect(!isEmail(text)) }

  @Test func `names that look alike are one to a reader in passing`() {
    let look = nameLook("Daniel Levi")
    for name in [
      "daniel levi", "DANIEL  LEVI", "Danie\u{406} Levi", "D\u{0430}niel Levi", "Dan1el-Levi", "Dániel Lévi",
    ] {
      #expect(nameLook(name) == look, "\(name)")
    }
    #expect(nameLook("Daniel Levin") != look && nameLook("דניאל לוי") != look)
  }

  @Test func `a session ends 30 days after its last use and 180 days after it began`() {
    let start = Instant(milliseconds: 0)
    func session(seen: Int64) -> SessionRecord {
      SessionRecord(
        id: .none, account: .none, csrf: "", createdAt: start, seenAt: start.plus(days: seen), agent: "", source: "")
    }
    #expect(session(seen: 0).isAlive(at: start.plus(days: 30).plus(seconds: -1)))
    #expect(!session(seen: 0).isAlive(at: start.plus(days: 30)))
    #expect(session(seen: 179).isAlive(at: start.plus(days: 180).plus(seconds: -1)))
    #expect(!session(seen: 179).isAlive(at: start.plus(days: 180)))
  }

  @Test(arguments: [
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1", "Safari",
      "iPhone"
    ),
    ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0", "Edge", "Windows"),
    ("Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/140.0 Mobile Safari/537.36", "Chrome", "Android"),
    ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"),
  ])
  func `a device is known by two words`(_ agent: String, _ browser: String, _ system: String) {
    let device = UserAgent(agent: agent)
    #expect(device.browser == browser)
    #expect(device.system == system)
  }

  @Test func `an address is shown without its last part`() {
    #expect(roughly("203.0.113.9") == "203.0.113.…")
    #expect(roughly("2001:db8:1:2::9") == "2001:db8:1:…")
    #expect(roughly("::1") == "::1")
    #expect(roughly("local") == "local")
  }

  @Test func `the looks one can choose are those there are, and the school's`() {
    #expect(ChooseAppearance.Theme.allCases.map(\.rawValue) == ["inherit"] + Appearance.Theme.allCases.map(\.rawValue))
    #expect(
      ChooseAppearance.Scheme.allCases.map(\.rawValue) == ["inherit"] + Appearance.Scheme.allCases.map(\.rawValue))
  }

  @Test func `only somebody's own sessions and tokens can be ended`() {
    let (mine, theirs) = (ID<Account>(high: 1, low: 1), ID<Account>(high: 2, low: 2))
    let now = Instant(milliseconds: 0)
    let token = TokenRecord(id: ID(high: 3, low: 3), account: theirs, label: "x", createdAt: now, seenAt: nil)
    #expect(throws: Refusal.notFound) {
      try RevokeToken(token: token.id).permit(for: .own(mine), tokens: [token], now: now)
    }
    #expect(throws: Refusal.notFound) {
      try RevokeSession(session: ID(high: 9, low: 9)).permit(for: .own(mine), sessions: [], now: now)
    }
  }
}
