import Base
import HTML
import Kit
import School

/// How the texts fall on days, and what the coming days have.
struct TrackCyclePage: Sendable {
  /// Days that are listed.
  static let shown = 28
  var track: Track
  var cycle: TrackCycle?
  /// Texts of the track.
  var count: Int
  var today: Day
  var days: [Day: TrackDay] = [:]
  var labels: [ID<TrackItem>: String] = [:]
}

/// One day, as it is written by hand.
struct TrackDayForm: Sendable {
  var track: Track
  var day: Day
  var places: [Int]
  var texts: [TrackItem]
  var isEdited: Bool
  var hasCycle: Bool
  var count: Int
}

func trackCyclePage(_ data: TrackCyclePage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, path) = (scene.words, TracksPaths.track(data.track.id))
  guard data.count > 0 else {
    return Page(
      "tracks.cycle", title: words("tracks.cycle"), parent: (data.track.name, path),
      body: emptyState(
        "calendar", words("tracks.no-texts"), words("tracks.cycle-empty"), scene,
        action: linkButton(
          words("tracks.add-text"), to: TracksPaths.newText(data.track.id), .primary, icon: icon("plus", scene))))
  }
  return Page(
    "tracks.cycle", title: words("tracks.cycle"), parent: (data.track.name, path),
    body: stack(
      [
        "<p class=\"measure\">\(words("tracks.cycle-text"))</p>", card(content: cycleForm(data, draft, scene)),
        comingDays(data, scene),
      ], isLoose: true))
}

private func cycleForm(_ data: TrackCyclePage, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, cycle) = (scene.words, data.cycle)
  let from = Field.date(
    "from", words("tracks.from"), value: cycle.map { max($0.from, data.today) } ?? data.today,
    hint: words("tracks.from-hint"))
  let first = Field.number(
    "first", words("tracks.first"), in: 1...data.count, hint: words("tracks.first-hint"), isRequired: false)
  let perDay = Field.number(
    "perDay", words("tracks.per-day"), value: cycle?.perDay ?? 1, in: 1...TrackCycle.mostPerDay)
  let skips = Field.area(
    "skips", words("tracks.skips"), value: (cycle?.skips ?? []).map { $0.text }.joined(separator: "\n"),
    hint: words("tracks.skips-hint"), rows: 3, max: 10_000)
  let merged = Field.area(
    "merged", words("tracks.merged"),
    value: (cycle?.merged ?? []).sorted().map { $0.text }.joined(separator: "\n"), hint: words("tracks.merged-hint"),
    rows: 2, max: 10_000)
  let end = Field.select(
    "end", words("tracks.end"),
    TrackCycle.End.allCases.map { Field.Choice($0.rawValue, words("tracks.end." + $0.rawValue)) },
    value: (cycle?.end ?? .restart).rawValue)
  let weekday = Field("weekday", words("tracks.text-days"), .hidden)
  return form(
    TracksPaths.cycle(data.track.id), scene, style: FormStyle(draft: "track-cycle-" + data.track.id.text),
    content: """
      \(errorSummary(draft, [from, first, perDay, weekday, skips, merged, end], scene))\
      \(fieldRow([field(from, draft, scene), field(perDay, draft, scene), field(first, draft, scene)]))\
      \(weekdayBoxes(words("tracks.text-days"), cycle?.weekdays ?? data.track.weekdays, draft, scene))\
      \(field(end, draft, scene))\(field(skips, draft, scene))\(field(merged, draft, scene))\
      <div class="form__actions">\(submit(words("tracks.set-cycle")))\
      \(linkButton(words("kit.cancel"), to: TracksPaths.track(data.track.id), .ghost))</div>
      """)
}
// words: tracks.end.*

private func comingDays(_ data: TrackCyclePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = (0..<TrackCyclePage.shown).map { place -> HTML in
    let date = data.today.plus(days: place)
    let row = data.days[date]
    let labels = (row?.items ?? []).compactMap { data.labels[$0] }
    let meta: HTML =
      labels.isEmpty ? "\(words("tracks.day-none"))" : "<span dir=\"auto\">\(labels.joined(separator: ", "))</span>"
    return cell(
      day(date, scene, .weekday), meta: meta,
      trail: row?.isEdited == true
        ? badge(words("tracks.by-hand"), .info, icon: icon("edit", scene, size: .small)) : "",
      to: TracksPaths.cycleDay(data.track.id, date), scene)
  }
  let title = words("tracks.coming-days")
  return stack([sectionTitle(title), list(rows, id: "days", label: title)])
}

func trackDayFormPage(_ data: TrackDayForm, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let (path, title) = (TracksPaths.cycleDay(data.track.id, data.day), words.date(data.day, .weekday))
  let texts = Field.text(
    "texts", words("tracks.day-texts"), value: data.places.map { String($0) }.joined(separator: " "),
    hint: words("tracks.day-texts-hint"), isRequired: false, max: 200)
  let now = data.texts.map { cell("<span dir=\"auto\">\($0.label)</span>", scene) }
  var parts = [
    list(now, label: words("tracks.texts")),
    card(
      content: form(
        path, [texts], draft, scene, submit: words("tracks.save"),
        cancel: (words("kit.cancel"), TracksPaths.cycle(data.track.id)))),
  ]
  if data.isEdited, data.hasCycle {
    parts.append(
      postButton(
        words("tracks.day-by-cycle"), to: path, scene, fields: [Form.Field("cycle", "on")], icon: icon("undo", scene)))
  }
  return Page(
    "tracks.day", title: title, parent: (words("tracks.cycle"), TracksPaths.cycle(data.track.id)),
    body: stack(parts, isLoose: true))
}
