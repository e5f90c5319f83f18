import Base
import HTML
import Kit
import School

/// Whom a talk can be begun with.
struct NewConversationPage: Sendable {
  struct Choice: Sendable {
    let account: ID<Account>
    let name: String
    let role: Role
    let children: [String]

    func matches(_ search: NameSearch) -> Bool { search.finds([name] + children) }
  }
  struct Group: Sendable {
    let field: String
    let id: ID<Conversation>
    let title: String
  }
  let search: String
  let role: Role
  var people: [Choice] = []
  var groups: [Group] = []
  var hasMore = false
}

func newConversationPage(_ data: NewConversationPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let group: HTML =
    data.role.isStaff
    ? linkButton(words("messages.group-new"), to: MessagesPaths.newStaff, icon: icon("people", scene)) : ""
  return Page(
    "messages.new", title: words("messages.new"), actions: group, parent: (words("messages.title"), MessagesPaths.all),
    body: """
      \(errorSummary(draft, [], scene))\
      \(searchField(words("messages.search-people"), value: data.search, results: "people", scene, action: MessagesPaths.new))\
      <div id="people" class="stack">\(groupList(data, scene))\(peopleList(data, scene))</div>
      """)
}

private func groupList(_ data: NewConversationPage, _ scene: Scene) -> HTML {
  guard !data.groups.isEmpty else { return "" }
  let rows = data.groups.map { group in
    // words: messages.group-course messages.group-class
    startCell(
      name(group.title), meta: "\(scene.words("messages.group-" + group.field))",
      lead: icon(group.field == "class" ? "class" : "school", scene), field: group.field, value: group.id.text, scene)
  }
  return sectionTitle(scene.words("messages.groups")) + startForm(list(rows), scene)
}

private func peopleList(_ data: NewConversationPage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.people.isEmpty else {
    guard data.groups.isEmpty else { return "" }
    return data.search.isEmpty
      ? emptyState("people", words("messages.no-people"), words("messages.no-people-text"), scene)
      : nothingLeft(words("messages.not-found"), words("messages.not-found-text"), scene, symbol: "search")
  }
  let rows = data.people.map { person in
    let children: HTML =
      person.children.isEmpty ? "" : " · <bdi>\(words.list(person.children))</bdi>"
    return startCell(
      name(person.name), meta: "\(words("role." + person.role.rawValue))\(children)",
      lead: avatar(person.name, person.account), field: "with", value: person.account.text, scene)
  }
  let more: HTML = data.hasMore ? "<p class=\"quiet\">\(words("messages.more-people"))</p>" : ""
  return sectionTitle(words("messages.people-title")) + startForm(list(rows), scene) + more
}

/// A row that is a button as a whole: it begins the talk, or opens the one there is.
private func startCell(_ title: HTML, meta: HTML, lead: HTML, field: String, value: String, _ scene: Scene) -> HTML {
  """
  <li><button class="cell start" name="\(field)" value="\(value)"><span class="cell__lead">\(lead)</span>\
  <span class="cell__body"><span class="cell__title">\(title)</span><span class="cell__meta">\(meta)</span></span>\
  <span class="cell__trail">\(icon("chevron", scene))</span></button></li>
  """
}

private func startForm(_ rows: HTML, _ scene: Scene) -> HTML {
  form(MessagesPaths.all, scene, style: FormStyle(classes: ""), content: rows)
}
