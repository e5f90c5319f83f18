public import Base

/// One roster file on its way into the school: uploaded, weighed, agreed to, applied.
public struct RosterImport: Sendable {
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// Uploaded; nobody has looked into it yet.
    case waiting
    /// Weighed: the report says what it would do.
    case ready
    /// Cannot be read at all; the report says why. Nothing was written.
    case refused
    /// Agreed to; it is being written.
    case applying
    case done
    /// Could not be applied as it was weighed; nothing was written.
    case failed
  }

  public let id: ID<RosterImport>
  public let hash: [UInt8]
  /// As the sender called the file.
  public let name: String
  public let size: Int
  /// Whether what a complete file lacks is proposed for removal.
  public let removes: Bool
  public var state: State
  public var report: RosterReport?
  public let by: ID<Account>
  public let createdAt: Instant
  public var appliedAt: Instant?

  public init(
    id: ID<RosterImport>, hash: [UInt8], name: String, size: Int, removes: Bool, state: State, report: RosterReport?,
    by: ID<Account>, createdAt: Instant, appliedAt: Instant?
  ) {
    (self.id, self.hash, self.name, self.size, self.removes) = (id, hash, name, size, removes)
    (self.state, self.report, self.by, self.createdAt, self.appliedAt) = (state, report, by, createdAt, appliedAt)
  }

  /// Whether something is under way, so that the page has news soon.
  public var isBusy: Bool { state == .waiting || state == .applying }
}

/// What weighing or applying a roster found: counts by kind of record, and everything to be said about the file.
public struct RosterReport: Sendable {
  public typealias Counts = Roster.Plan.Counts

  /// Indexed by `Roster.Kind`.
  public var counts = [Counts](repeating: Counts(), count: Roster.Kind.allCases.count)
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
  /// Rows that would change something.
  public var changes: Int { total.new + total.changed + removals }

  public func unknownColumns() -> [String] { excerpts(.headingUnknown) }
  public func droppedColumns() -> [String] { excerpts(.passwordDropped) }

  private func excerpts(_ code: Roster.Problem.Code) -> [String] {
    problems.filter { $0.code == code }.map { $0.excerpt }
  }
}
