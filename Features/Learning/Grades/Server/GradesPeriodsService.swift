import Base
import Ledger
import People
import School
import Web

/// The parts of the year of a course: looking, adding, changing, closing, and the way back.
extension GradesService {
  func periods(_ course: ID<Course>, _ caller: Caller) async throws -> GradingPeriodsPage {
    try await ledger.read { tx in
      let known = try staffCourse(course, caller, tx)
      let store = GradesStore(tx: tx)
      return GradingPeriodsPage(
        course: known, periods: try store.periods(of: course, in: caller.school),
        hidden: try store.hidden(in: course, school: caller.school))
    }
  }

  func period(_ id: ID<GradingPeriod>, of course: ID<Course>, _ caller: Caller) async throws -> GradingPeriodPage {
    let all = try await periods(course, caller)
    guard let period = all.periods.first(where: { $0.id == id }) else { throw Refusal.notFound }
    return GradingPeriodPage(course: all.course, period: period, hidden: all.hidden[id] ?? .none)
  }

  func run(_ command: AddGradingPeriod, _ request: Request) async throws -> ID<GradingPeriod> {
    let caller = try request.caller()
    let new = world.id(GradingPeriod.self)
    let answered = try await ledger.write(request.sent(AddGradingPeriod.self)) { tx in
      let store = GradesStore(tx: tx)
      let sight = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
      let permit = try command.permit(
        for: caller, sight, store.periods(of: command.course, in: caller.school), now: tx.now)
      try CoursesStore(tx: tx).mustBeOpen(command.course, in: caller.school)
      try store.save(permit, as: new)
      return new.text
    }
    return ID(answered.text) ?? new
  }

  func run(_ command: EditGradingPeriod, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(EditGradingPeriod.self)) { tx in
      let store = GradesStore(tx: tx)
      let sight = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
      let periods = try store.periods(of: command.course, in: caller.school)
      let permit = try command.permit(for: caller, sight, periods, now: tx.now)
      try CoursesStore(tx: tx).mustBeOpen(command.course, in: caller.school)
      guard let period = periods.first(where: { $0.id == command.period }) else { throw Refusal.notFound }
      try store.save(permit, period)
      return ""
    }
  }

  func run(_ command: ChangeGradingPeriod, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(ChangeGradingPeriod.self)) { tx in
      let store = GradesStore(tx: tx)
      let sight = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
      let periods = try store.allPeriods(of: [command.course], in: caller.school)
      let hidden =
        command.act == .close
        ? try store.hidden(in: command.course, school: caller.school)[command.period] ?? .none : .none
      let permit = try command.permit(for: caller, sight, periods, hidden: hidden, now: tx.now)
      try CoursesStore(tx: tx).mustBeOpen(command.course, in: caller.school)
      guard let period = periods.first(where: { $0.id == command.period }) else { throw Refusal.notFound }
      try store.save(permit, period, hidden)
      return ""
    }
  }
}
