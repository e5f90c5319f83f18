public import Base

/// A command about whole weeks of classes, from a day on.
public protocol WeekCommand: Command {
  var from: Day { get }
}

extension SetWeek: WeekCommand {}
extension CopyWeek: WeekCommand {}
extension ImportTimetable: WeekCommand {}

/// What the rules need to know of the weeks that are to change.
public struct WeekFacts: Sendable {
  public let today: Day
  /// Whether the caller teaches each of the classes, or is the office.
  public let marksAll: Bool
  public let plans: [WeekPlan]
  public init(today: Day, marksAll: Bool, plans: [WeekPlan]) {
    (self.today, self.marksAll, self.plans) = (today, marksAll, plans)
  }

  fileprivate func check(_ caller: Caller, _ from: Day, _ agreed: String?) throws(Refusal) {
    guard marksAll, caller.role.isStaff else { throw .notFound }
    // What was taught is not planned afresh.
    if from < today { throw .invalid("from", Phrase("attendance.week-past")) }
    if let agreed, agreed != WeekPlan.digest(plans) { throw .invalid("", Phrase("attendance.week-other")) }
  }

  fileprivate func mustBeFree() throws(Refusal) {
    let problems = plans.flatMap { $0.problems }
    if !problems.isEmpty { throw .invalid(problems) }
  }
}

extension SetWeek {
  public func permit(for caller: Caller, week: WeekFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try week.check(caller, from, nil)
    try week.mustBeFree()
    try week.check(caller, from, agreed)
    return Permit(self, caller: caller, at: now)
  }
}

extension CopyWeek {
  public func permit(for caller: Caller, week: WeekFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try week.check(caller, from, agreed)
    guard !to.contains(classroom) else { throw .invalid("to", Phrase("attendance.copy-self")) }
    try week.mustBeFree()
    return Permit(self, caller: caller, at: now)
  }
}

extension ImportTimetable {
  public func permit(for caller: Caller, week: WeekFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice else { throw .notFound }
    try week.check(caller, from, agreed)
    return Permit(self, caller: caller, at: now)
  }
}
