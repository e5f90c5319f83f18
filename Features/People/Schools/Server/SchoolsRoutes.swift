import Base
import Database
import Kit
import Ledger
public import Router
import School
import Web

enum SchoolsPaths {
  static let settings = "/settings"
  static let schools = "/schools"
  static let change = "/switch"
}

public func schoolRoutes(_ service: SchoolsService) -> [Route] {
  let routes: [Route] = [
    .get(
      SchoolsPaths.settings, .members, "The settings of the person and of the school they are in",
      service.settingsAnswer),
    .get(SchoolsPaths.schools, .signedIn, "The schools one belongs to", service.schoolsAnswer),
    .post(SchoolsPaths.schools, .signedIn, "Open a new school and own it", inputs: SchoolsInputs.create) { request in
      let id = try await service.run(CreateSchool(request.form), request)
      return .done("/", toast: Toast(Phrase("schools.created")), created: true, json: { .object([("id", .id(id))]) })
    },
    .post(
      SchoolsPaths.change, .signedIn, "Go to another of one's schools",
      inputs: [
        Input("school", "The id of a school one belongs to"),
        Input("next", "The path to go to there", required: false),
      ]
    ) { request in
      try await service.run(SwitchSchool(request.form), request)
      return .done(pathOfOurs(request.form["next"]))
    },
  ]
  return (routes + schoolSettingsRoutes(service) + schoolPictureRoutes(service)).map { $0.of("Schools") }
}

private enum SchoolsInputs {
  static let create = [
    Input("name", "What the school is called"), Input("kind", "k12, montessori, training or study"),
    Input("zone", "Its time zone, as Asia/Jerusalem"), Input("language", "en, fr, ar or he"),
    Input("theme", "wolfwhale, montessori, oasis or hogwarts; usually that of the kind", required: false),
    Input("id", "An id of the sender's choice", required: false),
  ]
}

extension SchoolsService {
  fileprivate func settingsAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let data = try settings(request.caller(), tx)
    return .page(version: data.school.version, json: { data.json }) { settingsPage(data, $0) }
  }

  fileprivate func schoolsAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let search = request.query["q"] ?? ""
    let found = try schools(of: request.account(), search: search, tx)
    return .page(json: { .object([("schools", .list(found.map(\.json)))]) }) {
      schoolsPage(found, search: search, $0)
    }
  }
}

extension SettingsData {
  fileprivate var json: JSON {
    .object([
      ("id", .id(school.id)), ("name", .text(school.name)), ("kind", .text(school.kind.rawValue)),
      ("zone", .text(school.zone)), ("language", .text(school.language.rawValue)), ("theme", .text(school.theme)),
      ("picture", .optional(school.picturePath)), ("version", .text(school.version)), ("role", .text(role.rawValue)),
      ("members", members.map { .integer($0) } ?? .null), ("invites", invites.map { .integer($0) } ?? .null),
    ])
  }
}

extension SchoolChoice {
  fileprivate var json: JSON {
    .object([
      ("id", .id(id)), ("name", .text(name)), ("kind", .text(kind.rawValue)), ("role", .text(role.rawValue)),
      ("picture", .optional(picture)),
    ])
  }
}
