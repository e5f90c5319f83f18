public import Base

/// That an item was ticked, or that ticks which had been seen were taken back.
///
/// No time decides which counts: taking back names what it had seen, so a tick that somebody else made meanwhile stays.
public struct ChecklistAct: Hashable, Sendable {
  /// Names the act within its item; made of the request that brought it, so that a device and the server call it alike.
  public let mark: UInt32
  public let by: ID<Account>
  /// In whole minutes since the checklist was given.
  public let minute: Int
  /// The version of the template under which it was done.
  public let version: Int
  /// The ticks that it takes back; nothing for a tick.
  public let takesBack: [UInt32]?

  public init(mark: UInt32, by: ID<Account>, minute: Int, version: Int, takesBack: [UInt32]? = nil) {
    (self.mark, self.by, self.minute) = (mark % ChecklistAct.marks, by, max(0, minute))
    (self.version, self.takesBack) = (version, takesBack)
  }

  /// Five digits to the base of 36.
  static let marks: UInt32 = 60_466_176
  public var isTick: Bool { takesBack == nil }
}

/// What was done of one checklist, compact: nothing is kept for an item that nobody has touched, and no word of the template.
public struct ChecklistProgress: Hashable, Sendable {
  public struct Item: Hashable, Sendable {
    public let key: Int
    public var acts: [ChecklistAct]
  }
  public internal(set) var items: [Item] = []
  public init() {}

  /// Acts that are kept of one item; of older ones only what counts.
  public static let mostActs = 24
  /// Accounts that have ticked in one checklist.
  public static let mostAuthors = 36

  public func acts(of key: Int) -> [ChecklistAct] { items.first { $0.key == key }?.acts ?? [] }

  /// The ticks that nobody has taken back, the first first.
  public func ticks(of key: Int) -> [ChecklistAct] { Self.live(acts(of: key)) }

  fileprivate static func live(_ acts: [ChecklistAct]) -> [ChecklistAct] {
    let gone = Set(acts.flatMap { $0.takesBack ?? [] })
    return acts.filter { $0.isTick && !gone.contains($0.mark) }
  }

  /// Whoever was first has done it.
  public func tick(of key: Int) -> ChecklistAct? { ticks(of: key).first }
  public func isDone(_ key: Int) -> Bool { tick(of: key) != nil }

  /// What came twice is there once; two orders of the same acts say the same.
  ///
  /// - Returns: whether it was new.
  @discardableResult
  public mutating func add(_ act: ChecklistAct, to key: Int) -> Bool {
    guard let place = items.firstIndex(where: { $0.key == key }) else {
      items.append(Item(key: key, acts: [act]))
      items.sort { $0.key < $1.key }
      return true
    }
    guard !items[place].acts.contains(where: { $0.mark == act.mark }) else { return false }
    items[place].acts.append(act)
    items[place].acts.sort { ($0.minute, $0.mark) < ($1.minute, $1.mark) }
    if items[place].acts.count > Self.mostActs, let oldest = forgettable(items[place].acts, of: key) {
      items[place].acts.remove(at: oldest)
    }
    return true
  }

  /// The oldest act that nothing hangs on: a tick that was taken back, and what took it back only once the tick is gone, for
  /// else the tick would count again.
  private func forgettable(_ acts: [ChecklistAct], of key: Int) -> Int? {
    let live = Set(ticks(of: key).map { $0.mark })
    let there = Set(acts.filter { $0.isTick }.map { $0.mark })
    return acts.firstIndex { act in
      guard let taken = act.takesBack else { return !live.contains(act.mark) }
      return !taken.contains { there.contains($0) }
    }
  }

  /// The same where one account has become another; marks stay, so that what takes them back still does.
  public func naming(_ new: ID<Account>, insteadOf old: ID<Account>) -> ChecklistProgress {
    var renamed = self
    renamed.items = items.map { item in
      var item = item
      item.acts = item.acts.map { act in
        act.by == old
          ? ChecklistAct(mark: act.mark, by: new, minute: act.minute, version: act.version, takesBack: act.takesBack)
          : act
      }
      return item
    }
    return renamed
  }

  /// Everybody who has ticked something or taken it back.
  public var authors: [ID<Account>] {
    var found: [ID<Account>] = []
    for item in items { for act in item.acts where !found.contains(act.by) { found.append(act.by) } }
    return found
  }
}

/// How far one is, as it is derived and never kept.
public struct ChecklistCount: Hashable, Sendable {
  public let done: Int
  public let total: Int
  public init(done: Int, total: Int) { (self.done, self.total) = (done, total) }
  /// Whole ones, rounded down: 100 only when all is done.
  public var percent: Int { total > 0 ? done * 100 / total : 0 }
  public var isComplete: Bool { total > 0 && done == total }
}

extension ChecklistProgress {
  public func count(of content: ChecklistContent) -> ChecklistCount {
    let done = Set(items.filter { !Self.live($0.acts).isEmpty }.map { $0.key })
    return ChecklistCount(done: content.items.count { done.contains($0.key) }, total: content.items.count)
  }
}
