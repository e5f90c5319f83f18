public import Base

/// The whole curriculum of a school, to look things up in.
///
/// Whoever reads what was written with a place that was merged since asks for `resolved` first.
public struct CurriculumTree: Sendable {
  /// Each level in its order.
  public let nodes: [CurriculumNode]
  private let places: [ID<CurriculumNode>: Int]
  private let below: [ID<CurriculumNode>: [Int]]
  private let needs: [ID<CurriculumNode>: [ID<CurriculumNode>]]
  private let leads: [ID<CurriculumNode>: [ID<CurriculumNode>]]
  public let areas: [CurriculumNode]
  private let ties: [Prerequisite]
  /// What each merged place became in the end, and what each place took in.
  private let became: [ID<CurriculumNode>: ID<CurriculumNode>]
  private let merged: [ID<CurriculumNode>: [ID<CurriculumNode>]]

  /// - Parameter nodes: in their order, as the store reads them.
  public init(_ nodes: [CurriculumNode], _ prerequisites: [Prerequisite]) {
    var (places, below) = ([ID<CurriculumNode>: Int](), [ID<CurriculumNode>: [Int]]())
    for (at, node) in nodes.enumerated() {
      places[node.id] = at
      if let parent = node.parent { below[parent, default: []].append(at) }
    }
    var (needs, leads) = ([ID<CurriculumNode>: [ID<CurriculumNode>]](), [ID<CurriculumNode>: [ID<CurriculumNode>]]())
    for tie in prerequisites {
      needs[tie.presentation, default: []].append(tie.needs)
      leads[tie.needs, default: []].append(tie.presentation)
    }
    (self.nodes, self.places, self.below, self.needs, self.leads) = (nodes, places, below, needs, leads)
    (areas, ties) = (nodes.filter { $0.parent == nil }, prerequisites)
    became = Self.became(nodes, places)
    var merged: [ID<CurriculumNode>: [ID<CurriculumNode>]] = [:]
    for node in nodes {
      if let end = became[node.id], end != node.id { merged[end, default: []].append(node.id) }
    }
    self.merged = merged
  }

  /// Each chain of mergings is walked once: a long one is asked for by every place of a page.
  private static func became(
    _ nodes: [CurriculumNode], _ places: [ID<CurriculumNode>: Int]
  ) -> [ID<CurriculumNode>: ID<CurriculumNode>] {
    var found: [ID<CurriculumNode>: ID<CurriculumNode>] = [:]
    for node in nodes where node.mergedInto != nil {
      var (way, now, seen) = ([ID<CurriculumNode>](), node.id, Set<ID<CurriculumNode>>())
      while found[now] == nil, let next = places[now].flatMap({ nodes[$0].mergedInto }), seen.insert(now).inserted {
        way.append(now)
        now = next
      }
      let end = found[now] ?? now
      for id in way { found[id] = end }
    }
    return found
  }

  public subscript(_ id: ID<CurriculumNode>) -> CurriculumNode? { places[id].map { nodes[$0] } }

  /// What lies directly below one, in its order, also what was archived.
  public func children(of id: ID<CurriculumNode>) -> [CurriculumNode] { (below[id] ?? []).map { nodes[$0] } }

  /// Beside which a place stands, itself too.
  public func siblings(of node: CurriculumNode) -> [CurriculumNode] { node.parent.map { children(of: $0) } ?? areas }

  /// From the area down to the place itself.
  public func path(of id: ID<CurriculumNode>) -> [CurriculumNode] {
    var (found, next) = ([CurriculumNode](), self[id])
    while let node = next, found.count < CurriculumNode.Kind.allCases.count {
      found.append(node)
      next = node.parent.flatMap { self[$0] }
    }
    return found.reversed()
  }

  /// “Sensorial › Pink tower › Building the tower”.
  public func pathName(of id: ID<CurriculumNode>) -> String {
    path(of: id).map { $0.name }.joined(separator: " › ")
  }

  /// What a place became when it was merged into another, or the place itself.
  public func resolved(_ id: ID<CurriculumNode>) -> ID<CurriculumNode> { became[id] ?? id }

  /// All that became a place by merging, itself first: what was written with any of them counts for it.
  public func sources(of id: ID<CurriculumNode>) -> [ID<CurriculumNode>] {
    [id] + (merged[id] ?? [])
  }

  /// Whether it is offered: neither it nor anything that it lies in was archived.
  public func stands(_ id: ID<CurriculumNode>) -> Bool {
    let all = path(of: id)
    return !all.isEmpty && all.allSatisfy { $0.archivedAt == nil && $0.mergedInto == nil }
  }

  /// Everything below a place and the place itself, parents first.
  public func outline(of id: ID<CurriculumNode>) -> [CurriculumNode] {
    guard let node = self[id] else { return [] }
    return [node] + children(of: id).flatMap { outline(of: $0.id) }
  }

