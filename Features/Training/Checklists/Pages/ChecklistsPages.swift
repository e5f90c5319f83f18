import Base
import HTML
import Kit
import School

/// A checklist as its trainee and its instructors see it: the same page for both, and who writes has buttons.
struct ChecklistPage: Sendable {
  /// A version that was published after the one that the checklist has.
  struct Newer: Sendable {
    var number: Int
    var content: ChecklistContent
    var changes: TemplateChanges
  }
  var trainee: Trainee
  var access: TraineeAccess
  var me: ID<Account>
  var checklist: Checklist
  /// What its version says; nothing when that is damaged.
  var content: ChecklistContent?
  /// Nothing when the version or the progress is damaged.
  var merge: ChecklistMerge?
  var notes: [Int: [ChecklistNote]] = [:]
  var comments: [ChecklistComment] = []
  var names: [ID<Account>: String] = [:]
  var newer: Newer?
  /// What was given as dual for it, in minutes: the sum of its entries in the log.
  var dual = 0
  var logScheme = LogScheme()
  /// The day by the school's clock.
  var today: Day
  /// The comment that a notification leads to.
  var highlighted: ID<ChecklistComment>?
  var topics: [String] = []

  /// Whether the reader may tick.
  var isWritable: Bool { access.isInstructor && !checklist.isLocked && merge != nil }
}

extension Behaviour {
  /// A form that says when it was sent, by this device's clock.
  static let tick = Behaviour("checklist", on: "data-tick")
}

func checklistPage(_ data: ChecklistPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  var parts: [HTML] = []
  if data.checklist.isLocked, let signed = data.checklist.signedAt {
    parts.append(
      banner(
        "\(words("training.checklists.signed-text", .text(dateText(signed, scene))))", scene, .success,
        title: words("training.checklists.signed"),
        action: linkButton(
          words("training.checklists.signed-look"), to: SignaturesPaths.signature(data.checklist.id),
          icon: icon("eye", scene))))
  }
  guard let content = data.content, let merge = data.merge else {
    parts.append(
      banner(
        "\(words("training.checklists.damaged-text"))", scene, .danger, title: words("training.checklists.damaged")))
    parts.append(comments(data, draft, scene))
    return Page(
      "training.checklist", title: data.content?.name ?? words("training.checklists.damaged"), topics: data.topics,
      parent: parent(data, scene), body: stack(parts, isLoose: true))
  }
  if !content.relevantData.isEmpty { parts.append(relevant(content.relevantData, scene)) }
  parts.append(checklistProgress(data, scene))
  if let newer = data.newer { parts.append(newerBanner(newer, data, scene)) }
  parts.append(items(merge.lines, data, scene))
  if !merge.earlier.isEmpty { parts.append(earlier(merge.earlier, data, scene)) }
  // Where the school does not log dual, none is asked for here either.
  let isAsked = data.isWritable && data.logScheme.shown.contains(.dual)
  if data.dual > 0 || isAsked {
    parts.append(dualCard(data.checklist, data.dual, data.logScheme, today: isAsked ? data.today : nil, scene))
  }
  parts.append(comments(data, draft, scene))
  return Page(
    "training.checklist", title: content.name, actions: checklistMenu(data, scene), topics: data.topics,
    parent: parent(data, scene), body: "<div class=\"checklist\">\(stack(parts, isLoose: true))</div>")
}

private func parent(_ data: ChecklistPage, _ scene: Scene) -> (title: String, path: String) {
  (
    data.access.isInstructor ? data.trainee.name : scene.words("training.checklists.title"),
    ChecklistsPaths.of(data.trainee.id)
  )
}

/// What one has at hand, folded: on a small screen the items come first.
private func relevant(_ text: String, _ scene: Scene) -> HTML {
  """
  <details class="card checklist-data"><summary>\(scene.words("training.checklists.relevant-data"))</summary>\
  <div class="checklist-words">\(name(text))</div></details>
  """
}

/// How far it is, as a picture and in words; and where it is complete since when.
func checklistProgress(_ data: ChecklistPage, _ scene: Scene) -> HTML {
  guard let merge = data.merge, let content = data.content else { return "<div id=\"checklist-progress\"></div>" }
  let (words, count) = (scene.words, merge.count)
  var facts: [HTML] = []
  if !content.phase.isEmpty { facts.append(name(content.phase)) }
  if !content.category.isEmpty { facts.append(name(content.category)) }
  facts.append("\(words("training.checklists.version", .text(words.number(data.checklist.version))))")
  var state: HTML = "\(words("training.checklists.done-of", .count(count.done), .text(words.number(count.total))))"
  if count.isComplete {
    state += " \(badge(words("training.checklists.complete"), .success, icon: icon("check", scene, size: .small)))"
  }
  let sign: HTML =
    data.isWritable && count.isComplete
    ? linkButton(
      words("training.checklists.sign"), to: SignaturesPaths.signature(data.checklist.id), .primary,
      icon: icon("edit", scene)) : ""
  return card(
    nil, .flat, id: "checklist-progress",
    content: """
      <div class="checklist-progress">\(ring(count.percent, isFull: count.isComplete, scene))\
      <div><p class="checklist-progress__state">\(state)</p><p class="quiet">\(dotted(facts))</p></div>\(sign)</div>
      """)
}

/// Says that version 3 is there: 2 new, 1 reworded, 1 retired.
private func newerBanner(_ newer: ChecklistPage.Newer, _ data: ChecklistPage, _ scene: Scene) -> HTML {
  banner(
    "\(changesText(newer.changes, scene))", scene, .info,
    title: scene.words("training.checklists.version-there", .text(scene.words.number(newer.number))),
    action: linkButton(
      scene.words("training.checklists.version-look"), to: ChecklistsPaths.version(data.checklist.id),
      icon: icon("eye", scene)))
}

