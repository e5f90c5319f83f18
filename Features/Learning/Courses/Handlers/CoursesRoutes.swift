import Base
import Database
import HTML
import Kit
public import Router
import School

// The paths are `CoursesPaths`, beside the model, because pages of other features lead here.

public func courseRoutes(_ service: CoursesService) -> [Route] {
  listRoutes(service) + formRoutes(service) + stateRoutes(service) + copyRoutes(service) + outlineRoutes(service)
    + teacherRoutes(service)
}

private func listRoutes(_ service: CoursesService) -> [Route] {
  [
    .get(
      CoursesPaths.all, .members, "The courses the caller teaches or takes; the office's are all there are.",
      query: [.optional("archived", "on: those of former times."), .after], offline: .teachersAndFamilies
    ) { request, tx throws(Refusal) in
      let data = try service.list(request, tx)
      return .page(next: data.next?.text, json: { data.json }) { coursesPage(data, $0) }
    },
    .get(
      "/courses/:course", .members, "One course: its teachers, its week and its outline.", offline: .teachersAndFamilies
    ) {
      request, tx throws(Refusal) in
      let data = try service.course(request, tx)
      return .page(version: data.course.version, json: { data.json }) { coursePage(data, $0) }
    },
  ]
}

private func formRoutes(_ service: CoursesService) -> [Route] {
  let blank: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.newForm(request, tx), request.draft)
    return .page { newCoursePage(data, draft, $0) }
  }
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (found, draft) = (try service.form(request, tx), request.draft)
    return .page { editCoursePage(found.course, found.data, draft, $0) }
  }
  return [
    .get(CoursesPaths.new, .staff, "The form for a new course.", inAPI: false, offline: .everybody, blank),
    .post(
      CoursesPaths.all, .staff, "Makes a course, as a draft.", form: blank, AddCourse.self, service.handle
    ) { handled in
      let id: ID<Course> = handled.id()
      return .done(
        CoursesPaths.course(id), toast: Toast(Phrase("courses.created")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get(
      "/courses/:course/edit", .staff, "The form for what is known of a course.", inAPI: false, offline: .teachers,
      editing),
    .post(
      "/courses/:course", .staff, "Changes what is known of a course.", form: editing, EditCourse.self, service.handle
    ) { handled in
      let over = Int(handled.outcome.text) ?? 0
      let said = over > 0 ? Phrase("courses.saved-over", .count(over)) : Phrase("courses.saved")
      return .done(CoursesPaths.course(handled.command.course), toast: Toast(said)) {
        .object([("over", .integer(over))])
      }
    },
  ]
}

private func stateRoutes(_ service: CoursesService) -> [Route] {
  [
    .post(
      "/courses/:course/publication", .staff, "Shows a course to its students, or hides it.", PublishCourse.self,
      service.handle
    ) { handled in
      let command = handled.command
      let undo = (
        CoursesPaths.publication(command.course), [Form.Field("published", command.isPublished ? "0" : "1")]
      )
      let said = command.isPublished ? Phrase("courses.was-published") : Phrase("courses.was-unpublished")
      return .done(CoursesPaths.course(command.course), toast: Toast(said, undo: undo))
    },
    .post(
      "/courses/:course/archive", .staff, "Puts a course away, or takes it out again.", ArchiveCourse.self,
      service.handle
    ) { handled in
      let command = handled.command
      let undo = (CoursesPaths.archive(command.course), [Form.Field("open", command.isArchived ? "1" : "0")])
      let said = command.isArchived ? Phrase("courses.was-archived") : Phrase("courses.was-reopened")
      return .done(
        command.isArchived ? CoursesPaths.all : CoursesPaths.course(command.course), toast: Toast(said, undo: undo))
    },
    .get("/courses/:course/deletion", .staff, "Asks before a course is deleted.", inAPI: false, offline: .everybody) {
      request, tx throws(Refusal) in
      let (course, wasUsed) = try service.deletion(request, tx)
      return .page { deleteCoursePage(course, wasUsed: wasUsed, $0) }
    },
    .post(
      "/courses/:course/deletion", .staff, "Deletes a course nobody was ever in.", DeleteCourse.self, service.handle
    ) { _ in
      .done(CoursesPaths.all, toast: Toast(Phrase("courses.deleted")))
    },
  ]
}

private func copyRoutes(_ service: CoursesService) -> [Route] {
  let preview: PageHandler = { request, tx throws(Refusal) in
    let data = try service.copyPage(request, tx)
    let draft = request.draft.form.fields.isEmpty ? Draft(request.query) : request.draft
    return .page(json: { data.json }) { copyCoursePage(data, draft, $0) }
  }
  return [
    .get("/courses/:course/copy", .staff, "Where the dates of a copy would go.", offline: .teachers, preview),
    .post(
      "/courses/:course/copy", .staff, "Copies a course with its outline, its dates moved, as a draft.", form: preview,
      CopyCourse.self, service.handle
    ) { handled in
      let id: ID<Course> = handled.id()
      return .done(
        CoursesPaths.course(id), toast: Toast(Phrase("courses.copied"), undo: (CoursesPaths.deletion(id), [])),
        created: true, json: { .object([("id", .id(id))]) })
    },
  ]
}

private func outlineRoutes(_ service: CoursesService) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let data = try service.course(request, tx)
    return .page { coursePage(data, $0) }
  }
  let module: PageHandler = { request, tx throws(Refusal) in
    let (found, draft) = (try service.module(request, tx), request.draft)
    return .page { modulePage(found.course, found.module, count: found.count, draft, $0) }
  }
  return [
    .post(
      "/courses/:course/outline", .staff, "Moves a module or an item.", form: page, ArrangeOutline.self,
      service.handle, then: service.arranged),
    .post(
      "/courses/:course/items/:item/publication", .staff, "Shows an item to the students, or hides it.",
      PublishItem.self, service.handle, then: service.published),
    .post(
      "/courses/:course/modules", .staff, "Adds a module at the end.", form: page, AddModule.self, service.handle
    ) { handled in
      let id: ID<CourseModule> = handled.id()
      return .done(
        CoursesPaths.course(handled.command.course) + "#module-" + id.text,
        toast: Toast(Phrase("courses.module-added")), created: true, json: { .object([("id", .id(id))]) })
    },
    .get(
      "/courses/:course/modules/:module", .staff, "The form for a module's name.", inAPI: false, offline: .teachers,
      module),
    .post(
      "/courses/:course/modules/:module", .staff, "Renames a module.", form: module, RenameModule.self, service.handle
    ) { handled in
      .done(CoursesPaths.course(handled.command.course), toast: Toast(Phrase("courses.saved")))
    },
    .post(
      "/courses/:course/modules/:module/deletion", .staff, "Deletes a module; what it held stays.", DeleteModule.self,
      service.handle
    ) { handled in
      .done(CoursesPaths.course(handled.command.course), toast: Toast(Phrase("courses.module-deleted")))
    },
  ]
}

