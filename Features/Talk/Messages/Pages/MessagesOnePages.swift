import Base
import HTML
import Kit
import School

/// The button of what can be done with a conversation as a whole.
func talkMenuButton(_ data: ConversationPage, _ scene: Scene) -> HTML {
  iconButton("more", scene.words("messages.options"), scene, kind: .ghost, popover: "menu-talk")
}

func talkMenu(_ data: ConversationPage, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.conversation.id)
  let isMuted = data.participation.participant?.isMuted ?? false
  var items = [
    menuLink(words("messages.who"), to: MessagesPaths.people(id), icon: icon("people", scene)),
    menuAct(
      words(isMuted ? "messages.unmute" : "messages.mute"), to: MessagesPaths.mute(id), scene,
      fields: [Form.Field("muted", isMuted ? "off" : "on")], icon: icon(isMuted ? "bell" : "bell-off", scene)),
  ]
  if data.conversation.kind != .direct || data.participation.participant?.isGuest == true {
    items += [
      menuLine,
      menuLink(words("messages.leave"), to: MessagesPaths.leave(id), icon: icon("sign-out", scene), isDanger: true),
    ]
  }
  return menu("menu-talk", words("messages.options"), items)
}

/// Who takes part, and how far each has read.
func talkPeoplePage(_ data: ConversationPage, _ scene: Scene) -> Page {
  let words = scene.words
  let rows = data.people.map { person in
    let state = person.read >= data.conversation.last && data.conversation.last > 0
    let trail: HTML = state && person.account != data.me ? badge(words("messages.state.read"), .success) : ""
    let what = [person.role.map { words("role." + $0.rawValue) }, person.isGuest ? words("messages.guest") : nil]
    let meta = HTML(text: what.compactMap { $0 }.joined(separator: " · "))
    return cell(name(person.name), meta: meta, lead: avatar(person.name, person.account), trail: trail, scene)
  }
  let add: HTML =
    data.conversation.kind == .staff && data.participation.moderates
    ? linkButton(
      words("messages.add-people"), to: MessagesPaths.newPeople(data.conversation.id), .primary,
      icon: icon("plus", scene)) : ""
  return Page(
    "messages.people", title: words("messages.who"), actions: add,
    parent: (titled(data.title, scene), MessagesPaths.conversation(data.conversation.id)),
    body: stack([list(rows, label: words("messages.who")), leftList(data, scene)]))
}

/// Who went out of the group, by a slip perhaps.
private func leftList(_ data: ConversationPage, _ scene: Scene) -> HTML {
  guard !data.left.isEmpty else { return "" }
  let rows = data.left.map { person in
    cell(
      name(person.name), lead: avatar(person.name, person.account),
      trail: postButton(
        scene.words("messages.bring-back"), to: MessagesPaths.people(data.conversation.id), scene,
        fields: [Form.Field("account", person.account.text)], style: ButtonStyle(isSmall: true)), scene)
  }
  return sectionTitle(scene.words("messages.left")) + list(rows, label: scene.words("messages.left"))
}

func leavePage(_ data: ConversationPage, _ scene: Scene) -> Page {
  Confirmation(
    scene.words("messages.leave"), scene.words("messages.leave-text", .text(titled(data.title, scene))),
    label: scene.words("messages.leave"), action: MessagesPaths.leave(data.conversation.id),
    back: MessagesPaths.conversation(data.conversation.id)
  ).page("messages.leave", scene)
}

/// One message by itself, and what the reader may do with it.
struct OneMessagePage: Sendable {
  let bubble: Bubble
  let isMine: Bool
  let moderates: Bool
  let canReach: Bool
}

func oneMessagePage(_ data: OneMessagePage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, message) = (scene.words, data.bubble.message)
  var look = BubbleLook(after: nil, message, scene)
  look.isMine = data.isMine
  var parts: [HTML] = ["<ol class=\"talk__list\" role=\"list\">\(bubbleRow(data.bubble, scene, look))</ol>"]
  let path = MessagesPaths.message(message.conversation, message.id)
  if message.deletedAt == nil {
    if data.isMine, data.canReach {
      let fields = [Field.area("text", words("messages.edit-text"), value: message.text, isRequired: true, rows: 4)]
      parts.append(
        card(
          words("messages.edit"), id: "edit",
          content: form(path + "/edit", fields, draft, scene, submit: words("messages.save"))))
    }
    if !data.isMine {
      let fields = [
        Field.area(
          "reason", words("messages.report-reason"), hint: words("messages.report-hint"), isRequired: true, rows: 2,
          max: 500)
      ]
      parts.append(
        card(
          words("messages.report"), id: "report",
          content: form(path + "/report", fields, draft, scene, submit: words("messages.report-send"))))
    }
    if data.isMine || data.moderates {
      parts.append(
        card(
          words("messages.delete"), .flat, id: "delete",
          content: form(
            path + "/deletion", scene,
            content: "<p>\(words("messages.delete-text"))</p>\(submit(words("messages.delete"), .destructive))")))
    }
  }
  return Page(
    "messages.message", title: words("messages.message"),
    parent: (words("messages.back"), MessagesPaths.conversation(message.conversation)), body: stack(parts))
}
