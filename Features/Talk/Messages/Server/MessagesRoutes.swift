import Base
import HTML
import Kit
import Ledger
import People
import School
public import Web

/// The doors of the feature; its paths are `MessagesPaths`.
public func messageRoutes(_ service: MessagesService) -> [Route] {
  listRoutes(service) + talkRoutes(service) + placeRoutes(service) + oneMessageRoutes(service)
    + oversightRoutes(service)
}

private func listRoutes(_ service: MessagesService) -> [Route] {
  let staff: @Sendable (Request) async throws -> Response = { try await service.staffAnswer($0) }
  let choices: @Sendable (Request) async throws -> Response = { request in
    // A group that was refused comes back where it was chosen.
    if request.form["title"] != nil { return try await service.staffAnswer(request) }
    let data = try await service.choices(request.caller(), search: request.query["q"] ?? "")
    let draft = request.draft
    return .page(json: { data.json }) { newConversationPage(data, draft, $0) }
  }
  return [
    .get(
      MessagesPaths.all, .members, "Your conversations, the latest first; `q` searches them.", query: [.search, .after]
    ) { request in
      let data = try await service.list(
        request.caller(), search: trimmed(request.query["q"] ?? ""), after: request.query["after"])
      return .page(next: data.next, json: { data.json }) { conversationsPage(data, $0) }
    },
    .get(MessagesPaths.new, .members, "Those you may write to; `q` searches them.", query: [.search], choices),
    .get(
      MessagesPaths.newStaff, .staff,
      "Those of the staff a group can be made of; `q` searches them, `with` are ticked.",
      query: [.search, .optional("with", "An account that is ticked; several times.")], staff),
    .post(
      MessagesPaths.all, .members, "Begins a conversation, or opens the one there is.",
      inputs: [
        Input("with", "An account; several of the staff make a group.", required: false),
        Input("title", "What a group of staff is called.", required: false),
        Input("course", "A course you teach: everybody in it.", required: false),
        Input("class", "A class you teach: everybody in it.", required: false),
      ], form: choices
    ) { request in
      let id = try await service.run(StartConversation(request.form), request)
      return .done(MessagesPaths.conversation(id), created: true, json: { .object([("id", .id(id))]) })
    },
  ]
}

private func talkRoutes(_ service: MessagesService) -> [Route] {
  let page: @Sendable (Request) async throws -> Response = { try await service.conversationAnswer($0) }
  return [
    .get(
      "/messages/:conversation", .members,
      "What was said, the newest part; `before`, `after` and `around` are numbers, `q` searches it.",
      query: [
        .optional("before", "A message's number: what was said before it."),
        .optional("after", "A message's number: what was said after it."),
        .optional("around", "A message's number: what was said round it."), .search,
        .optional("older", "A message's number: what `q` finds before it."),
        .optional("unread", "A message's number: what is new begins there."),
      ], page),
    .post(
      "/messages/:conversation", .members, "Says something; the id of the sending is the message's.",
      inputs: [
        Input("text", "At most 4,000 characters.", required: false),
        Input("file", "Files, as multipart/form-data.", required: false),
        Input("upload", "Files that came in pieces, by their ids.", required: false),
      ],
      bodyLimit: Limits.textBody.most, form: page
    ) { request in try await service.sendAnswer(request) }.paced(Pace.saying).taking(FilesTaken()),
    .post("/messages/:conversation/typing", .members, "Says that you are typing; kept nowhere.") { request in
      try await service.type(request.id("conversation"), request)
      return .done(MessagesPaths.all, fragments: { _ in "" })
    },
    .post(
      "/messages/:conversation/read", .members, "You have seen what was said.",
      inputs: [Input("number", "Up to this message; all of them without it.", required: false)]
    ) { request in
      let id: ID<Conversation> = try request.id("conversation")
      try await service.run(SeeMessages(request.form, conversation: id), request)
      return .done(MessagesPaths.conversation(id), fragments: { _ in "" })
    },
    .post(
      "/messages/:conversation/mute", .members, "No words about it, or words again.",
      inputs: [Input("muted", "on or off")]
    ) { request in
      let command = try MuteConversation(request.form, conversation: request.id("conversation"))
      try await service.run(command, request)
      let said = Toast(
        Phrase(command.isMuted ? "messages.toast.muted" : "messages.toast.unmuted"),
        undo: (MessagesPaths.mute(command.conversation), [Form.Field("muted", command.isMuted ? "off" : "on")]))
      return .done(MessagesPaths.conversation(command.conversation), toast: said)
    },
  ]
}

