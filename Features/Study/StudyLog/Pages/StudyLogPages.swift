import Base
import HTML
import Kit
import School

/// A day of a track: what it has, and whether the reader has studied it.
struct StudyDayPage: Sendable {
  let track: Track
  let day: Day
  /// The day of study by the school's clock.
  let today: Day
  let items: [TrackItem]
  let entry: StudyLogEntry?
  let streak: Streak
  /// The nearest days that have a text.
  let before: Day?, after: Day?
  var topics: [String] = []

  var isDone: Bool { entry?.isDone ?? false }
}

func studyDayPage(_ data: StudyDayPage, _ scene: Scene) -> Page {
  let words = scene.words
  let texts: HTML =
    data.items.isEmpty
    ? emptyState("sun", words("study.no-text"), words("study.no-text-more"), scene)
    : "\(studySizes(scene))\(each: data.items, { studyText($0, in: data.track, scene) })"
  // Questions about the text stand below what says that it was studied.
  return Page(
    "study.day", title: words.date(data.day, .today),
    actions: iconLink("calendar", words("study.month"), to: StudyLogPaths.month(data.track.id), scene),
    topics: data.topics, parent: (data.track.name, TracksPaths.track(data.track.id)),
    body: """
      <div class="study stack">\(texts)<div id="study-done">\(studyDone(data, scene))</div>\(questionsLink(data, scene))\
      \(turns(data, scene))</div>
      """)
}

/// Of a day that is over or done; before, the questions would tell what the text says.
///
/// Today also those of the day before.
private func questionsLink(_ data: StudyDayPage, _ scene: Scene) -> HTML {
  let words = scene.words
  var links: [HTML] = []
  func add(_ label: String, _ day: Day) {
    links.append(linkButton(label, to: StudyLogPaths.questions(data.track.id, day), icon: icon("check", scene)))
  }
  if !data.items.isEmpty, data.isDone || data.day < data.today { add(words("study.questions.open"), data.day) }
  if data.day == data.today, let before = data.before {
    add(words("study.questions.before", .text(words.date(before, .today))), before)
  }
  return links.isEmpty ? "" : cluster(links)
}

/// How large the texts are: the choice works by itself, and is remembered where scripts run.
func studySizes(_ scene: Scene) -> HTML {
  let words = scene.words
  let choices: [HTML] = ["small", "medium", "large"].map { size in
    """
    <label class="study-sizes__choice"><input type="radio" name="study-size" value="\(size)"\(flag: "checked", size == "medium")>\
    <span>\(words("study.size." + size))</span></label>
    """
  }
  return """
    <fieldset class="study-sizes"\(behaviour: .studySizes)><legend class="study-sizes__name">\(words("study.size"))</legend>\
    \(each: choices, { $0 })</fieldset>
    """
}
// words: study.size.*

/// The text as it is, in its own language and direction, and what commentaries say of it.
func studyText(_ item: TrackItem, in track: Track, _ scene: Scene) -> HTML {
  let language = item.language ?? track.language
  let reference: HTML =
    item.reference.isEmpty || item.reference == item.label
    ? "" : "<p class=\"quiet\">\(name(item.reference))</p>"
  let commentary: HTML =
    item.commentary.isEmpty
    ? ""
    : """
    <section class="study-text__commentary"><h3>\(scene.words("study.commentary"))</h3>\
    <div\(studyWriting(item.commentaryLanguage ?? track.language))>\(markdown(item.commentary, style: MarkdownStyle(heading: 4)))</div></section>
    """
  return """
    <article class="study-text" id="text-\(item.id.text)"><h2 class="study-text__name">\(name(item.label))</h2>\(reference)\
    <div class="study-text__source"\(studyWriting(language))>\(markdown(item.source, style: MarkdownStyle(heading: 3)))</div>\
    \(commentary)</article>
    """
}

/// Languages of texts that are studied, written from right to left: those of ours, and Aramaic, Yiddish, Persian and others.
private let fromRight: Set<String> = ["ar", "he", "arc", "yi", "fa", "ur", "syr", "jrb", "lad", "tmr", "oar"]

