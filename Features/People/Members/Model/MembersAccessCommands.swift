public import Base

/// The office gives people who have never signed in a way to: a slip with a code for each.
///
/// Whoever uses it takes over the account that a roster made, or the student's record, instead of getting a second one.
public struct GiveAccess: FormCommand {
  public static let name = "members.give-access"
  public enum People: Hashable, Sendable {
    case account(ID<Account>), student(ID<Student>)
    case classroom(ID<Classroom>)
    /// Everybody in one role; `nil` is everybody.
    case group(Role?)

    /// One person, who is refused with a reason where a group simply goes without them.
    public var isOne: Bool {
      switch self {
      case .account, .student: true
      case .classroom, .group: false
      }
    }
  }
  public let people: People
  /// 1, 7 or 30.
  public let days: Int
  /// Also those who hold a slip already; what they hold is worth nothing then.
  public let again: Bool

  /// The most slips of one sending: what a printer and a page can hold.
  public static var maxSlips: Int { 200 }
  public static var groups: [Role] { [.admin, .teacher, .student, .guardian] }

  public init(people: People, days: Int = 30, again: Bool = false) {
    (self.people, self.days, self.again) = (people, days, again)
  }

  /// One of `account`, `student`, `classroom` and `group` (a role, or `everybody`).
  public init(_ form: inout FormReader) {
    let account = form.optionalID("account", Account.self)
    let student = form.optionalID("student", Student.self)
    let classroom = form.optionalID("classroom", Classroom.self)
    let group = form.optionalText("group", max: 20)
    days = form.integer("days", in: 1...30)
    again = form.flag("again")
    if !CreateInvite.lifetimes.contains(days) { form.fail("days", Phrase("form.choice")) }
    var named: [People] = []
    if let account { named.append(.account(account)) }
    if let student { named.append(.student(student)) }
    if let classroom { named.append(.classroom(classroom)) }
    if let group {
      let role = Role(rawValue: group)
      if group != "everybody", role.map({ !GiveAccess.groups.contains($0) }) ?? true {
        form.fail("group", Phrase("form.choice"))
      }
      named.append(.group(role))
    }
    if named.count != 1, form.problems.isEmpty { form.fail("group", Phrase("form.choice")) }
    people = named.first ?? .group(nil)
  }
}

/// Somebody takes over the account that waits for them, by the code on their slip: from now on it has a password.
public struct ClaimAccount: Command {
  public static let name = "members.claim"
  public let code: InviteCode
  /// What they choose to sign in with: one of the two.
  public let username: String?
  public let email: String?
  public let password: String

  public init(code: InviteCode, username: String?, email: String?, password: String) {
    (self.code, self.username, self.email, self.password) = (code, username, email, password)
  }

  public init(_ newcomer: Newcomer) {
    self.init(code: newcomer.code, username: newcomer.username, email: newcomer.email, password: newcomer.password)
  }

  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let typed = reader.text("code", max: 400)
    let code = InviteCode(typed)
    let identifier = foldedIdentifier(reader.text("identifier", max: 254))
    let password = reader.password("password")
    let isAddress = identifier.utf8.contains(UInt8(ascii: "@"))
    if !typed.isEmpty, code == nil { reader.fail("code", Phrase("members.code-form")) }
    if isAddress, !isEmail(identifier) { reader.fail("identifier", Phrase("accounts.email-wrong")) }
    if !isAddress, !identifier.isEmpty, let reason = usernameProblem(identifier) { reader.fail("identifier", reason) }
    if !password.isEmpty, let reason = passwordProblem(password, not: [identifier]) { reader.fail("password", reason) }
    if !reader.flag("terms") { reader.fail("terms", Phrase("accounts.terms-needed")) }
    try reader.finish()
    guard let code else { throw .invalid("code", Phrase("members.code-form")) }
    self.init(
      code: code, username: isAddress ? nil : identifier, email: isAddress ? identifier : nil, password: password)
  }
}