/// Who takes part, and going out of it.
private func placeRoutes(_ service: MessagesService) -> [Route] {
  let staff: @Sendable (Request) async throws -> Response = { try await service.staffAnswer($0) }
  return [
    .get(
      "/messages/:conversation/people/new", .staff,
      "Those of the staff who are not in the group yet; `q` searches them.",
      query: [.search, .optional("with", "An account that is ticked; several times.")], staff),
    .post(
      "/messages/:conversation/people/new", .staff,
      "Brings others of the staff into a group; they see all that was said.",
      inputs: [Input("with", "An account; several times.")], form: staff
    ) { request in
      let command = try AddTalkers(request.form, conversation: request.id("conversation"))
      try await service.run(command, request)
      return .done(MessagesPaths.people(command.conversation), toast: Toast(Phrase("messages.toast.added")))
    },
    .get("/messages/:conversation/leave", .members, "The question before leaving a group.", inAPI: false) { request in
      let data = try await service.conversation(request.id("conversation"), request.caller())
      return .page { leavePage(data, $0) }
    },
    .post("/messages/:conversation/leave", .members, "Leaves a group.") { request in
      try await service.run(LeaveConversation(request.form, conversation: request.id("conversation")), request)
      return .done(MessagesPaths.all, toast: Toast(Phrase("messages.toast.left")))
    },
    .get("/messages/:conversation/people", .members, "Who takes part.") { request in
      let data = try await service.people(request.id("conversation"), request.caller())
      return .page(json: { data.peopleJSON }) { talkPeoplePage(data, $0) }
    },
    .post(
      "/messages/:conversation/people", .members, "Brings somebody back who went out of the group.",
      inputs: [Input("account", "Who.")]
    ) { request in
      let command = try BringBack(request.form, conversation: request.id("conversation"))
      try await service.run(command, request)
      return .done(MessagesPaths.people(command.conversation), toast: Toast(Phrase("messages.toast.brought-back")))
    },
    .get("/messages/:conversation/files/:file", .members, "A file that came with a message.", inAPI: false) { request in
      let file = try await service.file(request.id("file"), in: request.id("conversation"), request.caller())
      return .file(file, inline: request.query["save"] == nil)
    },
  ]
}

private func oneMessageRoutes(_ service: MessagesService) -> [Route] {
  let page: @Sendable (Request) async throws -> Response = { try await service.messageAnswer($0) }
  let back: @Sendable (Request, String) throws -> Response = { request, said in
    let id: ID<Conversation> = try request.id("conversation")
    let message: ID<Message> = try request.id("message")
    return .done(
      MessagesPaths.conversation(id) + "#message-" + message.text, toast: Toast(Phrase(said)),
      json: { .object([("id", .id(message))]) })
  }
  return [
    .get("/messages/:conversation/:message", .members, "One message, and what you may do with it.", page),
    .post(
      "/messages/:conversation/:message/edit", .members, "Says it in other words; that it was changed stays visible.",
      inputs: [Input("text", "At most 4,000 characters.")], form: page
    ) { request in
      _ = try await service.run(EditMessage(request.form, message: request.id("message")), request)
      return try back(request, "messages.toast.edited")
    },
    .post("/messages/:conversation/:message/deletion", .members, "Takes it back; its place stays.", form: page) {
      request in
      _ = try await service.run(DeleteMessage(request.form, message: request.id("message")), request)
      return try back(request, "messages.toast.deleted")
    },
    .post(
      "/messages/:conversation/:message/report", .members, "Shows it to the office.",
      inputs: [Input("reason", "Why.")], form: page
    ) { request in
      try await service.run(ReportMessage(request.form, message: request.id("message")), request)
      return try back(request, "messages.toast.reported")
    },
  ]
}

