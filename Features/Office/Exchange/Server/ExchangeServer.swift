public import Base
import Classroom
import Database
public import Ledger
public import Office
import People
public import School

/// Takes rosters in and gives them out: for the web page in jobs, for the command line at once.
///
/// One sees before one agrees: weighing (`preview`) and writing (`apply`) are the same walk over the same file, and
/// writing is one command, so a roster is in the books whole or not at all.
public struct ExchangeServer: Sendable {
  public typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

  public let service: ExchangeService
  let ledger: Ledger
  let world: World
  let progress: ExchangeProgress

  public init(ledger: Ledger) {
    let progress = ExchangeProgress()
    var service = ExchangeService()
    service.reading = { progress.of($0) }
    (self.service, self.ledger, world, self.progress) = (service, ledger, ledger.world, progress)
  }

  // MARK: files on the disk

  /// What applying the file would do: it is applied, looked at, and taken back before anybody sees it.
  ///
  /// - Parameter path: a CSV file, a OneRoster archive, or a folder of OneRoster files.
  /// - Parameter removes: propose the removal of what a complete file lacks.
  public func preview(
    path: String, name: String? = nil, caller: Caller, removes: Bool = false,
    answers: RosterAnswers = RosterAnswers(), progress: @escaping Progress = { _, _ in }
  ) async throws -> RosterReport {
    let file = RosterFile(path: path, name: name ?? Self.lastPart(path))
    let command = ApplyRoster(removes: removes, confirmed: nil, answers: answers)
    let world = world
    return try await ledger.rehearse(school: caller.school) { tx in
      let permit = try command.permit(for: try Self.now(caller, tx), now: tx.now)
      let (report, plan) = try Self.write(file, permit, tx, world, progress)
      guard let plan else { return report }
      var asked = report
      asked.refusal = plan.refusal()
      return asked
    }
  }

  /// Writes the roster, all or nothing.
  ///
  /// - Parameter confirmed: the number of removals somebody agreed to.
  /// - Throws: `.notFound` for everybody but the office; `.invalid` when the file cannot be read; `.conflict` when
  ///   removals are not confirmed by their exact number.
  public func apply(
    path: String, name: String? = nil, caller: Caller, removes: Bool = false, confirmed: Int? = nil,
    answers: RosterAnswers = RosterAnswers(), idempotencyKey: ID<IdempotencyKey>? = nil,
    progress: @escaping Progress = { _, _ in }
  ) async throws -> RosterReport {
    let command = ApplyRoster(removes: removes, confirmed: confirmed, answers: answers)
    let file = RosterFile(path: path, name: name ?? Self.lastPart(path))
    return try await apply(file, command, caller, idempotencyKey ?? world.id(), progress) { _, _ in }
  }

  /// The ids of classes in use, by their names; `nil` where there is none.
  public func classrooms(_ names: [String], in school: ID<Tenant>) async throws -> [String?] {
    try await ledger.read { tx in try names.map { try ClassroomsStore(tx: tx).find(name: $0, in: school)?.id.text } }
  }

  /// - Parameter after: what else belongs into the same transaction.
  func apply(
    _ file: RosterFile, _ command: ApplyRoster, _ caller: Caller, _ idempotencyKey: ID<IdempotencyKey>,
    _ progress: @escaping Progress,
    after: @escaping @Sendable (WriteTransaction, RosterReport) throws -> Void
  ) async throws -> RosterReport {
    let world = world
    let sent = CommandEnvelope(idempotencyKey, ApplyRoster.name, school: caller.school, by: caller.account)
    let answered = try await ledger.write(sent) { tx in
      let permit = try command.permit(for: try Self.now(caller, tx), now: tx.now)
      let (report, plan) = try Self.write(file, permit, tx, world, progress)
      guard let plan else {
        throw Refusal.invalid(
          "file", Phrase((report.refusal?.code ?? .empty).rawValue, .text(report.refusal?.excerpt ?? "")))
      }
      try permit.command.check(plan)
      try Self.note(report, tx)
      try after(tx, report)
      // What is kept to answer a repeated sending is nobody's name.
      return report.withoutPeople.json.string
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

  /// Carries the file out; whoever calls it keeps what was written or takes it back.
  ///
  /// - Returns: no plan for a file that cannot be read.
  private static func write(
    _ file: RosterFile, _ permit: Permit<ApplyRoster>, _ tx: WriteTransaction, _ world: World,
    _ progress: @escaping Progress
  ) throws -> (RosterReport, Roster.Plan?) {
    let known = try ExchangeKnownStore(tx: tx, school: permit.caller.school, caller: permit.caller.account)
    let writing = ExchangeApplyService(permit, known, world: world)
    let (plan, failure) = try walk(file, writing, removes: permit.command.removes, progress: progress)
    if let failure { return (RosterReport(unreadable: failure), nil) }
    try writing.leaveClasses()
    try writing.removeMarked()
    for kind in Roster.Kind.allCases {
      for identity in plan.proposed[kind] ?? [] { try writing.removeProposed(kind, identity) }
    }
    var report = RosterReport(plan)
    for (at, one) in writing.made.enumerated() {
      report.counts[at].new += one.new
      report.counts[at].removed += one.removed
    }
    (report.refusal, report.nameless, report.lowered) = (nil, writing.nameless, writing.lowered)
    (report.lines, report.moves, report.admins) = (writing.lines, writing.movesByCount, writing.admins)
    return (report, plan)
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

  /// Walks through the file once, weighing each entry and carrying it out.
  private static func walk(
    _ file: RosterFile, _ writing: ExchangeApplyService, removes: Bool, progress: @escaping Progress
  ) throws -> (Roster.Plan, Roster.Problem?) {
    let known = writing.known
    var plan = Roster.Plan(against: known.known, changeLimit: 0)
    var broken: (any Error)?
    let reading = file.read(today: known.today, isKnown: { known.isKnown($0, $1) }, progress: progress) { entry in
      guard broken == nil, known.failure == nil else { return }
      do {
        known.entry = entry
        let asked = try writing.asked(entry)
        known.entry = asked
        let verdict = plan.add(asked)
        if known.failure == nil { try writing.carryOut(asked, verdict) }
      } catch { broken = error }
    }
    if let broken { throw broken }
    if let failure = known.failure { throw failure }
    known.entry = nil
    if reading.failure == nil, !reading.hasNames, plan.isNobody {
      return (plan, Roster.Problem(.headingMissing, file: file.name, line: 1, found: "first name"))
    }
    plan.include(reading.problems)
    plan.include(failed: reading.failed)
    if removes { for kind in reading.complete { plan.proposeRemovals(kind) } }
    if let failure = known.failure { throw failure }
    return (plan, reading.failure)
  }

  private static func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
