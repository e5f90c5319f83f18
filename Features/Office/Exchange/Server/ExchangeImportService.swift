import Base
import Database
import Foundation
public import Ledger
import Office
import People
import Router
import School
import Web

// The web's side: what is uploaded waits in the books, is weighed by a job, and is written by another.

extension ExchangeServer {
  static let previewKind = "exchange.preview"
  static let applyKind = "exchange.apply"
  /// How often a job is tried before the office is told that it did not work.
  static let maxTries = 3

  /// Takes an uploaded file in and has it weighed.
  func begin(
    _ upload: Router.Upload?, removes: Bool, _ caller: Caller, _ idempotencyKey: ID<IdempotencyKey>
  ) async throws -> ID<RosterImport> {
    guard let upload else { throw Refusal.invalid("file", Phrase("exchange.upload.missing")) }
    let content = FileContent(hash: upload.hash, size: Int64(upload.size))
    return try await begin(content, named: upload.name, removes: removes, caller, idempotencyKey)
  }

  func begin(
    _ content: FileContent, named name: String, removes: Bool, _ caller: Caller, _ idempotencyKey: ID<IdempotencyKey>
  ) async throws -> ID<RosterImport> {
    let command = BeginImport(
      id: world.id(), hash: content.hash, file: Self.shown(name), size: Int(content.size), removes: removes)
    let job: ID<Job> = world.id()
    let sent = CommandEnvelope(idempotencyKey, BeginImport.name, school: caller.school, by: caller.account)
    let answered = try await ledger.write(sent) { tx in
      try ExchangeStore(tx: tx).add(try command.permit(for: caller, now: tx.now))
      // Only the office ever reads it, through this feature: so it lies in no bucket but theirs.
      try tx.keep(
        command.id.cast(), content, name: command.file, type: "application/octet-stream", by: caller.account,
        in: [.office(caller.school)])
      try tx.enqueue(job, kind: Self.previewKind, payload: Self.payload(command.id), by: caller.account)
      return command.id.text
    }
    return ID(answered.text) ?? command.id
  }

  /// Has a weighed roster written.
  func run(_ command: AgreeToImport, _ caller: Caller, _ idempotencyKey: ID<IdempotencyKey>) async throws {
    let job: ID<Job> = world.id()
    try await ledger.write(
      CommandEnvelope(idempotencyKey, AgreeToImport.name, school: caller.school, by: caller.account)
    ) { tx in
      let store = ExchangeStore(tx: tx)
      let found = try store.rosterImport(command.id, in: caller.school)
      try store.agree(
        try command.permit(for: caller, found, now: tx.now), to: found?.report ?? RosterReport())
      try tx.enqueue(job, kind: Self.applyKind, payload: Self.payload(command.id), by: caller.account)
      return command.id.text
    }
  }

  /// Throws a weighed roster away.
  func run(_ command: DiscardImport, _ caller: Caller, _ idempotencyKey: ID<IdempotencyKey>) async throws {
    try await ledger.write(
      CommandEnvelope(idempotencyKey, DiscardImport.name, school: caller.school, by: caller.account)
    ) { tx in
      let store = ExchangeStore(tx: tx)
      let found = try store.rosterImport(command.id, in: caller.school)
      try store.discard(try command.permit(for: caller, found, now: tx.now))
      return command.id.text
    }
  }

  private static func payload(_ id: ID<RosterImport>) -> JSON { .object([("import", .id(id))]) }

