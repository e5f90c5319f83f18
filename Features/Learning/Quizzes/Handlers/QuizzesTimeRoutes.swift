import Base
import Database
import HTML
import Kit
import Router
import School

/// More time, another day or more attempts for one student.
func quizTimeRoutes(_ service: QuizzesService) -> [Route] {
  let times: PageHandler = { request, tx throws(Refusal) in
    let chosen = (request.draft["student"] ?? request.query["student"]).flatMap { ID<Student>($0) }
    let data = try service.times(request.quiz(), chosen, request.caller(), tx)
    return .page(json: { data.json }) { quizTimesPage(data, request.draft, $0) }
  }
  return [
    .get("/quizzes/:quiz/times", .staff, "Who has another day, more time or more attempts.", offline: .teachers, times),
    .post(
      "/quizzes/:quiz/times", .staff,
      "Give one student another day, more time or more attempts; what is left empty is everybody's.",
      form: times, SetQuizTime.self, service.handle
    ) { handled in
      let (command, zone) = (handled.command, handled.request.scene.zone)
      let was = QuizTime(handled.outcome.text, of: command.student, in: command.quiz)
      let path = QuizzesPaths.of(command.quiz, "times")
      let isUsual = command.time(in: zone).isUsual
      let removal = (path: path + "/removal", fields: [Form.Field("student", command.student.text)])
      let undo = was.map { (path: path, fields: $0.fields(in: zone)) } ?? (isUsual ? nil : removal)
      return .done(
        path, toast: Toast(Phrase(isUsual ? "quizzes.toast.time-ended" : "quizzes.toast.time-given"), undo: undo))
    },
    .post(
      "/quizzes/:quiz/times/removal", .staff, "Everybody's time is the student's again.", EndQuizTime.self,
      service.handle
    ) { handled in
      let (command, zone) = (handled.command, handled.request.scene.zone)
      let was = QuizTime(handled.outcome.text, of: command.student, in: command.quiz)
      let path = QuizzesPaths.of(command.quiz, "times")
      let undo = was.map { (path: path, fields: $0.fields(in: zone)) }
      return .done(path, toast: Toast(Phrase("quizzes.toast.time-ended"), undo: undo))
    },
  ]
}
