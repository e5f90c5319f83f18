import Base
import Core
import Foundation
import Router
import Sync

/// What a synchronisation did.
public struct SyncReport: Hashable, Sendable {
  /// How many requests the server took.
  public var sent = 0
  /// How many it refused; they are in the tray.
  public var refused = 0
  /// How many answers with rows came.
  public var pages = 0
  /// How many octets went and came.
  public var bytes = 0
  /// Whether all that waited was sent and all that was new is here; else the budget was used up.
  public var isComplete = false

  public init() {}
}

/// What one exchange may cost.
struct SyncBudget {
  let bytes: Int
  /// By this machine's clock.
  let until: Instant?

  static let none = SyncBudget(bytes: .max, until: nil)
}

extension Client {
  /// Sends what waits in its order, then fetches what is new until all of it is here.
  ///
  /// It may be cancelled between two answers; what came by then is not asked for again.
  ///
  /// - Throws: `ClientError`: `.noLine` and `.busy` are for later, `.ended` says that the rows are gone.
  @discardableResult
  public func sync() async throws -> SyncReport { try await exchange(.none) }

  /// The same with so many octets and milliseconds at most, for a task in the background; the next one goes on from there.
  ///
  /// An answer that has begun is waited for.
  @discardableResult
  public func exchange(bytes: Int, budget milliseconds: Int64) async throws -> SyncReport {
    let end = world.now().milliseconds.addingReportingOverflow(milliseconds)
    return try await exchange(SyncBudget(bytes: bytes, until: Instant(milliseconds: end.overflow ? .max : end.0)))
  }

  private func exchange(_ budget: SyncBudget) async throws -> SyncReport {
    guard !isSyncing else { throw ClientError.alreadySyncing }
    isSyncing = true
    defer {
      isSyncing = false
      for one in afterSync { one.resume() }
      afterSync = []
    }
    var report = SyncReport()
    do { try await exchange(budget, &report) } catch is Removed {
      throw ClientError.ended(kept: try end(forgettingToken: false))
    } catch ClientError.ended {
      throw ClientError.ended(kept: try end(forgettingToken: true))
    }
    return report
  }

  /// After a restored backup what it lacks is sent again, and then all is fetched once more.
  private static let mostRounds = 4

  private func exchange(_ budget: SyncBudget, _ report: inout SyncReport) async throws {
    let way = try await meet()
    for _ in 0..<Self.mostRounds {
      let epoch = way.device.epoch
      guard let refused = try await push(way, budget, &report), try await pull(way, budget, &report) else { return }
      // What was refused for want of what the backup lacks is tried again behind that.
      if epoch > 0, way.device.epoch != epoch { for key in refused { try way.device.retry(key, now: now) } }
      if try way.device.unsent(now: now).isEmpty {
        report.isComplete = true
        return
      }
    }
  }

  /// The person is in this school no more.
  private struct Removed: Error {}

  /// Whom the exchange is with.
  struct Way {
    let device: Device
    let token: String
    let school: ID<Tenant>
  }

  /// Asks whose device this is; with the first answer it begins.
  private func meet() async throws -> Way {
    let token = try mustHaveToken()
    let wanted = device?.session.school.id ?? state.school
    let asked = device
    guard let found = try await session(token: token, school: wanted) else {
      if wanted == nil { throw ClientError.choose(try await schools()) }
      throw Removed()
    }
    guard asked === device, try credentials.token() == token else { throw ClientError.signedOut }
    if let device {
      guard found.session.identity.account == device.session.identity.account else { throw ClientError.somebodyElse }
      do { try device.renew(found.json.bytes) } catch { throw ClientError.unreadable }
    } else {
      device = try folder.begin(found.json.bytes)
      learnWords()
    }
    guard let device else { throw ClientError.signedOut }
    try heard(found.session, now: found.now)
    await fetchWords(found.session)
    return Way(device: device, token: token, school: device.session.school.id)
  }

  /// The server has answered: the lease begins anew.
  private func heard(_ session: DeviceSession, now: Instant) throws {
    let clock = world.now()
    (state.heardAt, state.ahead, state.school) = (clock, now.since(clock), session.school.id)
    try folder.keep(state)
  }

  /// - Throws: `ClientError.signedOut` when the device was wiped meanwhile.
  func mustBeThere(_ way: Way) throws {
    try Task.checkCancellation()
    guard way.device === device else { throw ClientError.signedOut }
  }

  func isUsedUp(_ budget: SyncBudget, _ report: SyncReport) -> Bool {
    report.bytes >= budget.bytes || budget.until.map { world.now() >= $0 } ?? false
  }

  // MARK: fetching

  /// So many answers are taken at most in one go: 2,000 rows each.
  private static let mostPages = 10_000

  /// Fetches what is new.
  ///
  /// - Returns: whether all of it is here; else the budget was used up.
  private func pull(_ way: Way, _ budget: SyncBudget, _ report: inout SyncReport) async throws -> Bool {
    for _ in 0..<Self.mostPages {
      if isUsedUp(budget, report) { return false }
      try mustBeThere(way)
      let form = try Form(urlEncoded: way.device.pullForm(now: now).utf8)
      let answer = try await ask(.post, "/api/v1/sync/pull", form, token: way.token, school: way.school)
      try mustBeThere(way)
      report.bytes += answer.body.count
      guard answer.status == 200 else { throw failure(answer) }
      report.pages += 1
      switch try take(answer.body, way.device) {
      case .more: break
      case .complete, .idle:
        // What it did not take with these rows the server does not know by now.
        alone = []
        observers.say()
        return true
      case .otherProgram: throw ClientError.otherProgram
      }
    }
    return false
  }

  func take(_ bytes: [UInt8], _ device: Device) throws -> Device.Progress {
    do { return try device.take(bytes) } catch .invalid { throw ClientError.unreadable }
  }

  // MARK: words

  /// Fetches the words of the person's language when the server has others.
  ///
  /// Best effort: pages are shown with the words that are here.
  private func fetchWords(_ session: DeviceSession) async {
    let language = session.identity.language ?? session.school.language
    let isSame = state.assets == session.assets
    if isSame, folder.hasWords(language) { return }
    do {
      let answer = try await ask(.get, session.assets + "/words/\(language.rawValue).json", token: nil)
      guard answer.status == 200 else { return }
      try device?.learn(answer.body)
      try folder.keep(words: answer.body, language)
      // The other languages' are another program's: they are fetched when they are wanted.
      if !isSame { for other in Language.allCases where other != language { try folder.removeWords(other) } }
      state.assets = session.assets
      try folder.keep(state)
    } catch {}  // best effort, as above
  }

  /// Teaches the device the words that are here.
  func learnWords() {
    for language in Language.allCases {
      guard let device, let file = folder.knownWords(language) else { continue }
      // What is no file of words goes, and is fetched with the next answer.
      do { try device.learn(file) } catch {
        try? folder.removeWords(language)  // best effort: what stays is taken away at the next start
      }
    }
  }
}