func studyWriting(_ language: String) -> HTML {
  let head = language.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map { String($0) } ?? ""
  return " lang=\"\(language)\" dir=\"\(fromRight.contains(head) ? "rtl" : "ltr")\""
}

/// The one button of the page, or what it came to.
func studyDone(_ data: StudyDayPage, _ scene: Scene) -> HTML {
  let words = scene.words
  // A day that a wrong clock had done before it came can still be done.
  let waits = data.entry.map { $0.isLate && StudyLogEntry.counts(data.day, on: data.today) } ?? false
  if let entry = data.entry, entry.isDone, !waits { return wasDone(entry, data, scene) }
  guard !data.items.isEmpty else { return "" }
  // Clocks of the world are a day apart; what the reader's own clock calls tomorrow waits.
  guard data.day <= min(max(data.today, scene.ownToday), data.today.plus(days: StudyLogEntry.daysApart)) else {
    return "<p class=\"quiet\">\(words("study.too-early"))</p>"
  }
  let tick: ID<StudyLogEntry> = scene.newIdempotencyKey().cast()
  return form(
    StudyLogPaths.completion(data.track.id, data.day), scene, style: FormStyle(classes: "", behaviour: .studied),
    content: """
      \(hidden([Form.Field("tick", tick.text), Form.Field("tappedAt", ""), Form.Field("zone", "")]))\
      <button class="button button--primary button--wide study-button" data-key="d" data-feedback="success">\
      \(words("study.done"))</button>
      """)
}

private func wasDone(_ entry: StudyLogEntry, _ data: StudyDayPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let said = words(data.day == data.today ? "study.today-complete" : "study.day-complete")
  let late: HTML =
    entry.isLate
    ? "<p class=\"quiet\">\(words(data.day > data.today ? "study.is-early" : "study.is-late"))</p>" : ""
  let streak: HTML = data.streak.current == 0 ? "" : streakMark(data.streak, scene)
  let earned: HTML =
    data.streak.earned.contains(data.day)
    ? "<p class=\"study-earned\">\(icon("sparkle", scene, size: .small))<strong>\(words("study.earned"))</strong></p>"
    : ""
  let undo = postButton(
    words("study.undo"), to: StudyLogPaths.undoing(data.track.id, data.day), scene,
    fields: entry.ticks.map { Form.Field("ticks", $0.text) }, .ghost, icon: icon("undo", scene),
    style: ButtonStyle(isSmall: true))
  return """
    <section class="card card--tinted study-finished"><p class="study-finished__mark">\(words("study.is-done"))</p>\
    <h2 class="card__title">\(words("study.well-done"))</h2><p>\(said)</p>\(streak)\(earned)\(late)\(undo)</section>
    """
}

/// “12 days in a row”.
func streakMark(_ streak: Streak, _ scene: Scene) -> HTML {
  "<p class=\"study-streak\">\(icon("flame", scene, size: .small))\(scene.words("study.streak", .count(streak.current)))</p>"
}

private func turns(_ data: StudyDayPage, _ scene: Scene) -> HTML {
  guard data.before != nil || data.after != nil else { return "" }
  let words = scene.words
  func turn(_ day: Day?, _ key: String, _ rel: String, _ kind: String) -> HTML {
    guard let day else { return "" }
    let (mark, word): (HTML, HTML) = (
      icon(kind == "before" ? "back" : "forward", scene, size: .small),
      "<span>\(words(key))<small>\(words.date(day, .weekday))</small></span>"
    )
    return """
      <a class="study-turns__turn study-turns__turn--\(kind)" rel="\(rel)" href="\(url: StudyLogPaths.day(data.track.id, day))">\
      \(kind == "before" ? "\(mark)\(word)" as HTML : "\(word)\(mark)")</a>
      """
  }
  return """
    <nav class="study-turns" aria-label="\(words("study.turns"))">\(turn(data.before, "study.before", "prev", "before"))\
    \(turn(data.after, "study.after", "next", "after"))</nav>
    """
}
// words: study.before study.after

extension Behaviour {
  /// The size of texts, remembered on this device.
  static let studySizes = Behaviour("study", on: "data-study-sizes")
  /// A form that says when and where it was sent, by this device's clock.
  static let studied = Behaviour("study", on: "data-studied")
}
