import Base
import HTML
import Kit
import School

/// One item, the same for the instructor and the trainee: done is a filled green circle with a check, the title struck through
/// and quiet, and below it since when and by whom; open is a grey circle.
///
/// For whoever may tick the whole line is one button, for it is pressed with one hand in a cockpit.
func checklistItem(
  _ line: ChecklistLine, _ data: ChecklistPage, isEarlier: Bool = false, _ scene: Scene
) -> HTML {
  let isButton = data.isWritable && !isEarlier
  let inside = face(line, data, scene)
  let face: HTML =
    isButton ? tickForm(line, data, inside, scene) : "<div class=\"checklist-item__face\">\(inside)</div>"
  return """
    <li class="checklist-item" id="item-\(line.item.key)"\(flag: "data-done", line.isDone)>\(face)\
    \(below(line, data, isEarlier, scene))</li>
    """
}

private func face(_ line: ChecklistLine, _ data: ChecklistPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let mark: HTML =
    line.isDone
    ? icon("check", scene, label: words("training.checklists.is-done"))
    : "<span class=\"visually-hidden\">\(words("training.checklists.is-open"))</span>"
  let title = line.item.title.isEmpty ? words("training.checklists.item-gone") : line.item.title
  var since: HTML = ""
  if let tick = line.tick {
    let day = dateText(data.checklist.time(of: tick), scene)
    var facts: [HTML] = [
      "\(words("training.checklists.completed", .text(day)))", name(who(tick.by, data.names, scene)),
    ]
    if tick.version != data.checklist.version {
      facts.append("\(words("training.checklists.version", .text(words.number(tick.version))))")
    }
    since = "<span class=\"checklist-item__since\">\(dotted(facts))</span>"
  }
  return """
    <span class="checklist-item__mark">\(mark)</span><span class="checklist-item__body">\
    <span class="checklist-item__title" dir="auto">\(title)</span>\(since)</span>
    """
}

/// What is sent: the item, the version whose words stand there, and of what is taken back only what was seen.
private func tickForm(_ line: ChecklistLine, _ data: ChecklistPage, _ inside: HTML, _ scene: Scene) -> HTML {
  let id = data.checklist.id
  var fields = [Form.Field("item", String(line.item.key)), Form.Field("at", "")]
  if line.isDone {
    fields += line.ticks.map { Form.Field("seen", $0.name) }
  } else {
    fields.append(Form.Field("version", String(data.checklist.version)))
  }
  return form(
    line.isDone ? ChecklistsPaths.untick(id) : ChecklistsPaths.tick(id), scene,
    style: FormStyle(id: "tick-" + String(line.item.key), isLive: true, classes: "", behaviour: .tick),
    content: """
      \(hidden(fields))<button class="checklist-item__face" aria-pressed="\(line.isDone ? "true" : "false")">\(inside)</button>
      """)
}

/// The template's words for it, what the instructors say of it, and where its history is.
private func below(_ line: ChecklistLine, _ data: ChecklistPage, _ isEarlier: Bool, _ scene: Scene) -> HTML {
  let (words, id, key) = (scene.words, data.checklist.id, line.item.key)
  var parts: [HTML] = []
  // Text of another direction stands where the page's own begins, under its title.
  if !line.item.notes.isEmpty { parts.append("<p class=\"checklist-words quiet\">\(name(line.item.notes))</p>") }
  if let before = line.doneAs { parts.append(reworded(before, line, data, scene)) }
  for note in data.notes[key] ?? [] {
    parts.append(
      """
      <p class="checklist-item__note"><span class="checklist-words" dir="auto">\(note.text)</span> \
      <span class="quiet">\(dotted([name(who(note.by, data.names, scene)), day(scene.ownZone.day(of: note.updatedAt), scene)]))</span></p>
      """)
  }
  var links: [HTML] = []
  if data.isWritable {
    let isThere = data.notes[key]?.contains { $0.by == data.me } ?? false
    links.append(
      linkButton(
        words(isThere ? "training.checklists.note-edit" : "training.checklists.note-add"),
        to: ChecklistsPaths.note(id, item: key), .ghost, icon: icon("note", scene), style: ButtonStyle(isSmall: true)))
  }
  if line.acts > 1 || line.ticks.count > 1 || (isEarlier && line.acts > 0) {
    links.append(
      linkButton(
        words("training.checklists.history"), to: ChecklistsPaths.history(id, item: key), .ghost,
        icon: icon("history", scene), style: ButtonStyle(isSmall: true)))
  }
  if !links.isEmpty { parts.append(cluster(links)) }
  return parts.isEmpty ? "" : "<div class=\"checklist-item__below\">\(each: parts, { $0 })</div>"
}

/// Done under other words: what they were, and the button that says it holds for these too.
private func reworded(
  _ before: ChecklistItem, _ line: ChecklistLine, _ data: ChecklistPage, _ scene: Scene
) -> HTML {
  let words = scene.words
  let mark = badge(words("training.checklists.reworded-since"), .warning, icon: icon("warning", scene, size: .small))
  var again: HTML = ""
  if data.isWritable {
    let fields = [
      Form.Field("item", String(line.item.key)), Form.Field("version", String(data.checklist.version)),
      Form.Field("at", ""),
    ]
    again = form(
      ChecklistsPaths.tick(data.checklist.id), scene,
      style: FormStyle(
        id: "recheck-" + String(line.item.key), isLive: true, classes: "", behaviour: .tick),
      content:
        "\(hidden(fields))\(submit(words("training.checklists.recheck"), .secondary, icon: icon("refresh", scene)))")
  }
  return """
    <div class="checklist-item__reworded">\(mark)\
    <p class="quiet">\(words("training.checklists.was-worded", .text(before.title)))</p>\(again)</div>
    """
}

// MARK: history

struct ChecklistHistory: Sendable {
  struct Line: Sendable {
    var title: String
    var act: ChecklistAct
    /// Whether it stands: a tick that was taken back does not.
    var counts: Bool
  }
  var checklist: Checklist
  var name: String?
  var isOfItem: Bool
  /// The newest first.
  var lines: [Line]
  var names: [ID<Account>: String]
  var topics: [String] = []
}

func checklistHistoryPage(_ data: ChecklistHistory, _ scene: Scene) -> Page {
  let words = scene.words
  let body: HTML =
    data.lines.isEmpty
    ? emptyState(
      "history", words("training.checklists.history-none"), words("training.checklists.history-none-text"), scene)
    : list(data.lines.map { historyLine($0, data, scene) }, label: words("training.checklists.history"))
  return Page(
    "training.checklist-history", title: words("training.checklists.history"), topics: data.topics,
    parent: (data.name ?? words("training.checklists.damaged"), ChecklistsPaths.checklist(data.checklist.id)),
    body: body)
}

private func historyLine(_ line: ChecklistHistory.Line, _ data: ChecklistHistory, _ scene: Scene) -> HTML {
  let words = scene.words
  let key = line.act.isTick ? "training.checklists.act-ticked" : "training.checklists.act-unticked"
  var facts: [HTML] = [
    name(who(line.act.by, data.names, scene)), time(data.checklist.time(of: line.act), scene),
    "\(words("training.checklists.version", .text(words.number(line.act.version))))",
  ]
  if !line.counts { facts.append("\(words("training.checklists.act-gone"))") }
  return cell(
    "\(words(key, .text(line.title)))", meta: dotted(facts), lead: icon(line.act.isTick ? "check" : "undo", scene),
    scene)
}
// words: training.checklists.act-ticked, training.checklists.act-unticked
