import Base
import Database
import NIOConcurrencyHelpers
import NIOCore
import Router

/// What a reader who comes back has not heard.
extension Live {
  /// Beyond so many frames the page itself is the shorter news; it also leaves room for what happens meanwhile, as
  /// nobody reads the line before all of this is in it.
  static let maxMissed = maxQueuedFrames / 2

  /// What happened after `last`; `nil` when that is longer ago than the memory reaches.
  static func missed(after last: Int64?, head: Int64, _ recent: [Change]) -> [Change]? {
    guard let last else { return [] }
    let after = recent.filter { $0.seq > last }
    guard after.allSatisfy(\.isWhole) else { return nil }
    let newest = max(head, recent.last?.seq ?? 0)
    return newest - last <= Int64(after.count) ? after : nil
  }

  func catchUp(_ key: Int, _ line: Line, _ changes: [Change]?, head: Int64) async {
    let newest = max(head, changes?.last?.seq ?? 0)
    var missed = [Live.lookAgain(at: [], Live.spread.lowerBound, id: newest)]
    if let changes, changes.contains(where: { $0.membershipChanged.contains(line.caller.account) }) {
      // as those hear whose line was open: the page is of what they could see before
      missed = [Live.frame(event: "gone", id: newest, data: "")]
    } else if let changes, let frames = await frames(of: changes, for: line) {
      missed = frames
    }
    state.withLockedValue { state in
      for frame in missed + (state.held.removeValue(forKey: key) ?? []) { line.out.say(frame) }
    }
  }

  /// `nil` when they are too many.
  private func frames(of changes: [Change], for line: Line) async -> [ByteBuffer]? {
    var frames: [ByteBuffer] = []
    // What is fetched now has everything that was missed: once is enough for each.
    var told: Set<Interest> = []
    for change in changes {
      let topics = touched(by: change).filter(line.topics.contains)
      let interests = line.interests(in: change).subtracting(told)
      told.formUnion(interests)
      for (place, topic) in topics.enumerated() {
        let isLast = place == topics.count - 1 && interests.isEmpty
        guard let frame = await frame(topic, change, line, isLast: isLast) else { continue }
        frames.append(frame)
      }
      if !interests.isEmpty { frames.append(Live.lookAgain(at: interests, Live.spread.lowerBound, id: change.seq)) }
      if frames.count > Live.maxMissed { return nil }
    }
    return frames
  }
}

extension Live.State {
  enum Holding {
    /// The line has been told all that it missed: nothing waits.
    case none
    case waits
    case full
  }

  /// Lets a frame wait until the line was told what it missed.
  mutating func hold(_ frame: ByteBuffer, _ key: Int) -> Holding {
    guard let count = held[key]?.count else { return .none }
    guard count < Live.maxMissed else { return .full }
    held[key]?.append(frame)
    return .waits
  }
}
