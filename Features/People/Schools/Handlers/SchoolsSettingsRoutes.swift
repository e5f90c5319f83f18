package import Base
package import Database
import Kit
package import Router
import School

func schoolSettingsRoutes(_ service: SchoolsService) -> [Route] {
  let page: PageHandler = service.schoolSettingsAnswer
  return [
    .get(
      SchoolsSettingsPaths.school, .office, "The settings of the school: profile, registers, terms",
      offline: .everybody, page),
    .post(
      SchoolsSettingsPaths.profile, .member([.owner]), "Change the school's name, kind, time zone, language or theme",
      form: page, ChangeSchool.self, service.handle
    ) { handled in
      schoolSaid("schools.saved", undo: handled.outcome.wayBack(to: SchoolsSettingsPaths.profile))
    },
    .post(
      SchoolsSettingsPaths.attendance, .office, "Say how registers are kept", form: page, SetAttendanceRules.self,
      service.handle
    ) { handled in
      schoolSaid("schools.saved", undo: handled.outcome.wayBack(to: SchoolsSettingsPaths.attendance))
    },
  ] + workRoutes(service, page) + termRoutes(service, page) + endingRoutes(service)
}

private func workRoutes(_ service: SchoolsService, _ page: @escaping PageHandler) -> [Route] {
  [
    .post(
      SchoolsSettingsPaths.work, .office, "Say how large files of students are, and when a day of study begins",
      form: page, SetWorkRules.self, service.handle
    ) { handled in
      schoolSaid("schools.saved", undo: handled.outcome.wayBack(to: SchoolsSettingsPaths.work))
    }
  ]
}

package func schoolSaid(_ said: String, undo: (path: String, fields: [Form.Field])?) -> Response {
  .done(SchoolsSettingsPaths.school, toast: Toast(Phrase(said), undo: undo))
}

private func termRoutes(_ service: SchoolsService, _ page: @escaping PageHandler) -> [Route] {
  let one: PageHandler = { request, tx throws(Refusal) in
    let (term, draft) = (try service.term(request, tx), request.draft)
    return .page(json: { term.json }) { termPage(term, draft, $0) }
  }
  return [
    .post(
      SchoolsSettingsPaths.terms, .office, "Add a term; terms never share a day", form: page, AddTerm.self,
      service.handle
    ) { handled in
      let id: ID<SchoolTerm> = handled.id()
      return .done(
        SchoolsSettingsPaths.school,
        toast: Toast(Phrase("schools.term-added"), undo: (SchoolsSettingsPaths.removal(id), [])), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get("/settings/terms/:term", .office, "One term", one),
    .post(
      "/settings/terms/:term", .office, "Change a term's name or days", form: one, ChangeTerm.self, service.handle
    ) { handled in
      let path = SchoolsSettingsPaths.term(handled.command.term.id)
      return schoolSaid("schools.saved", undo: handled.outcome.wayBack(to: path))
    },
    .post(
      "/settings/terms/:term/removal", .office, "Take a term out of the year", RemoveTerm.self, service.handle
    ) { handled in
      schoolSaid("schools.term-removed", undo: handled.outcome.wayBack(to: SchoolsSettingsPaths.terms))
    },
  ]
}

private func endingRoutes(_ service: SchoolsService) -> [Route] {
  [
    .get(
      SchoolsSettingsPaths.deletion, .member([.owner]), "The question before a school is deleted", inAPI: false,
      offline: .everybody,
      service.deletionAnswer),
    .post(
      SchoolsSettingsPaths.restoring, .member([.owner]), "Take the deletion of the school back", RestoreSchool.self,
      service.handle
    ) { _ in
      schoolSaid("schools.restored", undo: nil)
    },
  ]
}

extension SchoolsService {
  package func deletionAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    guard let school = try school(of: request, tx) else { throw .notFound }
    let draft = request.draft
    return .page { deleteSchoolPage(school, draft, $0) }
  }

  fileprivate func schoolSettingsAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    var data = try schoolSettings(request, tx)
    if data.role == .owner { data.zones = tx.zones.names }
    if !request.draft.form.fields.isEmpty { data.refused = request.route.path }
    let (shown, draft) = (data, request.draft)
    return .page(version: shown.school.version, json: { shown.json }) { schoolSettingsPage(shown, draft, $0) }
  }
}

extension SchoolTerm {
  fileprivate var json: JSON {
    .object([("id", .id(id)), ("name", .text(name)), ("from", .text(from.text)), ("until", .text(until.text))])
  }
}

extension SchoolSettingsData {
  fileprivate var json: JSON {
    .object([
      ("id", .id(school.id)), ("name", .text(school.name)), ("kind", .text(school.kind.rawValue)),
      ("zone", .text(school.zone)), ("language", .text(school.language.rawValue)), ("theme", .text(school.theme)),
      ("correctionDays", .integer(school.correctionDays)), ("rate", .text(school.rate.rawValue)),
      ("fileSize", .integer(school.work.file)), ("personSize", .integer(school.work.person)),
      ("dayStart", .integer(school.work.dayStart)), ("trains", .flag(school.work.trains)),
      ("terms", .list(terms.map { $0.json })),
      ("erasedAt", .optional(school.erasedAt?.text)),
      ("picture", .optional(school.picturePath)), ("version", .text(school.version)),
    ])
  }
}
