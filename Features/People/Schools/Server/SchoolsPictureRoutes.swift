import Base
import Database
import Kit
import Router
import School
import Web

func schoolPictureRoutes(_ service: SchoolsService) -> [Route] {
  let editing: PageHandler = { request, tx throws(Refusal) in
    guard let school = try service.school(of: request, tx) else { throw .notFound }
    let draft = request.draft
    return .page { schoolPicturePage(school, draft, $0) }
  }
  return [
    .get("/schools/:school/picture", .signedIn, "The picture of a school one belongs to", service.picture),
    .get(
      SchoolsSettingsPaths.pictureEdit, .member([.owner]), "The form for the school's picture", inAPI: false, editing),
    .post(
      SchoolsSettingsPaths.picture, .member([.owner]), "Put a picture of the school in, as the file `picture`",
      form: editing, SetSchoolPicture.self, prepare: { try await service.incoming($0, $1) }, service.handle
    ) { _ in
      .done(SchoolsSettingsPaths.school, toast: Toast(Phrase("schools.picture-saved")))
    }.taking(.picture("picture")),
    .post(
      SchoolsSettingsPaths.picture + "/removal", .member([.owner]), "Take the picture of the school out",
      RemoveSchoolPicture.self, service.handle
    ) { handled in
      let removed = ID<Photo>(handled.outcome.text)
      return .done(
        SchoolsSettingsPaths.school,
        toast: .pictureRemoved("schools.picture-removed", removed, back: SchoolsSettingsPaths.picture))
    },
  ]
}
