import Base
import HTML
import Kit
import School

/// One attempt with its files.
struct HandedIn: Sendable {
  let submission: Submission
  let files: [WorkFileItem]
  let lateSeconds: Int64
}

/// What a student's score is, once it may be seen.
struct ReturnedWork: Sendable {
  var score: Amount?
  var comment: String
  var levels: [ID<RubricLevel>]
  var files: [WorkFileItem]
  var by: String
}

/// One student's own work, for the student and the family.
struct WorkPage: Sendable {
  var item: CourseItem
  var assignment: Assignment
  var course: Course
  var column: GradeItem?
  var times: WorkTimes
  var state: WorkState
  /// Whose it is, when it is not the reader's own.
  var child: Student?
  var attempts: [HandedIn]
  var draft: WorkDraft?
  var draftFiles: [WorkFileItem]
  var returned: ReturnedWork?
  /// Why nothing can be handed in now.
  var closed: Phrase?
  /// The closed part of the year it lies in: what is handed in does not count any more.
  var period: ClosedPeriod?
  /// The largest file the school takes; filled in for who may send one.
  var maxMegabytes: Int?
  var topics: [String] = []
  /// What the teacher gave with it.
  var sheets: [SheetItem] = []
  /// Whether one of the student's own copies is not in the draft.
  var hasCopiesToTake = false
  /// The server has not seen the student here for a while.
  var isNewVisit = false

  /// Whose page it is, for the ids on it.
  var student: ID<Student>
  var whose: String { student.text }

  /// The editor stands open: for the first attempt, and for a next one that was begun.
  var isWriting: Bool { child == nil && closed == nil && (attempts.isEmpty || draft != nil || !draftFiles.isEmpty) }
}

func workPage(_ data: WorkPage, _ draft: Draft, _ scene: Scene) -> Page {
  Page(
    "assignments.work", title: data.item.title, topics: data.topics,
    parent: (data.course.name, CoursesPaths.course(data.course.id)),
    body: "<div class=\"stack\">\(workBody(data, draft, scene))</div>")
}

/// Several children in one course: how far each is and what came back to them, and once what is asked of all.
func familyWorkPage(_ pages: [WorkPage], _ scene: Scene) -> Page? {
  guard let first = pages.first else { return nil }
  let content: HTML =
    pages.count == 1
    ? "<div class=\"stack\">\(workBody(first, Draft(), scene))</div>"
    : """
    <div class="stack stack--loose">\(each: pages, { childPart($0, scene) })\
    <div class="stack">\(aboutCard(first.assignment, scene))\(sheetsCard(first, scene))</div></div>
    """
  return Page(
    "assignments.work", title: first.item.title, topics: pages.flatMap { $0.topics },
    parent: (first.course.name, CoursesPaths.course(first.course.id)), body: content)
}

private func workBody(_ data: WorkPage, _ draft: Draft, _ scene: Scene) -> HTML {
  """
  \(standing(data, scene))\(aboutCard(data.assignment, scene))\(sheetsCard(data, scene))\(attemptCards(data, scene))\
  \(workEditor(data, draft, scene))\(filesLink(data, scene))
  """
}

private func childPart(_ data: WorkPage, _ scene: Scene) -> HTML {
  "<section class=\"stack\">\(standing(data, scene))\(attemptCards(data, scene))</section>"
}

/// How far the work is, until when it is due, and what came back.
private func standing(_ data: WorkPage, _ scene: Scene) -> HTML {
  let state = stateBadge(data.state, scene)
  let title: HTML =
    data.child.map { "<h2 class=\"section-title\"><span>\($0.name)</span>\(state)</h2>" }
    ?? "<div class=\"cluster\">\(state)</div>"
  return """
    \(title)\(assignmentFacts(data.assignment, data.item, data.column, data.times, scene))\(returnedCard(data, scene))
    """
}

private func filesLink(_ data: WorkPage, _ scene: Scene) -> HTML {
  guard data.child == nil, data.assignment.takesFiles else { return "" }
  return "<p><a href=\"\(url: AssignmentsPaths.files)\">\(scene.words("assignments.my-files"))</a></p>"
}

// MARK: what came back

