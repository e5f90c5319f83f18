package import Base
package import Database
import HTML
import Kit
public import Router
package import School

// The paths are `AnnouncementsPaths`, beside the model, because pages of other features lead here.

public func announcementRoutes(_ service: AnnouncementsService) -> [Route] {
  readingRoutes(service) + writingRoutes(service) + keepingRoutes(service)
}

private func readingRoutes(_ service: AnnouncementsService) -> [Route] {
  [
    .get(
      "/announcements", .members, "What was said to the caller; for the office, everything.",
      query: [
        .optional("show", "all or unread; for staff also planned or retracted."),
        .optional("audience", "Whom it was said to."),
        .search, .after,
      ], offline: .teachersAndFamilies
    ) { request, tx throws(Refusal) in
      let data = try service.list(request, tx)
      return .page(next: data.next, json: { data.json }) { announcementsPage(data, $0) }
    },
    .get(
      "/announcements/:announcement", .members, "An announcement, in the reader's language when it was given.",
      offline: .teachersAndFamilies
    ) {
      request, tx throws(Refusal) in
      let data = try service.page(request, tx)
      return .page(version: data.version, json: { data.json }) { announcementPage(data, $0) }
    },
    .post(
      "/announcements/:announcement/reading", .members, "The caller has read it.", ReadAnnouncement.self, service.handle
    ) { handled in
      .done(AnnouncementsPaths.announcement(handled.command.announcement), fragments: { wasRead($0) })
    },
    .get(
      "/announcements/:announcement/readers", .staff, "Who has read it, and who has not.",
      query: [.optional("unread", "on: those who have not."), .after], offline: .teachers
    ) { request, tx throws(Refusal) in
      let data = try service.readers(request, tx)
      return .page(next: data.next?.text, json: { data.json }) { announcementReadersPage(data, $0) }
    },
    .get(
      "/announcements/:announcement/files/:file", .members, "A file of an announcement, or a part of it.",
      service.file),
  ]
}

private func writingRoutes(_ service: AnnouncementsService) -> [Route] {
  [
    .get(
      "/announcements/new", .staff, "The form of a new announcement.", inAPI: false, offline: .everybody,
      service.blankAnswer),
    .post(
      "/announcements/preview", .staff, "A text as readers will see it.", inputs: [Input("text", "Markdown.")],
      service.previewed),
    .get(
      "/announcements/:announcement/edit", .staff, "The form of an announcement.", inAPI: false, offline: .teachers,
      service.editAnswer),
  ]
}

private func keepingRoutes(_ service: AnnouncementsService) -> [Route] {
  [
    .post(
      "/announcements/:announcement/publication", .staff, "Brings it out now.", PublishAnnouncement.self,
      service.handle
    ) { handled in
      .done(
        AnnouncementsPaths.announcement(handled.command.announcement), toast: Toast(Phrase("announcements.published")))
    },
    .post(
      "/announcements/:announcement/pin", .staff, "Keeps it above the others, or no longer.", PinAnnouncement.self,
      service.handle
    ) { handled in
      let isPinned = handled.command.isPinned
      let said = isPinned ? Phrase("announcements.was-pinned") : Phrase("announcements.was-unpinned")
      return .done(
        AnnouncementsPaths.announcement(handled.command.announcement),
        toast: Toast(said, undo: (handled.request.path, [Form.Field("pinned", isPinned ? "0" : "1")])))
    },
    .post(
      "/announcements/:announcement/retraction", .staff, "Takes it back; it can be brought back.",
      RetractAnnouncement.self, service.handle
    ) { handled in
      let undo = AnnouncementsPaths.restoration(handled.command.announcement)
      return .done(
        AnnouncementsPaths.all, toast: Toast(Phrase("announcements.was-retracted"), undo: (undo, [])))
    },
    .post(
      "/announcements/:announcement/restoration", .staff, "Brings back what was taken back.", RestoreAnnouncement.self,
      service.handle
    ) { handled in
      .done(
        AnnouncementsPaths.announcement(handled.command.announcement),
        toast: Toast(Phrase("announcements.was-restored")))
    },
    .post(
      "/announcements/:announcement/files/:file/removal", .staff, "Takes a file away, or brings it back.",
      RemoveAnnouncementFile.self, service.handle
    ) { handled in
      let undo = (handled.request.path, [Form.Field("restore", "1")])
      return .done(
        AnnouncementsPaths.edit(handled.command.announcement),
        toast: handled.command.isRemoved
          ? Toast(Phrase("announcements.file-removed"), undo: undo) : Toast(Phrase("announcements.file-restored")))
    },
  ]
}

