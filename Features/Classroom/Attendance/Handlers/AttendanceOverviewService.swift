public import Base
public import Database
import Kit
import People
import School

/// What the first page of those who run a school asks: the day by class, and the week beside the last one.
extension AttendanceService {
  /// A fixed number of questions more than the day itself; names only of the classes that are shown.
  public func overview(for caller: Caller, zone: Zone, _ tx: Transaction) throws(Refusal) -> AttendanceOverview {
    let (day, store, school) = (try day(for: caller, zone: zone, tx), AttendanceStore(tx: tx), caller.school)
    var overview = AttendanceOverview(day, at: zone.minute(of: tx.now))
    let asked = overview.shown.filter { $0.away > 0 }.map { $0.line.session.id }
    let away = try store.away(in: asked, school: school)
    let names = try StudentsStore(tx: tx).students(in: school, ids: Array(Set(away.map { $0.student })))
    for student in names {
      for one in away where one.student == student.id { overview.names[one.session, default: []].append(student.name) }
    }
    let today = day.today
    let week = today.startOfWeek(from: zone.firstWeekday)
    let sums = try store.sums(from: week.plus(days: -7), through: today, in: school)
    overview.thisWeek = AttendanceOverview.sum(sums, from: week, through: today)
    overview.lastWeek = AttendanceOverview.sum(sums, from: week.plus(days: -7), through: today.plus(days: -7))
    overview.reported = try store.reportedCount(on: today, in: school)
    overview.topics = .watchingAll([
      AttendanceTables.count.number, AttendanceTables.absence.number, AttendanceTables.holiday.number,
      AttendanceTables.period.number,
    ])
    return overview
  }
}
