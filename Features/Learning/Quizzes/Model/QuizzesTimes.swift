public import Base

/// When a quiz ends, closes, is due and shows its results, for everybody and for one student.
extension Quiz {
  /// When this student's time is up, for a beginning now: the limit by the student's measure, and the close.
  ///
  /// The clock on the wall does not pause. Who has more time may use it after the close, too.
  public func deadline(from start: Instant, _ time: QuizTime?) -> Instant? {
    let seconds = minutes.map {
      Int64($0) * 60 * Int64(time?.hundredths ?? 100) / 100 + Int64(time?.extraMinutes ?? 0) * 60
    }
    let ends = [seconds.map { start.plus(seconds: $0) }, close(for: time)]
    return ends.compactMap { $0 }.min()
  }

  /// When it closes for this student; another day moves the close, too.
  public func close(for time: QuizTime?) -> Instant? {
    // Where the close of all was moved beyond the student's own, it is the student's too.
    let ends = [time?.closesAt, closesAt?.plus(seconds: time?.more(minutes) ?? 0)].compactMap { $0 }
    guard let end = ends.max() else { return nil }
    return max(end, time?.extended ?? end)
  }

  /// Until when this student is to have taken it: their own day, else everybody's, else the close; and longer where
  /// they may take it longer.
  public func ownDue(_ dueAt: Instant?, _ time: QuizTime?) -> Instant? {
    Quiz.ownDue(dueAt, closesAt: closesAt, minutes: minutes, time)
  }

  public static func ownDue(_ dueAt: Instant?, closesAt: Instant?, minutes: Int?, _ time: QuizTime?) -> Instant? {
    guard let time, let due = time.extended ?? dueAt ?? closesAt else { return dueAt ?? closesAt ?? time?.closesAt }
    return max(due.plus(seconds: time.more(minutes)), time.closesAt ?? due)
  }

  /// How many attempts this student has in all; `nil` is any number.
  public func attempts(for time: QuizTime?) -> Int? { attempts.map { $0 + (time?.extraAttempts ?? 0) } }

  /// From when on results are shown; `nil` is not before there is a due date.
  ///
  /// - Parameter times: of everybody it is assigned to, since the last of them decides.
  public func release(dueAt: Instant?, _ times: [QuizTime]) -> Release {
    guard showing == .afterDue else { return .atOnce }
    guard let due = dueAt ?? closesAt else { return .never }
    return .after(([due] + times.compactMap { ownDue(dueAt, $0) }).max() ?? due)
  }

  /// When results may be seen by whoever took the quiz.
  public enum Release: Hashable, Sendable {
    case atOnce, after(Instant), never

    public func isOpen(_ now: Instant) -> Bool {
      switch self {
      case .atOnce: true
      case .after(let instant): now > instant
      case .never: false
      }
    }
  }
}
