public import Base
public import Ledger
import People
public import School

/// Takes rosters in and gives them out: for the web page in jobs, for the command line at once.
///
/// One sees before one agrees: weighing (`preview`) and writing (`apply`) are the same walk over the same file, and
/// writing is one command, so a roster is in the books whole or not at all.
public struct ExchangeDesk: Sendable {
  public typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

  let ledger: Ledger
  let world: World
  let progress = ExchangeProgress()

  public init(ledger: Ledger, world: World) { (self.ledger, self.world) = (ledger, world) }

  // MARK: files on the disk

  /// What applying the file would do.
  ///
  /// Reads one snapshot and writes nothing.
  ///
  /// - Parameter path: a CSV file, a OneRoster archive, or a folder of OneRoster files.
  /// - Parameter removes: propose the removal of what a complete file lacks.
  public func preview(
    path: String, name: String? = nil, school: ID<Tenant>, removes: Bool = false,
    progress: @escaping Progress = { _, _ in }
  ) async throws -> RosterReport {
    let file = RosterFile(path: path, name: name ?? Self.lastPart(path))
    return try await ledger.readLong(in: school) { tx in
      let known = try ExchangeKnownStore(tx: tx, school: school)
      let (plan, failure) = try Self.weigh(file, known, removes: removes, progress: progress) { _, _ in }
      if let failure { return RosterReport(unreadable: failure) }
      return RosterReport(plan)
    }
  }

  /// Writes the roster, all or nothing.
  ///
  /// - Parameter confirmed: the number of removals somebody agreed to.
  /// - Throws: `.notFound` for everybody but the office; `.invalid` when the file cannot be read; `.conflict` when
  ///   removals are not confirmed by their exact number.
  public func apply(
    path: String, name: String? = nil, caller: Caller, removes: Bool = false, confirmed: Int? = nil,
    sending: ID<Sending>? = nil, progress: @escaping Progress = { _, _ in }
  ) async throws -> RosterReport {
    let command = ApplyRoster(removes: removes, confirmed: confirmed)
    let file = RosterFile(path: path, name: name ?? Self.lastPart(path))
    return try await apply(file, command, caller, sending ?? world.id(), progress) { _, _ in }
  }

  /// - Parameter after: what else belongs into the same transaction.
  func apply(
    _ file: RosterFile, _ command: ApplyRoster, _ caller: Caller, _ sending: ID<Sending>,
    _ progress: @escaping Progress,
    after: @escaping @Sendable (WriteTransaction, RosterReport) throws -> Void
  ) async throws -> RosterReport {
    let world = world
    let sent = Sent(sending, ApplyRoster.name, school: caller.school, by: caller.account)
    let answered = try await ledger.write(sent) { tx in
      let permit = try command.permit(for: try Self.now(caller, tx), now: tx.now)
      let report = try Self.write(file, permit, tx, world, progress)
      try after(tx, report)
      return report.json.string
    }
    return RosterReport(try JSON(Array(answered.text.utf8)))
  }

  /// What the caller is by now: somebody may have lost the office between agreeing and writing.
  private static func now(_ caller: Caller, _ tx: Transaction) throws -> Caller {
    guard let membership = try MembersStore(tx: tx).membership(caller.account, in: caller.school) else {
      throw Refusal.notFound
    }
    return Caller(account: caller.account, school: caller.school, role: membership.role)
  }

  private static func write(
    _ file: RosterFile, _ permit: Permit<ApplyRoster>, _ tx: WriteTransaction, _ world: World,
    _ progress: @escaping Progress
  ) throws -> RosterReport {
    let known = try ExchangeKnownStore(tx: tx, school: permit.caller.school)
    let writing = ExchangeApplyDesk(permit, known, world: world)
    let (plan, failure) = try weigh(file, known, removes: permit.command.removes, progress: progress) {
      try writing.carryOut($0, $1)
    }
    if let failure {
      throw Refusal.invalid("file", Phrase(failure.code.rawValue, .text(failure.excerpt)))
    }
    try permit.command.check(plan)
    try writing.removeMarked()
    for kind in Roster.Kind.allCases {
      for identity in plan.proposed[kind] ?? [] { try writing.removeProposed(kind, identity) }
    }
    var report = RosterReport(plan)
    (report.refusal, report.nameless, report.lowered) = (nil, writing.nameless, writing.lowered)
    try note(report, tx)
    return report
  }

  /// The journal tells how much came, not who: the rows it names lie beside it.
  private static func note(_ report: RosterReport, _ tx: WriteTransaction) throws {
    let total = report.total
    guard report.changes > 0 else { return }
    tx.detail(
      "counts",
      "new \(total.new), changed \(total.changed), unchanged \(total.unchanged), removed \(report.removals), errors \(report.errorCount)"
    )
  }

  /// Walks through the file once, weighing each entry, and does `act` for each.
  private static func weigh<Books: Transaction>(
    _ file: RosterFile, _ known: ExchangeKnownStore<Books>, removes: Bool, progress: @escaping Progress,
    act: (Roster.Entry, Roster.Plan.Verdict) throws -> Void
  ) throws -> (Roster.Plan, Roster.Problem?) {
    var plan = Roster.Plan(against: known.known, changeLimit: 0)
    var broken: (any Error)?
    let reading = file.read(isKnown: { known.isKnown($0, $1) }, progress: progress) { entry in
      guard broken == nil, known.failure == nil else { return }
      known.entry = entry
      let verdict = plan.add(entry)
      guard known.failure == nil else { return }
      do { try act(entry, verdict) } catch { broken = error }
    }
    if let error = broken ?? known.failure { throw error }
    known.entry = nil
    plan.include(reading.problems)
    if removes { for kind in reading.complete { plan.proposeRemovals(kind) } }
    if let error = known.failure { throw error }
    return (plan, reading.failure)
  }

  private static func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
