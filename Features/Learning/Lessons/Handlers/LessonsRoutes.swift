import Base
import Database
import HTML
import Kit
public import Router
import School

// The paths are `LessonsPaths`, beside the model, because pages of other features lead here.

public func lessonRoutes(_ service: LessonsService) -> [Route] {
  readingRoutes(service) + writingRoutes(service) + showingRoutes(service) + fileRoutes(service)
}

private func readingRoutes(_ service: LessonsService) -> [Route] {
  [
    .get("/lessons/:lesson", .members, "A lesson: its film, its text, its files.", offline: .teachersAndFamilies) {
      request, tx throws(Refusal) in
      let data = try service.page(request, tx)
      let page = Response.page(version: data.lesson.version(with: data.item), json: { data.json }) {
        lessonPage(data, $0)
      }
      return page.allowingFilm(of: data)
    },
    .post(
      "/lessons/:lesson/completion", .members, "The student is through with the lesson.", FinishLesson.self,
      service.handle, then: service.finished),
    .post(
      "/lessons/:lesson/notes", .members, "The caller's own notes beside the lesson.", WriteLessonNote.self,
      service.handle
    ) { handled in
      .done(
        LessonsPaths.lesson(handled.command.lesson) + "#notes", toast: Toast(Phrase("lessons.notes-saved")),
        json: { .object([("version", .text(handled.outcome.text))]) })
    },
  ]
}

private func writingRoutes(_ service: LessonsService) -> [Route] {
  let blank: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.blank(request, tx), request.draft)
    return .page { lessonFormPage(data, draft, $0) }
  }
  let editing = lessonEditing(service)
  return [
    .get("/courses/:course/lessons/new", .staff, "The form for a new lesson.", inAPI: false, offline: .teachers, blank),
    .post(
      "/courses/:course/lessons", .staff, "Makes a lesson, a draft unless it is published at once.", form: blank,
      CreateLesson.self, service.handle
    ) { handled in
      let id: ID<CourseItem> = handled.id()
      return .done(
        handled.command.isPublished ? LessonsPaths.lesson(id) : LessonsPaths.edit(id),
        toast: Toast(Phrase("lessons.created")), created: true, json: { .object([("id", .id(id))]) })
    },
    .post(
      "/courses/:course/lessons/preview", .staff, "A text as readers will see it.",
      inputs: [Input("text", "Markdown."), Input("lesson", "Whose files it may show.", required: false)],
      service.previewed),
    .get("/lessons/:lesson/edit", .staff, "The form of a lesson.", inAPI: false, offline: .teachers, editing),
    .post(
      "/lessons/:lesson", .staff, "Changes a lesson.", form: editing, EditLesson.self, service.handle
    ) { handled in
      .done(LessonsPaths.lesson(handled.command.lesson), toast: Toast(Phrase("lessons.saved")))
    },
  ]
}

private func showingRoutes(_ service: LessonsService) -> [Route] {
  [
    .post(
      "/lessons/:lesson/publication", .staff, "Shows a lesson to the course, or takes it out of sight.",
      PublishLesson.self, service.handle
    ) { handled in
      let command = handled.command
      let said = command.isPublished ? Phrase("lessons.published") : Phrase("lessons.unpublished")
      let back = [Form.Field("published", command.isPublished ? "0" : "1")]
      return .done(
        LessonsPaths.lesson(command.lesson),
        toast: Toast(said, undo: (LessonsPaths.publication(command.lesson), back)))
    },
    .post(
      "/lessons/:lesson/deletion", .staff, "Takes a lesson out of the course; it can be brought back.",
      DeleteLesson.self, service.handle
    ) { handled in
      .done(
        CoursesPaths.course(handled.id()),
        toast: Toast(Phrase("lessons.deleted"), undo: (LessonsPaths.restoration(handled.command.lesson), [])))
    },
    .post(
      "/lessons/:lesson/restoration", .staff, "Brings a deleted lesson back as it was.", RestoreLesson.self,
      service.handle
    ) { handled in
      .done(LessonsPaths.lesson(handled.command.lesson), toast: Toast(Phrase("lessons.restored")))
    },
  ]
}

