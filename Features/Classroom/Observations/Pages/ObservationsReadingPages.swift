import Base
import HTML
package import Kit
import People
package import School

/// One family and what it is shown of an observation.
struct ObservationFamily: Sendable {
  let student: Student
  let share: ObservationShare?
  /// What its text would be; `nil` where nothing can be shared.
  var text: RedactedText?
  /// Those of the files that it may be shown.
  var files: [ObservationFile] = []

  init(student: Student, share: ObservationShare?) { (self.student, self.share) = (student, share) }
  var live: ObservationShare? { share.flatMap { $0.withdrawnAt == nil ? $0 : nil } }
}

/// An observation as a whole.
package struct ObservationPage: Sendable {
  let card: ObservationCard
  let access: ObservationAccess
  var history: [ObservationBefore] = []
  var names: [ID<Account>: String] = [:]
  var families: [ObservationFamily] = []
  /// Whether families may be shown it now.
  var isOpen = false
  var mayFile = false
  var mayEdit = false
  /// Whether a service outside may be asked for what is said in a recording of it.
  var mayAsk = false
  /// What came of asking, just now.
  package var outside: OutsideOutcome?
  package var topics: [String] = []

  init(card: ObservationCard, access: ObservationAccess) { (self.card, self.access) = (card, access) }
  var mayDelete: Bool { access.isAuthor || access.isOffice }
}

package func observationPage(_ data: ObservationPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, one) = (scene.words, data.card.one)
  let edit: HTML =
    data.mayEdit
    ? linkButton(
      words("observations.edit"), to: ObservationsPaths.edit(one.id), .secondary, icon: icon("edit", scene)) : ""
  let delete: HTML =
    data.mayDelete
    ? postButton(
      words("observations.delete"), to: ObservationsPaths.observation(one.id) + "/deletion", scene, .destructive) : ""
  let accept: HTML =
    one.state == .home && data.access.seesAll
    ? postButton(
      words("observations.home-accept"), to: ObservationsPaths.observation(one.id) + "/acceptance", scene, .primary)
    : ""
  return Page(
    "observations.observation", title: words("observations.one"), actions: edit, topics: data.topics,
    parent: (words("observations.title"), ObservationsPaths.all),
    body: stack(
      [
        errorSummary(draft, [], scene), outsideBanner(data.outside, .transcript, scene), whole(data, scene), accept,
        filesPart(data, scene),
        familiesPart(data, draft, scene),
        historyPart(data, scene), delete,
      ], isLoose: true))
}

private func whole(_ data: ObservationPage, _ scene: Scene) -> HTML {
  let (words, card, one) = (scene.words, data.card, data.card.one)
  let text: HTML =
    one.text.isEmpty
    ? "<p class=\"quiet\">\(words("observations.no-text"))</p>"
    : "<div class=\"observation__text\" dir=\"auto\">\(one.text)</div>"
  var facts: [HTML] = [name(card.author), time(one.happenedAt, scene)]
  // Written in the evening about the morning is usual, and said.
  if one.writtenAt.milliseconds - one.happenedAt.milliseconds > 3_600_000 {
    facts.append("\(words("observations.written")) \(time(one.writtenAt, scene))")
  }
  let partly: HTML =
    data.access.seesAll || data.access.isOffice
    ? "" : banner(HTML(text: words("observations.partly")), scene)
  return """
    <article class="card observation">\(observationHead(card, scene))\(text)\(tagList(card.tags))\
    <p class="quiet observation__facts">\(dotted(facts))</p></article>\(partly)
    """
}

// MARK: files

private func filesPart(_ data: ObservationPage, _ scene: Scene) -> HTML {
  let (words, files) = (scene.words, data.card.files)
  if files.isEmpty, !data.mayFile { return "" }
  let shown = files.map { fileCard($0, data, scene) }
  let some: HTML =
    shown.isEmpty ? "" : "<div class=\"observation__gallery\">\(each: shown, { $0 })</div>"
  return
    "<section class=\"stack\" id=\"files\">\(sectionTitle(words("observations.files")))\(some)\(adding(data, scene))</section>"
}

private func fileCard(_ file: ObservationFile, _ data: ObservationPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let on = data.card.children.filter { file.children.contains($0.id) }
  var parts = on.compactMap { $0.student.map { name($0.name) } }
  let unseen = on.count - parts.count
  if unseen > 0 { parts.append(HTML(text: words("observations.others", .count(unseen)))) }
  let others =
    file.isOnlyThese.map { words($0 ? "observations.only-these" : "observations.others-too") }
    ?? words("observations.not-asked")
  let form = data.mayFile ? describing(file, data, scene) : ""
  return """
    <div class="card card--flat observation__file">\(media(file, data, scene))<p class="quiet">\(dotted(parts + [HTML(text: others)]))</p>\
    \(form)</div>
    """
}

