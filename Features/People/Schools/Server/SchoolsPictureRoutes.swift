import Base
import Kit
import School
import Web

func schoolPictureRoutes(_ service: SchoolsService) -> [Route] {
  let editing: @Sendable (Request) async throws -> Response = { request in
    guard let school = try await service.school(of: request) else { throw Refusal.notFound }
    let draft = request.draft
    return .page { schoolPicturePage(school, draft, $0) }
  }
  return [
    .get("/schools/:school/picture", .signedIn, "The picture of a school one belongs to") { request in
      .file(try await service.picture(request), inline: true)
    },
    .get(
      SchoolsSettingsPaths.pictureEdit, .member([.owner]), "The form for the school's picture", inAPI: false, editing),
    .post(
      SchoolsSettingsPaths.picture, .member([.owner]), "Put a picture of the school in, as the file `picture`",
      form: editing
    ) { request in
      try await service.setPicture(request)
      return .done(SchoolsSettingsPaths.school, toast: Toast(Phrase("schools.picture-saved")))
    }.taking(.picture("picture")),
    .post(SchoolsSettingsPaths.picture + "/removal", .member([.owner]), "Take the picture of the school out") {
      request in
      let removed = try await service.run(RemoveSchoolPicture(), request)
      return .done(
        SchoolsSettingsPaths.school,
        toast: .pictureRemoved("schools.picture-removed", removed, back: SchoolsSettingsPaths.picture))
    },
  ]
}
