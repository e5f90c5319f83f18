public import Base

/// A place of a curriculum as a file or the shipped one has it, before it is one of the school's.
public struct CurriculumLine: Hashable, Sendable {
  public var key: String
  /// The key of what it lies in.
  public var parent: String?
  public var kind: CurriculumNode.Kind
  public var name: String
  /// Ages in months.
  public var from: Int?
  public var until: Int?
  /// `nil` says nothing of them, and they stay as they are.
  public var aims: String?
  /// Keys of what comes before; `nil` says nothing of it.
  public var after: [String]?
  /// Whether it says anything of ages.
  public var hasAges: Bool
  /// Where it stands in the file, from 1.
  public var line: Int
  public init(
    key: String, parent: String?, kind: CurriculumNode.Kind, name: String, from: Int? = nil, until: Int? = nil,
    aims: String? = nil, after: [String]? = nil, hasAges: Bool = true, line: Int
  ) {
    (self.key, self.parent, self.kind, self.name, self.from, self.until) = (key, parent, kind, name, from, until)
    (self.aims, self.after, self.hasAges, self.line) = (aims, after, hasAges, line)
  }
}

/// What taking over a curriculum does to the school's: the preview shows it, and the same is written.
public struct CurriculumPlan: Hashable, Sendable {
  /// Those that are not there yet, every parent before what is below it.
  public private(set) var new: [CurriculumLine] = []
  /// As they will be.
  public private(set) var changed: [CurriculumNode] = []
  /// How many are there already, just so.
  public private(set) var kept = 0
  /// Keys of what comes before what: those to add, and those to take away.
  public private(set) var ties: [KeyPair] = []
  public private(set) var untied: [Prerequisite] = []
  /// Those of the school's that the file says nothing of: they stay as they are.
  public private(set) var others: [CurriculumNode] = []
  /// What was left out, by its line.
  public private(set) var problems: [CurriculumProblem] = []

  /// One key comes after another.
  public struct KeyPair: Hashable, Sendable {
    public let presentation: String
    public let needs: String
  }

  public var isEmpty: Bool { new.isEmpty && changed.isEmpty && ties.isEmpty && untied.isEmpty }
  /// How many places and ties it writes.
  public var count: Int { new.count + changed.count + ties.count + untied.count }

  /// - Parameter changes: whether what is known by its key becomes as the lines say it; otherwise it is left alone.
  public init(_ lines: [CurriculumLine], over tree: CurriculumTree, changes: Bool) {
    let known = tree.nodes.keyed(by: { $0.key }, to: { $0 })
    var kinds = known.mapValues { $0.kind }
    var taken: [CurriculumLine] = []
    for line in lines {
      if let wrong = Self.wrong(line, known, kinds) {
        problems.append(CurriculumProblem(line.line, wrong))
      } else {
        kinds[line.key] = line.kind
        taken.append(line)
      }
    }
    for line in taken {
      guard let node = known[line.key] else {
        new.append(line)
        continue
      }
      guard changes else {
        kept += 1
        continue
      }
      // A parent that is new has no id before it is written; what moves into it says so by its key.
      let after = node.with(line, parent: line.parent.flatMap { known[$0]?.id })
      let moves = line.parent.map { known[$0] == nil } ?? false
      if after == node && !moves { kept += 1 } else { changed.append(after) }
      if moves { moved[line.key] = line.parent }
    }
    let said = Set(lines.map { $0.key })
    others = tree.outline.filter { tree.stands($0.id) && !said.contains($0.key) }
    tie(taken, tree, known, kinds, changes)
  }

  /// Keys of known places that go into a new one, with the key of that.
  public private(set) var moved: [String: String] = [:]

  private static func wrong(
    _ line: CurriculumLine, _ known: [String: CurriculumNode], _ kinds: [String: CurriculumNode.Kind]
  ) -> Phrase? {
    if let node = known[line.key] {
      if node.mergedInto != nil { return Phrase("curriculum.line-merged", .text(node.name)) }
      if node.kind != line.kind { return Phrase("curriculum.line-kind", .text(line.key)) }
    }
    guard let parent = line.parent else { return line.kind == .area ? nil : Phrase("curriculum.line-parent") }
    guard let kind = kinds[parent], kind.rank < line.kind.rank, known[parent]?.mergedInto == nil else {
      return Phrase("curriculum.line-parent")
    }
    return nil
  }

