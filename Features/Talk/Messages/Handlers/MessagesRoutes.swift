package import Base
package import Database
import HTML
import Kit
import People
public import Router
import School

/// The doors of the feature; its paths are `MessagesPaths`.
public func messageRoutes(_ service: MessagesService) -> [Route] {
  listRoutes(service) + talkRoutes(service) + placeRoutes(service) + oneMessageRoutes(service)
    + oversightRoutes(service)
}

private func listRoutes(_ service: MessagesService) -> [Route] {
  [
    .get(
      MessagesPaths.all, .members, "Your conversations, the latest first; `q` searches them.",
      query: [.search, .after], offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.list(
        request.caller(), search: trimmed(request.query["q"] ?? ""), after: request.query["after"], tx)
      return .page(next: data.next, json: { data.json }) { conversationsPage(data, $0) }
    },
    .get(
      MessagesPaths.new, .members, "Those you may write to; `q` searches them.", query: [.search], offline: .everybody,
      service.choicesAnswer),
    .get(
      MessagesPaths.newStaff, .staff,
      "Those of the staff a group can be made of; `q` searches them, `with` are ticked.",
      query: [.search, .optional("with", "An account that is ticked; several times.")], service.staffAnswer),
  ]
}

private func talkRoutes(_ service: MessagesService) -> [Route] {
  [
    .get(
      "/messages/:conversation", .members,
      "What was said, the newest part; `before`, `after` and `around` are numbers, `q` searches it.",
      query: [
        .optional("before", "A message's number: what was said before it."),
        .optional("after", "A message's number: what was said after it."),
        .optional("around", "A message's number: what was said round it."), .search,
        .optional("older", "A message's number: what `q` finds before it."),
        .optional("unread", "A message's number: what is new begins there."),
      ], offline: .everybody, service.conversationAnswer),
    .post(
      "/messages/:conversation/read", .members, "You have seen what was said.", SeeMessages.self, service.handle
    ) { handled in
      .done(MessagesPaths.conversation(handled.command.conversation), fragments: { _ in "" })
    },
    .post(
      "/messages/:conversation/mute", .members, "No words about it, or words again.", MuteConversation.self,
      service.handle
    ) { handled in
      let command = handled.command
      let said = Toast(
        Phrase(command.isMuted ? "messages.toast.muted" : "messages.toast.unmuted"),
        undo: (MessagesPaths.mute(command.conversation), [Form.Field("muted", command.isMuted ? "off" : "on")]))
      return .done(MessagesPaths.conversation(command.conversation), toast: said)
    },
  ]
}

/// Who takes part, and going out of it.
private func placeRoutes(_ service: MessagesService) -> [Route] {
  [
    .get(
      "/messages/:conversation/people/new", .staff,
      "Those of the staff who are not in the group yet; `q` searches them.",
      query: [.search, .optional("with", "An account that is ticked; several times.")], offline: .everybody,
      service.staffAnswer),
    .post(
      "/messages/:conversation/people/new", .staff,
      "Brings others of the staff into a group; they see all that was said.", form: service.staffAnswer,
      AddParticipants.self, service.handle
    ) { handled in
      .done(MessagesPaths.people(handled.command.conversation), toast: Toast(Phrase("messages.toast.added")))
    },
    .get(
      "/messages/:conversation/leave", .members, "The question before leaving a group.", inAPI: false,
      offline: .everybody
    ) {
      request, tx throws(Refusal) in
      let data = try service.conversation(request.id("conversation"), request.caller(), tx)
      return .page { leavePage(data, $0) }
    },
    .post("/messages/:conversation/leave", .members, "Leaves a group.", LeaveConversation.self, service.handle) { _ in
      .done(MessagesPaths.all, toast: Toast(Phrase("messages.toast.left")))
    },
    .get("/messages/:conversation/people", .members, "Who takes part.", offline: .everybody) {
      request, tx throws(Refusal) in
      let data = try service.people(request.id("conversation"), request.caller(), tx)
      return .page(json: { data.peopleJSON }) { talkPeoplePage(data, $0) }
    },
    .post(
      "/messages/:conversation/people", .members, "Brings somebody back who went out of the group.", BringBack.self,
      service.handle
    ) { handled in
      .done(
        MessagesPaths.people(handled.command.conversation), toast: Toast(Phrase("messages.toast.brought-back")))
    },
    .get("/messages/:conversation/files/:file", .members, "A file that came with a message.", inAPI: false) {
      request, tx throws(Refusal) in
      let file = try service.file(request.id("file"), in: request.id("conversation"), request.caller(), tx)
      return .file(file, inline: request.query["save"] == nil)
    },
  ]
}

