import Base
import Learning
import School

extension CoursesService {
  /// The same desk with what lessons, assignments, quizzes and grades know of courses: what they show there, copy along,
  /// publish, and take away.
  func withLearning() -> CoursesService {
    var courses = self
    courses.making += [.lesson, .assignment, .quiz]
    courses.marks.append { try lessonMarks($0, $1, $2, $3, $4) }
    courses.marks += [assignmentMarks, quizMarks]
    courses.ways.append { try gradesWay($0, $1, $2, $3) }
    courses.ways.append(quizzesWay)
    courses.cards.append { try gradesCard($0, $1, $2, $3) }
    courses.copying += [lessonCopying(), assignmentCopying(), gradesCopying(), quizCopying()]
    courses.dates += [assignmentDates, quizDates, gradingDates]
    courses.publishing = [
      .lesson: publishLesson, .assignment: publishAssignment, .quiz: quizPublishing(),
    ]
    courses.forgetting += [forgetLessons, forgetProgress, forgetQuizzes, forgetAssignments, forgetGrades]
    return courses
  }
}
