import Base
import Database
import Kit
import Router
import School
import Web

private let limitInputs = [
  Input("scope", "`read` for looking only; without it `write`.", required: false),
  Input("area", "The one feature it is for, as `grades`; without it all.", required: false),
  Input("days", "30, 90 or 365 until it ends; without it never.", required: false),
]

/// Tokens: on the page of the account, and by hand for programs, which begin with nothing but a password.
func tokenRoutes(_ service: AccountsService) -> [Route] {
  let revoke: @Sendable (Request) async throws -> Response = { request in
    try await service.run(RevokeToken(token: request.id("token")), request)
    return .done(AccountsPaths.account, toast: Toast(Phrase("accounts.token-ended")))
  }
  let page: PageHandler = { request, tx throws(Refusal) in try accountAnswer(service, request, tx) }
  return [
    .post(
      AccountsPaths.tokens, .signedIn, "Makes a token; its text is told once.",
      inputs: [Input("label", "What it is for.")] + limitInputs, inAPI: false,
      form: page
    ) { request in
      let command = try MakeToken(request.form)
      let made = try await service.run(command, request)
      return .page(status: 201, json: { tokenJSON(made) }) { tokenPage(command.label, made.secret, $0) }
    },
    .post(AccountsPaths.tokens + "/:token/revoke", .signedIn, "Ends a token.", inAPI: false, revoke),
    .get("/api/v1/tokens", .signedIn, "The tokens of the account, without their texts.", inAPI: false) {
      request, tx throws(Refusal) in
      let tokens = try service.look(request, tx).tokens
      var answer = try accountAnswer(service, request, tx)
      answer.json = { .object([("tokens", .list(tokens.map { tokenJSON($0) }))]) }
      return answer
    },
    .post(
      "/api/v1/tokens", .anyone, "Makes a token for `Authorization: Bearer`.",
      inputs: [
        Input("identifier", "E-mail or username, in any case."), Input("password", "The password, exactly."),
        Input("label", "What it is for.", required: false),
      ] + limitInputs, inAPI: false
    ) { request in
      let wanted = try TokenRequest(request.form)
      let made = try await service.run(wanted.make, proof: wanted.proof, request)
      return .page(status: 201, json: { tokenJSON(made) }) { tokenPage(wanted.make.label, made.secret, $0) }
    },
    .post("/api/v1/tokens/:token/revoke", .signedIn, "Ends a token.", inAPI: false, revoke),
  ]
}

private func tokenJSON(_ made: (id: ID<TokenRecord>, secret: String)) -> JSON {
  .object([("id", .text(made.id.text)), ("token", .text(made.secret))])
}

func tokenJSON(_ token: TokenRecord) -> JSON {
  .object([
    ("id", .text(token.id.text)), ("label", .text(token.label)), ("createdAt", .text(token.createdAt.text)),
    ("seenAt", .optional(token.seenAt?.text)), ("expiresAt", .optional(token.expiresAt?.text)),
    ("scope", .text(token.scope.rawValue)), ("area", .optional(token.area?.rawValue)),
  ])
}

func accountJSON(_ data: AccountPage) -> JSON {
  let account = data.account
  return .object([
    ("id", .text(account.id.text)), ("name", .text(account.name)), ("username", .optional(account.username)),
    ("email", .optional(account.email)), ("language", .optional(account.language?.rawValue)),
    ("theme", .optional(account.theme)), ("scheme", .optional(account.scheme)),
    ("keys", .text(account.hasKeys == false ? "off" : "on")),
    ("zone", .optional(account.zone)),
    ("sessions", .list(data.sessions.map { sessionJSON($0, isCurrent: $0.id == data.current) })),
    ("tokens", .list(data.tokens.map { tokenJSON($0) })),
  ])
}

private func sessionJSON(_ session: SessionRecord, isCurrent: Bool) -> JSON {
  .object([
    ("id", .text(session.id.text)), ("createdAt", .text(session.createdAt.text)),
    ("seenAt", .text(session.seenAt.text)),
    ("agent", .text(session.agent)), ("source", .text(roughly(session.source))), ("isCurrent", .flag(isCurrent)),
  ])
}
