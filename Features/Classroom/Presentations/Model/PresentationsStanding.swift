public import Base

/// How one child stands with one presentation: the fold of its acts.
public struct PresentationStanding: Hashable, Sendable {
  /// The latest act, by its day, and within a day as it was written down.
  public var latest: PresentationAct
  /// How often it was presented.
  public var presented: Int
  public var isMastered: Bool { latest.kind == .mastered }

  /// - Parameter acts: of one child and one presentation, in any order; those that were taken back count for nothing.
  public init?(_ acts: [PresentationAct]) {
    let counted = acts.filter { $0.withdrawnAt == nil }
    guard let latest = counted.max(by: { ($0.day, $0.at, $0.id) < ($1.day, $1.at, $1.id) }) else { return nil }
    (self.latest, presented) = (latest, counted.count { $0.kind == .presented })
  }

  /// By presentation, merged ones as what they became.
  public static func all(_ acts: [PresentationAct], in tree: CurriculumTree) -> [ID<CurriculumNode>:
    PresentationStanding]
  {
    var grouped: [ID<CurriculumNode>: [PresentationAct]] = [:]
    for act in acts { grouped[tree.resolved(act.presentation), default: []].append(act) }
    var found: [ID<CurriculumNode>: PresentationStanding] = [:]
    for (presentation, acts) in grouped { found[presentation] = PresentationStanding(acts) }
    return found
  }
}

extension CurriculumTree {
  /// The presentations of some plans, merged ones as what they became; what is not of the curriculum is none of them.
  public func planned(_ plans: [PresentationPlan]) -> Set<ID<CurriculumNode>> {
    Set(plans.compactMap { $0.presentation.map { resolved($0) } })
  }
}

/// What could come next for a child, and why.
public struct PresentationCandidate: Hashable, Sendable {
  public let presentation: CurriculumNode
  /// What it comes after, all of it mastered; empty when it comes after nothing.
  public let after: [CurriculumNode]
  /// The day on which the last of these was mastered.
  public let since: Day?

  /// Those not presented yet whose prerequisites are all mastered, the newest way that opened first; then those that come after
  /// nothing, in the order of the curriculum.
  public static func list(
    _ standings: [ID<CurriculumNode>: PresentationStanding], planned: Set<ID<CurriculumNode>>, in tree: CurriculumTree
  ) -> [PresentationCandidate] {
    var (open, first): ([PresentationCandidate], [PresentationCandidate]) = ([], [])
    for one in tree.presentations() where standings[one.id] == nil && !planned.contains(one.id) {
      let needs = tree.prerequisites(of: one.id)
      guard !needs.isEmpty else {
        first.append(PresentationCandidate(presentation: one, after: [], since: nil))
        continue
      }
      let days = needs.compactMap { need -> Day? in
        guard let standing = standings[need], standing.isMastered else { return nil }
        return standing.latest.day
      }
      guard days.count == needs.count else { continue }
      open.append(
        PresentationCandidate(presentation: one, after: needs.compactMap { tree[$0] }, since: days.max()))
    }
    var places: [ID<CurriculumNode>: Int] = [:]
    for (place, one) in open.enumerated() { places[one.presentation.id] = place }
    open.sort { a, b in
      if let (one, other) = both(a.since, b.since), one != other { return one > other }
      return (places[a.presentation.id] ?? 0) < (places[b.presentation.id] ?? 0)
    }
    return open + first
  }

  private static func both(_ a: Day?, _ b: Day?) -> (Day, Day)? {
    guard let a, let b else { return nil }
    return (a, b)
  }
}