  /// Everything, in the order in which it is read.
  public var outline: [CurriculumNode] { areas.flatMap { outline(of: $0.id) } }

  /// The presentations below a place that are offered, in their order; without one those of all areas.
  public func presentations(of id: ID<CurriculumNode>? = nil) -> [CurriculumNode] {
    (id.map { outline(of: $0) } ?? outline).filter { $0.kind == .presentation && stands($0.id) }
  }

  /// The rows of what comes before a presentation, as they stand.
  public func own(of id: ID<CurriculumNode>) -> [ID<CurriculumNode>] { needs[id] ?? [] }

  /// What comes before a presentation: merged ones as what they became, archived ones not.
  public func prerequisites(of id: ID<CurriculumNode>) -> [ID<CurriculumNode>] {
    unique(own(of: id).map { resolved($0) }, but: id)
  }

  /// What a presentation opens the way to.
  public func followers(of id: ID<CurriculumNode>) -> [ID<CurriculumNode>] {
    unique(sources(of: id).flatMap { leads[$0] ?? [] }, but: id)
  }

  private func unique(_ ids: [ID<CurriculumNode>], but own: ID<CurriculumNode>) -> [ID<CurriculumNode>] {
    var seen = Set([own])
    return ids.filter { stands($0) && seen.insert($0).inserted }
  }

  /// The chain that would close if one came after another: from that one through what it comes after, back to the first.
  ///
  /// Archived ones count, because they may come back.
  public func circle(_ id: ID<CurriculumNode>, after other: ID<CurriculumNode>) -> [CurriculumNode]? {
    chain(from: resolved(other), to: resolved(id))
  }

  /// The chain that would close if one were merged into another.
  ///
  /// That one of the two comes right after the other closes none: what comes after itself is not said.
  public func circle(merging id: ID<CurriculumNode>, into other: ID<CurriculumNode>) -> [CurriculumNode]? {
    let target = resolved(other)
    for need in own(of: target).map({ resolved($0) }) where need != id && need != target {
      if let found = chain(from: need, to: id) { return [self[target]].compactMap { $0 } + found }
    }
    return nil
  }

  /// The chain that would close if what was merged stood for itself again.
  public func circle(restoring id: ID<CurriculumNode>) -> [CurriculumNode]? {
    guard var node = self[id] else { return nil }
    node.mergedInto = nil
    let then = CurriculumTree(nodes.map { $0.id == id ? node : $0 }, ties)
    for need in then.own(of: id) {
      if let found = then.circle(id, after: need) { return found }
    }
    return nil
  }

  private func chain(from start: ID<CurriculumNode>, to end: ID<CurriculumNode>) -> [CurriculumNode]? {
    var (cameFrom, open) = ([start: start], [start])
    while let now = open.popLast() {
      if now == end {
        var (chain, at) = ([now], now)
        while at != start, let before = cameFrom[at] {
          chain.append(before)
          at = before
        }
        return chain.reversed().compactMap { self[$0] }
      }
      for next in own(of: now).map({ resolved($0) }) where cameFrom[next] == nil {
        cameFrom[next] = now
        open.append(next)
      }
    }
    return nil
  }
}

extension CurriculumNode.Kind {
  /// How deep it may lie: what is below a place has a greater one.
  public var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  /// What may lie directly in it.
  public var below: [Self] { Self.allCases.filter { $0.rank > rank } }
}

extension CurriculumNode {
  /// Places of one school, also those that were archived.
  public static var mostNodes: Int { 2000 }
  public static var mostPrerequisites: Int { 20 }
  public static var maxName: Int { 200 }
  public static var maxAims: Int { 2000 }
  public static var maxKey: Int { 160 }
  /// Ages in months: what a form and a file may say.
  public static var months: ClosedRange<Int> { 0...240 }

  /// A key for a new place: what its name says in letters of programs, below the key of what it lies in.
  public static func key(
    of name: String, _ kind: Kind, below parent: String?, taken: (String) -> Bool
  ) -> String {
    var slug = ""
    for byte in Student.fold(name).utf8 {
      if byte >= 48 && byte <= 57 || byte >= 97 && byte <= 122 {
        slug.unicodeScalars.append(Unicode.Scalar(byte))
      } else if !slug.isEmpty, slug.utf8.last != 45 {
        slug += "-"
      }
      if slug.utf8.count >= 40 { break }
    }
    while slug.utf8.last == 45 { slug.removeLast() }
    if slug.isEmpty { slug = kind.rawValue }
    let whole = (parent.map { $0 + "." } ?? "") + slug
    // A deep tree of long names still has keys that fit.
    let base = whole.utf8.count + 5 > maxKey ? slug : whole
    var (key, number) = (base, 1)
    while taken(key), number <= mostNodes {
      number += 1
      key = base + "-" + String(number)
    }
    return key
  }
}
