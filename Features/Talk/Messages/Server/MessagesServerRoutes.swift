import Base
import HTML
import Kit
import Ledger
import People
import PeopleServer
public import Router
import School
import Talk
import Web

/// What is said, with files that came with it; who is typing; copies; and what is written down when it was refused.
public func messageServerRoutes(_ server: MessagesServer) -> [Route] {
  let service = server.service
  return [
    .post(
      MessagesPaths.all, .members, "Begins a conversation, or opens the one there is.",
      inputs: [
        Input("with", "An account; several of the staff make a group.", required: false),
        Input("title", "What a group of staff is called.", required: false),
        Input("course", "A course you teach: everybody in it.", required: false),
        Input("class", "A class you teach: everybody in it.", required: false),
      ], form: service.choicesAnswer
    ) { request in try await server.startAnswer(request) }.carrying(StartConversation.self, service.handle),
    .post(
      "/messages/:conversation", .members, "Says something; the id of the sending is the message's.",
      inputs: [
        Input("text", "At most 4,000 characters.", required: false),
        Input("file", "Files, as multipart/form-data.", required: false),
        Input("upload", "Files that came in pieces, by their ids.", required: false),
      ],
      bodyLimit: Limits.textBody.most, form: service.conversationAnswer
    ) { request in try await server.sendAnswer(request) }.rateLimited(RateLimit.saying).taking(FilesTaken())
      .carrying(SendMessage.self, prepare: { try await server.files.incoming($1) }, service.handle),
    .post("/messages/:conversation/typing", .members, "Says that you are typing; kept nowhere.") { request in
      try await server.type(request.id("conversation"), request)
      return .done(MessagesPaths.all, fragments: { _ in "" })
    },
    .post(
      "/messages/:conversation/export", .office, "A copy of a whole conversation, for a reason that is written down.",
      inputs: [Input("reason", "At least 10 characters.")], form: service.exportAnswer
    ) { request in try await server.run(ExportConversation(request.form, path: request.names), request) },
  ]
}

extension MessagesServer {
  fileprivate func startAnswer(_ request: Request) async throws -> Response {
    let command = try StartConversation(request.form)
    let handled = try await logging(command, with: command.with.prefix(5).map(\.text), request, service.handle)
    let id: ID<Conversation> = handled.id()
    return .done(MessagesPaths.conversation(id), created: true, json: { .object([("id", .id(id))]) })
  }

  fileprivate func sendAnswer(_ request: Request) async throws -> Response {
    let (caller, talk) = (try request.caller(), try request.id("conversation", Conversation.self))
    // Sent before, it has taken its files along: they wait nowhere any more.
    let before = try await ledger.read { try service.said(request.idempotencyKey.cast(), in: talk, caller, $0) }
    if let before { return sent(before) }
    let arrived = try await files.incoming(request)
    let command = try SendMessage(request.form, path: request.names)
    let handled = try await logging(command, with: [talk.text], request) { command, request, tx throws(Refusal) in
      try service.handle(command, arrived, request, tx)
    }
    return try await ledger.read { try sent(service.bubble(handled.id(), caller, $0).bubble) }
  }

  private func sent(_ bubble: Bubble) -> Response {
    let conversation = bubble.message.conversation
    return .done(
      MessagesPaths.conversation(conversation), created: true, json: { bubble.json },
      fragments: { fragment(.append, "messages-" + conversation.text, bubbleRow(bubble, $0)) })
  }
}
