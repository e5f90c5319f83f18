import Base
import HTML
package import Kit
package import School

/// What the form of an observation stands on.
package struct ObservationForm: Sendable {
  var known: Observation?
  var tags: [RecordTag]
  let now: WallTime
  var search = ""
  /// Those that are ticked.
  var chosen: [Student] = []
  /// Those of it whom the reader does not see any more.
  var unseen: [ID<Student>] = []
  var primary: ID<Student>?
  var offered: [Student] = []
  var tagged: Set<ID<RecordTag>> = []
  /// What came of asking a service outside, just now.
  package var outside: OutsideOutcome?

  init(known: Observation?, tags: [RecordTag], now: WallTime) {
    (self.known, self.tags, self.now) = (known, tags, now)
  }
  /// How many children are offered at once; the others are looked for.
  static let mostOffered = 60
  static let mostSearched = 400
}

package func observationFormPage(_ data: ObservationForm, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, known) = (scene.words, data.known)
  let path = known.map { ObservationsPaths.observation($0.id) } ?? ObservationsPaths.all
  let title = words(known == nil ? "observations.new" : "observations.edit")
  let text = Field.area(
    "text", words("observations.text"), value: known?.text ?? "", rows: 6, max: Observation.longest)
  let happened = known.map { WallTime($0.happenedAt, in: scene.zone) } ?? data.now
  let moment = Field(
    "happenedAt", words("observations.happened"), .line(type: "datetime-local"), value: happened.text,
    hint: scene.schoolClock(words("observations.happened-hint")), isRequired: false, autocomplete: "off")
  let content: HTML = """
    \(errorSummary(draft, [text, moment], scene))\(outsideBanner(data.outside, .transcript, scene))\(standing(data, draft, scene))\(hidden(carried(known)))\
    \(picker(data, draft, scene))\(field(text, draft, scene))\(field(moment, draft, scene))\
    \(tagFold(data, draft, scene))<div class="form__actions">\(buttons(known, scene))\
    \(linkButton(words("kit.cancel"), to: path, .ghost))</div>
    """
  return Page(
    known == nil ? "observations.new" : "observations.edit", title: title,
    parent: (words("observations.title"), path),
    body: form(
      path, scene,
      style: FormStyle(
        id: "observation",
        // What was typed and not sent before is not to take the place of what a service wrote down.
        draft: "observation-" + (known?.id.text ?? "new") + (data.outside == nil ? "" : "-outside")),
      content: content))
}

private func carried(_ known: Observation?) -> [Form.Field] {
  // What is sent next knows what stands there now: the reader has seen it above.
  known.map { [Form.Field("version", $0.version)] } ?? []
}

/// What somebody else wrote meanwhile, above what was typed.
private func standing(_ data: ObservationForm, _ draft: Draft, _ scene: Scene) -> HTML {
  guard let known = data.known, let typed = draft["text"], !draft.problems.isEmpty, typed != known.text else {
    return ""
  }
  return banner(
    "<p class=\"observation__text\" dir=\"auto\">\(known.text)</p>", scene, .info,
    title: scene.words("observations.stands"))
}

private func buttons(_ known: Observation?, _ scene: Scene) -> HTML {
  let words = scene.words
  let finish = submit(
    words(known?.state == .complete ? "observations.save" : "observations.finish"), name: "state", value: "complete")
  guard known?.state != .complete else { return finish }
  return "\(finish)\(submit(words("observations.save-draft"), .secondary, name: "state", value: "draft"))"
}

/// The children: those that are chosen first, and a search that keeps what was typed.
private func picker(_ data: ObservationForm, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let chosen = data.chosen.map { box("child", $0.id.text, name($0.name), isOn: true) }
  let unseen = data.unseen.map {
    box("child", $0.text, HTML(text: words("observations.child-gone")), isOn: true)
  }
  let offered = data.offered.map { box("child", $0.id.text, name($0.name), isOn: false) }
  let problem: HTML =
    draft.problem("child").map { "<p class=\"field__error\">\(icon("warning", scene))\(words($0))</p>" } ?? ""
  let none: HTML =
    data.offered.isEmpty && !data.search.isEmpty ? "<p class=\"quiet\">\(words("observations.no-child"))</p>" : ""
  return """
    <fieldset class="choices"><legend>\(words("observations.children"))</legend>\(each: chosen + unseen + offered, { $0 })\
    </fieldset>\(problem)\(none)<div class="observation-find">\
    \(field(.text("q", words("observations.find-child"), value: data.search, isRequired: false, max: 80), Draft(), scene))\
    <button class="button" formaction="\(url: ObservationsPaths.form + (data.known.map { "?observation=" + $0.id.text } ?? ""))" \
    formnovalidate>\(icon("search", scene))\(words("observations.find"))</button></div>\(primary(data, scene))
    """
}

/// Whom it is about first, where there are several.
private func primary(_ data: ObservationForm, _ scene: Scene) -> HTML {
  guard data.chosen.count > 1 else { return "" }
  return field(
    .select(
      "primary", scene.words("observations.primary"), data.chosen.map { Field.Choice($0.id.text, $0.name) },
      value: data.primary?.text ?? "", isRequired: false, empty: scene.words("observations.primary-first")),
    Draft(), scene)
}

private func tagFold(_ data: ObservationForm, _ draft: Draft, _ scene: Scene) -> HTML {
  let boxes = tagBoxes(data.tags, data.tagged, isFiltering: false, scene)
  guard !boxes.isEmpty else { return "" }
  let problem: HTML =
    draft.problem("tag").map { "<p class=\"field__error\">\(icon("warning", scene))\(scene.words($0))</p>" } ?? ""
  return """
    <details class="observation-filters"\(flag: "open", !data.tagged.isEmpty || !problem.isEmpty)>\
    <summary class="button button--ghost">\(icon("filter", scene))\(scene.words("observations.tags"))</summary>\
    \(boxes)\(problem)</details>
    """
}
