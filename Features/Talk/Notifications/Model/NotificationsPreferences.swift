public import Base

/// What a notification is about, as people choose channels for it.
public enum NoticeKind: String, CaseIterable, Hashable, Sendable {
  case message, announcement, assignment, due, grade, comment, enrolment, request, absence, calendar, study, other

  /// What goes before what was said to many.
  public static let urgent: [NoticeKind] = [.absence, .message]

  /// A kind that nobody chooses channels for by its name is `other`.
  public init(stored: String) { self = NoticeKind(rawValue: stored) ?? .other }

  /// What a role hears of: nobody is asked about what never comes.
  public static func kinds(of role: Role) -> [NoticeKind] {
    switch role {
    case .student: [.message, .announcement, .assignment, .due, .grade, .comment, .enrolment]
    case .guardian: [.message, .announcement, .absence, .grade, .enrolment]
    case .owner, .admin, .teacher: [.message, .announcement, .absence, .request]
    }
  }
}

/// How somebody gets mail about a kind of thing.
public enum MailWay: String, CaseIterable, Hashable, Sendable { case off, once, digest }

/// How a kind of thing reaches a person beside the inbox, where everything is.
public struct NoticeWays: Hashable, Sendable {
  public var push: Bool
  public var mail: MailWay
  public init(push: Bool, mail: MailWay) { (self.push, self.mail) = (push, mail) }

  /// Calm to begin with: a family hears of the day once, in the evening, and at once only what cannot wait: a child
  /// that is not where it should be; staff and
  /// students get no mail they did not ask for.
  ///
  /// Pushes come only to devices that were asked.
  public static func standard(_ kind: NoticeKind, for role: Role) -> NoticeWays {
    // Whoever is reminded of studying has asked for it, where the hour is chosen.
    if kind == .study { return NoticeWays(push: true, mail: .off) }
    return switch role {
    case .guardian: NoticeWays(push: kind == .message || kind == .absence, mail: kind == .absence ? .once : .digest)
    case .student: NoticeWays(push: kind != .enrolment && kind != .other, mail: .off)
    case .owner, .admin, .teacher:
      NoticeWays(push: kind == .message || kind == .absence, mail: kind == .request ? .digest : .off)
    }
  }
}

/// What one person has chosen in one school.
public struct NoticePreferences: Hashable, Sendable {
  /// Those that were chosen; the others are as the role begins with.
  public var ways: [NoticeKind: NoticeWays]
  /// Minutes since midnight at which the day's letter comes.
  public var digestAt: Int
  /// From and until which minute nothing rings; `nil` is never.
  ///
  /// May run over midnight.
  public var quiet: (from: Int, until: Int)? {
    get { quietFrom.flatMap { from in quietUntil.map { (from, $0) } } }
    set { (quietFrom, quietUntil) = (newValue?.from, newValue?.until) }
  }
  private var quietFrom: Int?
  private var quietUntil: Int?
  /// Whether nothing rings on days off.
  public var restsOnWeekends: Bool
  /// How many hours before something is due a reminder comes.
  public var leads: Set<Int>

  public static let allLeads = [24, 12, 6, 1]

  public init(
    ways: [NoticeKind: NoticeWays] = [:], digestAt: Int, quiet: (from: Int, until: Int)?, restsOnWeekends: Bool,
    leads: Set<Int>
  ) {
    (self.ways, self.digestAt, self.restsOnWeekends) = (ways, digestAt, restsOnWeekends)
    (quietFrom, quietUntil) = (quiet?.from, quiet?.until)
    self.leads = leads
  }

  /// What everybody begins with: quiet nights; whoever works here also has quiet weekends.
  public static func standard(for role: Role) -> NoticePreferences {
    NoticePreferences(
      digestAt: 17 * 60, quiet: (20 * 60, 7 * 60), restsOnWeekends: role.isStaff,
      leads: role == .student ? [24, 1] : [])
  }

  public func ways(_ kind: NoticeKind, for role: Role) -> NoticeWays { ways[kind] ?? .standard(kind, for: role) }
}
