/// One item as a page shows it: what the version says, and what is known of it for this trainee.
public struct ChecklistLine: Sendable {
  public let item: ChecklistItem
  /// What counts now: the first tick that nobody has taken back.
  public let tick: ChecklistAct?
  /// All that count, whose marks a form carries.
  public let ticks: [ChecklistAct]
  /// How many acts there are in its history.
  public let acts: Int
  /// What it said when it was done, when it says something else now.
  public let doneAs: ChecklistItem?

  public init(
    item: ChecklistItem, tick: ChecklistAct?, ticks: [ChecklistAct], acts: Int, doneAs: ChecklistItem? = nil
  ) {
    (self.item, self.tick, self.ticks, self.acts, self.doneAs) = (item, tick, ticks, acts, doneAs)
  }

  public var isDone: Bool { tick != nil }
  /// Done under other words, and not looked at again since.
  public var isRewordedSince: Bool { doneAs != nil }
}

/// A template's version and a trainee's progress, put together for display: the order and the words of the one, the state of
/// the other.
///
/// What the progress does not name is not done.
public struct ChecklistMerge: Sendable {
  public let lines: [ChecklistLine]
  /// Done once, and asked for no more.
  public let earlier: [ChecklistLine]
  public let count: ChecklistCount

  /// - Parameter versions: what the versions say under which something was done, by their numbers.
  public init(_ content: ChecklistContent, _ progress: ChecklistProgress, versions: [Int: ChecklistContent]) {
    var acts: [Int: [ChecklistAct]] = [:]
    for item in progress.items { acts[item.key] = item.acts }
    var lines: [ChecklistLine] = []
    for item in content.items {
      guard acts[item.key] != nil else {
        lines.append(ChecklistLine(item: item, tick: nil, ticks: [], acts: 0))
        continue
      }
      let ticks = progress.ticks(of: item.key)
      // Whoever has looked again under the words that stand there now has settled it.
      let said = ticks.map { (tick) -> ChecklistItem? in versions[tick.version]?.item(item.key) }
      let isSame = said.contains { $0 == nil || $0 == item }
      lines.append(
        ChecklistLine(
          item: item, tick: ticks.first, ticks: ticks, acts: acts[item.key]?.count ?? 0,
          doneAs: isSame ? nil : said.first ?? nil))
    }
    let here = Set(content.items.map { $0.key })
    var earlier: [ChecklistLine] = []
    for item in progress.items where !here.contains(item.key) {
      let ticks = progress.ticks(of: item.key)
      guard let tick = ticks.first else { continue }
      let said = versions[tick.version]?.item(item.key) ?? ChecklistItem(key: item.key, title: "")
      earlier.append(ChecklistLine(item: said, tick: tick, ticks: ticks, acts: item.acts.count))
    }
    (self.lines, self.earlier) = (lines, earlier)
    count = ChecklistCount(done: lines.count { $0.isDone }, total: lines.count)
  }
}

extension ChecklistProgress {
  /// The versions under which something was ticked.
  public var versions: Set<Int> {
    var found: Set<Int> = []
    for item in items { for act in item.acts where act.isTick { found.insert(act.version) } }
    return found
  }
}