  /// Names of files come from anywhere: no control characters, nothing that turns the line around, and not for ever.
  private static func shown(_ name: String) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    let shown = Roster.Problem(.empty, found: last).excerpt
    return shown.isEmpty ? "roster" : shown
  }

  /// One import as the office sees it now.
  func page(_ id: ID<RosterImport>, _ school: ID<Tenant>) async throws -> ImportPage {
    try await ledger.read { try service.page(id, school, $0) }
  }

  // MARK: jobs

  /// What App hands to the runner of jobs.
  public var jobHandlers: [JobHandler] {
    [
      JobHandler(Self.previewKind, maxTries: Self.maxTries) { job, _ in
        try await weigh(job)
      } parked: { job, _ in
        try await giveUp(job)
      },
      JobHandler(Self.applyKind, maxTries: Self.maxTries) { job, _ in
        try await write(job)
      } parked: { job, _ in
        try await giveUp(job)
      },
    ]
  }

  /// Nobody waits for an import that was begun more than once and never ended.
  private func giveUp(_ job: Job) async throws {
    guard let one = try await found(job), one.state == .waiting || one.state == .applying else { return }
    try await close(one.id, .failed, one.report ?? RosterReport(), job)
  }

  private func found(_ job: Job) async throws -> RosterImport? {
    guard case .text(let text)? = job.payload["import"], let id = ID<RosterImport>(text) else { return nil }
    return try await ledger.read { try ExchangeStore(tx: $0).rosterImport(id, in: job.school) }
  }

  private func weigh(_ job: Job) async throws {
    guard let one = try await found(job), one.state == .waiting, let account = job.account else { return }
    // What the account is by now is asked inside the transaction.
    let caller = Caller(account: account, school: job.school, role: .guardian)
    try await trying(job, one) {
      let report = try await withFile(one) { path in
        try await preview(
          path: path, name: one.name, caller: caller, removes: one.removes, progress: told(one, job.school))
      }
      let isUnreadable = report.refusal.map { !$0.isAboutRemovals } ?? false
      try await close(one.id, isUnreadable ? .refused : .ready, report, job)
    }
  }

  private func write(_ job: Job) async throws {
    guard let one = try await found(job), one.state == .applying, let account = job.account else { return }
    let command = ApplyRoster(
      removes: one.removes, confirmed: one.confirmed, answers: one.answers ?? RosterAnswers())
    // What the account is by now is asked inside the transaction.
    let caller = Caller(account: account, school: job.school, role: .guardian)
    try await trying(job, one) {
      _ = try await withFile(one) { path in
        let file = RosterFile(path: path, name: one.name)
        // The import's own id is the sending: however often the job runs, the roster is written once.
        return try await apply(file, command, caller, one.id.cast(), told(one, job.school)) { tx, report in
          try ExchangeStore(tx: tx).close(one.id, .done, report)
        }
      }
    }
  }

  /// A refusal is an answer and ends the import; anything else may pass, and is tried again a few times.
  private func trying(_ job: Job, _ one: RosterImport, _ body: () async throws -> Void) async throws {
    defer { progress.finish(one.id) }
    do { try await body() } catch let refusal as Refusal where refusal != .unavailable && refusal != .full {
      try await close(one.id, .failed, Self.report(refusal, one), job)
    } catch {
      guard job.tries >= Self.maxTries else { throw error }
      try await close(one.id, .failed, one.report ?? RosterReport(), job)
    }
  }

  private static func report(_ refusal: Refusal, _ one: RosterImport) -> RosterReport {
    var report = one.report ?? RosterReport()
    let reason: Phrase?
    switch refusal {
    case .conflict(let phrase): reason = phrase
    case .invalid(let problems): reason = problems.first?.reason
    default: reason = nil
    }
    let found = reason?.arguments.first.flatMap { if case .text(let text) = $0 { text } else { String?.none } }
    report.refusal = reason.flatMap { Roster.Problem.Code(rawValue: $0.key) }
      .map { Roster.Problem($0, file: one.name, found: found ?? "") }
    return report
  }

  private func close(
    _ id: ID<RosterImport>, _ state: RosterImport.State, _ report: RosterReport, _ job: Job
  ) async throws {
    let sent = CommandEnvelope(job.id.cast(), "exchange.weigh-roster", school: job.school, by: nil)
    try await ledger.write(sent) { tx in
      try ExchangeStore(tx: tx).close(id, state, report)
      return state.rawValue
    }
  }

  /// The uploaded content as a file of its own, which readers that cannot wait can read.
  private func withFile<Response>(
    _ one: RosterImport, _ body: (String) async throws -> Response
  ) async throws -> Response {
    let path = temporaryPath()
    // It may be gone already when the server is on its way down.
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await copy(one.hash, to: path)
    return try await body(path)
  }

  private func copy(_ hash: [UInt8], to path: String) async throws {
    let file = try NewFile(path)
    for try await piece in try await ledger.files.read(hash) { try file.write(piece) }
  }

  func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.path + "/homeroom-" + world.secret(bits: 128)
  }
}

extension Roster.Problem {
  /// Whether the file can be read, and only removals stand in the way.
  var isAboutRemovals: Bool {
    code == .removalsUnconfirmed || code == .removalsMiscounted || code == .removalsTooMany
  }
}
