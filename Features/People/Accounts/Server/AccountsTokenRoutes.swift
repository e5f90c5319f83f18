import Base
import Database
import Kit
import People
import Router
import School
import Web

private let limitInputs = [
  Input("scope", "`read` for looking only; without it `write`.", required: false),
  Input("area", "The one feature it is for, as `grades`; without it all.", required: false),
  Input("days", "30, 90 or 365 until it ends; without it never.", required: false),
]

/// Tokens: on the page of the account, and by hand for programs, which begin with nothing but a password.
func tokenRoutes(_ server: AccountsServer) -> [Route] {
  let revoke: @Sendable (Request) async throws -> Response = { request in
    try await server.run(RevokeToken(token: request.id("token")), request)
    return .done(AccountsPaths.account, toast: Toast(Phrase("accounts.token-ended")))
  }
  let page: PageHandler = { request, tx throws(Refusal) in try accountAnswer(server.service, request, tx) }
  return [
    .post(
      AccountsPaths.tokens, .signedIn, "Makes a token; its text is told once.",
      inputs: [Input("label", "What it is for.")] + limitInputs, inAPI: false,
      form: page
    ) { request in
      let command = try MakeToken(request.form)
      let made = try await server.run(command, request)
      return .page(status: 201, json: { tokenJSON(made) }) { tokenPage(command.label, made.secret, $0) }
    },
    .post(AccountsPaths.tokens + "/:token/revoke", .signedIn, "Ends a token.", inAPI: false, revoke),
    .post(
      "/api/v1/tokens", .anyone, "Makes a token for `Authorization: Bearer`.",
      inputs: [
        Input("identifier", "E-mail or username, in any case."), Input("password", "The password, exactly."),
        Input("label", "What it is for.", required: false),
      ] + limitInputs, inAPI: false
    ) { request in
      let wanted = try TokenRequest(request.form)
      let made = try await server.run(wanted.make, proof: wanted.proof, request)
      return .page(status: 201, json: { tokenJSON(made) }) { tokenPage(wanted.make.label, made.secret, $0) }
    },
    .post("/api/v1/tokens/:token/revoke", .signedIn, "Ends a token.", inAPI: false, revoke),
  ]
}

private func tokenJSON(_ made: (id: ID<TokenRecord>, secret: String)) -> JSON {
  .object([("id", .text(made.id.text)), ("token", .text(made.secret))])
}
