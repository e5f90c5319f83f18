import Base
import HTML
import Kit
import School

/// What the form of a quick capture stands on.
struct CapturePage: Sendable {
  let now: WallTime
  /// Those who are away today last.
  var students: [Student] = []
  var absent: Set<ID<Student>> = []
  /// Those of whom pictures may be kept.
  var photographed: Set<ID<Student>> = []
  var chosen: [ID<Student>] = []
  /// What the reader used of late.
  var recent: [RecordTag] = []
  var tags: [RecordTag] = []
  var tree = CurriculumTree([], [])
  /// What is planned for the children until today, which stands before the rest.
  var planned: [CurriculumNode] = []
  /// As it came: by the address, or typed and refused.
  var typed = Form()
  init(now: WallTime) { self.now = now }

  /// What can be presented, by the areas of the curriculum.
  var presentations: [(area: CurriculumNode, items: [CurriculumNode])] {
    tree.areas.map { area in
      (area: area, items: tree.outline(of: area.id).filter { $0.kind == .presentation && tree.stands($0.id) })
    }.filter { !$0.items.isEmpty }
  }
}

extension Behaviour {
  /// Keeps what is being captured on the device, makes its pictures small and sends it.
  static let capture = Behaviour("capture", on: "data-capture")
}

/// The way to a capture from a page that is about children: floating on a phone, among the acts on larger screens.
func captureWays(_ path: String, _ scene: Scene) -> (act: HTML, float: HTML) {
  let title = scene.words("capture.title")
  return (
    // A thumb has the one that floats.
    act: linkButton(
      title, to: path, .primary, icon: icon("plus", scene), style: ButtonStyle(key: "c", classes: "desk-only")),
    float: fab("plus", title, to: path, scene)
  )
}

func capturePage(_ data: CapturePage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let body: HTML =
    data.students.isEmpty
    ? emptyState("class", words("capture.no-children"), words("capture.no-children-text"), scene)
    : captureForm(data, draft, scene)
  return Page("capture.capture", title: words("capture.title"), body: body)
}

private func captureForm(_ data: CapturePage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let presentations = data.presentations
  let kinds = CaptureKind.allCases.filter { $0 != .presentation || !presentations.isEmpty }
  let kind = Field.cards(
    "kind", words("capture.kind"), kinds.map { Field.Choice($0.rawValue, words("capture.kind." + $0.rawValue)) },
    value: CaptureKind.observation.rawValue)
  // words: capture.kind.*
  let text = Field.area("text", words("capture.text"), rows: 3, max: Observation.longest)
  let moment = Field(
    "happenedAt", words("capture.happened"), .line(type: "datetime-local"), value: data.now.text,
    hint: scene.schoolClock(words("capture.happened-hint")), isRequired: false, autocomplete: "off")
  let due = Field.date("day", words("capture.due"), hint: words("capture.due-hint"), isRequired: false)
  let content: HTML = """
    \(errorSummary(draft, [kind, text, moment], scene))\
    <div class="capture__back" data-regain hidden><span>\(words("capture.back"))</span>\
    <button type="button" class="button button--small" data-discard>\(words("capture.discard"))</button></div>\
    <input type="hidden" name="primary" value="">\
    \(field(kind, draft, scene))\(childrenPart(data, draft, scene))\(field(text, draft, scene))\
    \(presentationPart(presentations, data, draft, scene))\(tagsPart(data, draft, scene))\
    \(photosPart(draft, scene))\(soundPart(draft, scene))<div data-part="observation presentation">\(field(moment, draft, scene))</div>\
    <div data-part="task">\(field(due, draft, scene))</div><p class="capture__said" role="status" data-said></p>\
    <div class="form__actions capture__actions">\(submit(words("capture.save")))\
    \(linkButton(words("kit.cancel"), to: "/", .ghost))</div>
    """
  return """
    <div class="capture"\(behaviour: .capture)\(captureWords(words))\(retouchWords(words))>\(form(
      CapturePaths.capture, scene, style: FormStyle(id: "capture", isMultipart: true), content: content))\
    \(retouchDialog(scene))</div>
    """
}

