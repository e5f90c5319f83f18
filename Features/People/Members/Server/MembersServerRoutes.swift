import Base
import Database
import HTML
import Kit
import Ledger
import People
public import Router
import School
import Web

/// What makes codes, and lets people in.
///
/// - Parameter origin: what the links of invites begin with, `https://school.example`.
public func memberServerRoutes(_ server: MembersServer, origin: String) -> [Route] {
  (inviteRoutes(server, origin: origin) + accessRoutes(server, origin: origin) + comingRoutes(server)
    + claimRoutes(server))
    .map { $0.of("Members") }
}

private func inviteRoutes(_ server: MembersServer, origin: String) -> [Route] {
  [
    .post(
      MembersPaths.invites, .office, "Make an invite; its code is answered once",
      inputs: [
        Input("role", "admin, teacher, student or guardian"), Input("label", "Whom it is for"),
        Input("days", "1, 7 or 30"), Input("student", "The record to link to", required: false),
        Input("email", "Where to send the link", required: false),
      ], form: server.service.inviteFormAnswer
    ) { request in
      let command = try CreateInvite(request.form)
      let (invite, code) = try await server.run(command, request)
      let letter = command.email.map { InviteEmail(to: $0, isOnItsWay: server.service.sendsMail) }
      return inviteMade(invite, code, letter, origin: origin, request.scene.words)
    }
  ]
}

private func inviteMade(
  _ invite: Invite, _ code: InviteCode?, _ letter: InviteEmail?, origin: String, _ words: Words
) -> Response {
  let link = code.map { origin + MembersPaths.join + "?code=" + $0.text } ?? ""
  let qr = code == nil ? nil : QR(link)?.svg(label: words("members.code-of", .text(invite.label)))
  let data = InviteMade(invite: invite, code: code?.text, link: link, qr: qr ?? "", letter: letter)
  return .page(
    status: 201,
    json: {
      .object([
        ("id", .id(invite.id)), ("code", .optional(code?.text)), ("link", code == nil ? .null : .text(link)),
        ("mailed", .flag(letter?.isOnItsWay ?? false)),
      ])
    }
  ) { inviteMadePage(data, $0) }
}

private func comingRoutes(_ server: MembersServer) -> [Route] {
  let page: PageHandler = server.service.joinAnswer
  let code = Input("code", "The code of an invite, in any case and grouping")
  return [
    .post(MembersPaths.join, .signedIn, "Join a school by code", inputs: [code], form: page) { request in
      let command = try JoinSchool(request.form)
      try await server.run(command, request)
      let way = try await server.ledger.read { try server.service.way(after: command.code, $0) }
      return .done(way, toast: Toast(Phrase("members.welcome")))
    },
    .post(
      MembersPaths.joinAccount, .anyone, "Make an account and join a school by code",
      inputs: [
        code, Input("name", "What one is called"), Input("identifier", "A username or an e-mail address"),
        Input("password", "At least eight characters"), Input("terms", "on: agrees to the terms"),
      ], inAPI: false, form: page
    ) { request in
      let newcomer = try Newcomer(request.form)
      guard let entry = try await server.run(newcomer, request) else { return .done("/sign-in") }
      let way = try await server.ledger.read { try server.service.way(after: newcomer.code, $0) }
      var answer = Response.done(way, toast: Toast(Phrase("members.welcome")))
      answer.cookies = entry.cookies
      return answer
    },
  ]
}
