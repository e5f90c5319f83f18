public import Base

extension Caller {
  /// Somebody acting on their own account, which belongs to no school; the role says nothing there.
  public static func own(_ account: ID<Account>) -> Caller { Caller(account: account, school: .none, role: .student) }
}

/// From this birthday on somebody may sign up alone; before it, their school invites them.
public let ageToSignUp = 13

/// Whole years on the calendar.
///
/// Who was born on 29 February has the birthday on 1 March in common years.
public func age(_ birth: Day, on today: Day) -> Int {
  let (then, now) = (birth.parts, today.parts)
  let isBefore = (now.month, now.day) < (then.month, then.day)
  return now.year - then.year - (isBefore ? 1 : 0)
}

extension SignUp {
  /// - Parameter isOpen: whether this server lets people sign up by themselves at all.
  public func permit(
    for account: ID<Account>, isOpen: Bool, today: Day, now: Instant
  ) throws(Refusal) -> Permit<SignUp> {
    guard isOpen else { throw .notFound }
    guard birth <= today, age(birth, on: today) < 130 else {
      throw .invalid("birth", Phrase("accounts.birth-wrong"))
    }
    guard age(birth, on: today) >= ageToSignUp else { throw .notAllowed(Phrase("accounts.ask-school")) }
    return Permit(self, caller: .own(account), at: now)
  }
}

extension CreateAccount {
  /// - Parameter caller: the new account itself; whoever makes it was asked by their own rules.
  public func permit(for caller: Caller, now: Instant) throws(Refusal) -> Permit<CreateAccount> {
    // Forms and rosters have judged the name where it can be put right (`nameProblem`).
    guard hasVisible(name) else { throw .invalid("name", Phrase("form.required")) }
    if let username, let reason = usernameProblem(username) { throw .invalid("username", reason) }
    if let email, !isEmail(foldedIdentifier(email)) { throw .invalid("email", Phrase("accounts.email-wrong")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension SignIn {
  /// Unknown, closed and wrong are one answer.
  public static var wrong: Refusal { .invalid("identifier", Phrase("accounts.wrong")) }

  public func permit(for account: AccountRecord?, isRight: Bool, now: Instant) throws(Refusal) -> Permit<SignIn> {
    guard let account, isRight, account.closedAt == nil else { throw Self.wrong }
    return Permit(self, caller: .own(account.id), at: now)
  }
}

extension SignOut {
  public func permit(for caller: Caller, now: Instant) -> Permit<SignOut> { Permit(self, caller: caller, at: now) }
}

extension ChangePassword {
  /// - Parameter isRight: whether `current` is the password there is.
  public func permit(
    for caller: Caller, account: AccountRecord?, isRight: Bool, now: Instant
  ) throws(Refusal) -> Permit<ChangePassword> {
    guard let account else { throw .notFound }
    guard isRight else { throw .invalid("current", Phrase("accounts.wrong-current")) }
    let known = [account.name, account.username ?? "", account.email ?? ""]
    if let reason = passwordProblem(new, not: known) { throw .invalid("new", reason) }
    if new == current { throw .invalid("new", Phrase("accounts.password-same")) }
    return Permit(self, caller: caller, at: now)
  }
}

/// What an account's schools say about its name.
public struct NameStanding: Hashable, Sendable {
  /// Whether a school keeps it: a pupil is called what the record says.
  public var isKept: Bool
  /// The names of those who work in the schools it belongs to, besides its own.
  public var staff: [String]
  public init(isKept: Bool = false, staff: [String] = []) { (self.isKept, self.staff) = (isKept, staff) }
}

extension ChangeName {
  /// Nobody takes the name of somebody who works in their school: two who are really called so, the office names.
  public func permit(
    for caller: Caller, account: AccountRecord?, standing: NameStanding, now: Instant
  ) throws(Refusal) -> Permit<ChangeName> {
    guard let account else { throw .notFound }
    guard !standing.isKept else { throw .notAllowed(Phrase("accounts.name-kept")) }
    let look = nameLook(name)
    if look != nameLook(account.name), standing.staff.contains(where: { nameLook($0) == look }) {
      throw .invalid("name", Phrase("accounts.name-taken"))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension ChooseLanguage {
  public func permit(
    for caller: Caller, account: AccountRecord?, now: Instant
  ) throws(Refusal) -> Permit<ChooseLanguage> {
    guard account != nil else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension ChooseAppearance {
  public func permit(for caller: Caller, account: AccountRecord?, now: Instant) throws(Refusal) -> Permit<
    ChooseAppearance
  > {
    guard account != nil else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension ChooseZone {
  /// - Parameter isKnown: whether there is a zone of this name.
  public func permit(
    for caller: Caller, account: AccountRecord?, isKnown: Bool, now: Instant
  ) throws(Refusal) -> Permit<ChooseZone> {
    guard account != nil else { throw .notFound }
    guard isKnown else { throw .invalid("zone", Phrase("form.choice")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RevokeSession {
  /// - Parameter sessions: all the caller's own; another's answers like none.
  public func permit(
    for caller: Caller, sessions: [SessionRecord], now: Instant
  ) throws(Refusal) -> Permit<RevokeSession> {
    guard sessions.contains(where: { $0.id == session && $0.account == caller.account }) else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension RevokeOthers {
  public func permit(for caller: Caller, now: Instant) -> Permit<RevokeOthers> { Permit(self, caller: caller, at: now) }
}

extension MakeToken {
  /// Enough for every program one has, few enough to read.
  public static let most = 50

  /// - Parameter isByToken: whether a program asks; it has no business with more keys than the one it was given.
  public func permit(
    for caller: Caller, tokens: [TokenRecord], isByToken: Bool = false, now: Instant
  ) throws(Refusal) -> Permit<MakeToken> {
    guard !isByToken else { throw .notAllowed(Phrase("accounts.token-by-token")) }
    guard tokens.count < Self.most else { throw .conflict(Phrase("accounts.tokens-many", .count(Self.most))) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RevokeToken {
  public func permit(for caller: Caller, tokens: [TokenRecord], now: Instant) throws(Refusal) -> Permit<RevokeToken> {
    guard tokens.contains(where: { $0.id == token && $0.account == caller.account }) else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}
