public import Base
public import Database
public import School

/// All SQL about the curriculum.
public struct CurriculumStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func node(_ id: ID<CurriculumNode>, in school: ID<Tenant>) throws(Refusal) -> CurriculumNode? {
    try tx.find(CurriculumTables.node, id, in: school)
  }

  /// The whole tree, also what was archived, each level in its order.
  public func nodes(in school: ID<Tenant>) throws(Refusal) -> [CurriculumNode] {
    try tx.all(CurriculumTables.node, in: school, "ORDER BY position, name, id", [])
  }

  public func prerequisites(in school: ID<Tenant>) throws(Refusal) -> [Prerequisite] {
    try tx.all(CurriculumTables.prerequisite, in: school, "ORDER BY presentation, needs", [])
  }

  /// All of it, to look things up in.
  public func tree(in school: ID<Tenant>) throws(Refusal) -> CurriculumTree {
    CurriculumTree(try nodes(in: school), try prerequisites(in: school))
  }

  /// The same without what must come before what: for pages that only say what things are called.
  public func namedTree(in school: ID<Tenant>) throws(Refusal) -> CurriculumTree {
    CurriculumTree(try nodes(in: school), [])
  }
}
