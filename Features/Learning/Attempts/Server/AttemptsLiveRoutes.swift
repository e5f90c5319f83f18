import Base
import Database
import HTML
import Kit
import Learning
import Ledger
import People
import Router
import School
public import Web

/// What stays true on open screens by fragments: how much time is left, and that results are out.
public func attemptViews(_ server: AttemptsServer) -> [LiveView] { [server.takingView] }

extension Change.Entry {
  /// Which attempt of which quiz this entry is about.
  fileprivate var tried: (quiz: ID<Quiz>, attempt: ID<QuizAttempt>)? {
    guard let quiz = id("quiz", of: AttemptsTables.attempt, Quiz.self),
      let attempt = id("id", of: AttemptsTables.attempt, QuizAttempt.self)
    else { return nil }
    return (quiz, attempt)
  }
  fileprivate var isStaff: Bool { bucket.kind == Bucket.courseStaff(.none).kind }
}

extension AttemptsServer {
  private func access(_ quiz: ID<Quiz>, _ caller: Caller) async throws -> CourseAccess? {
    try await ledger.read { tx in
      do { return try EnrolmentStore(tx: tx).mustSee(quiz.cast(to: CourseItem.self), caller).access } catch is Refusal {
        return nil
      }
    }
  }

  /// The clock of an attempt, when more time is given, and that there is news when it is over; the topic is
  /// `quiz.attempt`.
  fileprivate var takingView: LiveView {
    LiveView("quiz-attempt") { id, caller in
      guard let (quiz, attempt) = Self.parts(id), let access = try await access(quiz, caller) else { return false }
      let known = try await ledger.read { try AttemptsStore(tx: $0).attempt(attempt, of: quiz, in: caller.school) }
      switch access {
      case .office, .teacher: return known != nil
      case .student(let student): return known?.student == student
      case .guardian(let children): return known.map { children.contains($0.student) } ?? false
      }
    } touched: { change in
      Set(change.entries.filter { !$0.isStaff }.compactMap { $0.tried.map { $0.quiz.text + "." + $0.attempt.text } })
    } render: { id, change, scene in
      guard let (quiz, id) = Self.parts(id) else { return nil }
      let attempt = try await ledger.read { tx in try AttemptsStore(tx: tx).attempt(id, of: quiz, in: change.school) }
      guard let attempt else { return nil }
      guard attempt.isOpen else { return fragment(.update, "quiz-news", quizNews(id, of: quiz, scene)) }
      return fragment(.replace, "quiz-clock", quizClock(attempt, scene.now, scene))
    }
  }

  private static func parts(_ id: String) -> (ID<Quiz>, ID<QuizAttempt>)? {
    let halves = id.split(separator: ".")
    guard halves.count == 2, let quiz = ID<Quiz>(halves[0]), let attempt = ID<QuizAttempt>(halves[1]) else {
      return nil
    }
    return (quiz, attempt)
  }
}