  /// What comes before what, without circles; presentations only.
  private mutating func tie(
    _ lines: [CurriculumLine], _ tree: CurriculumTree, _ known: [String: CurriculumNode],
    _ kinds: [String: CurriculumNode.Kind], _ changes: Bool
  ) {
    let keys = tree.nodes.keyed(by: { $0.id }, to: { $0.key })
    var (needs, order) = ([String: [String]](), CurriculumOrder())
    for node in tree.nodes where node.kind == .presentation {
      let before = tree.own(of: node.id).compactMap { keys[tree.resolved($0)] }
      needs[node.key] = before
      for key in before { order.put(node.key, after: key) }
    }
    for line in lines where line.kind == .presentation && (changes || known[line.key] == nil) {
      guard let after = line.after else { continue }
      let before = needs[line.key] ?? []
      // What is archived comes before it still, unsaid.
      let stays = before.filter { after.contains($0) || !(known[$0].map { tree.stands($0.id) } ?? false) }
      for key in before where !stays.contains(key) { order.take(line.key, from: key) }
      if let node = known[line.key] { untie(node, but: after, tree, keys) }
      // A tie of the shipped one to a band that was not adopted is no fault.
      let new = after.filter { !before.contains($0) && (kinds[$0] != nil || line.line != 0) }
      needs[line.key] = stays + tied(line, to: new, stays, kinds, &order)
    }
  }

  /// Takes away what the line does not name any more; what is archived stays.
  private mutating func untie(
    _ node: CurriculumNode, but after: [String], _ tree: CurriculumTree, _ keys: [ID<CurriculumNode>: String]
  ) {
    let gone = tree.own(of: node.id).filter {
      let now = tree.resolved($0)
      return tree.stands(now) && now != node.id && !after.contains(keys[now] ?? "")
    }
    untied += gone.map { Prerequisite(presentation: node.id, needs: $0) }
  }

  /// Ties a line to new ones where that closes no circle, and says why it did not tie the others.
  private mutating func tied(
    _ line: CurriculumLine, to new: [String], _ stays: [String], _ kinds: [String: CurriculumNode.Kind],
    _ order: inout CurriculumOrder
  ) -> [String] {
    var made: [String] = []
    // What is put before a place changes nothing of what comes after it: it is asked once a line.
    var followers: Set<Int>?
    for key in new {
      guard kinds[key] == .presentation, key != line.key else {
        problems.append(CurriculumProblem(line.line, Phrase("curriculum.line-after", .text(String(key.prefix(60))))))
        continue
      }
      guard !stays.contains(key), !made.contains(key) else { continue }
      guard stays.count + made.count < CurriculumNode.mostPrerequisites else {
        problems.append(
          CurriculumProblem(line.line, Phrase("curriculum.after-many", .count(CurriculumNode.mostPrerequisites))))
        break
      }
      let following = followers ?? order.followers(of: line.key)
      followers = following
      if following.contains(order.number(key)) {
        problems.append(CurriculumProblem(line.line, Phrase("curriculum.line-circle", .text(key))))
        continue
      }
      made.append(key)
      order.put(line.key, after: key)
      ties.append(KeyPair(presentation: line.key, needs: key))
    }
    return made
  }
}

/// What comes after what, by numbers: a table has tens of thousands of ties, and each may close a circle.
private struct CurriculumOrder {
  private var numbers: [String: Int] = [:]
  /// What comes right after each.
  private var after: [[Int]] = []

  mutating func number(_ key: String) -> Int {
    if let known = numbers[key] { return known }
    numbers[key] = after.count
    after.append([])
    return after.count - 1
  }

  mutating func put(_ key: String, after other: String) {
    let (one, before) = (number(key), number(other))
    after[before].append(one)
  }

  mutating func take(_ key: String, from other: String) {
    let (one, before) = (number(key), number(other))
    after[before].removeAll { $0 == one }
  }

  /// Everything that comes after a place, at once or later, and the place itself.
  mutating func followers(of key: String) -> Set<Int> {
    let start = number(key)
    var (open, seen) = ([start], Set([start]))
    while let one = open.popLast() {
      for next in after[one] where seen.insert(next).inserted { open.append(next) }
    }
    return seen
  }
}

/// Something that was not taken over, with the line it stands in.
public struct CurriculumProblem: Hashable, Sendable {
  public let line: Int
  public let phrase: Phrase
  public init(_ line: Int, _ phrase: Phrase) { (self.line, self.phrase) = (line, phrase) }
}

extension CurriculumNode {
  /// As a line says it; what the line does not say stays.
  fileprivate func with(_ line: CurriculumLine, parent: ID<CurriculumNode>?) -> CurriculumNode {
    var copy = self
    copy.name = line.name
    if line.hasAges { (copy.fromMonths, copy.untilMonths) = (line.from, line.until) }
    if let aims = line.aims { copy.aims = aims }
    if let parent { copy.parent = parent }
    copy.archivedAt = nil
    return copy
  }
}
// words: curriculum.line-*