private func oneMessageRoutes(_ service: MessagesService) -> [Route] {
  let back: @Sendable (Request, String) throws(Refusal) -> Response = { request, said throws(Refusal) in
    let conversation: ID<Conversation> = try request.id("conversation")
    let message: ID<Message> = try request.id("message")
    return .done(
      MessagesPaths.conversation(conversation) + "#message-" + message.text, toast: Toast(Phrase(said)),
      json: { .object([("id", .id(message))]) })
  }
  return [
    .get(
      "/messages/:conversation/:message", .members, "One message, and what you may do with it.", offline: .everybody,
      service.messageAnswer),
    .post(
      "/messages/:conversation/:message/edit", .members, "Says it in other words; that it was changed stays visible.",
      form: service.messageAnswer, EditMessage.self, service.handle
    ) { handled throws(Refusal) in try back(handled.request, "messages.toast.edited") },
    .post(
      "/messages/:conversation/:message/deletion", .members, "Takes it back; its place stays.",
      form: service.messageAnswer, DeleteMessage.self, service.handle
    ) { handled throws(Refusal) in try back(handled.request, "messages.toast.deleted") },
    .post(
      "/messages/:conversation/:message/report", .members, "Shows it to the office.", form: service.messageAnswer,
      ReportMessage.self, service.handle
    ) { handled throws(Refusal) in try back(handled.request, "messages.toast.reported") },
  ]
}

private func oversightRoutes(_ service: MessagesService) -> [Route] {
  [
    .get(
      MessagesPaths.oversight, .office, "Reports, and whose conversations there are; `q` searches the members.",
      query: [
        .search, .after, .optional("of", "An account: only that member's conversations."),
        .optional("from", "Where its part before ended."),
      ], offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.oversight(
        request.caller(), search: trimmed(request.query["q"] ?? ""),
        after: request.query["after"].flatMap(ReportPlace.init),
        of: request.query["of"].flatMap { ID<Account>($0) }, from: request.query["from"], tx)
      return .page(next: data.next, json: { data.json }) { oversightPage(data, $0) }
    },
    .post(
      MessagesPaths.policy, .office, "Says who may talk with whom.", SetMessagePolicy.self, service.handle
    ) { handled in
      let old = handled.outcome.text.split(separator: " ").map { Form.Field(String($0), "on") }
      return .done(
        MessagesPaths.oversight, toast: Toast(Phrase("messages.toast.policy"), undo: (MessagesPaths.policy, old)))
    },
    .post(
      "/messages/oversight/settled", .office, "A report was dealt with.", SettleReport.self, service.handle
    ) { _ in .done(MessagesPaths.oversight, toast: Toast(Phrase("messages.toast.settled"))) },
    .post(
      MessagesPaths.reportedFile, .office, "A file of a reported message; that you looked at it stays in the journal.",
      OpenReported.self, service.handle
    ) { handled, tx throws(Refusal) in .file(try service.reported(handled, tx), inline: true) },
    .get("/messages/:conversation/export", .office, "The question before a copy is taken.", service.exportAnswer),
  ]
}

extension MessagesService {
  package func choicesAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    // A group that was refused comes back where it was chosen.
    if request.form["title"] != nil { return try staffAnswer(request, tx) }
    let data = try choices(request.caller(), search: request.query["q"] ?? "", tx)
    let draft = request.draft
    return .page(json: { data.json }) { newConversationPage(data, draft, $0) }
  }

  func staffAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let ticked = (request.form.all("with") + request.query.all("with")).compactMap { ID<Account>($0) }
    var group: ID<Conversation>?
    if request.names["conversation"] != nil { group = try request.id("conversation") }
    let data = try staff(
      request.caller(), search: trimmed(request.query["q"] ?? ""), chosen: ticked, into: group, tx)
    let draft = request.draft
    return .page(json: { data.json }) { staffChoicePage(data, draft, $0) }
  }

  package func conversationAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let number: (String) -> Int? = { request.query[$0].flatMap { wholeNumber($0.utf8) } }
    let part =
      number("before").map(TalkPart.before) ?? number("after").map(TalkPart.after)
      ?? number("around").map(TalkPart.around)
    var data = try conversation(
      request.id("conversation"), request.caller(), part: part ?? .end,
      search: trimmed(request.query["q"] ?? ""), older: number("older"), unread: number("unread"), tx)
    data.beside = try list(request.caller(), search: "", after: nil, tx)
    data.beside?.current = data.conversation.id
    let (page, draft) = (data, request.draft)
    return .page(json: { page.json }) { conversationPage(page, draft, $0) }
  }

  func messageAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let caller = try request.caller()
    let (bubble, participation) = try bubble(request.id("message"), caller, tx)
    guard try bubble.message.conversation == request.id("conversation") else { throw .notFound }
    let data = OneMessagePage(
      bubble: bubble, isMine: bubble.message.sender == caller.account, moderates: participation.moderates,
      canReach: participation.canReach)
    let draft = request.draft
    return .page(json: { bubble.json }) { oneMessagePage(data, draft, $0) }
  }

  package func exportAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try exported(request.id("conversation"), request.caller(), tx), request.draft)
    return .page(json: { .object([("id", .id(data.conversation.id)), ("count", .integer(data.conversation.last))]) }) {
      exportPage(data, draft, $0)
    }
  }
}
