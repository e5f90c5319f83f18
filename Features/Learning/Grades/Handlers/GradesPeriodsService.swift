import Base
import Database
import People
import Router
import School

/// The parts of the year of a course: looking, adding, changing, closing, and the way back.
extension GradesService {
  func periods(_ course: ID<Course>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> GradingPeriodsPage {
    let (known, store) = (try staffCourse(course, caller, tx), GradesStore(tx: tx))
    return GradingPeriodsPage(
      course: known, periods: try store.periods(of: course, in: caller.school),
      hidden: try store.hidden(in: course, school: caller.school),
      topics: .watching(
        [.courseStaff(course)], [GradesTables.period.number, GradesTables.posted.number, GradesTables.score.number]))
  }

  func period(
    _ id: ID<GradingPeriod>, of course: ID<Course>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> GradingPeriodPage {
    let all = try periods(course, caller, tx)
    guard let period = all.periods.first(where: { $0.id == id }) else { throw .notFound }
    return GradingPeriodPage(course: all.course, period: period, hidden: all.hidden[id] ?? .none)
  }

  func handle(_ command: AddGradingPeriod, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), GradesStore(tx: tx))
    let access = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
    let permit = try command.permit(
      for: caller, access, store.periods(of: command.course, in: caller.school), now: tx.now)
    try CoursesStore(tx: tx).mustBeOpen(command.course, in: caller.school)
    let new: ID<GradingPeriod> = tx.newID()
    try store.save(permit, as: new)
    return .made(new)
  }

  /// Answers the form that says what it was, for the way back.
  func handle(_ command: EditGradingPeriod, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), GradesStore(tx: tx))
    let access = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
    let periods = try store.periods(of: command.course, in: caller.school)
    let permit = try command.permit(for: caller, access, periods, now: tx.now)
    try CoursesStore(tx: tx).mustBeOpen(command.course, in: caller.school)
    guard let period = periods.first(where: { $0.id == command.period }) else { throw .notFound }
    try store.save(permit, period)
    return Outcome(JSON.object(EditGradingPeriod.fields(period).map { ($0.name, .text($0.value)) }).string)
  }

  func handle(_ command: ChangeGradingPeriod, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), GradesStore(tx: tx))
    let access = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
    let periods = try store.allPeriods(of: [command.course], in: caller.school)
    var hidden = HiddenGrades.none
    if command.act == .close {
      hidden = try store.hidden(in: command.course, school: caller.school)[command.period] ?? .none
    }
    let permit = try command.permit(for: caller, access, periods, hidden: hidden, now: tx.now)
    try CoursesStore(tx: tx).mustBeOpen(command.course, in: caller.school)
    guard let period = periods.first(where: { $0.id == command.period }) else { throw .notFound }
    try store.save(permit, period, hidden)
    return .done
  }
}
