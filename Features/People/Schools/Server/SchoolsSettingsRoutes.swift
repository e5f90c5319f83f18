import Base
import Kit
import Ledger
import School
import Web

func schoolSettingsRoutes(_ service: SchoolsService) -> [Route] {
  let page: @Sendable (Request) async throws -> Response = { try await service.schoolSettingsAnswer($0) }
  return [
    .get(SchoolsSettingsPaths.school, .office, "The settings of the school: profile, registers, terms", page),
    .post(
      SchoolsSettingsPaths.profile, .member([.owner]), "Change the school's name, kind, time zone, language or theme",
      inputs: SchoolsInputs.change, form: page
    ) { request in
      let (old, version) = try await service.run(ChangeSchool(request.form), request)
      return done("schools.saved", undo: old.map { (SchoolsSettingsPaths.profile, $0.profile(version)) })
    },
    .post(
      SchoolsSettingsPaths.attendance, .office, "Say how registers are kept",
      inputs: [
        Input("correctionDays", "How many days back teachers correct a register, 0 to 366"),
        Input("rate", "attendance, excluding (the excused) or strict: the rate that counts"),
        Input("version", "The version that is changed, as the ETag says it", required: false),
      ], form: page
    ) { request in
      let (old, version) = try await service.run(SetAttendanceRules(request.form), request)
      return done("schools.saved", undo: old.map { (SchoolsSettingsPaths.attendance, $0.registers(version)) })
    },
  ] + workRoutes(service, page) + termRoutes(service, page) + endingRoutes(service)
}

private func workRoutes(_ service: SchoolsService, _ page: @escaping @Sendable (Request) async throws -> Response)
  -> [Route]
{
  [
    .post(
      SchoolsSettingsPaths.work, .office, "Say how large files of students are, and when a day of study begins",
      inputs: [
        Input("file", "The largest file of a student or a parent in megabytes, 1 to 500"),
        Input("person", "All files of one student together in megabytes, 10 to 100000"),
        Input("dayStart", "The hour at which a day of study begins, 0 to 6"),
        Input("version", "The version that is changed, as the ETag says it", required: false),
      ], form: page
    ) { request in
      let (old, version) = try await service.run(SetWorkRules(request.form), request)
      return done("schools.saved", undo: old.map { (SchoolsSettingsPaths.work, $0.workFields(version)) })
    }
  ]
}

private func done(_ said: String, undo: (path: String, fields: [Form.Field])?) -> Response {
  .done(SchoolsSettingsPaths.school, toast: Toast(Phrase(said), undo: undo))
}

private func termRoutes(_ service: SchoolsService, _ page: @escaping @Sendable (Request) async throws -> Response)
  -> [Route]
{
  let inputs = [
    Input("name", "What the term is called"), Input("from", "Its first day"), Input("until", "Its last day"),
  ]
  let one: @Sendable (Request) async throws -> Response = { request in
    let (term, draft) = (try await service.term(request), request.draft)
    return .page(json: { term.json }) { termPage(term, draft, $0) }
  }
  return [
    .post(
      SchoolsSettingsPaths.terms, .office, "Add a term; terms never share a day",
      inputs: inputs + [Input("id", "An id of the sender's choice", required: false)], form: page
    ) { request in
      let id = try await service.run(AddTerm(request.form, id: service.world.id()), request)
      return .done(
        SchoolsSettingsPaths.school,
        toast: Toast(Phrase("schools.term-added"), undo: (SchoolsSettingsPaths.removal(id), [])), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get("/settings/terms/:term", .office, "One term", one),
    .post("/settings/terms/:term", .office, "Change a term's name or days", inputs: inputs, form: one) { request in
      let command = try ChangeTerm(request.form, id: request.id("term"))
      let old = try await service.run(command, request)
      return done("schools.saved", undo: old.map { (SchoolsSettingsPaths.term($0.id), $0.fields) })
    },
    .post("/settings/terms/:term/removal", .office, "Take a term out of the year") { request in
      let old = try await service.run(RemoveTerm(request.form, id: request.id("term")), request)
      let fields = old.map { $0.fields + [Form.Field("id", $0.id.text)] }
      return done("schools.term-removed", undo: fields.map { (SchoolsSettingsPaths.terms, $0) })
    },
  ]
}

private func endingRoutes(_ service: SchoolsService) -> [Route] {
  let asking: @Sendable (Request) async throws -> Response = { request in
    guard let school = try await service.school(of: request) else { throw Refusal.notFound }
    let draft = request.draft
    return .page { deleteSchoolPage(school, draft, $0) }
  }
  return [
    .get(
      SchoolsSettingsPaths.deletion, .member([.owner]), "The question before a school is deleted", inAPI: false, asking),
    .post(
      SchoolsSettingsPaths.deletion, .member([.owner]),
      "Delete the school: only owners see it from now on, and thirty days later nothing is left",
      inputs: [Input("name", "The school's name"), Input("password", "The owner's password")], form: asking
    ) { request in
      try await service.run(DeleteSchool(request.form), request)
      return done("schools.locked", undo: (SchoolsSettingsPaths.restoring, []))
    },
    .post(SchoolsSettingsPaths.restoring, .member([.owner]), "Take the deletion of the school back") { request in
      try await service.run(RestoreSchool(request.form), request)
      return done("schools.restored", undo: nil)
    },
  ]
}

extension SchoolsService {
  fileprivate func schoolSettingsAnswer(_ request: Request) async throws -> Response {
    var data = try await schoolSettings(request)
    if data.role == .owner { data.zones = Zones.names }
    if !request.draft.form.fields.isEmpty { data.refused = request.route.path }
    let (shown, draft) = (data, request.draft)
    return .page(version: shown.school.version, json: { shown.json }) { schoolSettingsPage(shown, draft, $0) }
  }
}

extension School {
  /// The fields that bring this profile back, as long as nobody has changed the school since `version`.
  fileprivate func profile(_ version: String) -> [Form.Field] {
    [
      Form.Field("name", name), Form.Field("kind", kind.rawValue), Form.Field("zone", zone),
      Form.Field("language", language.rawValue), Form.Field("theme", theme), Form.Field("version", version),
    ]
  }

  fileprivate func registers(_ version: String) -> [Form.Field] {
    [
      Form.Field("correctionDays", String(correctionDays)), Form.Field("rate", rate.rawValue),
      Form.Field("version", version),
    ]
  }
}

extension School {
  fileprivate func workFields(_ version: String) -> [Form.Field] {
    [
      Form.Field("file", String(work.file)), Form.Field("person", String(work.person)),
      Form.Field("dayStart", String(work.dayStart)), Form.Field("version", version),
    ]
  }
}

extension SchoolTerm {
  fileprivate var fields: [Form.Field] {
    [Form.Field("name", name), Form.Field("from", from.text), Form.Field("until", until.text)]
  }

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
      ("dayStart", .integer(school.work.dayStart)), ("terms", .list(terms.map(\.json))),
      ("erasedAt", .optional(school.erasedAt?.text)),
      ("picture", .optional(school.picturePath)), ("version", .text(school.version)),
    ])
  }
}
