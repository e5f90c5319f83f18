import Base
import Database
import HTML
import Kit
import Ledger
import People
import Router
import School
import Web

func accessRoutes(_ server: MembersServer, origin: String) -> [Route] {
  [
    .post(
      MembersPaths.access, .office,
      "Make slips for people who have never signed in; their codes are answered once. One of group, classroom, "
        + "account and student says for whom",
      inputs: [
        Input("group", "everybody, admin, teacher, student or guardian", required: false),
        Input("classroom", "A class: its students", required: false), Input("account", "One member", required: false),
        Input("student", "One student's record", required: false), Input("days", "1, 7 or 30"),
        Input("again", "1: also those who hold a slip, which then is worth nothing", required: false),
      ], form: server.service.accessAnswer
    ) { request in
      let command = try GiveAccess(request.form)
      let (slips, left) = try await server.run(command, request)
      let school = try await server.ledger.read { try server.service.schoolName(request.caller(), $0) }
      return slipsAnswer(slips, left, command, school, origin: origin, request)
    }
  ]
}

private func slipsAnswer(
  _ slips: [Slip], _ left: Int, _ command: GiveAccess, _ school: String, origin: String, _ request: Request
) -> Response {
  let (words, address) = (request.scene.words, origin + MembersPaths.join)
  let link: @Sendable (Slip) -> String = { address + "?code=" + $0.code }
  let data = SlipsData(
    slips: slips.map { ($0, QR(link($0))?.svg(label: words("members.code-of", .text($0.name))) ?? "") },
    school: school, address: address, left: left, until: request.scene.now.plus(days: Int64(command.days)),
    language: request.identity?.school?.language ?? words.language,
    // The next sheet is for those who have none yet.
    again: request.form.fields.filter { $0.name != "again" })
  return .page(
    status: 201,
    json: {
      .object([
        (
          "slips",
          .list(
            slips.map {
              .object([
                ("id", .id($0.id)), ("name", .text($0.name)), ("role", .text($0.role.rawValue)),
                ("code", .text($0.code)), ("link", .text(link($0))), ("number", .optional($0.number)),
                ("classes", .list($0.classes.map { .text($0) })),
              ])
            })
        ), ("left", .integer(left)),
      ])
    }
  ) { slipsPage(data, $0) }
}

func claimRoutes(_ server: MembersServer) -> [Route] {
  [
    .post(
      MembersPaths.claim, .anyone, "Take over the account that waits behind a code, by giving it a password",
      inputs: [
        Input("code", "The code of a slip, in any case and grouping"),
        Input("identifier", "A username or an e-mail address"), Input("password", "At least eight characters"),
        Input("terms", "on: agrees to the terms"),
      ], inAPI: false, form: server.service.joinAnswer
    ) { request in
      let command = try ClaimAccount(request.form)
      guard let entry = try await server.run(command, request) else { return .done("/sign-in") }
      let way = try await server.ledger.read { try server.service.way(after: command.code, $0) }
      var answer = Response.done(way, toast: Toast(Phrase("members.welcome")))
      answer.cookies = entry.cookies
      return answer
    }
  ]
}
