import Base
public import Database
public import School

/// What was asked of services outside, without what was said.
public enum OutsideTables {
  public static let request = Table<OutsideRequest>(
    "outside_request", number: 271,
    {
      $0.school()
      $0.id("student") { $0.student }
      $0.id("id") { $0.id }
      $0.choice("use") { $0.use }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
      $0.integer("size") { $0.size }
      $0.choice("outcome") { $0.outcome }
    }, key: ["school", "student", "id"], indexes: [["school", "at"]],
    foreign: [.init(["school", "student"], to: "record", ["school", "id"])], seen: .with("record", by: "student")
  ) { cells throws(Refusal) in
    let (student, id) = (cells.id(Student.self), cells.id(OutsideRequest.self))
    return OutsideRequest(
      id: id, student: student, use: try cells.choice(), by: cells.id(), at: cells.instant(), size: cells.int(),
      outcome: try cells.choice())
  }

  public static let migrations = [
    Migration("2026-11-27 outside: what was asked of services outside", create: request.schema)
  ]
}
