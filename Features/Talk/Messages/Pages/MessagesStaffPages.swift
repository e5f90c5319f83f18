import Base
import HTML
import Kit
import School

/// Whom of the staff a group is made of, or who comes into one.
struct StaffChoicePage: Sendable {
  let search: String
  /// Those who are ticked already: they stay on top, whatever is searched for next.
  var chosen: [NewConversationPage.Choice] = []
  var people: [NewConversationPage.Choice] = []
  var hasMore = false
  /// The group that somebody comes into; `nil` is one that is not there yet.
  var group: (id: ID<Conversation>, title: String)?

  /// Whoever could be asked is there already; a search that finds nothing is something else.
  var isNobodyLeft: Bool { search.isEmpty && chosen.isEmpty && people.isEmpty }

  var path: String { group.map { MessagesPaths.newPeople($0.id) } ?? MessagesPaths.newStaff }
}

func staffChoicePage(_ data: StaffChoicePage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let back = data.group.map { MessagesPaths.people($0.id) } ?? MessagesPaths.new
  return Page(
    "messages.staff", title: data.group == nil ? words("messages.group-new") : words("messages.add-people"),
    parent: data.group.map { (titled($0.title, scene), back) } ?? (words("messages.new"), back),
    body: data.isNobodyLeft ? nobodyLeft(data, scene) : choosing(data, draft, back, scene))
}

private func choosing(_ data: StaffChoicePage, _ draft: Draft, _ back: String, _ scene: Scene) -> HTML {
  let words = scene.words
  let title = Field.text("title", words("messages.group-title"), isRequired: true, max: 80)
  let label = data.group == nil ? words("messages.group-start") : words("messages.add-chosen")
  return """
    <div class="stack">\
    \(searchField(words("messages.search-staff"), value: data.search, results: "staff", scene, action: data.path, keeps: "with"))\
    \(form(data.group.map { MessagesPaths.newPeople($0.id) } ?? MessagesPaths.all, scene, content: """
      \(errorSummary(draft, [title], scene))\(data.group == nil ? field(title, draft, scene) : hint(scene))\
      <div id="staff">\(staffBoxes(data, scene))</div>\
      <div class="form__actions">\(submit(label))\(linkButton(words("kit.cancel"), to: back, .ghost))</div>
      """))</div>
    """
}

// words: messages.nobody-new messages.nobody-new-text messages.nobody-more messages.nobody-more-text

private func nobodyLeft(_ data: StaffChoicePage, _ scene: Scene) -> HTML {
  let key = data.group == nil ? "messages.nobody-new" : "messages.nobody-more"
  return nothingLeft(scene.words(key), scene.words(key + "-text"), scene, symbol: "people")
}

private func hint(_ scene: Scene) -> HTML { "<p class=\"quiet\">\(scene.words("messages.add-hint"))</p>" }

private func staffBoxes(_ data: StaffChoicePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let boxes = data.chosen.map { box($0, isChosen: true, scene) } + data.people.map { box($0, isChosen: false, scene) }
  let none: HTML =
    data.people.isEmpty
    ? nothingLeft(words("messages.not-found"), words("messages.not-found-text"), scene, symbol: "search") : ""
  let more: HTML = data.hasMore ? "<p class=\"quiet\">\(words("messages.more-people"))</p>" : ""
  guard !boxes.isEmpty else { return none }
  return """
    <fieldset class="choices"><legend>\(words("messages.group-people"))</legend>\(each: boxes, { $0 })</fieldset>\(none)\(more)
    """
}

private func box(_ person: NewConversationPage.Choice, isChosen: Bool, _ scene: Scene) -> HTML {
  """
  <label class="check"><input type="checkbox" name="with" value="\(person.account.text)"\(flag: "checked", isChosen)>\
  <span class="check__text">\(name(person.name))<span class="check__hint">\
  \(scene.words("role." + person.role.rawValue))</span></span></label>
  """
}
