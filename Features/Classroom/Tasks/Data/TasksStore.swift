public import Base
public import Database
import People
public import School

/// All SQL about what is to be done for children.
public struct TasksStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// Also one that was deleted.
  public func task(_ id: ID<ChildTask>, in school: ID<Tenant>) throws(Refusal) -> ChildTask? {
    try tx.find(TasksTables.task, id, in: school)
  }

  /// A child's, what is not done first.
  public func tasks(of student: ID<Student>, limit: Int, in school: ID<Tenant>) throws(Refusal) -> [ChildTask] {
    try tx.all(
      TasksTables.task, in: school,
      """
      AND student = $2 AND "deletedAt" IS NULL
      ORDER BY CASE WHEN "doneAt" IS NULL THEN 0 ELSE 1 END, day, "createdAt", id LIMIT $3
      """, [.id(student), .integer(Int64(limit))])
  }

  /// How many a child has that are not done.
  func open(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      """
      SELECT count(*) FROM child_task
      WHERE school = $1 AND student = $2 AND "doneAt" IS NULL AND "deletedAt" IS NULL
      """, [.id(school), .id(student)])
  }

  /// What is not done of children until a day, for whoever works with them; those for some day are not among them.
  public func due(of students: [ID<Student>], until day: Day, in school: ID<Tenant>) throws(Refusal) -> [ChildTask] {
    var found: [ChildTask] = []
    for part in students.chunks(of: 400) {
      found += try tx.all(
        TasksTables.task, in: school,
        """
        AND day <= $2 AND "doneAt" IS NULL AND "deletedAt" IS NULL AND student IN (\(placeholders(part.count, from: 3)))
        ORDER BY day, "createdAt", id LIMIT 300
        """, [.day(day)] + part.map { .id($0) })
    }
    return found
  }
}