extension CoursesService {
  func arranged(_ handled: Handled<ArrangeOutline>, _ tx: Transaction) throws(Refusal) -> Response {
    let back = handled.outcome.text
    let undo = (CoursesPaths.outline(handled.command.course), [Form.Field("move", back)])
    return try outline(handled.request, back.isEmpty ? nil : Toast(Phrase("courses.moved"), undo: undo), tx)
  }

  func published(_ handled: Handled<PublishItem>, _ tx: Transaction) throws(Refusal) -> Response {
    let command = handled.command
    let path = CoursesPaths.items(command.course) + "/" + command.item.text + "/publication"
    let undo = (path, [Form.Field("published", command.isPublished ? "0" : "1")])
    let said = command.isPublished ? Phrase("courses.item-published") : Phrase("courses.item-unpublished")
    return try outline(handled.request, Toast(said, undo: undo), tx)
  }

  /// The outline as it is now: a page to go to, the data, or the pieces that may have changed.
  private func outline(_ request: Request, _ toast: Toast?, _ tx: Transaction) throws(Refusal) -> Response {
    let data = try course(request, tx)
    return .done(CoursesPaths.course(data.course.id), toast: toast, json: { data.json }) {
      outlineAnswer(data, toast, $0)
    }
  }
}

private func teacherRoutes(_ service: CoursesService) -> [Route] {
  [
    .post(
      "/courses/:course/teachers", .staff, "Somebody teaches the course from now on.", AssignCourseTeacher.self,
      service.handle
    ) { handled in
      .done(CoursesPaths.people(handled.command.course), toast: Toast(Phrase("courses.teacher-added")))
    },
    .post(
      "/courses/:course/teachers/removal", .staff, "Somebody teaches the course no more.", UnassignCourseTeacher.self,
      service.handle
    ) { handled throws(Refusal) in
      let (command, caller) = (handled.command, try handled.request.caller())
      let isSelf = command.teacher == caller.account && !caller.role.isOffice
      let undo = (CoursesPaths.teachers(command.course), [Form.Field("teacher", command.teacher.text)])
      return .done(
        isSelf ? CoursesPaths.all : CoursesPaths.people(command.course),
        toast: Toast(Phrase("courses.teacher-removed"), undo: isSelf ? nil : undo))
    },
  ]
}
