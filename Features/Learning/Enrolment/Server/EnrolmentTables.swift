public import Ledger
import School

public enum EnrolmentTables {
  public static let seat = TableSchema(
    "seat", number: 110,
    [
      Column("school", .id), Column("course", .id), Column("student", .id),
      .choice("state", of: Seat.State.allCases.map(\.rawValue)), Column("requestedAt", .instant),
      Column("changedAt", .instant), Column("by", .id),
    ], key: ["school", "course", "student"],
    indexes: [["school", "student"], ["school", "course", "state", "requestedAt"], ["school", "state"]],
    foreign: [
      .init(["school", "course"], to: "course", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ])

  public static let migrations = [Migration("2026-11-21 enrolment: a seat for each student in a course", create: seat)]
}