private func oversightRoutes(_ service: MessagesService) -> [Route] {
  let export: @Sendable (Request) async throws -> Response = { request in
    let (data, draft) = (try await service.exported(request.id("conversation"), request.caller()), request.draft)
    return .page(json: { .object([("id", .id(data.conversation.id)), ("count", .integer(data.conversation.last))]) }) {
      exportPage(data, draft, $0)
    }
  }
  return [
    .get(
      MessagesPaths.oversight, .office, "Reports, and whose conversations there are; `q` searches the members.",
      query: [
        .search, .after, .optional("of", "An account: only that member's conversations."),
        .optional("from", "Where its part before ended."),
      ]
    ) { request in
      let data = try await service.oversight(
        request.caller(), search: trimmed(request.query["q"] ?? ""),
        after: request.query["after"].flatMap(ReportPlace.init),
        of: request.query["of"].flatMap { ID<Account>($0) }, from: request.query["from"])
      return .page(next: data.next, json: { data.json }) { oversightPage(data, $0) }
    },
    .post(
      MessagesPaths.policy, .office, "Says who may talk with whom.",
      inputs: [
        Input("studentsTalk", "Whether students may write to each other.", required: false),
        Input("includesGuardians", "Whether guardians are in what staff and their children write.", required: false),
        Input("groupsIncludeGuardians", "Whether guardians are in groups of classes and courses.", required: false),
      ]
    ) { request in
      let old = try await service.policy(request.caller())
      try await service.run(SetMessagePolicy(request.form), request)
      return .done(
        MessagesPaths.oversight,
        toast: Toast(Phrase("messages.toast.policy"), undo: (MessagesPaths.policy, old.fields)))
    },
    .post(
      "/messages/oversight/settled", .office, "A report was dealt with.", inputs: [Input("report", "Its id.")]
    ) { request in
      try await service.run(SettleReport(request.form), request)
      return .done(MessagesPaths.oversight, toast: Toast(Phrase("messages.toast.settled")))
    },
    .post(
      MessagesPaths.reportedFile, .office, "A file of a reported message; that you looked at it stays in the journal.",
      inputs: [Input("report", "Its id."), Input("file", "The file's id.")]
    ) { request in
      .file(try await service.run(OpenReported(request.form), request), inline: true)
    },
    .get("/messages/:conversation/export", .office, "The question before a copy is taken.", export),
    .post(
      "/messages/:conversation/export", .office, "A copy of a whole conversation, for a reason that is written down.",
      inputs: [Input("reason", "At least 10 characters.")], form: export
    ) { request in
      try await service.run(ExportConversation(request.form, conversation: request.id("conversation")), request)
    },
  ]
}

extension MessagePolicy {
  fileprivate var fields: [Form.Field] {
    [
      Form.Field("studentsTalk", studentsTalk ? "on" : "off"),
      Form.Field("includesGuardians", includesGuardians ? "on" : "off"),
      Form.Field("groupsIncludeGuardians", groupsIncludeGuardians ? "on" : "off"),
    ]
  }
}

extension MessagesService {
  fileprivate func staffAnswer(_ request: Request) async throws -> Response {
    let ticked = (request.form.all("with") + request.query.all("with")).compactMap { ID<Account>($0) }
    var group: ID<Conversation>?
    if request.names["conversation"] != nil { group = try request.id("conversation") }
    let data = try await staff(request.caller(), search: trimmed(request.query["q"] ?? ""), chosen: ticked, into: group)
    let draft = request.draft
    return .page(json: { data.json }) { staffChoicePage(data, draft, $0) }
  }

  fileprivate func conversationAnswer(_ request: Request) async throws -> Response {
    let number: (String) -> Int? = { request.query[$0].flatMap { wholeNumber($0.utf8) } }
    let part =
      number("before").map(TalkPart.before) ?? number("after").map(TalkPart.after)
      ?? number("around").map(TalkPart.around)
    let data = try await conversation(
      request.id("conversation"), request.caller(), part: part ?? .end,
      search: trimmed(request.query["q"] ?? ""), older: number("older"), unread: number("unread"))
    let draft = request.draft
    return .page(json: { data.json }) { conversationPage(data, draft, $0) }
  }

  fileprivate func sendAnswer(_ request: Request) async throws -> Response {
    let conversation: ID<Conversation> = try request.id("conversation")
    // Sent before, it has taken its files along: they wait nowhere any more.
    if let said = try await said(request.sending.cast(), in: conversation, request.caller()) { return sent(said) }
    let arrived = try await files.incoming(request).map { (id: world.id(KeptFile.self), file: $0) }
    let command = try SendMessage(
      request.form, id: request.sending.cast(), conversation: conversation, files: arrived.count)
    let id = try await run(command, arrived, request)
    return try await sent(bubble(id, request.caller()).bubble)
  }

  private func sent(_ bubble: Bubble) -> Response {
    let conversation = bubble.message.conversation
    return .done(
      MessagesPaths.conversation(conversation), created: true, json: { bubble.json },
      fragments: { fragment(.append, "messages-" + conversation.text, bubbleRow(bubble, $0)) })
  }

  fileprivate func messageAnswer(_ request: Request) async throws -> Response {
    let caller = try request.caller()
    let (bubble, standing) = try await bubble(request.id("message"), caller)
    guard try bubble.message.conversation == request.id("conversation") else { throw Refusal.notFound }
    let data = OneMessagePage(
      bubble: bubble, isMine: bubble.message.sender == caller.account, moderates: standing.moderates,
      canReach: standing.canReach)
    let draft = request.draft
    return .page(json: { bubble.json }) { oneMessagePage(data, draft, $0) }
  }
}
