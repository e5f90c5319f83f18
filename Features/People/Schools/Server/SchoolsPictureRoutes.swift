import Base
import Kit
import School
import Web

func schoolPictureRoutes(_ service: SchoolsService) -> [Route] {
  let editing: @Sendable (Ask) async throws -> Answer = { ask in
    guard let school = try await service.school(of: ask) else { throw Refusal.notFound }
    let draft = ask.draft
    return .page { schoolPicturePage(school, draft, $0) }
  }
  return [
    .get("/schools/:school/picture", .signedIn, "The picture of a school one belongs to") { ask in
      .file(try await service.picture(ask), inline: true)
    },
    .get(
      SchoolsSettingsPaths.pictureEdit, .member([.owner]), "The form for the school's picture", inAPI: false, editing),
    .post(
      SchoolsSettingsPaths.picture, .member([.owner]), "Put a picture of the school in, as the file `picture`",
      form: editing
    ) { ask in
      try await service.setPicture(ask)
      return .done(SchoolsSettingsPaths.school, toast: Toast(Phrase("schools.picture-saved")))
    }.taking(.picture("picture")),
    .post(SchoolsSettingsPaths.picture + "/removal", .member([.owner]), "Take the picture of the school out") { ask in
      let removed = try await service.run(RemoveSchoolPicture(), ask)
      return .done(
        SchoolsSettingsPaths.school,
        toast: .pictureRemoved("schools.picture-removed", removed, back: SchoolsSettingsPaths.picture))
    },
  ]
}
