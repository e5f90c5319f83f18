import Base
import Database
import Kit
import Ledger
import People
import PeopleServer
public import Router
import School
import Training
import Web

public func traineeServerRoutes(_ server: TraineesServer) -> [Route] {
  invitationRoutes(server) + joiningRoutes(server)
}

private func invitationRoutes(_ server: TraineesServer) -> [Route] {
  [
    .post(
      "/training/trainees/:trainee/invitation", .members, "Makes a link by which the trainee reads along; shown once."
    ) { request in
      let data = try await server.run(InviteTrainee(request.form, path: request.names), request)
      return .page(
        status: 201,
        json: {
          .object([
            ("id", .id(data.share.id)), ("link", .optional(data.link)), ("expiresAt", .text(data.share.expiresAt.text)),
          ])
        }
      ) { traineeInvitedPage(data, $0) }
    }
  ]
}

private func joiningRoutes(_ server: TraineesServer) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let data = try server.service.joining(request, at: server.origin, tx)
    return .page { traineeJoinPage(data, request.draft, $0) }
  }
  let link = Input("code", "The link of an invitation, or its code")
  return [
    .get(TrainingPaths.join, .anyone, "The page to accept an invitation to a training", inAPI: false, page),
    .post(TrainingPaths.join, .signedIn, "Accept an invitation to a training", inputs: [link], form: page) { request in
      try await server.run(try AcceptTraineeShare(request.form, at: server.origin), request)
      return .done(TrainingPaths.all, toast: Toast(Phrase("training.join.accepted")))
    },
    .post(
      TrainingPaths.joinAccount, .anyone, "Make an account and accept an invitation to a training",
      inputs: [
        link, Input("name", "What one is called"), Input("identifier", "A username or an e-mail address"),
        Input("password", "At least eight characters"), Input("terms", "on: agrees to the terms"),
      ], inAPI: false, form: page
    ) { request in
      // What is wrong with the link is said in its own words, before anything else.
      let code = try TraineeShareLink.code(request.form["code"] ?? "", at: server.origin)
      var form = request.form
      _ = form.remove("code")
      let newcomer = try Newcomer(Form(form.fields + [Form.Field("code", code.text)]))
      guard let entry = try await server.run(newcomer, AcceptTraineeShare(code: code), request) else {
        return .done("/sign-in")
      }
      var answer = Response.done(TrainingPaths.all, toast: Toast(Phrase("training.join.accepted")))
      answer.cookies = entry.cookies
      return answer
    },
  ]
}