private func returnedCard(_ data: WorkPage, _ scene: Scene) -> HTML {
  guard let back = data.returned else { return "" }
  let words = scene.words
  let score: HTML =
    back.score.map { "<p class=\"score\">\(workScore($0, data.column, scene))</p>" } ?? ""
  let comment: HTML =
    back.comment.isEmpty
    ? ""
    : """
    <div class="prose" dir="auto"><p class="quiet">\(words("assignments.comment-by", .text(back.by)))</p>\
    \(plainText(back.comment))</div>
    """
  let files: HTML =
    back.files.isEmpty ? "" : "<h3>\(words("assignments.marked-files"))</h3>\(workFiles(back.files, scene))"
  return card(
    words("assignments.returned-title"), .tinted, id: "returned-" + data.whose,
    content: "\(score)\(comment)\(files)\(rubricView(data.assignment.rubric, back.levels, scene))")
}

/// What somebody typed, with its line breaks and nothing else.
func plainText(_ text: String) -> HTML {
  let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: true)
  return "\(each: paragraphs, { "<p dir=\"auto\">\(String($0))</p>" })"
}

func workFiles(_ files: [WorkFileItem], _ scene: Scene) -> HTML {
  list(files.map { fileRow($0.name, type: $0.type, size: $0.size, to: workFilePath($0.id), scene) })
}

func workFilePath(_ id: ID<WorkFile>) -> String { AssignmentsPaths.files + "/" + id.text }

// MARK: what was handed in

private func attemptCards(_ data: WorkPage, _ scene: Scene) -> HTML {
  guard let last = data.attempts.last else { return "" }
  let earlier = data.attempts.dropLast()
  let again: HTML =
    data.child == nil && data.closed == nil && !data.isWriting
    ? (data.period?.notice(scene) ?? "")
      + postButton(
        scene.words("assignments.work-again"), to: AssignmentsPaths.attempt(data.item.id), scene, .secondary,
        icon: icon("refresh", scene)) : ""
  let before: HTML =
    earlier.isEmpty
    ? ""
    : """
    <details class="card"><summary>\(scene.words("assignments.earlier-attempts", .count(earlier.count)))</summary>\
    <div class="stack">\(each: Array(earlier), { attempt($0, scene) })</div></details>
    """
  return """
    \(card(scene.words("assignments.handed-in-title"), id: "handed-in-" + data.whose, foot: again, content: attempt(last, scene)))\(before)
    """
}

/// The receipt of one attempt, and what was in it.
func attempt(_ work: HandedIn, _ scene: Scene) -> HTML {
  let (words, sent) = (scene.words, work.submission)
  let waited: HTML =
    sent.pressedAt == nil ? "" : "<p class=\"quiet\">\(deviceTimeText(sent, scene))</p>"
  return """
    <div class="stack stack--tight"><p class="cluster"><span>\(words("assignments.attempt", .count(sent.attempt)))</span>\
    \(time(sent.submittedAt, scene))\(timingBadge(work, scene))</p>\(waited)\(attemptContent(work, scene))\
    <p class="quiet">\(words("assignments.receipt")) <code dir="ltr">\(String(sent.id.text.suffix(12)))</code></p></div>
    """
}

/// In time, or by how much it was late; of what the server did not see, that it is not known.
func timingBadge(_ work: HandedIn, _ scene: Scene) -> HTML {
  let words = scene.words
  if work.submission.claim == .open {
    return badge(words("assignments.device-time"), .warning, icon: icon("clock", scene))
  }
  return work.lateSeconds > 0
    ? badge(
      words("assignments.late-by", .text(durationText(work.lateSeconds, scene))), .late, icon: icon("clock", scene))
    : badge(words("assignments.in-time"), .success, icon: icon("check", scene))
}

/// What the device says of the time, and what became of that.
func deviceTimeText(_ sent: Submission, _ scene: Scene) -> String {
  let words = scene.words
  let pressed = Phrase.Argument.text(words.moment(sent.pressedAt ?? sent.submittedAt, in: scene.ownZone))
  switch sent.claim {
  case nil: return words("assignments.was-waiting", pressed)
  case .open: return words("assignments.device-time.open", pressed)
  case .inTime: return words("assignments.device-time.in-time", pressed)
  case .late: return words("assignments.device-time.late", pressed)
  }
}

