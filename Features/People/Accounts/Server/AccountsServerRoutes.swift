import Base
import Database
import Kit
import Ledger
import People
public import Router
import School
import Web

/// What is secret or of the whole server: coming in and going out, and what is changed about an account.
public func accountServerRoutes(_ server: AccountsServer) -> [Route] {
  (signInRoutes(server) + signUpRoutes(server) + firstRoutes(server) + accountActRoutes(server)
    + sessionRoutes(server) + tokenRoutes(server))
    .map { $0.of("Accounts") }
}

// MARK: in and out

private let identifierInputs = [
  Input("identifier", "E-mail or username, in any case."), Input("password", "The password, exactly."),
]

private func signInRoutes(_ server: AccountsServer) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let next = pathOfOurs(request.query["next"] ?? request.draft["next"])
    let (isOpen, isNew) = (server.settings.signUp, try server.isNew(tx))
    let page = SignInPage(
      next: next, maySignUp: isOpen, isNew: isNew, cards: try AccountsDemoStore(tx: tx).cards(),
      guestPath: try server.service.guestPath(tx), draft: request.draft)
    var answer = Response.page { signInPage(page, $0) }
    answer.isSignedOut = request.query["out"] != nil
    return answer
  }
  return [
    .get(AccountsPaths.signIn, .anyone, "The page to sign in on.", inAPI: false) { request, tx throws(Refusal) in
      guard request.identity == nil else { return .done(pathOfOurs(request.query["next"])) }
      return try page(request, tx)
    },
    .post(
      AccountsPaths.signIn, .anyone, "Signs in with a cookie.",
      inputs: identifierInputs + [Input("next", "The path to go to.", required: false)], inAPI: false,
      form: page
    ) { request in
      let command = try SignIn(request.form)
      let entry = try await server.run(command, request)
      var answer = Response.done(command.next)
      answer.cookies = entry.cookies
      return answer
    },
    .post(
      AccountsPaths.enterDemo, .anyone, "Enters as one of the demo’s people; on any other server there are none.",
      inputs: [Input("account", "Whose card it was.")], inAPI: false
    ) { request in
      let entry = try await server.run(EnterDemo(request.form), request)
      var answer = Response.done("/")
      answer.cookies = entry.cookies
      return answer
    },
    .post(AccountsPaths.signOut, .anyone, "Ends this session, or this token.") { request in
      try await server.run(SignOut(), request)
      // The page that is gone to says that it is over, so that the other tabs of the browser follow.
      var answer = Response.done(AccountsPaths.signIn + "?out=1")
      answer.cookies = [("", "", 0)]
      // Not "storage": what somebody else has typed here and could not send lies there, sealed for them (Public/js/signout.js).
      answer.headers = [("Clear-Site-Data", "\"cache\"")]
      return answer
    },
  ]
}

private func signUpRoutes(_ server: AccountsServer) -> [Route] {
  let page: @Sendable (Request) async throws -> Response = { request in
    guard server.settings.signUp else { throw Refusal.notFound }
    return .page { signUpPage(request.draft, $0) }
  }
  return [
    .get(AccountsPaths.signUp, .anyone, "The page to sign up on, where the server allows it.", inAPI: false, page),
    .post(
      AccountsPaths.signUp, .anyone, "Makes an account, where the server allows it.",
      inputs: [
        Input("name", "What one is called."), Input("email", "An address for signing in."),
        Input("password", "At least eight characters."), Input("birth", "Date of birth; not kept."),
        Input("terms", "`on` to agree to terms and privacy."),
      ], inAPI: false, form: page
    ) { request in
      guard server.settings.signUp else { throw Refusal.notFound }
      try await server.run(SignUp(request.form), request)
      return .done(AccountsPaths.signIn, toast: Toast(Phrase("accounts.signed-up")))
    },
    .get(AccountsPaths.terms, .anyone, "The terms of use.", inAPI: false) { _ in
      .page { legalPage(.terms, own: server.settings.legal?.text(.terms, $0.words.language), $0) }
    },
    .get(AccountsPaths.privacy, .anyone, "What is kept about people, and why.", inAPI: false) { _ in
      .page { legalPage(.privacy, own: server.settings.legal?.text(.privacy, $0.words.language), $0) }
    },
  ]
}

// MARK: the account

