import Base
import Kit
import People
import PeopleServer
public import Router
import School
import Talk
import Web

/// What is said, with the files that came with it.
public func announcementServerRoutes(_ server: AnnouncementsServer) -> [Route] {
  let service = server.service
  return [
    .post(
      "/announcements", .staff, "Announces something, now, later, or as a draft.", inputs: files,
      bodyLimit: Limits.textBody.most, form: service.blankAnswer, CreateAnnouncement.self,
      prepare: { try await server.files.incoming($1) }, service.handle
    ) { handled in
      let id: ID<Announcement> = handled.id()
      return .done(
        AnnouncementsPaths.announcement(id), toast: Toast(handled.command.fields.said), created: true,
        json: { .object([("id", .id(id))]) })
    }.taking(FilesTaken()),
    .post(
      "/announcements/:announcement", .staff, "Changes an announcement; what is out keeps its audience.", inputs: files,
      bodyLimit: Limits.textBody.most, form: service.editAnswer, EditAnnouncement.self,
      prepare: { try await server.files.incoming($1) }, service.handle
    ) { handled in
      .done(
        AnnouncementsPaths.announcement(handled.command.announcement), toast: Toast(Phrase("announcements.saved")))
    }.taking(FilesTaken()),
  ]
}

/// What comes with a form and is no word of it.
private let files = [
  Input("file", "Files, as multipart.", required: false),
  Input("upload", "Or files that came in pieces.", required: false),
]
