import Base
import Database
import HTML
import Kit
import Learning
import Ledger
public import Router
import School
import Web

/// The ways to attempts that only a server has.
public func attemptServerRoutes(_ server: AttemptsServer) -> [Route] {
  [
    .post(
      "/quizzes/:quiz/attempts", .member([.student]), "Begin an attempt, or go on with the one that is open.",
      StartAttempt.self, server.handle
    ) { handled in
      let id: ID<QuizAttempt> = handled.id()
      return .done(
        AttemptsPaths.attempt(id, of: handled.command.quiz), created: true, json: { .object([("id", .id(id))]) })
    },
    .get(
      "/quizzes/:quiz/attempts/:attempt", .members, "An attempt: its questions while it is open, then what it came to."
    ) { try await server.show($0) },
  ]
}

extension AttemptsServer {
  /// Whose time is up is handed in first, in case the clock's own job has not come to it yet.
  func show(_ request: Request) async throws -> Response {
    let seen = try await ledger.read { try service.view(request, $0) }
    guard case .over = seen else { return service.answer(seen, request) }
    try await closeIfOver(
      request.id("attempt"), of: request.quiz(), in: request.caller().school, as: ledger.world.id())
    return try await ledger.read { try service.shown(request, $0) }
  }
}
