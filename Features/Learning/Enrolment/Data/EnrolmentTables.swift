import Base
public import Database
import People
import School

public enum EnrolmentTables {
  public static let seat = Table<SeatRow>(
    "seat", number: 110,
    {
      $0.school()
      $0.id("course") { $0.seat.course }
      $0.id("student") { $0.seat.student }
      $0.choice("state") { $0.seat.state }
      $0.instant("requestedAt") { $0.seat.requestedAt }
      $0.instant("changedAt") { $0.seat.changedAt }
      $0.id("by", onMerge: .stays) { $0.by }
    }, key: ["school", "course", "student"],
    indexes: [["school", "student"], ["school", "course", "state", "requestedAt"], ["school", "state"]],
    foreign: [
      .init(["school", "course"], to: "course", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ],
    seen: .by { row, school in [.courseStaff(row.seat.course), .family(row.seat.student), .office(school)] }
  ) { cells throws(Refusal) in
    SeatRow(
      seat: Seat(
        course: cells.id(), student: cells.id(), state: try cells.choice(), requestedAt: cells.instant(),
        changedAt: cells.instant()),
      by: cells.id())
  }

  public static let migrations = [
    Migration.baseline("enrolment", seat.schema)
  ]
}

/// A seat, and by whom it was changed last.
public struct SeatRow: Sendable {
  let seat: Seat
  /// Nobody where it followed from something else, as a student's leaving the school.
  let by: ID<Account>
}