func changesText(_ changes: TemplateChanges, _ scene: Scene) -> String {
  let words = scene.words
  var parts: [String] = []
  if !changes.new.isEmpty { parts.append(words("training.checklists.changes-new", .count(changes.new.count))) }
  if !changes.reworded.isEmpty {
    parts.append(words("training.checklists.changes-reworded", .count(changes.reworded.count)))
  }
  if !changes.retired.isEmpty {
    parts.append(words("training.checklists.changes-retired", .count(changes.retired.count)))
  }
  if parts.isEmpty { return words("training.checklists.changes-order") }
  return parts.joined(separator: words.comma)
}

private func items(_ lines: [ChecklistLine], _ data: ChecklistPage, _ scene: Scene) -> HTML {
  guard !lines.isEmpty else {
    return emptyState(
      "text", scene.words("training.checklists.no-items"), scene.words("training.checklists.no-items-text"), scene)
  }
  return list(
    lines.map { checklistItem($0, data, scene) }, id: "items", label: scene.words("training.checklists.items"))
}

private func earlier(_ lines: [ChecklistLine], _ data: ChecklistPage, _ scene: Scene) -> HTML {
  let words = scene.words
  return """
    <section>\(sectionTitle(words("training.checklists.earlier")))\
    <p class="quiet">\(words("training.checklists.earlier-text"))</p>\
    \(list(lines.map { checklistItem($0, data, isEarlier: true, scene) }, label: words("training.checklists.earlier")))\
    </section>
    """
}

private func checklistMenu(_ data: ChecklistPage, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.checklist.id)
  let history = linkButton(
    words("training.checklists.history"), to: ChecklistsPaths.history(id), .ghost, icon: icon("history", scene))
  guard data.isWritable else { return history }
  var items: [HTML] = []
  if data.checklist.versionBefore != nil {
    items.append(
      menuAct(
        words("training.checklists.version-return"), to: ChecklistsPaths.versionReturn(id), scene,
        icon: icon("undo", scene)))
  }
  items.append(
    menuAct(
      words("training.checklists.delete"), to: ChecklistsPaths.deletion(id), scene, icon: icon("trash", scene),
      isDanger: true))
  return """
    \(history)\(iconButton("more", words("training.checklists.more"), scene, kind: .ghost, popover: "checklist-menu"))\
    \(menu("checklist-menu", words("training.checklists.more"), items))
    """
}

// MARK: comments

private func comments(_ data: ChecklistPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = data.comments.map { comment($0, data, scene) }
  let all: HTML =
    rows.isEmpty
    ? "<p class=\"quiet\">\(words("training.checklists.no-comments"))</p>"
    : list(rows, id: "comments", label: words("training.checklists.comments"))
  let field = Field.area(
    "text", words("training.checklists.comment-new"), rows: 3, max: ChecklistComment.longest)
  let add: HTML =
    data.isWritable
    ? Kit.form(
      ChecklistsPaths.comments(data.checklist.id), [field], draft, scene,
      submit: words("training.checklists.comment-add"),
      style: FormStyle(draft: "checklist-comment-" + data.checklist.id.text)) : ""
  return "<section>\(sectionTitle(words("training.checklists.comments")))\(stack([all, add]))</section>"
}

/// Marked when a notification leads here: by the address's own end, and by a class where that is lost on the way.
private func comment(_ comment: ChecklistComment, _ data: ChecklistPage, _ scene: Scene) -> HTML {
  let words = scene.words
  var facts: [HTML] = [time(comment.createdAt, scene)]
  if comment.isEdited {
    facts.append("\(words("training.checklists.edited", .text(words.moment(comment.updatedAt, in: scene.ownZone))))")
  }
  if let by = comment.acknowledgedBy, let at = comment.acknowledgedAt {
    let moment = words.moment(at, in: scene.ownZone)
    facts.append("\(words("training.checklists.acknowledged", .text(who(by, data.names, scene)), .text(moment)))")
  }
  var act: HTML = ""
  if data.access == .trainee, comment.acknowledgedAt == nil {
    act = postButton(
      words("training.checklists.acknowledge"),
      to: ChecklistsPaths.acknowledgement(comment.id, of: data.checklist.id), scene,
      fields: [Form.Field("seen", comment.version)], icon: icon("check", scene))
  } else if data.isWritable, comment.by == data.me {
    act = linkButton(
      words("training.checklists.comment-edit"), to: ChecklistsPaths.comment(comment.id, of: data.checklist.id), .ghost,
      icon: icon("edit", scene))
  }
  let kind = comment.id == data.highlighted ? "cell checklist-comment is-highlighted" : "cell checklist-comment"
  return """
    <li class="\(kind)" id="\(comment.anchor)"><span class="cell__lead">\(avatar(who(comment.by, data.names, scene), comment.by))</span>\
    <div class="cell__body"><span class="cell__title">\(name(who(comment.by, data.names, scene)))</span>\
    <div class="cell__meta">\(dotted(facts))</div><p class="checklist-words">\(name(comment.text))</p>\(act)</div></li>
    """
}

func who(_ account: ID<Account>, _ names: [ID<Account>: String], _ scene: Scene) -> String {
  names[account] ?? scene.words("training.checklists.somebody")
}

/// The day, as the reader's clock has it.
func dateText(_ instant: Instant, _ scene: Scene) -> String {
  scene.words.date(scene.ownZone.day(of: instant), .medium)
}
