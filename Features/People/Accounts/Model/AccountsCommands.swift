public import Base

/// Somebody without an account asks for one.
///
/// The day of birth is asked, weighed and forgotten.
public struct SignUp: FormCommand {
  public static let name = "accounts.sign-up"
  public let name: String
  public let email: String
  public let password: String
  public let birth: Day
  public let agrees: Bool

  public init(name: String, email: String, password: String, birth: Day, agrees: Bool) {
    (self.name, self.email, self.password, self.birth, self.agrees) = (name, email, password, birth, agrees)
  }

  public init(_ form: inout FormReader) {
    name = form.personName("name")
    email = foldedIdentifier(form.text("email", max: 254))
    password = form.password("password")
    birth = form.day("birth")
    agrees = form.flag("terms")
    if !email.isEmpty, !isEmail(email) { form.fail("email", Phrase("accounts.email-wrong")) }
    if !agrees { form.fail("terms", Phrase("accounts.terms-needed")) }
    if !password.isEmpty, let reason = passwordProblem(password, not: [name, email]) { form.fail("password", reason) }
  }
}

/// An account made by the server itself: for the demo, an import, an invitation.
public struct CreateAccount: Command {
  public static let name = "accounts.create"
  public let name: String
  public let username: String?
  public let email: String?
  public init(name: String, username: String?, email: String?) {
    (self.name, self.username, self.email) = (name, username, email)
  }
}

/// Somebody says who they are, and proves it.
public struct SignIn: FormCommand {
  public static let name = "accounts.sign-in"
  public let identifier: String
  public let password: String
  /// Where to go then; a path of ours, or home.
  public let next: String

  public init(identifier: String, password: String, next: String = "/") {
    (self.identifier, self.password, self.next) = (identifier, password, next)
  }

  public init(_ form: inout FormReader) {
    identifier = form.text("identifier", max: 254)
    password = form.password("password")
    next = pathOfOurs(form.values("next").first)
  }
}

/// Ends the session or the token that asks.
public struct SignOut: Command {
  public static let name = "accounts.sign-out"
  public init() {}
}

public struct ChangePassword: FormCommand {
  public static let name = "accounts.change-password"
  public let current: String
  public let new: String
  /// Whether the programs that act for the account lose their tokens with it.
  public let endsTokens: Bool

  public init(current: String, new: String, endsTokens: Bool = false) {
    (self.current, self.new, self.endsTokens) = (current, new, endsTokens)
  }

  public init(_ form: inout FormReader) {
    current = form.password("current")
    new = form.password("new")
    endsTokens = form.flag("tokens")
  }
}

public struct ChangeName: FormCommand {
  public static let name = "accounts.change-name"
  public let name: String

  public init(name: String) { self.name = name }

  public init(_ form: inout FormReader) { name = form.personName("name") }
}

public struct ChooseLanguage: FormCommand {
  public static let name = "accounts.choose-language"
  public let language: Language
  public let back: String

  public init(_ language: Language, back: String = "/account") { (self.language, self.back) = (language, back) }

  public init(_ form: inout FormReader) {
    language = form.choice("language", else: .en)
    back = pageOfOurs(form.values("back").first)
  }
}

/// A theme, a scheme, and whether single keys do something; each stays as it is when it is not named, and the first two
/// follow the school when they are `inherit`.
public struct ChooseAppearance: FormCommand {
  public static let name = "accounts.choose-look"
  public enum Theme: String, CaseIterable, Hashable, Sendable { case inherit, wolfwhale, montessori, oasis, hogwarts }
  public enum Scheme: String, CaseIterable, Hashable, Sendable { case inherit, system, light, dark }
  public let theme: Theme?
  public let scheme: Scheme?
  public enum Keys: String, CaseIterable, Hashable, Sendable { case on, off }
  public let keys: Keys?
  public let back: String

  public init(theme: Theme?, scheme: Scheme?, keys: Keys? = nil, back: String = "/account") {
    (self.theme, self.scheme, self.keys, self.back) = (theme, scheme, keys, back)
  }

  public init(_ form: inout FormReader) {
    theme = form.optionalChoice("theme")
    scheme = form.optionalChoice("scheme")
    keys = form.optionalChoice("keys")
    back = pageOfOurs(form.values("back").first)
  }
}

/// The zone one reads moments in; without one it is the school's.
public struct ChooseZone: FormCommand {
  public static let name = "accounts.choose-zone"
  public let zone: String?

  public init(_ zone: String?) { self.zone = zone }

  public init(_ form: inout FormReader) { zone = form.optionalText("zone", max: 60) }
}

public struct RevokeSession: Command {
  public static let name = "accounts.revoke-session"
  public let session: ID<SessionRecord>
  public init(session: ID<SessionRecord>) { self.session = session }
}

/// Ends every session of the account but the one that asks.
public struct RevokeOthers: Command {
  public static let name = "accounts.revoke-others"
  public init() {}
}

public struct MakeToken: FormCommand {
  public static let name = "accounts.make-token"
  public let label: String
  public let scope: TokenScope
  public let area: TokenArea?
  /// Until it ends by itself; `nil` is never.
  public let days: Int?
  public static let lifetimes = [30, 90, 365]

  public init(label: String, scope: TokenScope = .write, area: TokenArea? = nil, days: Int? = nil) {
    (self.label, self.scope, self.area, self.days) = (label, scope, area, days)
  }

  public init(_ form: inout FormReader) {
    let label = form.text("label", max: 60)
    self.init(label, &form)
  }

  /// The limits of a token; without any it may do all that its owner may, for good.
  init(_ label: String, _ reader: inout FormReader) {
    self.label = label
    scope = reader.optionalChoice("scope") ?? .write
    area = reader.optionalChoice("area")
    let text = reader.optionalText("days", max: 4)
    days = text.flatMap { wholeNumber($0.utf8) }.flatMap { MakeToken.lifetimes.contains($0) ? $0 : nil }
    if text != nil, days == nil { reader.fail("days", Phrase("form.choice")) }
  }
}

/// A program's first request: a password is all it has yet.
public struct TokenRequest: Sendable {
  public let proof: SignIn
  public let make: MakeToken

  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    proof = SignIn(identifier: reader.text("identifier", max: 254), password: reader.password("password"))
    make = MakeToken(reader.optionalText("label", max: 60) ?? "API", &reader)
    try reader.finish()
  }
}

public struct RevokeToken: Command {
  public static let name = "accounts.revoke-token"
  public let token: ID<TokenRecord>
  public init(token: ID<TokenRecord>) { self.token = token }
}
