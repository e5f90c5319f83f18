public import Base

/// The office and all teachers keep the curriculum; for everybody else there is none.
private func keepersMay(_ caller: Caller) throws(Refusal) {
  guard caller.role.isStaff else { throw .notFound }
}

/// What was merged has become another: it is changed there.
private func mustBeItself(_ node: CurriculumNode) throws(Refusal) {
  guard node.mergedInto == nil else { throw .conflict(Phrase("curriculum.is-merged")) }
}

/// The chain as one line, so that one sees where it closes.
private func line(_ chain: [CurriculumNode]) -> Phrase.Argument {
  .text(chain.prefix(12).map { $0.name }.joined(separator: " → "))
}

extension AddCurriculumNode {
  public func permit(for caller: Caller, tree: CurriculumTree, now: Instant) throws(Refusal) -> Permit<Self> {
    try keepersMay(caller)
    if let parent {
      guard let lies = tree[parent] else { throw .notFound }
      try mustBeItself(lies)
      guard lies.kind.below.contains(kind) else { throw .invalid("kind", Phrase("curriculum.kind-wrong")) }
    } else if kind != .area {
      throw .invalid("kind", Phrase("curriculum.kind-wrong"))
    }
    guard tree.nodes.count < CurriculumNode.mostNodes else {
      throw .conflict(Phrase("curriculum.many", .count(CurriculumNode.mostNodes)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditCurriculumNode {
  public func permit(for caller: Caller, known: CurriculumNode, now: Instant) throws(Refusal) -> Permit<Self> {
    try keepersMay(caller)
    try mustBeItself(known)
    if let version, version != known.version { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}

extension MoveCurriculumNode {
  public func permit(
    for caller: Caller, known: CurriculumNode, tree: CurriculumTree, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try keepersMay(caller)
    try mustBeItself(known)
    if let parent {
      guard let lies = tree[parent] else { throw .notFound }
      try mustBeItself(lies)
      guard lies.kind.below.contains(known.kind) else { throw .invalid("parent", Phrase("curriculum.kind-wrong")) }
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension SetPrerequisite {
  /// - Returns: `nil` when it is so already.
  public func permit(
    for caller: Caller, known: CurriculumNode, tree: CurriculumTree, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try keepersMay(caller)
    guard let other = tree[needs] else { throw .notFound }
    let has = tree.own(of: known.id).contains { $0 == needs || tree.resolved($0) == needs }
    if isRemoved { return has ? Permit(self, caller: caller, at: now) : nil }
    try mustBeItself(known)
    try mustBeItself(other)
    guard known.kind == .presentation, other.kind == .presentation else {
      throw .invalid("needs", Phrase("curriculum.presentations-only"))
    }
    if has { return nil }
    guard known.id != needs else { throw .invalid("needs", Phrase("curriculum.after-itself")) }
    if let chain = tree.circle(known.id, after: needs) {
      throw .invalid("needs", Phrase("curriculum.circle", line([known] + chain)))
    }
    guard tree.own(of: known.id).count < CurriculumNode.mostPrerequisites else {
      throw .invalid("needs", Phrase("curriculum.after-many", .count(CurriculumNode.mostPrerequisites)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension ArchiveCurriculumNode {
  /// - Returns: `nil` when it is so already.
  public func permit(
    for caller: Caller, known: CurriculumNode, tree: CurriculumTree, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try keepersMay(caller)
    guard isRestored else {
      try mustBeItself(known)
      return known.archivedAt == nil ? Permit(self, caller: caller, at: now) : nil
    }
    if known.archivedAt == nil, known.mergedInto == nil { return nil }
    if known.mergedInto != nil, let chain = tree.circle(restoring: known.id) {
      throw .conflict(Phrase("curriculum.circle", line([known] + chain)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension MergeCurriculumNode {
  public func permit(
    for caller: Caller, known: CurriculumNode, tree: CurriculumTree, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try keepersMay(caller)
    try mustBeItself(known)
    guard let target = tree[into] else { throw .notFound }
    guard known.kind == .presentation, target.kind == .presentation else {
      throw .invalid("into", Phrase("curriculum.presentations-only"))
    }
    guard target.id != known.id else { throw .invalid("into", Phrase("curriculum.into-itself")) }
    try mustBeItself(target)
    if let chain = tree.circle(merging: known.id, into: into) {
      throw .invalid("into", Phrase("curriculum.circle", line(chain + [target])))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension AdoptCurriculum {
  /// - Returns: `nil` when all of it is there already.
  public func permit(
    for caller: Caller, plan: CurriculumPlan, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try keepersMay(caller)
    try mustFit(plan, count, "band")
    return plan.isEmpty ? nil : Permit(self, caller: caller, at: now)
  }
}

extension ImportCurriculum {
  /// - Returns: `nil` when the table says nothing new.
  public func permit(
    for caller: Caller, table: CurriculumTable, plan: CurriculumPlan, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try keepersMay(caller)
    guard !table.lines.isEmpty else {
      throw .invalid("text", table.problems.first?.phrase ?? Phrase("curriculum.import-nothing"))
    }
    try mustFit(plan, count, "text")
    return plan.isEmpty ? nil : Permit(self, caller: caller, at: now)
  }
}

private func mustFit(_ plan: CurriculumPlan, _ count: Int, _ field: String) throws(Refusal) {
  guard count + plan.new.count <= CurriculumNode.mostNodes else {
    throw .invalid(field, Phrase("curriculum.many", .count(CurriculumNode.mostNodes)))
  }
}
