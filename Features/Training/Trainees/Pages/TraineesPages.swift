import Base
import HTML
import Kit
import School

/// A trainee in the list.
struct TraineeRow: Sendable {
  var trainee: Trainee
  var access: TraineeAccess
  /// In a few words, how far they have come.
  var pieces: [TraineePiece] = []
}

struct TraineesPage: Sendable {
  var search = ""
  /// Whether there is anybody before it was searched.
  var isAny = false
  var isStaff = false
  var isOffice = false
  var rows: [TraineeRow] = []
  var topics: [String] = []
}

/// Who trains a trainee, as pages say it.
struct TraineeInstructorRow: Sendable {
  var account: ID<Account>
  var name: String
  var isMe: Bool
  var since: Instant
  /// Who brought them in; nobody for the first.
  var addedBy: String?
}

struct TraineePage: Sendable {
  var trainee: Trainee
  var profile: TraineeProfile
  var access: TraineeAccess
  /// Where the bar leads to: the only training of somebody.
  var isHome = false
  var instructors: [TraineeInstructorRow] = []
  /// The invitation that nobody has used yet, for instructors.
  var share: TraineeShare?
  var pieces: [TraineePiece] = []
  var topics: [String] = []
}

func traineesPage(_ data: TraineesPage, _ scene: Scene) -> Page {
  let words = scene.words
  var actions: HTML = ""
  if data.isOffice {
    actions = linkButton(
      words("training.trainees.office"), to: TrainingPaths.office, icon: icon("office", scene),
      style: ButtonStyle(classes: "desk-only"))
  }
  // Where nobody is yet, the same button stands in the middle of the page.
  if data.isStaff, data.isAny {
    actions = """
      \(actions)\(linkButton(
        words("training.trainees.new"), to: TrainingPaths.new, .primary, icon: icon("plus", scene),
        style: ButtonStyle(key: "n", classes: "desk-only")))
      """
  }
  let all = data.isAny ? traineeList(data, scene) : noTrainees(data, scene)
  return Page(
    "training.trainees", title: words("training.title"), actions: actions, topics: data.topics,
    body: """
      \(data.isStaff ? stack([schoolsOwn(words, scene), all]) : all)\
      \(data.isStaff && data.isAny ? fab("plus", words("training.trainees.new"), to: TrainingPaths.new, scene) : "")
      """)
}

/// What the school has for everybody who is trained here; on a phone in one line, so that the trainees begin near the top.
private func schoolsOwn(_ words: Words, _ scene: Scene) -> HTML {
  cluster([
    linkButton(words("training.checklists.templates"), to: TemplatesPaths.all, icon: icon("clipboard", scene)),
    linkButton(words("training.documents.kinds"), to: DocumentsPaths.kinds, icon: icon("document", scene)),
  ])
}

/// Who neither trains nor is trained is told how one comes to it.
private func noTrainees(_ data: TraineesPage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard data.isStaff else {
    return emptyState(
      "target", words("training.trainees.not-here"), words("training.trainees.not-here-text"), scene,
      action: cluster([
        linkButton(words("training.join.title"), to: TrainingPaths.join, .primary, icon: icon("link", scene)),
        linkButton(words("training.kept.title"), to: TrainingPaths.kept, icon: icon("archive", scene)),
      ]))
  }
  let office: HTML =
    data.isOffice
    ? linkButton(words("training.trainees.office"), to: TrainingPaths.office, icon: icon("office", scene)) : ""
  return emptyState(
    "people", words("training.trainees.none"), words("training.trainees.none-text"), scene,
    action: cluster([
      linkButton(words("training.trainees.new"), to: TrainingPaths.new, .primary, icon: icon("plus", scene)), office,
    ]))
}

private func traineeList(_ data: TraineesPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let (going, ended) = (data.rows.filter { $0.trainee.endedAt == nil }, data.rows.filter { $0.trainee.endedAt != nil })
  var parts: [HTML] = []
  if !going.isEmpty {
    parts.append(list(going.map { traineeRow($0, scene) }, label: words("training.trainees.title")))
  } else if data.search.isEmpty {
    parts.append("<p class=\"quiet\">\(words("training.trainees.all-ended"))</p>")
  } else if ended.isEmpty {
    parts.append(
      emptyState(
        "search", words("training.trainees.nothing-found"), words("training.trainees.nothing-found-text"), scene))
  }
  if !ended.isEmpty {
    // Somebody who is looked for by name is not hidden.
    parts.append(
      """
      <details id="ended"\(flag: "open", !data.search.isEmpty)><summary class="button button--ghost">\
      \(words("training.trainees.ended-count", .count(ended.count)))</summary>\
      \(list(ended.map { traineeRow($0, scene) }, label: words("training.trainees.ended")))</details>
      """)
  }
  return stack([
    searchField(words("training.trainees.search"), value: data.search, results: "trainees-results", scene),
    "<div class=\"stack\" id=\"trainees-results\">\(each: parts, { $0 })</div>",
  ])
}

/// Whom one trains, on the first page.
func traineesAtHome(_ rows: [TraineeRow], _ scene: Scene) -> HTML {
  let words = scene.words
  let title = sectionTitle(words("training.trainees.title"), link: (words("training.trainees.all"), TrainingPaths.all))
  let content =
    rows.isEmpty
    ? emptyState(
      "people", words("training.trainees.none"), words("training.trainees.none-text"), scene,
      action: linkButton(words("training.trainees.new"), to: TrainingPaths.new, .primary, icon: icon("plus", scene)))
    : list(rows.map { traineeRow($0, scene) }, label: words("training.trainees.title"))
  return "<section id=\"trainees\">\(title)\(content)</section>"
}

