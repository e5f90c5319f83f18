public import Base
import Database
import People
public import School

/// How much was written with some presentations, of all children: for who is about to merge them.
extension PresentationsStore {
  /// Acts that were not taken back.
  public func countActs(of presentations: [ID<CurriculumNode>], in school: ID<Tenant>) throws(Refusal) -> Int {
    guard !presentations.isEmpty else { return 0 }
    return try tx.count(
      """
      SELECT COUNT(*) FROM presentation_act WHERE school = $1 AND "withdrawnAt" IS NULL
      AND presentation IN (\(placeholders(presentations.count, from: 2)))
      """, [.id(school)] + presentations.map { .id($0) })
  }

  /// What is planned, or was.
  public func countPlans(of presentations: [ID<CurriculumNode>], in school: ID<Tenant>) throws(Refusal) -> Int {
    guard !presentations.isEmpty else { return 0 }
    return try tx.count(
      """
      SELECT COUNT(*) FROM presentation_plan WHERE school = $1 AND "deletedAt" IS NULL
      AND presentation IN (\(placeholders(presentations.count, from: 2)))
      """, [.id(school)] + presentations.map { .id($0) })
  }
}
