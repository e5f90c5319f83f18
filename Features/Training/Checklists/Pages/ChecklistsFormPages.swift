import Base
import HTML
import Kit
import School

// MARK: giving

/// What can be given to a trainee.
struct ChecklistGiving: Sendable {
  struct Choice: Sendable {
    var template: ID<ChecklistTemplate>
    var number: Int
    var content: ChecklistContent
  }
  var trainee: Trainee
  /// By phase, and by name in it.
  var choices: [Choice]
}

func checklistGivingPage(_ data: ChecklistGiving, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let back = (words("training.checklists.title"), ChecklistsPaths.of(data.trainee.id))
  guard !data.choices.isEmpty else {
    return Page(
      "training.checklists-new", title: words("training.checklists.give"), parent: back,
      body: emptyState(
        "text", words("training.checklists.none-to-give"), words("training.checklists.none-to-give-text"), scene,
        action: linkButton(words("training.checklists.templates"), to: TemplatesPaths.all, .primary)))
  }
  let chosen = Set(draft.form.all("template"))
  let body = form(
    ChecklistsPaths.of(data.trainee.id), scene,
    content: """
      \(errorSummary(draft, [], scene))\(each: phases(data), { phase in
        """
        <fieldset class="choices"><legend>\(phase.name.isEmpty ? words("training.checklists.no-phase") : phase.name)</legend>\
        \(each: phase.choices, { choice($0, chosen, scene) })</fieldset>
        """
      })<div class="form__actions">\(submit(words("training.checklists.give")))\
      \(linkButton(words("kit.cancel"), to: back.1, .ghost))</div>
      """)
  return Page(
    "training.checklists-new", title: words("training.checklists.give-to", .text(data.trainee.name)),
    actions: linkButton(
      words("training.checklists.templates"), to: TemplatesPaths.all, .ghost, icon: icon("clipboard", scene)),
    parent: back, body: body)
}

private func phases(_ data: ChecklistGiving) -> [(name: String, choices: [ChecklistGiving.Choice])] {
  var found: [(name: String, choices: [ChecklistGiving.Choice])] = []
  for one in data.choices {
    if found.last?.name == one.content.phase {
      found[found.count - 1].choices.append(one)
    } else {
      found.append((one.content.phase, [one]))
    }
  }
  return found
}

private func choice(_ one: ChecklistGiving.Choice, _ chosen: Set<String>, _ scene: Scene) -> HTML {
  let words = scene.words
  var facts: [HTML] = one.content.category.isEmpty ? [] : [name(one.content.category)]
  facts.append("\(words("training.checklists.items-count", .count(one.content.items.count)))")
  facts.append("\(words("training.checklists.version", .text(words.number(one.number))))")
  return """
    <label class="choice"><input type="checkbox" name="template" value="\(one.template.text)"\
    \(flag: "checked", chosen.contains(one.template.text))><span class="choice__body">\
    <span class="choice__title">\(name(one.content.name))</span><span class="choice__text">\(dotted(facts))</span></span></label>
    """
}

// MARK: notes and comments

struct ChecklistNoteForm: Sendable {
  var checklist: ID<Checklist>
  var name: String
  var item: ChecklistItem
  var text: String
}

func checklistNotePage(_ data: ChecklistNoteForm, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let fields = [
    Field.hidden("item", String(data.item.key)),
    Field.area(
      "text", words("training.checklists.note"), value: data.text, hint: words("training.checklists.note-hint"),
      isRequired: false, rows: 5, max: ChecklistNote.longest),
  ]
  let back = ChecklistsPaths.item(data.item.key, of: data.checklist)
  return Page(
    "training.checklist-note", title: words("training.checklists.note-of", .text(data.item.title)),
    parent: (data.name, ChecklistsPaths.checklist(data.checklist)),
    body: Kit.form(
      ChecklistsPaths.note(data.checklist), fields, draft, scene, submit: words("training.checklists.save"),
      cancel: (words("kit.cancel"), back)))
}

struct ChecklistCommentForm: Sendable {
  var comment: ChecklistComment
  var name: String
}