func attemptContent(_ work: HandedIn, _ scene: Scene) -> HTML {
  let sent = work.submission
  let text: HTML = sent.text.isEmpty ? "" : "<div class=\"prose worktext\" dir=\"auto\">\(plainText(sent.text))</div>"
  let link: HTML = sent.link.isEmpty ? "" : workLink(sent.link, scene)
  let files: HTML = work.files.isEmpty ? "" : workFiles(work.files, scene)
  return "\(text)\(link)\(files)"
}

/// A student's link leaves the school: it says so, and tells the other side nothing.
func workLink(_ link: String, _ scene: Scene) -> HTML {
  """
  <p class="cluster">\(icon("link", scene))<a href="\(url: link)" rel="noopener noreferrer nofollow" target="_blank" dir="ltr">\(link)</a> \
  <span class="quiet">\(scene.words("assignments.leaves-school"))</span></p>
  """
}

// MARK: writing

private func workEditor(_ data: WorkPage, _ draft: Draft, _ scene: Scene) -> HTML {
  guard data.child == nil else { return "" }
  if let closed = data.closed, data.attempts.isEmpty || data.draft != nil {
    let isPaper = data.assignment.isOnPaper
    return banner(HTML(text: scene.words(closed)), scene, isPaper ? .info : .warning) + keptDraft(data, scene)
      + keptOnDevice(data, scene)
  }
  guard data.isWriting else { return keptOnDevice(data, scene) }
  return card(
    scene.words(data.attempts.isEmpty ? "assignments.your-work" : "assignments.next-attempt"), id: "your-work",
    content: """
      \(workForm(data, draft, scene))\(draftFileList(data.item.id, data.draftFiles, scene))\
      \(form(AssignmentsPaths.draftFileRemoval(data.item.id), scene, style: FormStyle(id: "detach", isLive: true, classes: ""), content: ""))
      """) + keptOnDevice(data, scene)
}

/// What was typed before it closed is not lost to its writer.
private func keptDraft(_ data: WorkPage, _ scene: Scene) -> HTML {
  guard let kept = data.draft, !kept.text.isEmpty else { return "" }
  return card(
    scene.words("assignments.not-handed-in"), id: "kept",
    content: "<div class=\"prose\" dir=\"auto\">\(plainText(kept.text))</div>")
}

/// What `work.js` finds on the device and nowhere else: the line was down when it was typed.
private func keptOnDevice(_ data: WorkPage, _ scene: Scene) -> HTML {
  """
  <section class="card js-only"\(behaviour: .keptWork, workDraft(data)) hidden>\
  <h2 class="card__title">\(scene.words("assignments.on-device"))</h2>\
  <p class="quiet">\(scene.words("assignments.on-device.text"))</p><div class="prose" data-kept-text></div></section>
  """
}

/// The name of a student's words on the device, but for the attempt.
private func workDraft(_ data: WorkPage) -> String { "work-" + data.item.id.text + "-" + data.whose }

private func workForm(_ data: WorkPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, accepts) = (scene.words, data.assignment.accepts)
  let kept = data.draft
  var fields: [Field] = []
  if accepts.contains(.text) {
    fields.append(
      Field.area("text", words("assignments.work.text"), value: kept?.text ?? "", rows: 12, max: 100_000))
  }
  if accepts.contains(.link) {
    var link = Field(
      "link", words("assignments.work.link"), .line(type: "url"), value: kept?.link ?? "", isRequired: false,
      autocomplete: "off", direction: "ltr", max: 2000)
    link.inputmode = "url"
    fields.append(link)
  }
  let late: HTML =
    data.period?.notice(scene)
    ?? (data.times.window(scene.now) == .late
      ? banner(HTML(text: words("assignments.is-late-now")), scene, .warning) : "")
  let content: HTML = """
    \(errorSummary(draft, fields, scene))\(late)\(draftVersion(kept?.version ?? WorkDraft.noVersion(after: data.attempts.count)))\
    \(each: fields, { field($0, draft, scene) })\(workFields(data, draft, scene))\
    <div class="form__actions">\(handInButton(data, scene))\
    \(submitTo(AssignmentsPaths.draft(data.item.id), words("assignments.save-work"), scene))</div>\
    \(draftNote(kept?.savedAt, scene))
    """
  return """
    <div\(behaviour: .work) data-conflict="\(words("assignments.draft-conflict"))" data-waiting="\(words("assignments.will-be-sent"))" \
    data-uploading="\(words("assignments.waits-for-files"))" data-unsaved="\(words("assignments.not-saved-yet"))" data-sent="\(words("assignments.waited-sent"))" \
    data-refused="\(words("assignments.waited-refused"))" \
    data-files="\(url: AssignmentsPaths.draftFiles(data.item.id))" data-draft-path="\(url: AssignmentsPaths.draft(data.item.id))">\
    \(form(AssignmentsPaths.submission(data.item.id), scene, style: formStyle(data), content: content))</div>
    """
}

