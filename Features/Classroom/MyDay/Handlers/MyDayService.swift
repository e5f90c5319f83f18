import Base
import Database
import Kit
import People
import Router
import School

/// Answers what a guide has today, of all children in classes of theirs.
public struct MyDayService: Sendable {
  public init() {}

  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> MyDayPage {
    let caller = try request.caller()
    let rooms = ClassroomsStore(tx: tx)
    let today = try rooms.today(in: caller.school)
    let taught = try rooms.taught(by: caller.account, in: caller.school)
    let ids = try rooms.studentIDs(of: taught, in: caller.school, on: today)
    let known = try StudentsStore(tx: tx).students(in: caller.school, ids: ids)
    let students = known.keyed { $0.id }
    let plans = try PresentationsStore(tx: tx).plans(of: ids, in: caller.school).filter { plan in
      plan.day.map { $0 <= today } ?? false
    }
    return MyDayPage(
      today: today, classrooms: try rooms.classrooms(Set(taught), in: caller.school), students: students,
      birthdays: Birthday.coming(known, from: today, days: MyDayPage.birthdayDays),
      absent: try AttendanceStore(tx: tx).away(ids, in: taught, on: today, in: caller.school), plans: plans,
      tree: try CurriculumStore(tx: tx).namedTree(in: caller.school),
      tasks: try TasksStore(tx: tx).due(of: ids, until: today, in: caller.school),
      habits: try HabitsStore(tx: tx).due(
        of: ids, on: today, firstWeekday: request.scene.zone.firstWeekday, in: caller.school),
      topics: .watching(taught.map { .classStaff($0) }, Self.tables))
  }

  private static let tables = [
    PresentationsTables.plan.number, TasksTables.task.number, HabitsTables.habit.number, HabitsTables.log.number,
    AttendanceTables.mark.number, AttendanceTables.absence.number, StudentsTables.birthday.number,
  ]
}
