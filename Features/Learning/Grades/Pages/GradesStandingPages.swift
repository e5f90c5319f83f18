import Base
import HTML
import Kit
import School

/// “Audit”, “Withdrawn”, beside a name or a grade.
func standingMark(_ standing: GradeStanding, _ scene: Scene) -> HTML {
  // words: grades.standing.*
  badge(scene.words("grades.standing." + standing.rawValue), .info)
}

/// What that means for the grade below it.
func standingBanner(_ standing: GradeStanding, _ scene: Scene) -> HTML {
  // words: grades.standing-said.*
  banner(HTML(text: scene.words("grades.standing-said." + standing.rawValue)), scene, .info)
}

/// For staff: whether the student is here for a grade.
func standingForm(_ data: CourseGradePage, _ draft: Draft, _ scene: Scene) -> HTML {
  guard data.access.isStaff else { return "" }
  let words = scene.words
  // words: grades.standing-text.*
  let choices = ([SetGradeStanding.graded] + GradeStanding.allCases.map { $0.rawValue }).map {
    Field.Choice($0, words("grades.standing." + $0), text: words("grades.standing-text." + $0))
  }
  let field = Field.cards(
    "standing", words("grades.standing-question"), choices, value: data.standing?.rawValue ?? SetGradeStanding.graded)
  return card(
    words("grades.standing-title"), id: "standing",
    content: form(
      GradesPaths.course(data.course.id, data.student) + "/standing", [field], draft, scene,
      submit: words("grades.save"), scope: "s"))
}
