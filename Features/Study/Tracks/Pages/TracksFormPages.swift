import Base
import HTML
import Kit
import School

/// What the form of a track stands on; a new one has none yet.
struct TrackForm: Sendable {
  var known: Track?
  var reach: StudyReach
  var isOffice = false
}

/// What the form of a text stands on.
struct TrackTextForm: Sendable {
  var track: Track
  var known: TrackItem?
  /// Its place among the texts, from 1.
  var number = 0
  var count: Int
}

/// Boxes for the days of the week, in the reader's order.
func weekdayBoxes(_ legend: String, _ chosen: Set<Int>, _ draft: Draft, _ scene: Scene) -> HTML {
  let first = scene.zone.firstWeekday
  let typed = draft.form.fields.isEmpty ? chosen : Set(draft.form.all("weekday").compactMap { wholeNumber($0.utf8) })
  let days = (0..<7).map { (first - 1 + $0) % 7 + 1 }
  let boxes = days.map { weekday -> HTML in
    """
    <label class="check"><input type="checkbox" name="weekday" value="\(String(weekday))"\
    \(flag: "checked", typed.contains(weekday))><span class="check__text">\
    \(scene.words("date.weekday." + String(weekday)))</span></label>
    """
  }
  let wrong: HTML =
    draft.problem("weekday").map {
      "<p class=\"field__error\" id=\"f-weekday-error\">\(icon("warning", scene, size: .small))\(scene.words($0))</p>"
    } ?? ""
  return """
    <fieldset class="choices weekdays" id="f-weekday" tabindex="-1"><legend>\(legend)</legend>\
    \(each: boxes, { $0 })\(wrong)</fieldset>
    """
}

func languageChoices() -> [Field.Choice] { Language.allCases.map { Field.Choice($0.rawValue, $0.ownName) } }

func trackFormPage(_ data: TrackForm, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, known) = (scene.words, data.known)
  let name = Field.text("name", words("tracks.name"), value: known?.name ?? "", max: 160)
  let about = Field.area(
    "about", words("tracks.about"), value: known?.about ?? "", hint: words("tracks.about-hint"), rows: 4, max: 4000)
  let language = Field.select(
    "language", words("tracks.language"), languageChoices(), value: known?.language ?? words.language.rawValue)
  let audience = Field.select("audience", words("tracks.for"), audiences(data, scene), value: "me")
  let freezes = Field.check(
    "freezes", words("tracks.freezes"), isOn: known?.hasFreezes ?? true, hint: words("tracks.freezes-hint"))
  let isPublic = Field.check(
    "public", words("tracks.public"), isOn: known?.isPublic ?? false, hint: words("tracks.public-hint"))
  var all = [name, about, language]
  if known == nil { all.append(audience) }
  let weekday = Field("weekday", words("tracks.weekdays"), .hidden)
  let offersPublic = data.isOffice && (known == nil || known?.audience == .school)
  let version = known.map { [Form.Field("version", draft["version"] ?? $0.version)] } ?? []
  let kept = !offersPublic && known?.isPublic == true ? [Form.Field("public", "on")] : []
  let back = known.map { TracksPaths.track($0.id) } ?? TracksPaths.all
  return Page(
    known == nil ? "tracks.new" : "tracks.edit", title: words(known == nil ? "tracks.new" : "tracks.edit"),
    parent: known.map { ($0.name, TracksPaths.track($0.id)) } ?? (words("tracks.title"), TracksPaths.all),
    body: card(
      content: form(
        known.map { TracksPaths.track($0.id) } ?? TracksPaths.all, scene,
        style: FormStyle(draft: "track-" + (known?.id.text ?? "new")),
        content: """
          \(hidden(version + kept))\(errorSummary(draft, all + [weekday, freezes, isPublic], scene))\
          \(each: all, { field($0, draft, scene) })\
          \(weekdayBoxes(words("tracks.weekdays"), known?.weekdays ?? Set(1...7), draft, scene))\
          \(field(freezes, draft, scene))\(offersPublic ? field(isPublic, draft, scene) : "")\
          <div class="form__actions">\(submit(words(known == nil ? "tracks.create" : "tracks.save")))\
          \(linkButton(words("kit.cancel"), to: back, .ghost))</div>
          """)))
}
// words: tracks.create, tracks.save, tracks.new, tracks.edit

private func audiences(_ data: TrackForm, _ scene: Scene) -> [Field.Choice] {
  var out = [Field.Choice("me", scene.words("tracks.for.me"))]
  guard data.reach.isStaff else { return out }
  out += data.reach.classrooms.map { room in
    Field.Choice(StudyAudience.classroom(room.id).text, scene.words("tracks.for-named", .text(room.name)))
  }
  out.append(Field.Choice("school", scene.words("tracks.for.school")))
  return out
}

func trackTextFormPage(_ data: TrackTextForm, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, known) = (scene.words, data.known)
  let fields = textFields(data, scene)
  let path = TracksPaths.track(data.track.id)
  let title = words(known == nil ? "tracks.add-text" : "tracks.edit-text")
  var parts = [
    card(
      content: form(
        known.map { TracksPaths.text(data.track.id, $0.id) } ?? TracksPaths.texts(data.track.id), fields, draft, scene,
        submit: words("tracks.save"), cancel: (words("kit.cancel"), path),
        style: FormStyle(draft: "track-text-" + (known?.id.text ?? data.track.id.text))))
  ]
  if let known, data.count > 1 {
    let place = Field.number("place", words("tracks.place"), value: data.number, in: 1...data.count)
    parts.append(
      card(
        words("tracks.move"),
        content: form(
          TracksPaths.place(data.track.id, known.id), [place], Draft(), scene, submit: words("tracks.move"),
          scope: "move")))
  }
  return Page(
    known == nil ? "tracks.new-text" : "tracks.edit-text", title: title, parent: (data.track.name, path),
    body: stack(parts, isLoose: true))
}
// words: tracks.add-text, tracks.edit-text

private func textFields(_ data: TrackTextForm, _ scene: Scene) -> [Field] {
  let (words, known) = (scene.words, data.known)
  var source = Field.area(
    "source", words("tracks.source"), value: known?.source ?? "", hint: words("tracks.source-hint"), rows: 10,
    max: TrackItemFields.longest)
  (source.isRequired, source.direction) = (true, "auto")
  var commentary = Field.area(
    "commentary", words("tracks.commentary"), value: known?.commentary ?? "", rows: 6, max: TrackItemFields.longest)
  commentary.direction = "auto"
  var questions = Field.area(
    "questions", words("tracks.questions"), value: (known?.questions ?? []).map { $0.line }.joined(separator: "\n"),
    hint: words("tracks.questions-hint"), rows: 4, max: 8000)
  questions.direction = "auto"
  return [
    .text("label", words("tracks.label"), value: known?.label ?? "", hint: words("tracks.label-hint"), max: 160),
    .text(
      "reference", words("tracks.reference"), value: known?.reference ?? "", hint: words("tracks.reference-hint"),
      isRequired: false, max: 200),
    source,
    .select(
      "language", words("tracks.text-language"), languageChoices(), value: known?.language ?? "", isRequired: false,
      empty: words("tracks.as-track")),
    commentary,
    .select(
      "commentaryLanguage", words("tracks.commentary-language"), languageChoices(),
      value: known?.commentaryLanguage ?? "", isRequired: false, empty: words("tracks.as-track")),
    questions,
  ] + (known.map { [.hidden("version", $0.version)] } ?? [])
}
