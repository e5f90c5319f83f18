import Base
import Database
import HTML
import Kit
public import Ledger
import People
import PeopleServer
import School
import Study
import Synchronization
public import Web

// A package is put in by a job: its pieces are commands of their own, so that others write in between, and a server that dies
// goes on after the last one that is in the books.

extension FlashcardsServer {
  static let maxTries = 3

  /// What App hands to the runner of jobs.
  public var jobHandlers: [JobHandler] {
    [
      JobHandler(FlashcardsPackageRun.job, maxTries: Self.maxTries) { job, _ in
        try await put(job)
      } parked: { job, _ in
        try await stop(job, nil)
      }
    ]
  }

  /// - Parameters:
  ///   - atOnce: so many notes in a piece.
  ///   - most: the run ends after so many pieces, as it does with its server.
  func put(_ job: Job, atOnce: Int = FlashcardsPackageRun.notesAtOnce, most: Int = .max) async throws {
    guard let account = job.account, var run = FlashcardsPackageRun(job.payload) else { return }
    let (id, service) = (run, service)
    guard run.state == .running else { return }
    do {
      let caller = try await ledger.read { tx in
        try MembersStore(tx: tx).current(Caller(account: account, school: job.school, role: .guardian))
      }
      let opened = try await opened(files.held(id.upload, for: caller), for: id.deck, caller)
      var pieces = 0
      while run.state == .running, pieces < most {
        try Task.checkCancellation()
        let sent = CommandEnvelope(ledger.world.id(), PutPackagePiece.name, school: job.school, by: account)
        let answered = try await ledger.write(sent) { tx in
          try service.piece(of: id, opened, by: account, atOnce: atOnce, tx).json.string
        }
        run = FlashcardsPackageRun(try JSON(Array(answered.text.utf8))) ?? run
        pieces += 1
      }
    } catch let refusal as Refusal where refusal != .unavailable && refusal != .full {
      return try await stop(job, refusal.told)
    }
    if run.state != .running { pages.refresh(id.upload, in: job.school) }
  }

  /// What was put in stays, and its page asks how it goes on.
  private func stop(_ job: Job, _ reason: Phrase?) async throws {
    guard let account = job.account, let run = FlashcardsPackageRun(job.payload) else { return }
    let service = service
    try await ledger.upkeep(school: job.school) { try service.stop(run, of: account, reason, $0) }
    pages.refresh(run.upload, in: job.school)
  }

  /// Shows on open pages from now on when a package is in.
  ///
  /// App calls it when the stream is there.
  public func connect(_ live: Live) { pages.connect(live) }
}

/// The page of a package on its way: the rows that come move its bar, and this tells it of the end, which may bring no row.
public func flashcardViews(_ server: FlashcardsServer) -> [LiveView] {
  let ledger = server.ledger
  return [
    LiveView(
      FlashcardsPackageRun.view,
      maySee: { text, caller in
        guard let id = ID<Arrival>(text) else { return false }
        return try await ledger.read { try $0.job(id.cast(), of: caller.school)?.account == caller.account }
      }, touched: { _ in [] }, render: { _, _, _ in nil })
  ]
}

/// The open pages of packages.
final class FlashcardsRunPages: Sendable {
  private let live = Mutex<Live?>(nil)

  func connect(_ live: Live) { self.live.withLock { $0 = live } }

  func refresh(_ id: ID<Arrival>, in school: ID<Tenant>) {
    let live = live.withLock { $0 }
    live?.show(FlashcardsPackageRun.topic(id), in: school) { _ in fragment(.refresh, FlashcardsPackageRun.element(id)) }
  }
}
