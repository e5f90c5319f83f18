import Base
import Classroom
import School

extension DemoBuilder {
  /// A Montessori school works with the curriculum that comes with the program, in its language.
  func curriculum(_ now: Instant) async throws {
    guard plan.kind == .montessori else { return }
    try await send(
      AdoptCurriculum(band: .early, language: plan.language), by: accounts[0], at: now.plus(days: -Int64(plan.pastDays))
    )
  }
}