/// The form of a lesson, on which a refused one comes back.
package func lessonEditing(_ service: LessonsService) -> PageHandler {
  { request, tx throws(Refusal) in
    let (data, draft) = (try service.form(request, tx), request.draft)
    return .page { lessonFormPage(data, draft, $0) }
  }
}

private func fileRoutes(_ service: LessonsService) -> [Route] {
  let editing = lessonEditing(service)
  return [
    .get("/lessons/:lesson/files/:file", .members, "A file of a lesson, or a part of it.", service.file),
    .post(
      "/lessons/:lesson/files/:file", .staff, "Describes a picture.", form: editing, DescribeLessonFile.self,
      service.handle
    ) { handled in
      .done(LessonsPaths.edit(handled.command.lesson) + "#files", toast: Toast(Phrase("lessons.saved")))
    },
    .post(
      "/lessons/:lesson/files/:file/removal", .staff, "Takes a file away, or brings it back.",
      RemoveLessonFile.self, service.handle
    ) { handled in
      let undo = (handled.request.path, [Form.Field("restore", "1")])
      return .done(
        LessonsPaths.edit(handled.command.lesson) + "#files",
        toast: handled.command.isRemoved
          ? Toast(Phrase("lessons.file-removed"), undo: undo) : Toast(Phrase("lessons.file-restored")))
    },
  ]
}

extension LessonsService {
  func finished(_ handled: Handled<FinishLesson>, _ tx: Transaction) throws(Refusal) -> Response {
    let (command, data) = (handled.command, try page(handled.request, tx))
    let said =
      command.isDone
      ? Toast(
        Phrase("lessons.was-finished"),
        undo: (LessonsPaths.completion(command.lesson), [Form.Field("open", "1")]))
      : Toast(Phrase("lessons.was-reopened"))
    return .done(
      LessonsPaths.lesson(command.lesson), toast: said, json: { .object([("done", .flag(data.isDone))]) }
    ) { completionFragments(data, said, $0) }
  }

  /// A fragment where scripts run, the form with the preview where not, and the HTML for programs.
  func previewed(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let data = try preview(request, tx)
    let text = data.preview ?? ""
    if request.wants == .page {
      let draft = Draft(request.form)
      return .page { lessonFormPage(data, draft, $0) }
    }
    let html = markdown(text, style: MarkdownStyle(files: data.style.files))
    return .done(CoursesPaths.course(data.course.id), json: { .object([("html", .text(html.string))]) }) {
      fragment(.update, "preview", previewText(text, data, $0))
    }
  }
}

extension Response {
  /// The page may fetch the film its reader has just asked for, and nothing else.
  fileprivate func allowingFilm(of data: LessonPage) -> Response {
    guard data.plays, case .elsewhere(let video, _) = lessonFilm(data) else { return self }
    return allowing(video.frame(from: 0) == nil ? .media(video.origin) : .frame(video.origin))
  }
}

extension LessonPage {
  var json: JSON {
    .object([
      ("id", .id(item.id)), ("course", .id(course.id)), ("title", .text(item.title)),
      ("module", .optional(item.module?.text)), ("text", .text(lesson.text)),
      ("minutes", lesson.minutes.map { .integer($0) } ?? .null), ("video", .optional(lesson.video)),
      ("publishedAt", .optional(item.publishedAt?.text)), ("files", .list(files.map { $0.json })),
      ("done", isStudent ? .flag(isDone) : .null), ("second", place.map { .integer($0.second) } ?? .null),
      ("note", .optional(note?.text)), ("noteVersion", .text(note?.version ?? "0")),
      ("previous", .optional(before?.id.text)), ("next", .optional(after?.id.text)),
      ("minutesLeft", minutesLeft.map { .integer($0) } ?? .null),
    ])
  }
}

extension LessonFile {
  var json: JSON {
    .object([
      ("id", .id(id)), ("use", .text(use.rawValue)), ("name", .text(name)), ("type", .text(type)),
      ("size", .number(String(size))), ("about", .text(about)), ("language", .optional(language?.rawValue)),
      ("path", .text(LessonsPaths.file(self))),
    ])
  }
}
