import Base
import Database
import Kit
import Router
import School

/// More time, another day or more attempts for one student.
extension QuizzesService {
  /// Its outcome is what the student had before, in a line; nothing is everybody's.
  func handle(_ command: SetQuizTime, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, zone) = (try request.caller(), request.scene.zone)
    let context = try QuizContext(command.quiz, caller, tx)
    let isEnrolled = try EnrolmentStore(tx: tx).isEnrolled(
      command.student, in: context.quiz.course, school: caller.school)
    let permit = try command.permit(for: caller, quiz: context.facts, isEnrolled: isEnrolled, in: zone, now: tx.now)
    let was = try context.store.ownTime(of: command.student, in: command.quiz, school: caller.school)
    try context.save(permit, was: was, zone, attempts)
    return Outcome(was?.line ?? "")
  }

  /// Its outcome is what was taken back.
  func handle(_ command: EndQuizTime, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let was = try context.store.ownTime(of: command.student, in: command.quiz, school: caller.school)
    let permit = try command.permit(for: caller, quiz: context.facts, time: was, now: tx.now)
    try context.save(permit, was: was, attempts)
    return Outcome(was?.line ?? "")
  }

  func times(
    _ id: ID<Quiz>, _ chosen: ID<Student>?, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> QuizTimesPage {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    let times = try context.store.ownTimes(of: id, in: caller.school)
    let lines = try EnrolmentStore(tx: tx).roster(context.quiz.course, in: caller.school).map {
      QuizTimesPage.Line(student: $0.id, name: $0.name, time: times[$0.id])
    }
    return QuizTimesPage(head: try context.head(), lines: lines, chosen: chosen, closed: try context.closed())
  }
}

extension QuizContext where DB == WriteTransaction {
  /// Running attempts have it at once, and results wait for the last day.
  func save(
    _ permit: Permit<SetQuizTime>, was: QuizTime?, _ zone: Zone, _ attempts: QuizAttempts
  ) throws(Refusal) {
    try recalculate(permit.command.time(in: zone), over: was, by: permit.caller.account, at: permit.at, attempts)
  }

  func save(_ permit: Permit<EndQuizTime>, was: QuizTime?, _ attempts: QuizAttempts) throws(Refusal) {
    let usual = QuizTime(quiz: quiz.id, student: permit.command.student)
    try recalculate(usual, over: was, by: permit.caller.account, at: permit.at, attempts)
  }

  private func recalculate(
    _ time: QuizTime, over was: QuizTime?, by account: ID<Account>, at now: Instant, _ attempts: QuizAttempts
  ) throws(Refusal) {
    let usual = QuizTime(quiz: quiz.id, student: time.student)
    guard time != was ?? usual else { return }
    // Nothing that is done for it would count.
    if let column = try GradesStore(tx: tx).item(quiz.gradeItem, in: school) {
      try GradesStore(tx: tx).mustBeOpen(column)
    }
    let settle = try attempts.changing(.settings, quiz.id, tx)
    if !time.isUsualButDay {
      try store.put(time)
    } else if was?.isUsualButDay == false {
      try store.removeTime(of: time.student, in: quiz.id)
    }
    let days = AssignmentsStore(tx: tx)
    if let own = time.extended, own != was?.extended {
      try days.put(DueExtension(item: item.id, student: time.student, dueAt: own, by: account, at: now))
    } else if time.extended == nil, was?.extended != nil {
      try days.removeExtension(item.id, of: time.student)
    }
    tx.detail("was", was?.line ?? "-")
    try settle(account)
  }
}

extension QuizTime {
  /// In a line, for the history and for a command's answer: measure, minutes, attempts, close, day.
  var line: String {
    [
      String(hundredths), String(extraMinutes), String(extraAttempts), closesAt.map { String($0.milliseconds) } ?? "-",
      extended.map { String($0.milliseconds) } ?? "-",
    ].joined(separator: " ")
  }

  init?(_ line: String, of student: ID<Student>, in quiz: ID<Quiz>) {
    let parts = line.split(separator: " ")
    guard parts.count == 5, let hundredths = Int(parts[0]), let minutes = Int(parts[1]), let attempts = Int(parts[2])
    else { return nil }
    self.init(
      quiz: quiz, student: student, hundredths: hundredths, extraMinutes: minutes,
      closesAt: Int64(parts[3]).map { Instant(milliseconds: $0) }, extraAttempts: attempts,
      extended: Int64(parts[4]).map { Instant(milliseconds: $0) })
  }
}
