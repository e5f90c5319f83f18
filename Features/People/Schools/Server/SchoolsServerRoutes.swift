import Base
import Database
import Kit
import People
public import Router
import School
import Web

/// What begins a school, ends it, or goes from one to another; and what comes with a file.
public func schoolServerRoutes(_ server: SchoolsServer) -> [Route] {
  let routes: [Route] = [
    .post(SchoolsPaths.schools, .signedIn, "Open a new school and own it", inputs: SchoolsInputs.create) { request in
      let id = try await server.run(CreateSchool(request.form), request)
      return .done("/", toast: Toast(Phrase("schools.created")), created: true, json: { .object([("id", .id(id))]) })
    },
    .post(
      SchoolsPaths.change, .signedIn, "Go to another of one's schools",
      inputs: [
        Input("school", "The id of a school one belongs to"),
        Input("next", "The path to go to there", required: false),
      ]
    ) { request in
      try await server.run(SwitchSchool(request.form), request)
      return .done(pathOfOurs(request.form["next"]))
    },
    .post(
      SchoolsSettingsPaths.picture, .member([.owner]), "Put a picture of the school in, as the file `picture`",
      form: server.service.pictureFormAnswer, SetSchoolPicture.self, prepare: { try await server.incoming($0, $1) },
      server.handle
    ) { _ in
      .done(SchoolsSettingsPaths.school, toast: Toast(Phrase("schools.picture-saved")))
    }.taking(.picture("picture")),
    .post(
      SchoolsSettingsPaths.deletion, .member([.owner]),
      "Delete the school: only owners see it from now on, and thirty days later nothing is left",
      form: server.service.deletionAnswer, DeleteSchool.self, prepare: { try await server.isRight($0, $1) },
      server.handle
    ) { _ in
      schoolSaid("schools.locked", undo: (SchoolsSettingsPaths.restoring, []))
    },
  ]
  return routes.map { $0.of("Schools") }
}

private enum SchoolsInputs {
  static let create = [
    Input("name", "What the school is called"), Input("kind", "k12, montessori, training or study"),
    Input("zone", "Its time zone, as Asia/Jerusalem"), Input("language", "en, fr, ar or he"),
    Input("theme", "wolfwhale, montessori, oasis or hogwarts; usually that of the kind", required: false),
    Input("id", "An id of the sender's choice", required: false),
  ]
}
