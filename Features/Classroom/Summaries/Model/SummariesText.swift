public import Base

/// What is known of a time, as a summary tells it.
public struct SummaryFacts: Hashable, Sendable {
  public struct Seen: Hashable, Sendable {
    public let day: Day
    /// Without the names of other children.
    public let text: String
    public init(day: Day, text: String) { (self.day, self.text) = (day, text) }
  }
  public struct Habit: Hashable, Sendable {
    public let name: String
    public let days: Int
    public init(name: String, days: Int) { (self.name, self.days) = (name, days) }
  }
  public var child: String
  public var from: Day
  public var until: Day
  /// The oldest first.
  public var seen: [Seen] = []
  /// The names of what was presented, practised and mastered, each once.
  public var presented: [String] = []
  public var practised: [String] = []
  public var mastered: [String] = []
  public var habits: [Habit] = []
  public init(child: String, from: Day, until: Day) { (self.child, self.from, self.until) = (child, from, until) }
}

/// A draft for a family, in its language: what happened, counted where there is something to count, and no comparison.
public func summaryText(_ facts: SummaryFacts, _ words: Words) -> String {
  var parts = [
    words(
      "summaries.text.begin", .text(facts.child), .text(words.date(facts.from)), .text(words.date(facts.until)))
  ]
  let learned = [
    learnedLine("summaries.text.presented", facts.presented, words),
    learnedLine("summaries.text.practised", facts.practised, words),
    learnedLine("summaries.text.mastered", facts.mastered, words),
  ].compactMap { $0 }
  if !learned.isEmpty { parts.append(learned.joined(separator: "\n")) }
  if let seen = seenLines(facts.seen, words) { parts.append(seen) }
  if !facts.habits.isEmpty {
    let lines = facts.habits.prefix(30).map { habit in
      "• " + words("summaries.text.habit", .text(habit.name), .count(habit.days))
    }
    parts.append(([words("summaries.text.habits")] + lines).joined(separator: "\n"))
  }
  if parts.count == 1 { parts.append(words("summaries.text.nothing")) }
  return String(parts.joined(separator: "\n\n").prefix(Summary.longest))
}
// words: summaries.text.presented summaries.text.practised summaries.text.mastered

private func learnedLine(_ key: String, _ names: [String], _ words: Words) -> String? {
  if names.isEmpty { return nil }
  return words(key, .count(names.count), .text(words.list(Array(names.prefix(40)))))
}

/// As many as a family reads; the rest is counted.
private func seenLines(_ seen: [SummaryFacts.Seen], _ words: Words) -> String? {
  if seen.isEmpty { return nil }
  var (lines, length) = ([words("summaries.text.seen", .count(seen.count))], 0)
  for one in seen {
    length += one.text.count
    if length > Summary.longest / 2, lines.count > 1 { break }
    lines.append("• " + words("summaries.text.seen-on", .text(words.date(one.day)), .text(one.text)))
  }
  let left = seen.count - (lines.count - 1)
  if left > 0 { lines.append("• " + words("summaries.text.more", .count(left))) }
  return lines.joined(separator: "\n")
}
