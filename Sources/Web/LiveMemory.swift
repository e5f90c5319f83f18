import Base
import Database
public import Ledger
import NIOConcurrencyHelpers
import Router

/// What is remembered of one school while somebody watches it.
struct LiveSchool {
  /// For those who come back; beyond that they are told to look again.
  private(set) var recent: [Change] = []
  private(set) var bytes = 0
  /// The last change that was told, or that nobody needed to be told.
  var seen: Int64?
  /// Open lines, and lines that are being opened.
  var watchers = 0
  /// Whether nobody watched it when it was last looked at.
  var isIdle = false
  /// Changes that wait for the one before them.
  var waiting: [Change] = []
  var isTelling = false
  /// What devices have been told; nothing while there are none.
  var rows: LiveRows?

  /// About as many bytes of changes as one school may have in memory, and all schools together.
  static let maxBytes = 256 << 10
  static let maxBytesInAll = 32 << 20
  /// As many changes may wait; beyond that they are dropped, and those who watch look again.
  static let maxWaiting = 512

  /// - Returns: whether it follows on what was told before; otherwise something is missing in between.
  mutating func remember(_ change: Change, room: Int) -> Bool {
    let isNext = seen.map { change.seq <= $0 + 1 } ?? true
    if !isNext { (recent, bytes) = ([], 0) }
    if !isNext || !change.isWhole { rows = nil }
    seen = max(seen ?? 0, change.seq)
    let kept = change.cost > room ? change.asHint : change
    recent.append(kept)
    bytes += kept.cost
    // Rarely and by halves: a copy of all of them for each new one would cost more than telling anybody.
    if bytes > 2 * room { shrink(to: room) }
    return isNext
  }

  private mutating func shrink(to room: Int) {
    let first = recent.firstIndex { change in
      bytes -= change.cost
      return bytes <= room
    }
    recent.removeFirst(min(recent.count, (first ?? recent.count - 1) + 1))
  }
}

extension Change {
  /// About what it takes in memory.
  var cost: Int { entries.reduce(160) { $0 + 96 + $1.row.count } + 48 * membershipChanged.count }
}

extension Live.State {
  /// - Returns: whether the change follows on the one before; `nil` when nobody watches the school.
  mutating func remember(_ change: Change) -> Bool? {
    let room = min(LiveSchool.maxBytes, LiveSchool.maxBytesInAll / max(1, schools.count))
    return schools[change.school]?.remember(change, room: room)
  }

  mutating func endOpening(_ which: (Live.Opening) -> Bool) {
    for key in opening.keys where opening[key].map(which) ?? false { opening[key]?.isEnded = true }
  }

  /// Schools that nobody has watched since the last time: a page that loads anew is back sooner.
  mutating func forgetUnwatched() {
    for (id, school) in schools where school.watchers <= 0 {
      if school.isIdle, !school.isTelling { schools[id] = nil } else { schools[id]?.isIdle = true }
    }
  }

  /// - Returns: whether somebody has to begin telling the school's changes.
  mutating func queue(_ change: Change) -> Bool {
    guard var school = schools.removeValue(forKey: change.school) else { return false }
    defer { schools[change.school] = school }
    // The next one that is told does not follow on the last: that is how the gap is found.
    if school.waiting.count >= LiveSchool.maxWaiting { school.waiting = [] }
    school.waiting.append(change)
    defer { school.isTelling = true }
    return !school.isTelling
  }

  mutating func nextWaiting(_ id: ID<Tenant>) -> [Change] {
    let waiting = schools[id]?.waiting ?? []
    schools[id]?.waiting = []
    if waiting.isEmpty { schools[id]?.isTelling = false }
    return waiting
  }
}

extension Live {
  /// Takes changes from the books and hands fragments to the lines, until the books close.
  ///
  /// Each school's in their order, and none waits for another's.
  public func run(_ ledger: Ledger) async {
    let changes = ledger.changes()
    state.withLockedValue { $0.isRunning = true }
    await withDiscardingTaskGroup { group in
      for await change in changes where state.withLockedValue({ $0.queue(change) }) {
        group.addTask { await self.tell(change.school) }
      }
    }
  }

  private func tell(_ school: ID<Tenant>) async {
    while true {
      let changes = state.withLockedValue { $0.nextWaiting(school) }
      if changes.isEmpty { return }
      for change in changes { await deliver(change) }
    }
  }
}