private func traineeRow(_ row: TraineeRow, _ scene: Scene) -> HTML {
  let meta: [HTML] = row.pieces.map { $0.draw(scene) }
  return cell(
    name(row.trainee.name), meta: dotted(meta), lead: avatar(row.trainee.name, row.trainee.id),
    trail: row.access.isInstructor ? shareBadge(row.trainee, scene) : "", to: TrainingPaths.trainee(row.trainee.id),
    scene)
}

/// Whether somebody else reads it now.
private func shareBadge(_ trainee: Trainee, _ scene: Scene) -> HTML {
  trainee.hasActiveShare
    ? badge(scene.words("training.trainees.shared"), .success, icon: icon("check", scene, size: .small))
    : badge(scene.words("training.trainees.not-shared"))
}

// MARK: one

func traineePage(_ data: TraineePage, _ scene: Scene) -> Page {
  let (words, isInstructor) = (scene.words, data.access.isInstructor)
  var main: [HTML] = []
  if data.trainee.endedAt != nil {
    main.append(
      banner(
        "\(words("training.trainees.ended-banner"))", scene,
        action: isInstructor
          ? postButton(words("training.trainees.reopen"), to: TrainingPaths.reopening(data.trainee.id), scene) : ""))
  }
  main += data.pieces.map { $0.draw(scene) }
  let side = [shareCard(data, scene), profileCard(data, scene), instructorsCard(data, scene)].filter { !$0.isEmpty }
  return Page(
    "training.trainee", title: data.isHome ? words("training.title") : data.trainee.name,
    actions: traineeActions(data, scene), topics: data.topics,
    parent: data.isHome ? nil : (words("training.title"), TrainingPaths.all),
    body: main.isEmpty ? stack(side) : columns(main, side: side))
}

private func traineeActions(_ data: TraineePage, _ scene: Scene) -> HTML {
  guard data.access.isInstructor else { return "" }
  let (words, id) = (scene.words, data.trainee.id)
  var items = [
    menuLink(words("training.trainees.edit"), to: TrainingPaths.edit(id), icon: icon("edit", scene)),
    menuLink(words("training.trainees.instructors"), to: TrainingPaths.instructors(id), icon: icon("people", scene)),
  ]
  if data.trainee.endedAt == nil {
    items += [
      menuLine, menuAct(words("training.trainees.end"), to: TrainingPaths.end(id), scene, icon: icon("check", scene)),
    ]
  }
  return """
    \(linkButton(words("training.trainees.edit"), to: TrainingPaths.edit(id), icon: icon("edit", scene)))\
    \(iconButton("more", words("training.trainees.more"), scene, kind: .ghost, popover: "trainee-menu"))\
    \(menu("trainee-menu", words("training.trainees.more"), items))
    """
}

private func profileCard(_ data: TraineePage, _ scene: Scene) -> HTML {
  let (words, profile) = (scene.words, data.profile)
  var facts: [(String, HTML)] = []
  if !profile.email.isEmpty {
    facts.append(
      ("email", "<a href=\"\(url: mailTo(profile.email))\" dir=\"ltr\">\(profile.email)</a>"))
  }
  if !profile.telephone.isEmpty { facts.append(("telephone", "<span dir=\"ltr\">\(profile.telephone)</span>")) }
  if !profile.address.isEmpty { facts.append(("address", lines(profile.address))) }
  if !profile.ftn.isEmpty { facts.append(("ftn", "<span dir=\"ltr\">\(profile.ftn)</span>")) }
  if !profile.biography.isEmpty { facts.append(("biography", lines(profile.biography))) }
  if !profile.background.isEmpty { facts.append(("background", lines(profile.background))) }
  // words: training.trainees.email, training.trainees.telephone, training.trainees.address, training.trainees.ftn
  // words: training.trainees.biography, training.trainees.background
  let minor: HTML = profile.isMinor ? "<p>\(badge(words("training.trainees.minor")))</p>" : ""
  let content: HTML =
    facts.isEmpty
    ? "\(minor)<p class=\"quiet\">\(words("training.trainees.no-profile"))</p>"
    : "\(minor)<dl class=\"trainee-facts\">\(each: facts, { "<dt>\(words("training.trainees." + $0.0))</dt><dd>\($0.1)</dd>" })</dl>"
  return card(words("training.trainees.profile"), id: "profile", content: content)
}

/// Each line of a text on its own.
private func lines(_ text: String) -> HTML {
  let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
  return """
    <span dir="auto">\(each: parts.indices, { "\($0 == 0 ? "" : "<br>" as HTML)\(String(parts[$0]))" })</span>
    """
}

private func instructorsCard(_ data: TraineePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = data.instructors.map { row in
    cell(
      name(row.name), meta: "\(words("training.trainees.since")) \(time(row.since, scene))",
      lead: avatar(row.name, row.account), trail: row.isMe ? badge(words("training.trainees.you")) : "", scene)
  }
  let foot: HTML =
    data.access.isInstructor
    ? linkButton(
      words("training.trainees.change-instructors"), to: TrainingPaths.instructors(data.trainee.id),
      icon: icon("people", scene)) : ""
  return card(
    words("training.trainees.instructors"), id: "instructors", foot: foot,
    content: list(rows, label: words("training.trainees.instructors"), isPlain: true))
}
