import Base
public import HTML
public import Kit
import School

/// The first page of studying: today in each track.
struct StudyTodayPage: Sendable {
  let today: Day
  let cards: [StudyCard]
  var topics: [String] = []
}

func studyTodayPage(_ data: StudyTodayPage, _ scene: Scene) -> Page {
  let words = scene.words
  let tracks: HTML =
    data.cards.isEmpty
    ? emptyState(
      "flame", words("study.none"), words("study.none-text"), scene,
      action: linkButton(words("study.tracks"), to: TracksPaths.all, .primary))
    : grid(data.cards.map { studyCard($0, on: data.today, scene) })
  let more = [
    ("study.tracks", "lesson", TracksPaths.all), ("study.decks", "copy", FlashcardsPaths.all),
    ("study.tools", "sparkle", ToolsPaths.all), ("study.pauses", "sun", StudyLogPaths.pauses),
    ("study.reminder", "bell", StudyLogPaths.reminder),
  ].map { key, symbol, path in cell(HTML(text: words(key)), lead: icon(symbol, scene), to: path, scene) }
  // words: study.tracks study.decks study.tools study.pauses study.reminder
  let export = cell(
    HTML(text: words("study.export")), lead: icon("download", scene), to: StudyLogPaths.export, scene)
  return Page(
    "study.today", title: words("study.title"), topics: data.topics,
    body: stack(
      [
        studyGuestOffer(scene), tracks,
        "<section>\(sectionTitle(words("study.more")))\(list(more + [export]))</section>",
      ],
      isLoose: true))
}

/// One track today: the question, or that it is answered, and the way to the text.
///
/// - Parameter level: of its heading, below what stands over the cards.
func studyCard(_ data: StudyCard, level: Int = 2, on today: Day, _ scene: Scene) -> HTML {
  let words = scene.words
  let path = StudyLogPaths.day(data.track.id, today)
  let streak: HTML = data.streak.current == 0 ? "" : streakMark(data.streak, scene)
  let labels: HTML =
    data.labels.isEmpty ? "" : "<p class=\"quiet\">\(dotted(data.labels.map { name($0) }))</p>"
  let asked: HTML
  if data.isDone {
    asked = "<p class=\"study-card__done\"><strong>\(words("study.answered"))</strong></p>"
  } else if data.hasText {
    asked = "<p><strong>\(words("study.asked"))</strong></p>"
  } else {
    asked = "<p class=\"quiet\">\(words("study.free-today"))</p>"
  }
  let act: HTML =
    data.hasText
    ? linkButton(words("study.open-today"), to: path, data.isDone ? .plain : .secondary, icon: icon("lesson", scene))
    : linkButton(words("study.month"), to: StudyLogPaths.month(data.track.id), icon: icon("calendar", scene))
  let link: HTML = "<a href=\"\(url: TracksPaths.track(data.track.id))\">\(name(data.track.name))</a>"
  let title: HTML =
    level == 2 ? "<h2 class=\"card__title\">\(link)</h2>" : "<h3 class=\"card__title\">\(link)</h3>"
  return """
    <section class="card study-card" id="study-\(data.track.id.text)">\(title)\(streak)\(asked)\(labels)\(act)</section>
    """
}

/// The pauses of the reader.
struct StudyPausesPage: Sendable {
  let pauses: [StudyPause]
  var topics: [String] = []
}

func studyPausesPage(_ data: StudyPausesPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let rows = data.pauses.map { pause in
    cell(
      HTML(text: words.range(words.date(pause.from), words.date(pause.until))),
      trail: postButton(
        words("study.pause-end"), to: StudyLogPaths.pauseEnd(pause.id), scene, style: ButtonStyle(isSmall: true)),
      scene, style: CellStyle(id: "pause-" + pause.id.text))
  }
  let known: HTML =
    rows.isEmpty ? emptyState("sun", words("study.pauses-none"), words("study.pauses-text"), scene) : list(rows)
  let fields: [Field] = [
    .date("from", words("study.pause-from")), .date("until", words("study.pause-until")),
  ]
  return Page(
    "study.pauses", title: words("study.pauses"), topics: data.topics,
    parent: (words("study.title"), StudyLogPaths.study),
    body: stack([
      known,
      card(
        words("study.pause-add"), id: "add-pause",
        content: form(StudyLogPaths.pauses, fields, draft, scene, submit: words("study.pause-add"))),
    ]))
}

/// Today in each track, for a page that is about more than studying.
public struct StudyCards: Sendable {
  let today: Day
  let cards: [StudyCard]
  public let topics: [String]
}

/// On a student's first page: a card a track, and nothing for whoever has joined none.
public func studyCards(_ data: StudyCards, _ scene: Scene) -> HTML {
  guard !data.cards.isEmpty else { return "" }
  let title = sectionTitle(
    scene.words("study.title"), link: (scene.words("study.see-all"), StudyLogPaths.study))
  return """
    <section id="study-cards">\(title)\(grid(data.cards.map { studyCard($0, level: 3, on: data.today, scene) }))</section>
    """
}
