public import Base

/// A person who can sign in, as the books keep them.
public struct AccountRecord: Hashable, Sendable {
  public let id: ID<Account>
  /// Folded by `foldedIdentifier`.
  ///
  /// That was applied before it was stored. Never with an `@`, so it cannot pass for an e-mail.
  public var username: String?
  /// Folded like the username.
  public var email: String?
  public var name: String
  /// argon2id in the reference format; `nil` when nobody can sign in with a password.
  public var passwordHash: String?
  public var language: Language?
  /// `nil` means as the school has it.
  public var theme: String?
  public var scheme: String?
  /// Whether keys of a single character do something for this person; `nil` is yes.
  public var hasKeys: Bool?
  /// The zone moments are read in; `nil` is the school's.
  public var zone: String?
  /// The version of the terms that was agreed to, and when.
  public var terms: String?
  public var termsAt: Instant?
  /// Where the next sign-in begins; each session goes on from there by itself.
  public var lastSchool: ID<Tenant>?
  public let createdAt: Instant
  public var closedAt: Instant?
  /// What the person's browsers seal with what waits on them unsent; `nil` until somebody has signed in.
  public var shelf: String?

  public init(
    id: ID<Account>, username: String? = nil, email: String? = nil, name: String, passwordHash: String? = nil,
    language: Language? = nil, theme: String? = nil, scheme: String? = nil, zone: String? = nil, terms: String? = nil,
    termsAt: Instant? = nil, lastSchool: ID<Tenant>? = nil, createdAt: Instant, closedAt: Instant? = nil
  ) {
    (self.id, self.username, self.email, self.name) = (id, username, email, name)
    (self.passwordHash, self.language, self.theme, self.scheme) = (passwordHash, language, theme, scheme)
    (self.zone, self.terms, self.termsAt, self.lastSchool) = (zone, terms, termsAt, lastSchool)
    (self.createdAt, self.closedAt) = (createdAt, closedAt)
  }
}

/// One sign-in of one device.
///
/// The secret in its cookie is kept only as a hash, which is the row's key.
public struct SessionRecord: Hashable, Sendable {
  public let id: ID<SessionRecord>
  public let account: ID<Account>
  /// What the forms of this session carry to prove that they are ours.
  public let csrf: String
  public let createdAt: Instant
  public var seenAt: Instant
  /// What the browser called itself.
  public let agent: String
  /// The address it signed in from.
  public let source: String
  /// The school this device is in; another device of the same person may be in another.
  public var lastSchool: ID<Tenant>?

  public init(
    id: ID<SessionRecord>, account: ID<Account>, csrf: String, createdAt: Instant, seenAt: Instant, agent: String,
    source: String, lastSchool: ID<Tenant>? = nil
  ) {
    (self.id, self.account, self.csrf) = (id, account, csrf)
    (self.createdAt, self.seenAt, self.agent, self.source) = (createdAt, seenAt, agent, source)
    self.lastSchool = lastSchool
  }

  /// A session that nobody used for this long is over.
  public static let idleDays: Int64 = 30
  /// And every session after this long.
  public static let longestDays: Int64 = 180

  public func isAlive(at now: Instant) -> Bool { now < endsAt }

  public var endsAt: Instant { min(seenAt.plus(days: Self.idleDays), createdAt.plus(days: Self.longestDays)) }
}

/// A key for a program that acts for its owner.
///
/// Kept as a hash, like a session's secret.
public struct TokenRecord: Hashable, Sendable {
  public let id: ID<TokenRecord>
  public let account: ID<Account>
  public let label: String
  public let createdAt: Instant
  public var seenAt: Instant?
  /// `nil` is never.
  public let expiresAt: Instant?
  public let scope: TokenScope
  /// The one part of the school it is for; `nil` is all.
  public let area: TokenArea?

  public init(
    id: ID<TokenRecord>, account: ID<Account>, label: String, createdAt: Instant, seenAt: Instant?,
    expiresAt: Instant? = nil, scope: TokenScope = .write, area: TokenArea? = nil
  ) {
    (self.id, self.account, self.label, self.createdAt, self.seenAt) = (id, account, label, createdAt, seenAt)
    (self.expiresAt, self.scope, self.area) = (expiresAt, scope, area)
  }

  public func isAlive(at now: Instant) -> Bool { expiresAt.map { now < $0 } ?? true }
}

/// Whether a program may change anything, or only look.
public enum TokenScope: String, CaseIterable, Hashable, Sendable { case read, write }

/// A part of the school that a program can be kept to.
public enum TokenArea: String, CaseIterable, Hashable, Sendable {
  case announcements, assignments, attendance, calendar, classrooms, courses, grades, members, messages, quizzes
  case students

  /// The feature whose routes it is let through.
  public var feature: String {
    switch self {
    case .announcements: "Announcements"
    case .assignments: "Assignments"
    case .attendance: "Attendance"
    case .calendar: "Calendar"
    case .classrooms: "Classrooms"
    case .courses: "Courses"
    case .grades: "Grades"
    case .members: "Members"
    case .messages: "Messages"
    case .quizzes: "Quizzes"
    case .students: "Students"
    }
  }
}

/// How identifiers are compared: without the white space around them and without regard to case.
public func foldedIdentifier(_ text: String) -> String { nameAsTyped(text).lowercased() }