/// A picture, something to hear, or a row to open.
private func media(_ file: ObservationFile, _ data: ObservationPage, _ scene: Scene) -> HTML {
  if file.isHidden { return hiddenFile(scene) }
  let path = ObservationsPaths.file(file)
  switch file.kind {
  case .picture:
    let who = data.card.children.filter { file.children.contains($0.id) }.compactMap { $0.student?.name }
    let alt =
      who.isEmpty
      ? scene.words("observations.picture") : scene.words("observations.picture-of", .text(scene.words.list(who)))
    return
      "<a href=\"\(url: path)\"><img class=\"observation__picture\" src=\"\(url: path)\" alt=\"\(alt)\" loading=\"lazy\"></a>"
  case .sound:
    let sound: HTML =
      "<audio controls preload=\"none\" src=\"\(url: path)\" aria-label=\"\(scene.words("observations.sound"))\"></audio>"
    guard data.mayAsk, file.isOnlyThese != false, file.size <= OutsideRequest.largestSound else { return sound }
    let ask = OutsidePaths.transcript(file.id, of: file.observation)
    return "\(sound)\(outsideButton(.transcript, to: ask, scene))"
  case .other:
    return list([fileRow(file.name, type: file.type, size: Int(clamping: file.size), to: path, scene)])
  }
}

/// Who is on it: asked when it is put in, and here.
private func describing(_ file: ObservationFile, _ data: ObservationPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let path = ObservationsPaths.file(file)
  let fields: HTML = """
    \(who(Set(file.children), file.isOnlyThese, data, scene))<div class="form__actions">\
    \(submit(words("observations.save"), .secondary))</div>
    """
  let remove = postButton(words("observations.remove-file"), to: path + "/removal", scene, .destructive)
  return """
    <details class="observation-filters"><summary class="button button--ghost button--small">\
    \(icon("people", scene))\(words("observations.who-is-on"))</summary>\(form(path + "/people", scene, content: fields))\(remove)\
    </details>
    """
}

private func who(_ chosen: Set<ID<Student>>, _ only: Bool?, _ data: ObservationPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let boxes = data.card.children.map { child in
    box(
      "child", child.id.text, child.student.map { name($0.name) } ?? HTML(text: words("observations.another-child")),
      isOn: chosen.contains(child.id))
  }
  let answers = [
    ("nobody", words("observations.only-these"), only == true),
    ("somebody", words("observations.others-too"), only == false),
  ].map { value, label, isOn -> HTML in
    """
    <label class="check"><input type="radio" name="others" value="\(value)"\(flag: "checked", isOn)>\
    <span class="check__text">\(label)</span></label>
    """
  }
  return """
    <fieldset class="choices"><legend>\(words("observations.who-is-on"))</legend>\(each: boxes, { $0 })</fieldset>\
    <fieldset class="choices"><legend>\(words("observations.anyone-else"))</legend>\(each: answers, { $0 })</fieldset>
    """
}

private func adding(_ data: ObservationPage, _ scene: Scene) -> HTML {
  guard data.mayFile, data.card.files.count < Observation.mostFiles else { return "" }
  let words = scene.words
  let fields: HTML = """
    \(fileField(
      "file", words("observations.add-file"), hint: words("observations.add-file-hint"), accept: "image/*,audio/*",
      isRequired: true, most: Observation.mostMegabytes, Draft(), scene))\(who([], nil, data, scene))<div class="form__actions">\
    \(submit(words("observations.add-file"), .secondary, icon: icon("upload", scene)))</div>
    """
  return """
    <details class="observation-filters"\(flag: "open", data.card.files.isEmpty && data.card.one.state == .draft)>\
    <summary class="button">\(icon("picture", scene))\(words("observations.add-file"))</summary>\
    \(form(ObservationsPaths.files(data.card.one.id), scene, style: FormStyle(isMultipart: true), content: fields))</details>
    """
}

// MARK: families

private func familiesPart(_ data: ObservationPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  guard data.isOpen || data.families.contains(where: { $0.live != nil }) else {
    return data.card.one.state == .draft
      ? "<p class=\"quiet\">\(words("observations.draft-only"))</p>" : ""
  }
  let parts = data.families.map { familyCard($0, data, draft, scene) }
  return """
    <section class="stack" id="families">\(sectionTitle(words("observations.families")))\
    <p class="quiet">\(words("observations.families-text"))</p>\(each: parts, { $0 })</section>
    """
}

