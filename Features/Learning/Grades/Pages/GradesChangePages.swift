import Base
import School

/// What other points for one item would make of a student's grade in the course.
struct GradeChange: Sendable {
  let before: GradeTotal
  let after: GradeTotal
  /// Whether the family sees the score; then this is what it sees, and otherwise what the staff see.
  let isPosted: Bool
  let places: Int
  var changesLetter: Bool { before.letter?.letter != after.letter?.letter }
}