func checklistCommentPage(_ data: ChecklistCommentForm, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, checklist) = (scene.words, data.comment.checklist)
  let fields = [
    Field.area(
      "text", words("training.checklists.comment"), value: data.comment.text,
      hint: words("training.checklists.comment-hint"), rows: 5, max: ChecklistComment.longest)
  ]
  return Page(
    "training.checklist-comment", title: words("training.checklists.comment-edit"),
    parent: (data.name, ChecklistsPaths.checklist(checklist)),
    body: Kit.form(
      ChecklistsPaths.comment(data.comment.id, of: checklist), fields, draft, scene,
      submit: words("training.checklists.save"),
      cancel: (words("kit.cancel"), ChecklistsPaths.checklist(checklist) + "#" + data.comment.anchor)))
}

// MARK: a newer version

/// What a newer version would change, before it is taken.
struct ChecklistPreview: Sendable {
  var trainee: Trainee
  var checklist: Checklist
  var name: String
  var newer: ChecklistPage.Newer
  var before: ChecklistCount
  var after: ChecklistCount
  /// How many trainees of one's own have an older version, this one among them.
  var all: Int
  /// How many of those are complete now and would not be.
  var reopened: Int
  var topics: [String] = []
}

func checklistPreviewPage(_ data: ChecklistPreview, _ scene: Scene) -> Page {
  let words = scene.words
  let changes = data.newer.changes
  var parts: [HTML] = [
    "<p>\(changesText(changes, scene))</p>",
    "<p class=\"quiet\">\(words("training.checklists.version-keeps"))</p>",
  ]
  if !changes.head.isEmpty { parts.append("<p class=\"quiet\">\(words("training.checklists.changes-around"))</p>") }
  parts.append(fallback(data, scene))
  parts.append(changed("training.checklists.list-new", changes.new.map { title($0) }, scene))
  parts.append(
    changed(
      "training.checklists.list-reworded",
      changes.reworded.map {
        $0.old.title == $0.new.title
          ? "\(title($0.new)) <span class=\"quiet\">\(words("training.templates.change.notes"))</span>"
          : "<del class=\"quiet\" dir=\"auto\">\($0.old.title)</del><br><ins dir=\"auto\">\($0.new.title)</ins>"
      }, scene))
  parts.append(changed("training.checklists.list-retired", changes.retired.map { title($0) }, scene))
  let id = data.checklist.id
  let number = Form.Field("version", String(data.newer.number))
  var acts: [HTML] = [
    postButton(
      words("training.checklists.take-one", .text(data.trainee.name)), to: ChecklistsPaths.version(id), scene,
      fields: [number, Form.Field("for", "one")], .primary)
  ]
  if data.all > 1 {
    acts.append(
      postButton(
        words("training.checklists.take-all", .count(data.all)), to: ChecklistsPaths.version(id), scene,
        fields: [number, Form.Field("for", "all")]))
  }
  acts.append(linkButton(words("kit.cancel"), to: ChecklistsPaths.checklist(id), .ghost))
  parts.append(cluster(acts))
  return Page(
    "training.checklist-version",
    title: words("training.checklists.version-there", .text(words.number(data.newer.number))), topics: data.topics,
    parent: (data.name, ChecklistsPaths.checklist(id)), body: stack(parts.filter { !$0.isEmpty }))
}
// words: training.checklists.list-new, training.checklists.list-reworded, training.checklists.list-retired

/// Said before it happens: what was complete may be open again.
private func fallback(_ data: ChecklistPreview, _ scene: Scene) -> HTML {
  let words = scene.words
  let counts = words(
    "training.checklists.before-after", .text(words.percent(data.before.percent)),
    .text(words.percent(data.after.percent)))
  if data.before.isComplete, !data.after.isComplete {
    return banner(
      "\(counts)", scene, .warning, title: words("training.checklists.falls-back", .text(data.trainee.name)))
  }
  let others = data.reopened > 0 ? words("training.checklists.falls-back-all", .count(data.reopened)) : ""
  return data.reopened > 0
    ? banner("\(counts)", scene, .warning, title: others) : "<p class=\"quiet\">\(counts)</p>"
}

private func title(_ item: ChecklistItem) -> HTML { "<span dir=\"auto\">\(item.title)</span>" }

private func changed(_ key: String, _ rows: [HTML], _ scene: Scene) -> HTML {
  guard !rows.isEmpty else { return "" }
  let label = scene.words(key)
  return "<section>\(sectionTitle(label))\(list(rows.map { cell($0, scene) }, label: label))</section>"
}
