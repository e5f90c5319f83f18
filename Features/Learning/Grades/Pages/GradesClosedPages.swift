import Base
import HTML
import Kit
import School

/// A part of the year that is closed, where somebody would change what lies in it.
struct ClosedPeriod: Hashable, Sendable {
  let course: ID<Course>
  let name: String
  /// Whether anybody was given anything for what is looked at.
  let hasScores: Bool

  func refusal(_ field: String) -> Refusal { .invalid(field, Phrase("grades.refused-closed", .text(name))) }

  /// What the staff read at a phrase of their own, with the way to open it again.
  func banner(_ key: String, _ scene: Scene) -> HTML {
    Kit.banner(
      HTML(text: scene.words(key, .text(name))), scene, .warning,
      action: linkButton(
        scene.words("grades.to-periods"), to: GradesPaths.settings(course), style: ButtonStyle(isSmall: true)))
  }

  /// Above the forms that set a day: what stays as it is, or that nothing counts any more.
  func dayBanner(_ scene: Scene) -> HTML {
    banner(hasScores ? "grades.closed-keeps" : "grades.closed-counts-not", scene)
  }

  /// What a student, or the family, reads before handing in.
  func notice(_ scene: Scene) -> HTML {
    Kit.banner(HTML(text: scene.words("grades.closed-for-you", .text(name))), scene, .warning)
  }
}
// words: grades.closed-keeps grades.closed-counts-not grades.closed-no-extension grades.closed-no-grading