extension AnnouncementsService {
  /// The form of a new one, empty or as it was typed.
  package func blankAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try blank(request, tx), request.draft)
    return .page { announcementFormPage(data, draft, $0) }
  }

  /// The form of one that is there.
  package func editAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try form(request, tx), request.draft)
    return .page { announcementFormPage(data, draft, $0) }
  }

  /// A fragment where scripts run, the form with the preview where not, and the HTML for programs.
  func previewed(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    if request.wants == .page {
      var data = try blank(request, tx)
      let draft = Draft(request.form)
      data.preview = request.form["text"]
      let shown = data
      return .page { announcementFormPage(shown, draft, $0) }
    }
    var reader = FormReader(request.form)
    let text = reader.note("text", max: AnnouncementFields.longest) ?? ""
    if !reader.problems.isEmpty { throw .invalid(reader.problems) }
    let html = markdown(text, style: MarkdownStyle(heading: 3))
    return .done(AnnouncementsPaths.new, json: { .object([("html", .text(html.string))]) }) {
      fragment(.update, "preview", previewText(text, $0))
    }
  }
}

extension AnnouncementFields {
  /// What was done with it.
  package var said: Phrase {
    switch (act, publishAt) {
    case (.draft, _): Phrase("announcements.draft-saved")
    case (.publish, .some): Phrase("announcements.was-scheduled")
    case (.publish, nil): Phrase("announcements.published")
    }
  }
}

// MARK: for programs

extension AnnouncementText {
  fileprivate var json: JSON {
    .object([("language", .text(language.rawValue)), ("title", .text(title)), ("text", .text(text))])
  }
}

extension Announcement {
  var json: [(String, JSON)] {
    [
      ("id", .id(id)), ("audience", .text(audience.text)), ("language", .text(original.language.rawValue)),
      ("title", .text(original.title)), ("text", .text(original.text)), ("versions", .list(versions.map { $0.json })),
      ("pinned", .flag(isPinned)), ("state", .text(state.rawValue)), ("publishAt", .optional(publishAt?.text)),
      ("publishedAt", .optional(publishedAt?.text)), ("editedAt", .optional(editedAt?.text)),
      ("retractedAt", .optional(retractedAt?.text)), ("version", .text(version)),
    ]
  }
}

extension AnnouncementsPage {
  var json: JSON {
    .object([
      ("unread", .integer(unread)),
      (
        "announcements",
        .list(
          (pinned + rows).map {
            .object($0.one.json + [("author", .text($0.author)), ("unread", .flag($0.isUnread))])
          })
      ),
    ])
  }
}

extension AnnouncementPage {
  /// Of all that is shown: who has read it, too.
  var version: String {
    one.version + "." + (isUnread ? "new" : "read") + (readers.map { ".\($0.count)-\($0.of)" } ?? "")
  }

  var json: JSON {
    .object(
      one.json + [
        ("author", .text(author)), ("unread", .flag(isUnread)),
        (
          "files",
          .list(
            files.map {
              .object([
                ("id", .id($0.id)), ("name", .text($0.name)), ("type", .text($0.type)),
                ("size", .number(String($0.size))), ("path", .text(AnnouncementsPaths.file($0))),
              ])
            })
        ),
        (
          "readers",
          readers.map { .object([("read", .integer($0.count)), ("of", .integer($0.of))]) } ?? .null
        ),
      ])
  }
}

extension AnnouncementReadersPage {
  var json: JSON {
    .object([
      ("read", .integer(counts.read)), ("unread", .integer(counts.unread)),
      (
        "people",
        .list(
          people.map {
            .object([("account", .id($0.account)), ("name", .text($0.name)), ("at", .optional($0.at?.text))])
          })
      ),
    ])
  }
}
