import Base
import Database
import Kit
public import Router
import School

public func presentationRoutes(_ service: PresentationsService) -> [Route] {
  childRoutes(service) + classRoutes(service) + planRoutes(service) + planActRoutes(service)
}

private func childRoutes(_ service: PresentationsService) -> [Route] {
  let one: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.one(request, tx), request.draft)
    return .page(json: { data.json }) { onePresentationPage(data, draft, $0) }
  }
  return [
    .get(
      "/students/:student/presentations/:presentation", .staff, "What happened between a child and a presentation.",
      offline: .everybody, one),
    .post(
      "/students/:student/presentations/:presentation", .staff, "Writes down what happened with a presentation.",
      form: one, RecordPresentation.self, service.handle
    ) { handled in
      let command = handled.command
      let student = command.students.first ?? .none
      let act = handled.outcome.text.split(separator: " ").first.map { String($0) } ?? ""
      return .done(
        PresentationsPaths.one(command.presentation, of: student),
        toast: Toast(
          Phrase("presentations.written"), undo: ("/students/\(student.text)/acts/\(act)/withdrawal", [])),
        created: true, json: { .object([("act", .text(act))]) })
    },
    .post(
      "/students/:student/acts/:act/withdrawal", .staff, "Takes an act back; it stays in the history.",
      WithdrawPresentation.self, service.handle
    ) { handled in
      let presentation: ID<CurriculumNode> = handled.id()
      return .done(
        PresentationsPaths.one(presentation, of: handled.command.student),
        toast: Toast(Phrase("presentations.withdrawn")))
    },
  ]
}

private func classRoutes(_ service: PresentationsService) -> [Route] {
  let group: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.group(request, tx), request.draft)
    return .page(json: { data.json }) { groupPresentationPage(data, draft, $0) }
  }
  return [
    .get(
      "/classes/:classroom/presentations", .staff, "The children of a class by the presentations of an area.",
      query: [.optional("area", "An area of the curriculum.")], offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.grid(request, tx)
      return .page(json: { data.json }) { presentationGridPage(data, $0) }
    },
    .get(
      "/classes/:classroom/presentations/:presentation", .staff, "One presentation to several children.",
      offline: .everybody, group),
    .post(
      "/classes/:classroom/presentations/:presentation", .staff, "Writes one act for several children.", form: group,
      RecordPresentation.self, service.handle
    ) { handled in
      .done(
        PresentationsPaths.grid(handled.command.classroom ?? .none),
        toast: Toast(Phrase("presentations.written-of", .count(handled.command.students.count))))
    },
  ]
}

private func planRoutes(_ service: PresentationsService) -> [Route] {
  let child: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.child(request, tx), request.draft)
    return .page(json: { data.json }) { childPresentationsPage(data, draft, $0) }
  }
  let week: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.week(request, tx), request.draft)
    return .page(json: { data.json }) { planWeekPage(data, draft, $0) }
  }
  return [
    .get(
      "/students/:student/presentations", .staff, "What a child was presented, what is planned and what could be next.",
      offline: .everybody, child),
    .post(
      "/students/:student/plans", .staff, "Plans a presentation for a child.", form: child, PlanPresentation.self,
      service.handle
    ) { handled in
      .done(
        PresentationsPaths.of(handled.command.students.first ?? .none), toast: Toast(Phrase("presentations.planned")),
        created: true)
    },
    .get(
      "/classes/:classroom/plan", .staff, "What is planned for a class in a week.",
      query: [.optional("week", "A day of the week.")], offline: .everybody, week),
    .post(
      "/classes/:classroom/plan", .staff, "Plans a presentation for children of a class.", form: week,
      PlanPresentation.self, service.handle
    ) { handled in
      .done(
        PresentationsPaths.week(handled.command.classroom ?? .none), toast: Toast(Phrase("presentations.planned")),
        created: true)
    },
  ]
}

private func planActRoutes(_ service: PresentationsService) -> [Route] {
  [
    .post(
      "/students/:student/plans/:plan/day", .staff, "Puts what is planned on another day.", MovePlan.self,
      service.handle
    ) { handled in
      let command = handled.command
      let path = PresentationsPaths.plan(command.plan, of: command.student, "day")
      let place: [Form.Field] = [
        Form.Field("classroom", command.classroom?.text ?? ""), Form.Field("week", command.week?.text ?? ""),
      ].filter { !$0.value.isEmpty }
      return .done(
        command.back,
        toast: Toast(Phrase("presentations.moved"), undo: (path, [Form.Field("day", handled.outcome.text)] + place)))
    },
    .post(
      "/students/:student/plans/:plan/completion", .staff, "Says that what was planned was presented today.",
      CompletePlan.self, service.handle
    ) { handled in
      .done(PresentationsPaths.of(handled.command.student), toast: Toast(Phrase("presentations.written")))
    },
    .post(
      "/students/:student/plans/:plan/deletion", .staff, "Takes a plan away; it can be brought back.", DeletePlan.self,
      service.handle
    ) { handled in
      let (student, plan) = (handled.command.student, handled.command.plan)
      let back = PresentationsPaths.plan(plan, of: student, "restoration")
      return .done(
        PresentationsPaths.of(student), toast: Toast(Phrase("presentations.plan-deleted"), undo: (back, [])))
    },
    .post(
      "/students/:student/plans/:plan/restoration", .staff, "Brings a plan back.", RestorePlan.self, service.handle
    ) { handled in
      .done(PresentationsPaths.of(handled.command.student), toast: Toast(Phrase("presentations.planned")))
    },
  ]
}