private func accountActRoutes(_ server: AccountsServer) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in try accountAnswer(server.service, request, tx) }
  return [
    .post(
      AccountsPaths.name, .signedIn, "Changes the name others see.", inputs: [Input("name", "What one is called.")],
      form: page
    ) { request in
      try await server.run(ChangeName(request.form), request)
      return .done(AccountsPaths.account, toast: Toast(Phrase("accounts.saved")))
    },
    .post(
      AccountsPaths.password, .signedIn, "Changes the password; other sessions end.",
      inputs: [
        Input("current", "The password so far."), Input("new", "At least eight characters."),
        Input("tokens", "`on` to end the tokens, too.", required: false),
      ], form: page
    ) { request in
      let entry = try await server.run(ChangePassword(request.form), request)
      var answer = Response.done(AccountsPaths.account, toast: Toast(Phrase("accounts.password-changed")))
      answer.cookies = entry?.cookies ?? []
      return answer
    },
  ] + choiceRoutes(server, page)
}

/// On the account's own page it is said that it is saved, and can be taken back.
private func savedLanguage(
  _ language: @escaping @Sendable (Request) async throws -> Response
) -> @Sendable (Request) async throws -> Response {
  { request in
    let before = request.scene.words.language
    var answer = try await language(request)
    if case .redirect(let path, _) = answer.body {
      let undo = [Form.Field("language", before.rawValue), Form.Field("back", path)]
      answer.body = .redirect(path, Toast(Phrase("accounts.saved"), undo: (AccountsPaths.language, undo)))
    }
    return answer
  }
}

private func savedLook(_ server: AccountsServer) -> @Sendable (Request) async throws -> Response {
  { request in
    let id = try request.account()
    let before = try await server.ledger.read { try AccountsStore(tx: $0).account(id) }
    let command = try ChooseAppearance(request.form)
    try await server.run(command, request)
    let said = Toast(
      Phrase("accounts.saved"), undo: before.map { (AccountsPaths.look, $0.lookFields(back: command.back)) })
    return .done(command.back, toast: said)
  }
}

private func choiceRoutes(_ server: AccountsServer, _ page: @escaping PageHandler) -> [Route] {
  let language: @Sendable (Request) async throws -> Response = { request in
    let command = try ChooseLanguage(request.form)
    try await server.run(command, request)
    var answer = Response.done(command.back)
    // The browser keeps the choice too, for after signing out.
    answer.cookies = [("-language", command.language.rawValue, 400 * 86_400)]
    return answer
  }
  let look: @Sendable (Request) async throws -> Response = { request in
    let command = try ChooseAppearance(request.form)
    try await server.run(command, request)
    return .done(command.back)
  }
  let languageInputs = [
    Input("language", "`en`, `fr`, `ar` or `he`."), Input("back", "The path to go to.", required: false),
  ]
  let appearanceInputs = [
    Input("theme", "The theme, or `inherit` for the school's.", required: false),
    Input("scheme", "`light`, `dark`, `system` or `inherit`.", required: false),
    Input("keys", "`off`: keys of a single character do nothing; or `on`.", required: false),
    Input("back", "The path to go to.", required: false),
  ]
  return [
    .post(
      AccountsPaths.anyLanguage, .anyone, "Chooses the language, in this browser and for the account.",
      inputs: languageInputs, inAPI: false, language),
    .post(
      AccountsPaths.anyAppearance, .signedIn, "Chooses how pages look.", inputs: appearanceInputs, inAPI: false, look),
    .post(
      AccountsPaths.language, .signedIn, "Chooses the language of the account.", inputs: languageInputs, form: page,
      savedLanguage(language)),
    .post(
      AccountsPaths.zone, .signedIn, "Chooses the time zone one reads in.",
      inputs: [Input("zone", "The name of a zone; without one it is the school's.", required: false)], form: page
    ) { request in
      try await server.run(ChooseZone(request.form), request)
      return .done(AccountsPaths.account, toast: Toast(Phrase("accounts.saved")))
    },
    .post(
      AccountsPaths.look, .signedIn, "Chooses how pages look for the account.", inputs: appearanceInputs, form: page,
      savedLook(server)),
  ]
}

private func sessionRoutes(_ server: AccountsServer) -> [Route] {
  [
    .post(AccountsPaths.sessions + "/:session/revoke", .signedIn, "Ends one session.") { request in
      try await server.run(RevokeSession(session: request.id("session")), request)
      return .done(AccountsPaths.account, toast: Toast(Phrase("accounts.session-ended")))
    },
    .post(AccountsPaths.others, .signedIn, "Ends every session but this one.") { request in
      try await server.run(RevokeOthers(), request)
      return .done(AccountsPaths.account, toast: Toast(Phrase("accounts.sessions-ended")))
    },
  ]
}
