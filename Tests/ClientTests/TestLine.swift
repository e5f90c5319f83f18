import App
import Base
import HomeroomClient
import HomeroomTesting
import Synchronization

/// The way to the real server in this process, which cuts, loses, doubles and delays as a test wants it.
final class TestLine: Transport {
  /// How many of a hundred requests it happens to.
  struct Faults: Sendable {
    /// The request does not arrive.
    var lost = 0
    /// It is carried out, and its answer does not come.
    var unanswered = 0
    /// It is carried out twice.
    var doubled = 0
    /// It has no answer, and is carried out before the next one.
    var late = 0
  }

  private struct State {
    var homeroom: Homeroom
    var faults = Faults()
    var isCut = false
    var takesTogether = true
    var dice: Dice
    var late: [ClientRequest] = []
    var posted: [String] = []
    var onStep: (@Sendable () throws -> Void)?
    var said: AsyncThrowingStream<[UInt8], any Error>.Continuation?
  }
  private enum Fate { case fine, lost, unanswered, doubled, late }
  private let state: Mutex<State>

  init(_ homeroom: Homeroom, seed: UInt64 = 1) {
    state = Mutex(State(homeroom: homeroom, dice: Dice(seed: seed)))
  }

  /// Another server answers from now on.
  func lead(to homeroom: Homeroom) { state.withLock { $0.homeroom = homeroom } }
  func cut(_ isCut: Bool = true) { state.withLock { $0.isCut = isCut } }
  /// Whether many requests are taken in one; a server of other limits says no.
  func takeTogether(_ together: Bool) { state.withLock { $0.takesTogether = together } }
  func fail(_ faults: Faults, seed: UInt64? = nil) {
    state.withLock {
      $0.faults = faults
      if let seed { $0.dice = Dice(seed: seed) }
    }
  }
  /// Called before and after everything that is carried out.
  func onStep(_ step: (@Sendable () throws -> Void)?) { state.withLock { $0.onStep = step } }
  /// The paths that were posted to, in their order.
  var posted: [String] { state.withLock { $0.posted } }

  func send(_ request: ClientRequest) async throws -> ClientResponse {
    let (fate, late) = try state.withLock { state in
      if state.isCut { throw ClientError.noLine }
      let late = state.late
      state.late = []
      let fate = request.path == "/api/v1/tokens" ? Fate.fine : Self.fate(state.faults, &state.dice)
      if fate == .late { state.late = [request] }
      return (fate, late)
    }
    for one in late { _ = try await carryOut(one) }
    switch fate {
    case .lost, .late: throw ClientError.noLine
    case .fine: return try await carryOut(request)
    case .doubled:
      _ = try await carryOut(request)
      return try await carryOut(request)
    case .unanswered:
      _ = try await carryOut(request)
      throw ClientError.noLine
    }
  }

  /// A line on which nothing is said but by `say`.
  func listen(_ request: ClientRequest) async throws -> ClientLine {
    if state.withLock({ $0.isCut }) { throw ClientError.noLine }
    let (body, said) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    state.withLock { $0.said = said }
    return ClientLine(status: 200, headers: [:], body: body)
  }

  /// Says something on the live line once it is open.
  func say(_ event: String, _ data: String) async throws {
    while true {
      if let said = state.withLock({ $0.said }), case .enqueued = said.yield([]) {
        said.yield(Array("event: \(event)\ndata: \(data)\n\n".utf8))
        return
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  private static func fate(_ faults: Faults, _ dice: inout Dice) -> Fate {
    var number = dice.roll(0...99)
    for (share, fate) in [
      (faults.lost, Fate.lost), (faults.unanswered, .unanswered), (faults.doubled, .doubled), (faults.late, .late),
    ] {
      if number < share { return fate }
      number -= share
    }
    return .fine
  }

  private func carryOut(_ request: ClientRequest) async throws -> ClientResponse {
    let (homeroom, step) = state.withLock { state in
      if request.method == .post { state.posted.append(request.path) }
      return (state.homeroom, state.onStep)
    }
    if request.path == "/api/v1/sync/push", !state.withLock({ $0.takesTogether }) {
      return ClientResponse(status: 413, headers: [:], body: Array(#"{"detail":"Too long."}"#.utf8))
    }
    try step?()
    let headers = request.headers.filter { !["Accept", "Content-Type"].contains($0.key) }.map { ($0.key, $0.value) }
    let reply = try await TestBrowser(homeroom.server).send(
      request.method.rawValue, request.path, accept: request.headers["Accept"] ?? "", headers: headers,
      type: request.headers["Content-Type"], body: request.body)
    try step?()
    var named: [String: String] = [:]
    for (name, value) in reply.headers { named[name.lowercased()] = value }
    return ClientResponse(status: reply.status, headers: named, body: reply.body)
  }
}
