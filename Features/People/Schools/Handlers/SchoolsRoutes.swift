import Base
import Database
import Kit
public import Router
import School

package enum SchoolsPaths {
  static let settings = "/settings"
  package static let schools = "/schools"
  package static let change = "/switch"
}

public func schoolRoutes(_ service: SchoolsService) -> [Route] {
  let routes: [Route] = [
    .get(
      SchoolsPaths.settings, .members, "The settings of the person and of the school they are in",
      offline: .teachersAndFamilies,
      service.settingsAnswer),
    .get(SchoolsPaths.schools, .signedIn, "The schools one belongs to", offline: .everybody, service.schoolsAnswer),
  ]
  return (routes + schoolSettingsRoutes(service) + schoolPictureRoutes(service)).map { $0.of("Schools") }
}

extension SchoolsService {
  fileprivate func settingsAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let data = try settings(request.caller(), tx)
    return .page(version: data.school.version, json: { data.json }) { settingsPage(data, $0) }
  }

  fileprivate func schoolsAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let search = request.query["q"] ?? ""
    let found = try schools(of: request.account(), search: search, tx)
    return .page(json: { .object([("schools", .list(found.map({ $0.json })))]) }) {
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