/// What the script says, in the reader's language.
private func captureWords(_ words: Words) -> HTML {
  """
   data-most="\(Observation.mostFiles)" data-most-children="\(Observation.mostChildren)" \
  data-word-many="\(words("capture.photos-many", .count(Observation.mostFiles)))" \
  data-word-children="\(words("observations.children-many", .count(Observation.mostChildren)))" \
  data-word-child="\(words("observations.child-needed"))" data-word-video="\(words("capture.no-video"))" \
  data-word-type="\(words("capture.pictures-only"))" data-word-unreadable="\(words("capture.unreadable"))" \
  data-word-consent="\(words("observations.no-consent", .text("%@")))" data-word-here="\(words("capture.kept-here"))" \
  data-word-nowhere="\(words("capture.kept-nowhere"))" data-word-failed="\(words("capture.failed"))" \
  data-word-photo="\(words("capture.photo", .text("%@")))" data-word-remove="\(words("capture.remove-photo", .text("%@")))" \
  data-word-record="\(words("capture.record"))" data-word-stop="\(words("capture.stop"))" \
  data-word-microphone="\(words("capture.no-microphone"))" data-word-sending="\(words("capture.sending"))" \
  data-word-first="\(words("capture.first"))" data-word-sent="\(words("capture.sent-later"))" \
  data-word-refused="\(words("capture.refused-later"))" data-word-title="\(words("capture.title"))"
  """
}

// MARK: children

private func childrenPart(_ data: CapturePage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let chips = data.students.map { childChip($0, data, scene) }
  let find: HTML = """
    <div class="field js-only" data-finder><label class="field__label" for="capture-find">\(words("observations.find-child"))</label>\
    <input type="search" id="capture-find" dir="auto" autocomplete="off" placeholder=" " maxlength="80" data-find></div>
    """
  return """
    <fieldset class="capture__children"><legend>\(words("capture.children"))</legend>\
    \(when: data.students.count > 8, find)<div class="capture__chips">\(each: chips, { $0 })</div>\
    <p class="quiet" data-none hidden>\(words("observations.no-child"))</p>\(problem("child", draft, scene))\
    <p class="field__error" role="alert" data-consent hidden></p></fieldset>
    """
}

private func childChip(_ student: Student, _ data: CapturePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let isLocked = !data.photographed.contains(student.id)
  let lock: HTML = isLocked ? icon("lock", scene, label: words("capture.no-photos")) : ""
  let away: HTML =
    data.absent.contains(student.id) ? "<span class=\"capture__away\">\(words("capture.absent"))</span>" : ""
  return """
    <label class="capture__chip"><input type="checkbox" name="child" value="\(student.id.text)"\
    \(flag: "checked", data.chosen.contains(student.id))\(flag: "data-locked", isLocked)><span data-name>\(name(student.name))</span>\
    \(lock)\(away)</label>
    """
}

private func problem(_ field: String, _ draft: Draft, _ scene: Scene) -> HTML {
  draft.problem(field).map { "<p class=\"field__error\">\(icon("warning", scene))\(scene.words($0))</p>" } ?? ""
}

// MARK: what is beside the text

private func presentationPart(
  _ areas: [(area: CurriculumNode, items: [CurriculumNode])], _ data: CapturePage, _ draft: Draft, _ scene: Scene
) -> HTML {
  guard !areas.isEmpty else { return "" }
  let words = scene.words
  func options(_ title: String, _ nodes: [CurriculumNode]) -> HTML {
    guard !nodes.isEmpty else { return "" }
    let options = nodes.map { node -> HTML in
      let isChosen = node.id.text == data.typed["presentation"]
      return "<option value=\"\(node.id.text)\"\(flag: "selected", isChosen)>\(node.name)</option>"
    }
    return "<optgroup label=\"\(title)\">\(each: options, { $0 })</optgroup>"
  }
  let groups =
    [options(words("capture.planned"), data.planned)]
    + areas.map { part in
      options(part.area.name, part.items.filter { node in !data.planned.contains { $0.id == node.id } })
    }
  let act = Field.select(
    "act", words("capture.act"),
    PresentationAct.Kind.allCases.map {
      Field.Choice($0.rawValue, words("presentations.kind." + $0.rawValue))
    }, value: PresentationAct.Kind.presented.rawValue)
  return """
    <div data-part="presentation"><div class="field"><label class="field__label" for="f-presentation">\
    \(words("capture.presentation"))</label><select id="f-presentation" name="presentation"><option value="">\
    \(words("capture.choose"))</option>\(each: groups, { $0 })</select>\(problem("presentation", draft, scene))</div>\
    \(field(act, draft, scene))</div>
    """
}

