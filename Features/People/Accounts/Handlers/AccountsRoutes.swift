package import Base
package import Database
import Kit
public import Router
import School

/// Everything about who one is, for whoever one is, as it is read; the rest is the server's.
public func accountRoutes(_ service: AccountsService) -> [Route] {
  let routes: [Route] = [
    .get(AccountsPaths.account, .signedIn, "The account, its sessions and its tokens.") {
      request, tx throws(Refusal) in
      try accountAnswer(service, request, tx)
    },
    .get("/api/v1/tokens", .signedIn, "The tokens of the account, without their texts.", inAPI: false) {
      request, tx throws(Refusal) in
      let tokens = try service.look(request, tx).tokens
      var answer = try accountAnswer(service, request, tx)
      answer.json = { .object([("tokens", .list(tokens.map { tokenJSON($0) }))]) }
      return answer
    },
  ]
  return routes.map { $0.of("Accounts") }
}

package func accountAnswer(
  _ service: AccountsService, _ request: Request, _ tx: Transaction
) throws(Refusal) -> Response {
  let found = try service.look(request, tx)
  let data = AccountPage(
    account: found.account, isNameKept: found.isNameKept, sessions: found.sessions, tokens: found.tokens,
    current: request.identity?.credential == .session ? request.identity?.session.cast() : nil, zones: tx.zones.names,
    draft: request.draft,
    refused: request.draft.form.fields.isEmpty ? nil : request.route.path,
    keptPath: try service.keptPath(request.account(), tx))
  return .page(json: { accountJSON(data) }) { accountPage(data, $0) }
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
