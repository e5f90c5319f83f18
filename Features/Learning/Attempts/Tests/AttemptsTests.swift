import Base
import Testing

@testable import School

@Suite struct `The time of a quiz` {
  let start = Instant(milliseconds: 1_773_207_000_000)
  private func quiz(_ minutes: Int?, closes: Int64? = nil, due: Int64? = nil) -> Quiz {
    Quiz(id: .none, course: .none, minutes: minutes, closesAt: closes.map { start.plus(seconds: $0) }, updatedAt: start)
  }
  private func time(_ hundredths: Int, _ extra: Int = 0, closes: Int64? = nil) -> QuizTime {
    QuizTime(
      quiz: .none, student: .none, hundredths: hundredths, extraMinutes: extra,
      closesAt: closes.map { start.plus(seconds: $0) })
  }
  private func seconds(_ quiz: Quiz, _ time: QuizTime? = nil) -> Int64? {
    quiz.deadline(from: start, time).map { $0.since(start) / 1000 }
  }

  @Test func `is the limit, times the student's measure, and what is added`() {
    #expect(seconds(quiz(15)) == 900)
    #expect(seconds(quiz(15), time(150)) == 1350)  // Maya's 22:30
    #expect(seconds(quiz(15), time(150, 5)) == 1650)
    #expect(seconds(quiz(nil)) == nil)
  }

  @Test func `ends at the close, which waits for those with more time`() {
    #expect(seconds(quiz(30, closes: 600)) == 600)
    #expect(seconds(quiz(30, closes: 600), time(150)) == 1500)
    #expect(seconds(quiz(30, closes: 600), time(100, closes: 5000)) == 1800)
    #expect(seconds(quiz(nil, closes: 600), time(200)) == 600)
    // The close of all was moved beyond the student's own.
    #expect(seconds(quiz(nil, closes: 600), time(100, closes: 300)) == 600)
  }

  @Test func `another day moves what it is judged by, the close and the results`() {
    var quiz = quiz(30, closes: 600)
    quiz.showing = .afterDue
    let (due, later) = (start.plus(seconds: 100), start.plus(seconds: 9000))
    let other = QuizTime(quiz: .none, student: .none, extended: later)
    #expect(quiz.ownDue(due, nil) == due && quiz.ownDue(nil, nil) == quiz.closesAt)
    #expect(quiz.ownDue(due, other) == later && quiz.close(for: other) == later)
    #expect(quiz.ownDue(due, time(150)) == due.plus(seconds: 900))
    #expect(quiz.release(dueAt: due, [other]) == .after(later))
    #expect(seconds(quiz, other) == 1800)
  }

  @Test func `results after the due date wait for the last of all`() {
    var quiz = quiz(15)
    #expect(quiz.release(dueAt: nil, []) == .atOnce)
    quiz.showing = .afterDue
    #expect(quiz.release(dueAt: nil, []) == .never)
    let due = start.plus(seconds: 100)
    #expect(quiz.release(dueAt: due, []) == .after(due))
    #expect(quiz.release(dueAt: due, [time(100, closes: 900)]) == .after(start.plus(seconds: 900)))
    #expect(!quiz.release(dueAt: due, []).isOpen(due) && quiz.release(dueAt: due, []).isOpen(due.plus(seconds: 1)))
  }

  @Test func `an answer that comes after the end has the device's word alone, whatever that says`() {
    func late(_ waited: Int64?, after seconds: Int64) -> LateAnswer {
      let time = WitnessedTime(
        seen: start.plus(seconds: -900), waited: waited.map { $0 * 1000 }, arrived: start.plus(seconds: seconds))
      return LateAnswer(time, end: start)
    }
    // What was under way at the end counts, whatever the device says.
    #expect(late(nil, after: 4) == .counts && late(0, after: 4) == .counts && late(-9, after: 4) == .counts)
    #expect(late(61, after: 60) == .flagged && late(60 * 60, after: 60) == .flagged)
    #expect(late(56, after: 60) == .flagged && late(55, after: 60) == .tooLate)
    #expect(late(nil, after: 60) == .tooLate && late(-1, after: 60) == .tooLate)
    #expect(late(4 * 3600, after: 3 * 3600) == .flagged)
    let end = WitnessedTime(seen: start, waited: .max, arrived: Instant(milliseconds: .min))
    #expect(end.claimed == nil && !end.isPossible)
  }
}

@Suite struct `Which attempt counts` {
  private func result(_ number: Int, _ points: String, of possible: String = "10", pending: Bool = false)
    -> (number: Int, result: AttemptResult)
  {
    (
      number,
      AttemptResult(
        attempt: .none, points: amount(points), possible: amount(possible), isPending: pending,
        at: Instant(milliseconds: 0))
    )
  }

  @Test func `is the best, the last, the first or the mean`() {
    let results = [result(1, "4"), result(2, "9"), result(3, "6")]
    #expect(Quiz.Counting.highest.counted(results, outOf: amount("10")) == amount("9"))
    #expect(Quiz.Counting.latest.counted(results, outOf: amount("10")) == amount("6"))
    #expect(Quiz.Counting.first.counted(results, outOf: amount("10")) == amount("4"))
    #expect(Quiz.Counting.average.counted(results, outOf: amount("10")) == amount("6.3333"))
    #expect(Quiz.Counting.average.counted([], outOf: amount("10")) == nil)
  }

  @Test func `leaves out what has not been read, and weighs by what was possible`() {
    let results = [result(1, "4"), result(2, "9", pending: true)]
    #expect(Quiz.Counting.highest.counted(results, outOf: amount("10")) == amount("4"))
    #expect(Quiz.Counting.latest.counted([result(1, "4", of: "8")], outOf: amount("10")) == amount("5"))
  }
}

@Suite struct `The order of an attempt` {
  private func seed(_ number: UInt64) -> ShuffleSeed {
    ShuffleSeed(ID<QuizAttempt>(high: 1, low: number), ID<Question>(high: 2, low: 7))
  }

  @Test func `is the same each time and another for others`() {
    #expect(seed(1).order(6) == seed(1).order(6) && seed(1).order(6).sorted() == Array(0..<6))
    #expect(Set((0..<40).map { seed(UInt64($0)).order(6) }).count > 20)
    #expect(seed(1).order(0).isEmpty && seed(1).order(1) == [0])
  }

  /// A hundred positions of the first option over six places are spread, not stuck.
  @Test func `favours no place`() {
    var places = [Int](repeating: 0, count: 4)
    for number in 0..<4000 { places[seed(UInt64(number)).order(4).firstIndex(of: 0) ?? 0] += 1 }
    #expect(places.allSatisfy { (850...1150).contains($0) }, "\(places)")
  }

  @Test func `keeps True before False`() {
    let face = QuestionContent.trueFalse("?", isTrue: true).face
    for number in 0..<20 { #expect(face.shuffled(seed(UInt64(number)), options: true).options.map(\.id) == [1, 2]) }
  }
}
