public import Base
public import Database
import People
public import School

/// A course goes, and its wishes with it.
public func forgetProgress(of course: ID<Course>, _ tx: WriteTransaction) throws(Refusal) {
  for student in try ProgressStore(tx: tx).runners(of: course, in: tx.school) {
    try tx.remove(ProgressTables.runner, key: [.id(tx.school), .id(course), .id(student)])
  }
  guard try !ProgressStore(tx: tx).settings(of: [course], in: tx.school).isEmpty else { return }
  try tx.remove(ProgressTables.settings, key: [.id(tx.school), .id(course)])
}
