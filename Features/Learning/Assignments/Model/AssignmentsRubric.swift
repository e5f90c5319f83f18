public import Base

/// How work is judged: criteria, each with levels that give points.
public struct Rubric: Hashable, Sendable {
  public var criteria: [RubricCriterion]
  public init(_ criteria: [RubricCriterion] = []) { self.criteria = criteria }
  public var isEmpty: Bool { criteria.isEmpty }

  /// The most points: the best level of each criterion.
  public var possible: Amount { sum(criteria.map { $0.best }) }

  /// The points of the chosen levels; `nil` when none is chosen.
  public func points(_ chosen: [ID<RubricLevel>]) -> Amount? {
    let levels = criteria.compactMap { criterion in criterion.levels.first { chosen.contains($0.id) } }
    return levels.isEmpty ? nil : sum(levels.map { $0.points })
  }

  /// Whether a level is chosen for every criterion, one for each.
  public func isWhole(_ chosen: [ID<RubricLevel>]) -> Bool {
    criteria.allSatisfy { criterion in criterion.levels.contains { chosen.contains($0.id) } }
  }

  private func sum(_ amounts: [Amount]) -> Amount {
    amounts.reduce(.zero) { $0.plus($1) ?? $0 }
  }
}

/// One thing that is looked at.
public struct RubricCriterion: Hashable, Sendable {
  public let id: ID<RubricCriterion>
  public var title: String
  /// The best first, as the teacher wrote them.
  public var levels: [RubricLevel]
  public init(id: ID<RubricCriterion>, title: String, levels: [RubricLevel]) {
    (self.id, self.title, self.levels) = (id, title, levels)
  }

  public var best: Amount { levels.reduce(.zero) { max($0, $1.points) } }
}

/// How well it was done, and what that gives.
public struct RubricLevel: Hashable, Sendable {
  public let id: ID<RubricLevel>
  public var title: String
  public var points: Amount
  public init(id: ID<RubricLevel>, title: String, points: Amount) {
    (self.id, self.title, self.points) = (id, title, points)
  }
}

extension Rubric {
  /// As it lies in the books, and goes out to programs.
  public var json: JSON {
    .list(
      criteria.map { criterion in
        .object([
          ("id", .id(criterion.id)), ("title", .text(criterion.title)),
          (
            "levels",
            .list(
              criterion.levels.map {
                .object([("id", .id($0.id)), ("title", .text($0.title)), ("points", .text($0.points.text))])
              })
          ),
        ])
      })
  }

  /// What cannot be read is no criterion; only our own text comes here.
  public init(json: JSON) {
    guard case .list(let items) = json else {
      self.init()
      return
    }
    self.init(items.compactMap { RubricCriterion(json: $0) })
  }
}

extension RubricCriterion {
  init?(json: JSON) {
    guard case .text(let id) = json["id"], let id = ID<RubricCriterion>(id), case .text(let title) = json["title"],
      case .list(let levels) = json["levels"]
    else { return nil }
    self.init(id: id, title: title, levels: levels.compactMap { RubricLevel(json: $0) })
  }
}

extension RubricLevel {
  init?(json: JSON) {
    guard case .text(let id) = json["id"], let id = ID<RubricLevel>(id), case .text(let title) = json["title"],
      case .text(let points) = json["points"], let points = Amount(points)
    else { return nil }
    self.init(id: id, title: title, points: points)
  }
}
