import Base
import Database
import Exact
import HTML
import Kit
import Router
import School

/// What students and guardians see; the doors of one student's grade are the staff's, too.
func familyGradeRoutes(_ service: GradesService) -> [Route] {
  let show: PageHandler = { request, tx throws(Refusal) in
    let data = try service.courseGrade(request.id("course"), request.id("student"), request.caller(), tx)
    return .page(json: { data.json }) { courseGradePage(data, request.draft, $0) }
  }
  return [
    .get(
      "/grades", .member([.student, .guardian]), "A student's grades, or those of a guardian's children.",
      offline: .everybody
    ) {
      request, tx throws(Refusal) in
      let data = try service.mine(request.caller(), request.scene.zone, tx)
      return .page(json: { data.json }) { myGradesPage(data, $0) }
    },
    .get("/courses/:course/grades", .members, "The way to one's own grade in a course.") {
      request, tx throws(Refusal) in
      let course = try request.id("course", Course.self)
      let students = try service.students(of: course, request.caller(), tx)
      let path =
        request.identity?.caller?.role.isStaff == true
        ? GradesPaths.gradebook(course)
        : students.count == 1 ? GradesPaths.course(course, students[0]) : GradesPaths.mine
      return .done(path, json: { .object([("students", .list(students.map { .id($0) }))]) })
    },
    .get(
      "/courses/:course/grades/:student", .members, "A student's grade in a course, and all it is made of.",
      offline: .teachersAndFamilies, show),
    .post(
      "/courses/:course/grades/:student/what-if", .members, "The grade with other scores; nothing is kept.",
      inputs: [
        Input("score.<item>", "points to try", required: false),
        Input("goal", "a letter or a percent to reach", required: false),
      ], offline: .teachersAndFamilies, form: show, service.tryOut),
    .post(
      "/courses/:course/grades/:student/override", .staff, "Put a percent in the place of the computed grade.",
      form: show, OverrideGrade.self, service.handle
    ) { handled in
      let command = handled.command
      let key = command.percent == nil ? "grades.toast.restored" : "grades.toast.overridden"
      return .done(GradesPaths.course(command.course, command.student), toast: Toast(Phrase(key)))
    },
    .post(
      "/courses/:course/grades/:student/standing", .staff,
      "Say whether a student is in a course for a grade, takes part without one, or has given it up.", form: show,
      SetGradeStanding.self, service.handle
    ) { handled in
      let path = GradesPaths.course(handled.command.course, handled.command.student)
      let undo = (path: path + "/standing", fields: [Form.Field("standing", handled.outcome.text)])
      return .done(path, toast: Toast(Phrase("grades.toast.standing"), undo: undo))
    },
  ]
}

extension GradesService {
  /// The page with what would come of it; while one types, only that.
  func tryOut(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (course, student) = (try request.id("course", Course.self), try request.id("student", Student.self))
    let path = GradesPaths.course(course, student)
    do throws(Refusal) {
      let data = try courseGrade(course, student, request.caller(), whatIf: request.form, tx)
      guard request.wants == .fragments else {
        return .page(json: { data.json }) { courseGradePage(data, request.draft, $0) }
      }
      return .done(path, json: { data.json }) { fragment(.replace, "what-if-result", whatIfResult(data, $0)) }
    } catch {
      guard request.wants == .fragments, case .invalid(let problems) = error else { throw error }
      // half a letter is no mistake yet: it is said quietly where the answer stands
      return .done(path, json: { .null }) { fragment(.replace, "what-if-result", whatIfProblems(problems, $0)) }
    }
  }
}

extension MyGradesPage {
  var json: JSON {
    .object([
      (
        "students",
        .list(
          children.map { child in
            .object([
              ("student", .id(child.student)), ("name", .text(child.name)),
              ("gpa", child.average.unweighted.map { $0.json } ?? .null),
              ("projected", child.projected.unweighted.map { $0.json } ?? .null),
              (
                "courses",
                .list(
                  child.lines.map {
                    .object([
                      ("course", .id($0.course.id)), ("name", .text($0.course.name)), ("total", $0.grade.headline.json),
                      ("trend", .optional($0.trend?.rawValue)),
                    ])
                  })
              ),
            ])
          })
      )
    ])
  }
}

extension CourseGradePage {
  var json: JSON {
    let items = grade.entries.map { entry -> JSON in
      .object([
        ("item", .id(entry.entry.item)), ("title", .text(title(entry.entry.item))),
        ("possible", entry.entry.possible.json), ("raw", entry.entry.raw.map { $0.json } ?? .null),
        ("points", entry.points?.amount()?.json ?? .null), ("outcome", .text(entry.outcome.name)),
        ("comment", .optional(scores[entry.entry.item]?.comment)),
      ])
    }
    var members: [(String, JSON)] = [
      ("course", .id(course.id)), ("student", .id(student)), ("total", grade.headline.json),
      ("worst", grade.worst.json), ("best", grade.best.json), ("trend", .optional(trend?.rawValue)),
      ("items", .list(items)),
    ]
    if let whatIf {
      members.append(("hypothetical", whatIf.total.json))
      members.append(
        (
          "needs",
          .list(
            whatIf.needs.map {
              .object([
                ("item", .id($0.item)), ("points", $0.need.points?.json ?? .null),
                ("reachable", .flag($0.need.isReachable)), ("most", $0.need.most.json),
              ])
            })
        ))
    }
    return .object(members)
  }
}
