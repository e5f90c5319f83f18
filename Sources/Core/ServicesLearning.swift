import Base
import Learning
import School
import Talk

extension CoursesService {
  /// The same desk with what lessons, assignments, quizzes and grades know of courses: what they show there, copy along,
  /// publish, and take away.
  func withLearning(_ quizzes: QuizzesService) -> CoursesService {
    var courses = self
    courses.making += [.lesson, .assignment, .quiz]
    courses.marks += [.init(lessonMarks), .init(assignmentMarks), .init(quizMarks)]
    courses.heads.append(.init(gradesCard))
    courses.copying += [lessonCopying(), assignmentCopying(), gradesCopying(), quizCopying()]
    courses.dates += [.init(assignmentDates), .init(quizDates), .init(gradingDates)]
    courses.publishing = [
      .lesson: .init(publishLesson), .assignment: .init(publishAssignment), .quiz: quizzes.publishing,
    ]
    courses.forgetting += [
      .init(forgetLessons), .init(forgetProgress), .init(forgetQuizzes), .init(forgetAssignments), .init(forgetGrades),
    ]
    return courses
  }

  /// The same with what announcements and progress show on a course's page.
  func showing(_ announcements: AnnouncementsService, _ progress: ProgressService) -> CoursesService {
    var courses = self
    courses.cards.append(
      .init { course, access, caller, tx throws(Refusal) in try announcements.piece(course, access, caller, tx) })
    courses.lines.append(
      .init { listed, caller, tx throws(Refusal) in try progress.lines(listed, caller, tx) })
    courses.heads.append(
      .init { course, access, caller, tx throws(Refusal) in try progress.card(course, access, caller, tx) })
    return courses
  }
}

extension QuestionsService {
  /// The same desk with what attempts know of who was asked a question.
  func withAttempts() -> QuestionsService {
    var questions = self
    questions.sights.append(.attempts)
    return questions
  }
}
