import Base
import Database
import Kit
import People
import Router
import School
import Web

/// The way to the first account of a new server; there are no such pages on any other.
func firstRoutes(_ server: AccountsServer) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let code = request.query["code"] ?? request.draft["code"]
    try server.mayBegin(code, tx)
    return .page { firstAccountPage(code: code ?? "", request.draft, $0) }
  }
  return [
    .get(AccountsPaths.first, .anyone, "The page to make the first account of a new server on.", inAPI: false, page),
    .post(
      AccountsPaths.first, .anyone, "Makes the first account of a new server, and signs in.",
      inputs: [
        Input("code", "What the server printed at its start."), Input("name", "What one is called."),
        Input("email", "An address for signing in."), Input("password", "At least eight characters."),
      ], inAPI: false, form: page
    ) { request in
      let entry = try await server.run(MakeFirstAccount(request.form), request)
      var answer = Response.done("/")
      answer.cookies = entry.cookies
      return answer
    },
  ]
}
