import Base
import HTML
import Kit
import School

/// What was seen at home: what waits for the staff, and the form of a guardian.
func homePart(_ data: SharedPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let cards = data.waiting.map { homeCard($0, data, scene) }
  let waiting: HTML =
    cards.isEmpty
    ? "" : "\(sectionTitle(words("observations.home-waiting")))<div class=\"observations\">\(each: cards, { $0 })</div>"
  return "\(data.maySend ? homeForm(data, draft, scene) : "")\(waiting)"
}

private func homeForm(_ data: SharedPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let text = Field.area("text", words("observations.home-text"), rows: 3, max: Observation.longest)
  let others = Field.select(
    "others", words("observations.anyone-else"),
    [
      Field.Choice(ObservationFileAnswer.Others.nobody.rawValue, words("observations.only-these")),
      Field.Choice(ObservationFileAnswer.Others.somebody.rawValue, words("observations.others-too")),
    ],
    isRequired: false, empty: "–")
  let content: HTML = """
    \(errorSummary(draft, [text], scene))\(field(text, draft, scene))\
    \(fileField(
      "file", words("observations.add-file"), accept: "image/*,audio/*",
      isRequired: false, most: Observation.mostMegabytes, draft, scene))\(field(others, draft, scene))\
    <p class="quiet">\(words("observations.home-hint"))</p>\
    <div class="form__actions">\(submit(words("observations.home-send"), icon: icon("home", scene)))</div>
    """
  return """
    <details class="observation-filters no-print"\(flag: "open", !draft.problems.isEmpty)>\
    <summary class="button">\(icon("home", scene))\(words("observations.home-new"))</summary>\
    \(form(ObservationsPaths.shared(data.student.id), scene, style: FormStyle(isMultipart: true), content: content))</details>
    """
}

private func homeCard(_ one: Observation, _ data: SharedPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let text: HTML = one.text.isEmpty ? "" : "<p class=\"observation__text\" dir=\"auto\">\(one.text)</p>"
  let files = data.files.filter { $0.observation == one.id }.map { file -> HTML in
    if file.isHidden { return hiddenFile(scene) }
    guard file.kind == .picture else {
      return linkButton(file.name, to: ObservationsPaths.file(file), icon: icon("download", scene))
    }
    return """
      <img class="observation__picture" src="\(url: ObservationsPaths.file(file))" \
      alt="\(words("observations.picture-of", .text(data.student.name)))" loading="lazy">
      """
  }
  let gallery: HTML = files.isEmpty ? "" : "<div class=\"observation__gallery\">\(each: files, { $0 })</div>"
  let accept: HTML =
    data.isFamily
    ? ""
    : cluster([
      postButton(
        words("observations.home-accept"), to: ObservationsPaths.observation(one.id) + "/acceptance", scene,
        .secondary)
    ])
  return """
    <article class="card observation">\(stateBadge(one, scene))\(text)\(gallery)\
    <p class="quiet observation__facts">\(dotted([name(data.names[one.author] ?? ""), time(one.happenedAt, scene)]))</p>\
    \(accept)</article>
    """
}
