import Base
import Foundation
import Testing

@testable import School

/// What the published implementations compute, `fixtures/fsrs6.json`.
@Suite struct `The schedule of a card` {
  private struct Vectors: Decodable {
    let cases: [Case]
  }
  private struct Case: Decodable {
    let name: String
    let parameters: [Double]
    let desired_retention: Double
    let learning_steps_s: [Int], relearning_steps_s: [Int]
    let maximum_interval_days: Int
    let reviews: [Review]
  }
  private struct Review: Decodable {
    let rating: Int, at_s: Int
    let state: String
    let stability: Double, difficulty: Double
    let due_in_s: Int
  }

  @Test func `is that of every vector`() throws {
    let folder = "\(#filePath)".components(separatedBy: "/Features/")[0]
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/fixtures/fsrs6.json"))
    let cases = try JSONDecoder().decode(Vectors.self, from: data).cases
    #expect(cases.count == 42)
    for one in cases {
      let scheduler = FlashcardsScheduler(
        parameters: one.parameters, retention: one.desired_retention, learningSteps: one.learning_steps_s,
        relearningSteps: one.relearning_steps_s, maxInterval: one.maximum_interval_days)
      var memory: FlashcardMemory?
      for (place, review) in one.reviews.enumerated() {
        let grade = try #require(FlashcardGrade(rawValue: review.rating))
        let next = scheduler.next(memory, grade, on: Day(number: 20_458 + (28_800 + review.at_s) / 86_400))
        #expect(abs(next.stability - review.stability) < 1e-4 * max(1, review.stability), "\(one.name) \(place)")
        #expect(abs(next.difficulty - review.difficulty) < 1e-4, "\(one.name) \(place)")
        switch next.due {
        case .seconds(let seconds): #expect(seconds == review.due_in_s, "\(one.name) \(place)")
        case .days(let days): #expect(days * 86_400 == review.due_in_s, "\(one.name) \(place)")
        }
        memory = next
      }
    }
  }

  @Test func `counts study dates and not hours: an evening and the next morning are a day apart`() {
    let scheduler = FlashcardsScheduler()
    let evening = Day(number: 20_000)
    let first = scheduler.next(nil, .again, on: evening)
    let morning = scheduler.next(first, .good, on: evening.plus(days: 1))
    let same = scheduler.next(first, .good, on: evening)
    #expect(abs(morning.stability - same.stability) > 0.5)
  }
}
