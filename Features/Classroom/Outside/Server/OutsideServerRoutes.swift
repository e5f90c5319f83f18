import Base
import Classroom
import Database
import Kit
import Ledger
import People
public import Router
import School
import Web

/// The office's page, and the three ways to ask; a server alone has them, because they wait for somebody else.
public func outsideServerRoutes(_ server: OutsideServer) -> [Route] {
  settingsRoutes(server) + askingRoutes(server)
}

private func settingsRoutes(_ server: OutsideServer) -> [Route] {
  let (service, offered, hosts) = (server.service, server.offered, server.ends.hosts)
  let page: PageHandler = { request, tx throws(Refusal) in
    let data = try service.settings(hosts, request, tx)
    return .page(version: data.school.version, json: { data.json }) { outsideSettingsPage(data, $0) }
  }
  return [
    .get(OutsidePaths.settings, .office, "Which services outside of the school are used, and what was asked.", page),
    .post(
      OutsidePaths.settings, .office, "Switches services outside of the school on or off.", form: page,
      SetOutsideServices.self,
      { command, request, tx throws(Refusal) in try service.handle(command, offered: offered, request, tx) }
    ) { handled in
      let before = OutsideKind.all(in: handled.outcome.text)
      let fields = OutsideKind.allCases.filter { before.contains($0) }.map { Form.Field($0.rawValue, "1") }
      return .done(
        OutsidePaths.settings, toast: Toast(Phrase("outside.saved"), undo: (OutsidePaths.settings, fields)))
    },
  ]
}

private func askingRoutes(_ server: OutsideServer) -> [Route] {
  let pace = RateLimit.outside
  return [
    .post(
      "/students/:student/summaries/:summary/outside", .staff,
      "Asks the text service for another wording of a draft; it stands in the editor and is not kept yet.", inAPI: false
    ) { try await server.draft($0) }
    .carrying(AskForSummary.self, prepare: { try await server.ask($0, $1) }) { _, asked, _, tx throws(Refusal) in
      try asked.note(tx)
    }.rateLimited([pace]),
    .post(
      "/students/:student/insights/outside", .staff,
      "Asks the text service to explain what the rules propose; it is shown and not kept.", inAPI: false
    ) { try await server.explanation($0) }
    .carrying(AskForExplanation.self, prepare: { try await server.ask($0, $1) }) { _, asked, _, tx throws(Refusal) in
      try asked.note(tx)
    }.rateLimited([pace]),
    .post(
      "/observations/:observation/files/:file/transcript", .staff,
      "Asks the speech service for what is said in a recording; it stands in the editor and is not kept yet.",
      inAPI: false
    ) { try await server.transcript($0) }
    .carrying(AskForTranscript.self, prepare: { try await server.ask($0, $1) }) { _, asked, _, tx throws(Refusal) in
      try asked.note(tx)
    }.rateLimited([pace]),
  ]
}

extension OutsideServer {
  /// The editor with what the service wrote, or with what stood there and a sentence.
  fileprivate func draft(_ request: Request) async throws -> Response {
    let command = try AskForSummary(request.form, path: request.names)
    guard let answer = try await carryOut(command, request, { try await ask($0, $1) }) else {
      return .again(SummariesPaths.of(command.student) + "/" + command.summary.text)
    }
    return try await ledger.read { [service] tx throws(Refusal) in
      var data = try service.summaries.page(request, tx)
      // It does not fetch itself again: what stands in the editor is nowhere else.
      (data.outside, data.topics) = (answer.outcome, [])
      let typed = answer.text.map {
        Form([Form.Field("text", $0), Form.Field("version", data.summary.version)])
      }
      let (shown, draft) = (data, Draft(typed ?? Form()))
      return .page { summaryPage(shown, draft, $0) }
    }
  }

  fileprivate func explanation(_ request: Request) async throws -> Response {
    let command = try AskForExplanation(request.form, path: request.names)
    guard let answer = try await carryOut(command, request, { try await ask($0, $1) }) else {
      return .again(InsightsPaths.of(command.student))
    }
    return try await ledger.read { [service] tx throws(Refusal) in
      var data = try service.insights.page(request, tx)
      (data.outside, data.topics) = (answer.outcome, [])
      data.explanation = answer.text
      let shown = data
      return .page { insightsPage(shown, $0) }
    }
  }

  /// The form of the observation with what was said below what is written, or the observation with a sentence.
  fileprivate func transcript(_ request: Request) async throws -> Response {
    let command = try AskForTranscript(request.form, path: request.names)
    guard let answer = try await carryOut(command, request, { try await ask($0, $1) }) else {
      return .again(ObservationsPaths.observation(command.observation))
    }
    return try await ledger.read { [service] tx throws(Refusal) in
      guard let said = answer.text else {
        var data = try service.observations.page(request, tx)
        (data.outside, data.topics) = (answer.outcome, [])
        let shown = data
        return .page { observationPage(shown, Draft(), $0) }
      }
      let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
      let (one, _, _) = try store.mustSee(command.observation, caller)
      var typed = [Form.Field("text", one.text.isEmpty ? said : one.text + "\n\n" + said)]
      typed += one.children.map { Form.Field("child", $0.text) } + one.tags.map { Form.Field("tag", $0.text) }
      var filled = request
      filled.draft = Draft(Form(typed))
      var data = try service.observations.editing(filled, tx)
      data.outside = .answered
      let (shown, draft) = (data, filled.draft)
      return .page { observationFormPage(shown, draft, $0) }
    }
  }
}

extension Response {
  /// The same sending came twice: its answer went to the first.
  fileprivate static func again(_ path: String) -> Response { .done(path, toast: Toast(Phrase("outside.again"))) }
}

extension OutsideSettings {
  /// Without where the services are and how they are paid: their hosts, and what is switched on.
  var json: JSON {
    .object([
      ("text", .flag(school.outside.contains(.text))), ("speech", .flag(school.outside.contains(.speech))),
      ("textHost", .optional(hosts[.text])), ("speechHost", .optional(hosts[.speech])),
      (
        "requests",
        .list(
          requests.map { one in
            .object([
              ("student", .id(one.student)), ("use", .text(one.use.rawValue)), ("by", .id(one.by)),
              ("at", .text(one.at.text)), ("bytes", .integer(one.size)), ("outcome", .text(one.outcome.rawValue)),
            ])
          })
      ),
    ])
  }
}
