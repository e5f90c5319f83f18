public import Base
public import Database
public import School

extension CurriculumStore where DB == WriteTransaction {
  @discardableResult
  public func save(
    _ permit: Permit<AddCurriculumNode>, as id: ID<CurriculumNode>, _ tree: CurriculumTree
  ) throws(Refusal) -> CurriculumNode {
    let (command, fields) = (permit.command, permit.command.fields)
    let keys = Set(tree.nodes.map { $0.key })
    let parent = command.parent.flatMap { tree[$0] }
    let key = CurriculumNode.key(of: fields.name, command.kind, below: parent?.key) { keys.contains($0) }
    var ends = CurriculumEnds(tree)
    let made = CurriculumNode(
      id: id, parent: command.parent, kind: command.kind, key: key, name: fields.name,
      position: ends.next(below: command.parent), fromMonths: fields.from, untilMonths: fields.until,
      aims: fields.aims, updatedAt: permit.at)
    try tx.put(CurriculumTables.node, made)
    return made
  }

  func save(_ permit: Permit<EditCurriculumNode>, _ known: CurriculumNode) throws(Refusal) {
    let fields = permit.command.fields
    var changed = known
    (changed.name, changed.fromMonths, changed.untilMonths) = (fields.name, fields.from, fields.until)
    (changed.aims, changed.updatedAt) = (fields.aims, permit.at)
    try tx.put(CurriculumTables.node, changed)
  }

  /// Those beside it move up or down by one; the others stay as they are.
  func save(_ permit: Permit<MoveCurriculumNode>, _ known: CurriculumNode, _ tree: CurriculumTree) throws(Refusal) {
    let parent = permit.command.parent ?? known.parent
    let beside = (parent.map { tree.children(of: $0) } ?? tree.areas).filter { $0.id != known.id }
    var moved = known
    (moved.parent, moved.updatedAt) = (parent, permit.at)
    var order = beside
    order.insert(moved, at: min(max((permit.command.place ?? order.count + 1) - 1, 0), order.count))
    for (place, node) in order.enumerated() where node.position != place || node.id == known.id {
      var changed = node
      changed.position = place
      if tree[node.id] != changed { try tx.put(CurriculumTables.node, changed) }
    }
  }

  func save(_ permit: Permit<SetPrerequisite>, _ tree: CurriculumTree) throws(Refusal) {
    let (node, needs) = (permit.command.node, permit.command.needs)
    guard permit.command.isRemoved else {
      return try tx.put(CurriculumTables.prerequisite, Prerequisite(presentation: node, needs: needs))
    }
    for own in tree.own(of: node) where own == needs || tree.resolved(own) == needs {
      try tx.remove(CurriculumTables.prerequisite, Prerequisite(presentation: node, needs: own))
    }
  }

  func save(_ permit: Permit<ArchiveCurriculumNode>, _ known: CurriculumNode) throws(Refusal) {
    var changed = known
    changed.archivedAt = permit.command.isRestored ? nil : permit.at
    if permit.command.isRestored { changed.mergedInto = nil }
    changed.updatedAt = permit.at
    try tx.put(CurriculumTables.node, changed)
  }

  /// The rows of what was written keep the name they were written with; who reads them asks the tree what it became.
  func save(_ permit: Permit<MergeCurriculumNode>, _ known: CurriculumNode) throws(Refusal) {
    var changed = known
    (changed.mergedInto, changed.updatedAt) = (permit.command.into, permit.at)
    try tx.put(CurriculumTables.node, changed)
  }

  // MARK: many at once

  public func save(_ permit: Permit<AdoptCurriculum>, _ plan: CurriculumPlan, _ tree: CurriculumTree) throws(Refusal) {
    try write(plan, tree, at: permit.at)
  }

  public func save(_ permit: Permit<ImportCurriculum>, _ plan: CurriculumPlan, _ tree: CurriculumTree) throws(Refusal) {
    try write(plan, tree, at: permit.at)
  }

  private func write(_ plan: CurriculumPlan, _ tree: CurriculumTree, at now: Instant) throws(Refusal) {
    var ids = tree.nodes.keyed(by: { $0.key }, to: { $0.id })
    var ends = CurriculumEnds(tree)
    for line in plan.new {
      let id = tx.newID(CurriculumNode.self)
      ids[line.key] = id
      try tx.put(
        CurriculumTables.node,
        CurriculumNode(
          id: id, parent: line.parent.flatMap { ids[$0] }, kind: line.kind, key: line.key, name: line.name,
          position: ends.next(below: line.parent.flatMap { ids[$0] }), fromMonths: line.from, untilMonths: line.until,
          aims: line.aims ?? "", updatedAt: now))
    }
    for node in plan.changed {
      var changed = node
      changed.updatedAt = node.moment(now)
      if let parent = plan.moved[node.key] { changed.parent = ids[parent] }
      if changed.parent != tree[node.id]?.parent { changed.position = ends.next(below: changed.parent) }
      try tx.put(CurriculumTables.node, changed)
    }
    try writeTies(plan, ids)
  }

  private func writeTies(_ plan: CurriculumPlan, _ ids: [String: ID<CurriculumNode>]) throws(Refusal) {
    for tie in plan.untied { try tx.remove(CurriculumTables.prerequisite, tie) }
    for tie in plan.ties {
      guard let presentation = ids[tie.presentation], let needs = ids[tie.needs] else { continue }
      try tx.put(CurriculumTables.prerequisite, Prerequisite(presentation: presentation, needs: needs))
    }
  }
}

/// Where the next place goes in each other one, while many are written.
private struct CurriculumEnds {
  private var ends: [ID<CurriculumNode>?: Int] = [:]

  /// Walks all of it once: a file has thousands of lines, and one place may hold them all.
  init(_ tree: CurriculumTree) {
    for node in tree.nodes { ends[node.parent] = max(ends[node.parent] ?? 0, node.position + 1) }
  }

  /// - Parameter parent: `nil` for an area.
  mutating func next(below parent: ID<CurriculumNode>?) -> Int {
    let place = ends[parent] ?? 0
    ends[parent] = place + 1
    return place
  }
}