private func tagsPart(_ data: CapturePage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.recent.isEmpty || !data.tags.isEmpty else { return "" }
  let chosen = Set(data.typed.all("tag").prefix(40).compactMap { ID<RecordTag>($0) })
  let recent: HTML =
    data.recent.isEmpty
    ? "" : "<div class=\"capture__chips\">\(each: data.recent.map { tagChip($0, chosen) }, { $0 })</div>"
  let parts = RecordTag.Taxonomy.allCases.map { taxonomy -> HTML in
    let some = data.tags.filter { $0.taxonomy == taxonomy }
    guard !some.isEmpty else { return "" }
    return """
      <fieldset class="capture__tags"><legend>\(words("observations.taxonomy." + taxonomy.rawValue))</legend>\
      <div class="capture__chips">\(each: some.map { tagChip($0, chosen) }, { $0 })</div></fieldset>
      """
  }
  let isOpen = data.tags.contains { chosen.contains($0.id) } || data.recent.isEmpty && data.tags.count < 9
  let rest: HTML =
    data.tags.isEmpty
    ? ""
    : "<details class=\"capture__more\"\(flag: "open", isOpen)><summary>\(words("capture.more-tags"))</summary>\(each: parts, { $0 })</details>"
  return """
    <fieldset class="capture__part" data-part="observation"><legend>\(words("capture.tags"))</legend>\
    \(recent)\(rest)\(problem("tag", draft, scene))</fieldset>
    """
}

private func tagChip(_ tag: RecordTag, _ chosen: Set<ID<RecordTag>>) -> HTML {
  """
  <label class="capture__chip"><input type="checkbox" name="tag" value="\(tag.id.text)"\
  \(flag: "checked", chosen.contains(tag.id))><span dir="auto">\(tag.name)</span></label>
  """
}

private func photosPart(_ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let others = Field.cards(
    "others", words("capture.others"),
    [
      Field.Choice(ObservationFileAnswer.Others.nobody.rawValue, words("capture.others-no")),
      Field.Choice(ObservationFileAnswer.Others.somebody.rawValue, words("capture.others-yes")),
    ], isRequired: false)
  return """
    <fieldset class="capture__part" data-part="observation"><legend>\(words("capture.photos"))</legend>\
    <p class="field__hint">\(words("capture.photos-hint", .count(Observation.mostFiles)))</p><div class="capture__takes">\
    <label class="button capture__take">\(icon("picture", scene))<span>\(words("capture.camera"))</span>\
    <input type="file" name="file" accept="image/*" capture="environment" data-photos></label>\
    <label class="button button--ghost capture__take">\(icon("file", scene))<span>\(words("capture.choose-photos"))</span>\
    <input type="file" name="file" accept="image/*" multiple data-photos></label></div>\(problem("file", draft, scene))\
    <ul class="capture__photos" data-shown aria-label="\(words("capture.photos"))"></ul>\
    <p class="field__error" role="alert" data-refused hidden></p>\(field(others, draft, scene))</fieldset>
    """
}

private func soundPart(_ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  return """
    <fieldset class="capture__part" data-part="observation"><legend>\(words("capture.sound"))</legend>\
    <p class="field__hint">\(words("capture.sound-hint"))</p>\
    <button type="button" class="button" data-record hidden>\(words("capture.record"))</button>\
    <div class="capture__sound" data-recorded hidden><audio controls data-replay></audio>\
    <button type="button" class="button button--ghost" data-remove-sound>\(words("capture.remove-sound"))</button></div>\
    <label class="button button--ghost capture__take no-js">\(icon("sound", scene))<span>\(words("capture.sound-file"))</span>\
    <input type="file" name="sound" accept="audio/*"></label>\(problem("sound", draft, scene))</fieldset>
    """
}