/// What is typed is kept on the device until the server has it, under the assignment's name.
private func formStyle(_ data: WorkPage) -> FormStyle {
  FormStyle(
    id: "work-form", draft: workDraft(data) + "-" + String(data.attempts.count),
    isMultipart: data.assignment.takesFiles)
}

private func handInButton(_ data: WorkPage, _ scene: Scene) -> HTML {
  submit(
    scene.words(data.attempts.isEmpty ? "assignments.hand-in" : "assignments.hand-in-again"), .primary,
    icon: icon("check", scene))
}

/// A button that posts the same form elsewhere.
private func submitTo(_ path: String, _ label: String, _ scene: Scene) -> HTML {
  "<button class=\"button\" formaction=\"\(url: path)\" data-save>\(label)</button>"
}

private func workFields(_ data: WorkPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  var fields: [HTML] = []
  if data.assignment.accepts.contains(.files) {
    fields.append(
      fileField("file", words("assignments.work.files"), most: data.maxMegabytes, draft, scene))
    fields.append(ownFilesPicker(scene))
  }
  if data.assignment.accepts.contains(.photo) {
    fields.append(
      fileField(
        "photo", words("assignments.work.photo"), accept: "image/*", camera: true, most: data.maxMegabytes, draft,
        scene))
  }
  return "\(each: fields, { $0 })"
}

/// The version that the next saving grows from; replaced by the answer to each saving.
func draftVersion(_ version: String) -> HTML {
  "<input type=\"hidden\" name=\"version\" id=\"draft-version\" value=\"\(version)\">"
}

/// “Saved at 14:05”: replaced by the answer to each saving.
func draftNote(_ savedAt: Instant?, _ scene: Scene) -> HTML {
  let said: HTML =
    savedAt.map {
      "\(icon("check", scene))\(scene.words("assignments.saved-at", .text(scene.words.time($0, in: scene.ownZone))))"
    }
    ?? ""
  return "<p class=\"quiet\" id=\"draft-note\" role=\"status\">\(said)</p>"
}

/// The files of the draft, each with the way out: replaced when one comes or goes.
func draftFileList(_ assignment: ID<CourseItem>, _ files: [WorkFileItem], _ scene: Scene) -> HTML {
  guard !files.isEmpty else { return "<div id=\"draft-files\"></div>" }
  let rows = files.map { file -> HTML in
    let out: HTML = """
      <button class="button button--ghost button--icon" form="detach" name="file" value="\(file.id.text)" \
      aria-label="\(scene.words("assignments.detach", .text(file.name)))">\(icon("x", scene))</button>
      """
    return fileRow(file.name, type: file.type, size: file.size, to: workFilePath(file.id), trail: out, scene)
  }
  return """
    <div id="draft-files" class="stack stack--tight"><h3>\(scene.words("assignments.attached", .count(files.count)))</h3>\
    \(list(rows, label: scene.words("assignments.work.files")))</div>
    """
}

extension Behaviour {
  /// A student's work, which saves itself and survives a dead line.
  static let work = Behaviour("work", on: "data-work")
  /// What this device still keeps of work that is closed.
  static let keptWork = Behaviour("work", on: "data-kept-work")
}
