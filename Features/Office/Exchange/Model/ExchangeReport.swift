/// What carrying a roster out does: counts of every kind of thing, the first records as they will be, what has to be
/// asked, and everything to be said about the file.
///
/// A preview and what was applied are reports of the same walk. Everything in it is bounded.
public struct RosterReport: Sendable {
  public typealias Counts = Roster.Plan.Counts

  /// Indexed by `Roster.Kind`.
  public var counts = [Counts](repeating: Counts(), count: Roster.Kind.allCases.count)
  /// The first records of each kind, as they will be.
  public var lines: [Line] = []
  public var problems: [Roster.Problem] = []
  public var errorCount = 0
  public var warningCount = 0
  /// What a complete file lacks, by kind; removed only when the count is confirmed.
  public var proposed = [Int](repeating: 0, count: Roster.Kind.allCases.count)
  /// Why it cannot be applied as it stands.
  public var refusal: Roster.Problem?
  /// People with a sign-in name that another account of this server has already; they wait for an invitation.
  public var nameless = 0
  /// Members who may do less than before, because the roster that made them more says so.
  public var lowered = 0
  /// The classes that children are in who come into another.
  public var moves: [Move] = []
  /// Whom the file calls an administrator, and who is none yet.
  public var admins: [Admin] = []

  public init() {}

  public init(_ plan: Roster.Plan) {
    counts = Roster.Kind.allCases.map { plan.counts($0) }
    problems = plan.problems.errors + plan.problems.warnings
    (errorCount, warningCount) = (plan.problems.errorCount, plan.problems.warningCount)
    proposed = Roster.Kind.allCases.map { plan.proposed[$0]?.count ?? 0 }
    refusal = plan.refusal()
  }

  /// A file that cannot be read at all.
  public init(unreadable problem: Roster.Problem) {
    (problems, errorCount, refusal) = ([problem], 1, problem)
  }

  public var total: Counts {
    counts.reduce(into: Counts()) { sum, one in
      sum.new += one.new
      sum.changed += one.changed
      sum.unchanged += one.unchanged
      sum.removed += one.removed
      sum.failed += one.failed
    }
  }

  /// Records that would go: those the file marks, and those it lacks.
  public var removals: Int { total.removed + proposed.reduce(0, +) }
  /// Whether the removals have to be agreed to by their number.
  public var needsCount: Bool {
    refusal.map { $0.code == .removalsUnconfirmed || $0.code == .removalsTooMany } ?? false
  }
  /// Rows that would change something, and those that will when what is asked is answered with yes.
  public var changes: Int {
    total.new + total.changed + removals + moves.count + admins.filter { !$0.isConfirmed }.count
  }

  public func unknownColumns() -> [String] { excerpts(.headingUnknown) }
  public func droppedColumns() -> [String] { excerpts(.passwordDropped) }

  private func excerpts(_ code: Roster.Problem.Code) -> [String] {
    problems.filter { $0.code == code }.map { $0.excerpt }
  }
}

extension RosterReport {
  /// How much of what was found is kept.
  public enum Most {
    /// Lines of each kind of record.
    public static let lines = 20
    public static let moves = 200
    public static let admins = 50
  }

  /// One record as it will be.
  public struct Line: Equatable, Sendable {
    public enum Act: String, CaseIterable, Sendable { case new, changed, removed }

    public var kind: Roster.Kind
    public var act: Act
    public var name: String
    /// What a person is at the school; `nil` for other records.
    public var role: Roster.Role?
    public var facts: [Fact]

    public init(_ kind: Roster.Kind, _ act: Act, _ name: String, role: Roster.Role? = nil, facts: [Fact] = []) {
      (self.kind, self.act, self.role, self.facts) = (kind, act, role, facts)
      self.name = Roster.Problem.excerpt(of: name, most: 160)
    }
  }

  /// What is known of a record before and after; of a new one there is nothing before.
  public struct Fact: Equatable, Sendable {
    public var field: Roster.Field
    public var old: String
    /// Empty for what ends.
    public var new: String

    public init(_ field: Roster.Field, old: String = "", new: String) {
      self.field = field
      (self.old, self.new) = (Roster.Problem.excerpt(of: old, most: 120), Roster.Problem.excerpt(of: new, most: 120))
    }
  }

  /// A class in which children are who come into another by this file.
  public struct Move: Equatable, Sendable {
    /// The class they are in, by its id.
    public var classroom: String
    public var name: String
    public var count: Int
    /// Whether the file speaks of that class itself, so that leaving it is likely meant.
    public var isLikely: Bool
    /// The first of them, with the class they come into.
    public var examples: [String]

    public init(classroom: String, name: String, count: Int = 0, isLikely: Bool = false, examples: [String] = []) {
      (self.classroom, self.name, self.count) = (classroom, name, count)
      (self.isLikely, self.examples) = (isLikely, examples)
    }
  }

  /// Somebody whom the file calls an administrator.
  public struct Admin: Equatable, Sendable {
    /// As the file knows them.
    public var key: String
    public var name: String
    public var email: String
    /// What they are now; `nil` for who is no member.
    public var now: Roster.Role?
    public var isConfirmed: Bool

    public init(key: String, name: String, email: String, now: Roster.Role?, isConfirmed: Bool) {
      self.key = key
      (self.now, self.isConfirmed) = (now, isConfirmed)
      self.name = Roster.Problem.excerpt(of: name, most: 160)
      self.email = Roster.Problem.excerpt(of: email, most: 254)
    }
  }

  /// The report without anybody's name: what is kept when an import is over, beyond the reach of who erases a person.
  public var withoutPeople: RosterReport {
    var report = self
    (report.lines, report.admins) = ([], [])
    for at in report.moves.indices { report.moves[at].examples = [] }
    return report
  }
}

extension Roster.Person {
  /// What a new person will be, or what of one becomes another; lists are told as they are after.
  public func facts(from old: Self?) -> [RosterReport.Fact] {
    let before = old ?? Roster.Person()
    let fields = differences(from: before)
    return Self.told.compactMap { field, text in
      let (was, now) = (text(before), text(self))
      guard fields.has(field), was != now else { return nil }
      return RosterReport.Fact(field, old: was, new: now)
    }
  }

  private static var told: [(Roster.Field, (Self) -> String)] {
    [
      (.family, { $0.family }), (.given, { $0.given }), (.number, { $0.number }),
      (.birthday, { $0.birthday }), (.username, { $0.username }),
      (.email, { $0.email }), (.classes, { Roster.listed($0.classes) }),
      (.cohorts, { Roster.listed($0.cohorts) }), (.guardians, { Roster.listed($0.guardians) }),
    ]
  }
}

extension Roster {
  /// Several short texts for a reader.
  public static func listed(_ items: [String]) -> String { items.reduce("") { $0.isEmpty ? $1 : $0 + ", " + $1 } }
}
