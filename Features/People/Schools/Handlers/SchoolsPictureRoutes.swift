package import Base
package import Database
import Kit
package import Router
import School

func schoolPictureRoutes(_ service: SchoolsService) -> [Route] {
  [
    .get("/schools/:school/picture", .signedIn, "The picture of a school one belongs to", service.picture),
    .get(
      SchoolsSettingsPaths.pictureEdit, .member([.owner]), "The form for the school's picture", inAPI: false,
      service.pictureFormAnswer),
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

extension SchoolsService {
  package func pictureFormAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    guard let school = try school(of: request, tx) else { throw .notFound }
    let draft = request.draft
    return .page { schoolPicturePage(school, draft, $0) }
  }
}
