public import Base

/// The office makes a way into the school for one person.
public struct CreateInvite: FormCommand {
  public static let name = "members.create-invite"
  public let role: Role
  public let label: String
  /// For a guardian or a student: the record that whoever comes is linked to.
  public let student: ID<Student>?
  /// 1, 7 or 30.
  public let days: Int
  /// Where the code is sent; `nil` when it is handed over.
  public let email: String?
  public static var lifetimes: [Int] { [1, 7, 30] }
  /// Nobody becomes an owner by a code.
  public static var roles: [Role] { [.admin, .teacher, .student, .guardian] }

  public init(role: Role, label: String, student: ID<Student>? = nil, days: Int = 7, email: String? = nil) {
    (self.role, self.label, self.student, self.days) = (role, label, student, days)
    self.email = email
  }

  public init(_ form: inout FormReader) {
    role = form.choice("role", else: .guardian)
    label = form.text("label", max: 80)
    student = form.optionalID("student")
    days = form.integer("days", in: 1...30)
    email = form.optionalText("email", max: 254).map(foldedIdentifier)
    if let email, !isEmail(email) { form.fail("email", Phrase("accounts.email-wrong")) }
    if !CreateInvite.roles.contains(role) { form.fail("role", Phrase("form.choice")) }
    if !CreateInvite.lifetimes.contains(days) { form.fail("days", Phrase("form.choice")) }
  }
}

/// A code that was given out is worth nothing from now on.
public struct RevokeInvite: FormCommand {
  public static let name = "members.revoke-invite"
  public let invite: ID<Invite>
  public init(invite: ID<Invite>) { self.invite = invite }
  public init(_ form: inout FormReader) { invite = form.id("invite", about: "The invite that is taken back.") }
}

/// Somebody comes into a school by a code.
public struct JoinSchool: Command {
  public static let name = "members.join"
  public let code: InviteCode
  public init(code: InviteCode) { self.code = code }

  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    // A whole link fits in the field too: people paste what they were sent.
    let typed = reader.text("code", max: 400)
    let code = InviteCode(typed)
    if !typed.isEmpty, code == nil { reader.fail("code", Phrase("members.code-form")) }
    try reader.finish()
    guard let code else { throw .invalid("code", Phrase("members.code-form")) }
    self.code = code
  }
}

/// Somebody who has no account comes into a school by a code: the account is made on the way.
public struct Newcomer: Sendable {
  public let code: InviteCode
  public let name: String
  /// What they chose to sign in with: one of the two.
  public let username: String?
  public let email: String?
  public let password: String

  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let typed = reader.text("code", max: 400)
    let code = InviteCode(typed)
    name = reader.personName("name")
    let identifier = foldedIdentifier(reader.text("identifier", max: 254))
    password = reader.password("password")
    let isAddress = identifier.utf8.contains(UInt8(ascii: "@"))
    (username, email) = isAddress ? (nil, identifier) : (identifier, nil)
    if !typed.isEmpty, code == nil { reader.fail("code", Phrase("members.code-form")) }
    if isAddress, !isEmail(identifier) { reader.fail("identifier", Phrase("accounts.email-wrong")) }
    if !isAddress, !identifier.isEmpty, let reason = usernameProblem(identifier) { reader.fail("identifier", reason) }
    if !password.isEmpty, let reason = passwordProblem(password, not: [name, identifier]) {
      reader.fail("password", reason)
    }
    if !reader.flag("terms") { reader.fail("terms", Phrase("accounts.terms-needed")) }
    try reader.finish()
    guard let code else { throw .invalid("code", Phrase("members.code-form")) }
    self.code = code
  }
}

/// A secret of 140 random bits in letters that are hard to confuse (Crockford's base 32), in seven groups of four.
public struct InviteCode: Hashable, Sendable {
  private static let length = 28
  private static let letters: [UInt8] = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private let digits: [UInt8]

  public init(world: World) {
    let random = world.random
    var digits: [UInt8] = []
    while digits.count < InviteCode.length {
      var word = random()
      for _ in 0..<12 where digits.count < InviteCode.length {
        digits.append(UInt8(truncatingIfNeeded: word & 31))
        word >>= 5
      }
    }
    self.digits = digits
  }

  /// Reads what a person typed or pasted: any case, any grouping, O for 0, I and L for 1, or the whole link.
  ///
  /// - Returns: `nil` for what cannot be a code.
  public init?(_ text: String) {
    var digits: [UInt8] = []
    for scalar in InviteCode.afterLink(text).unicodeScalars {
      if InviteCode.isFiller(scalar.value) { continue }
      guard let digit = InviteCode.digit(scalar.value), digits.count < InviteCode.length else { return nil }
      digits.append(digit)
    }
    guard digits.count == InviteCode.length else { return nil }
    self.digits = digits
  }

  /// `7F3K-…`: how it is shown, and what a link carries.
  public var text: String {
    var out: [UInt8] = []
    for (place, digit) in digits.enumerated() {
      if place > 0, place % 4 == 0 { out.append(UInt8(ascii: "-")) }
      out.append(InviteCode.letters[Int(digit)])
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// What the hash is made of: the letters without their grouping.
  public var bytes: [UInt8] { digits.map { InviteCode.letters[Int($0)] } }

  /// What stands behind `code=` in a link, or the text itself.
  private static func afterLink(_ text: String) -> Substring {
    guard let mark = text.lastIndex(of: "=") else { return text[...] }
    return text[text.index(after: mark)...]
  }

  /// White space, dashes of every kind and the marks that keep a code in one direction.
  private static func isFiller(_ code: UInt32) -> Bool {
    switch code {
    case 9, 10, 13, 32, 45, 46, 0xA0, 0x2000...0x2015, 0x202F, 0x2066...0x2069, 0x061C, 0xFEFF: true
    default: false
    }
  }

  private static func digit(_ code: UInt32) -> UInt8? {
    var byte = UInt8(truncatingIfNeeded: code)
    guard code < 128 else { return nil }
    if byte >= UInt8(ascii: "a"), byte <= UInt8(ascii: "z") { byte -= 32 }
    switch byte {
    case UInt8(ascii: "O"): return 0
    case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
    default: return letters.firstIndex(of: byte).map { UInt8($0) }
    }
  }
}