private func familyCard(_ family: ObservationFamily, _ data: ObservationPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, one) = (scene.words, data.card.one)
  let path = ObservationsPaths.shares(one.id, family.student.id)
  var state: [HTML] = []
  if let share = family.live {
    state.append(
      "<p>\(badge(words("observations.is-shared"), .success, icon: icon("check", scene, size: .small))) \(dotted([name(data.names[share.by] ?? ""), time(share.at, scene)]))</p>"
    )
    if one.updatedAt > share.at { state.append("<p class=\"quiet\">\(words("observations.changed-since"))</p>") }
    if !share.hidden.isEmpty { state.append(hiddenFile(scene)) }
    state.append("<blockquote class=\"observation__text\" dir=\"auto\">\(share.text)</blockquote>")
    state.append(
      postButton(
        words("observations.withdraw"), to: path + "/withdrawal", scene, .destructive, icon: icon("eye-off", scene)))
  } else if let share = family.share, let gone = share.withdrawnAt {
    state.append("<p class=\"quiet\">\(words("observations.was-withdrawn")) \(time(gone, scene))</p>")
  } else {
    state.append("<p class=\"quiet\">\(words("observations.not-shared"))</p>")
  }
  return card(
    words("observations.family-of", .text(family.student.name)), id: "family-" + family.student.id.text,
    content: "\(each: state, { $0 })\(sharing(family, data, draft, path, scene))")
}

/// The text as this family would read it, to look over and change; nothing goes out unseen.
private func sharing(
  _ family: ObservationFamily, _ data: ObservationPage, _ draft: Draft, _ path: String, _ scene: Scene
) -> HTML {
  guard data.isOpen, let redacted = family.text else { return "" }
  let (words, scope) = (scene.words, family.student.id.text)
  let isTyped = draft["student"] == scope
  let own = isTyped ? draft : Draft()
  let text = Field.area(
    "text", words("observations.share-text"), value: family.live?.text ?? redacted.text,
    hint: words("observations.share-hint"), rows: 5, max: Observation.longest)
  let known = Set(isTyped ? draft.form.all("file").compactMap { ID<ObservationFile>($0) } : family.live?.files ?? [])
  let boxes = family.files.map { file in
    box("file", file.id.text, HTML(text: fileWord(file, data, scene)), isOn: known.contains(file.id))
  }
  let files: HTML =
    boxes.isEmpty
    ? (data.card.files.isEmpty ? "" : "<p class=\"quiet\">\(words("observations.no-file-to-share"))</p>")
    : "<fieldset class=\"choices\"><legend>\(words("observations.share-files"))</legend>\(each: boxes, { $0 })</fieldset>"
  let looked = Field.check(
    asItIsField, words("observations.share-as-it-is"), hint: words("observations.share-as-it-is-hint"))
  // What is typed meanwhile is judged when it is sent.
  let asItIs: HTML =
    redacted.suspected.isEmpty && own.problem(asItIsField) == nil ? "" : field(looked, own, scene, scope: scope)
  let fields: HTML = """
    \(marks(redacted, scene))\(field(text, own, scene, scope: scope))\(files)\(asItIs)<div class="form__actions">\
    \(submit(words(family.live == nil ? "observations.share" : "observations.share-again")))</div>
    """
  return """
    <details class="observation-filters"\(flag: "open", isTyped)><summary class="button button--secondary">\
    \(icon("send", scene))\(words(family.live == nil ? "observations.share" : "observations.share-again"))</summary>\
    \(form(path, scene, content: fields))</details>
    """
}

/// What was taken out of the text, and what is to be looked at.
private func marks(_ text: RedactedText, _ scene: Scene) -> HTML {
  let suspected: HTML =
    text.suspected.isEmpty ? "" : "<p>\(each: text.suspected, { "<mark>\($0)</mark> " })</p>"
  return banner(
    "\(scene.words(text.said))\(suspected)", scene, text.suspected.isEmpty ? .info : .warning)
}

private func fileWord(_ file: ObservationFile, _ data: ObservationPage, _ scene: Scene) -> String {
  let who = data.card.children.filter { file.children.contains($0.id) }.compactMap { $0.student?.name }
  let kind = scene.words("observations.kind." + file.kind.rawValue)
  // words: observations.kind.*
  return who.isEmpty ? kind + " – " + file.name : kind + " – " + scene.words.list(who)
}

// MARK: history

private func historyPart(_ data: ObservationPage, _ scene: Scene) -> HTML {
  guard !data.history.isEmpty else { return "" }
  let rows = data.history.map { before -> HTML in
    """
    <li class="stack stack--tight"><p class="quiet">\(dotted([name(data.names[before.by] ?? ""), time(before.at, scene)]))</p>\
    <blockquote class="observation__text" dir="auto">\(before.text)</blockquote></li>
    """
  }
  return """
    <details class="observation-filters" id="history"><summary class="button button--ghost">\(icon("history", scene))\
    \(scene.words("observations.history", .count(rows.count)))</summary><p class="quiet">\(scene.words("observations.history-text"))</p>\
    <ul class="stack" role="list">\(each: rows, { $0 })</ul></details>
    """
}
