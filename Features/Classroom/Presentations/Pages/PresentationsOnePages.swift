import Base
import HTML
import Kit
import People
import School

/// What happened between one child and one presentation.
struct OnePresentationPage: Sendable {
  var student: Student
  var presentation: CurriculumNode
  var tree: CurriculumTree
  /// The newest first, with those that were taken back.
  var acts: [PresentationAct]
  var names: [ID<Account>: String]
  var today: Day
  var topics: [String] = []
}

/// One presentation, to several children at once.
struct GroupPresentationPage: Sendable {
  var classroom: Classroom
  var students: [Student]
  var presentation: CurriculumNode
  var tree: CurriculumTree
  var standings: [ID<Student>: PresentationStanding]
  var today: Day
  var topics: [String] = []
}

func onePresentationPage(_ data: OnePresentationPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, student) = (scene.words, data.student)
  let path = PresentationsPaths.one(data.presentation.id, of: student.id)
  let recording = form(
    path, actFields(data.today, words), draft, scene, submit: words("presentations.write"), style: FormStyle(id: "act"))
  let plan = postButton(
    words("presentations.plan"), to: PresentationsPaths.plans(student.id), scene,
    fields: [Form.Field("presentation", data.presentation.id.text)])
  let past: HTML =
    data.acts.isEmpty
    ? "<p class=\"quiet\">\(words("presentations.never"))</p>"
    : list(data.acts.map { actRow($0, data, scene) }, id: "acts", label: words("presentations.history"))
  return Page(
    "presentations.one", title: data.presentation.name, actions: plan, topics: data.topics,
    parent: (words("presentations.of", .text(student.name)), PresentationsPaths.of(student.id)),
    body: stack(
      [
        presentationAbout(data.presentation, data.tree), recording,
        stack([sectionTitle(words("presentations.history")), past]),
      ], isLoose: true))
}

func groupPresentationPage(_ data: GroupPresentationPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let chosen = Set(draft.form.all("students"))
  let rows = data.students.map { student -> HTML in
    let id = "child-" + student.id.text
    let standing: HTML =
      data.standings[student.id].map { standingLine($0, scene) } ?? HTML(text: words("presentations.not-yet"))
    return """
      <li class="cell"><input type="checkbox" class="check" id="\(id)" name="students" value="\(student.id.text)"\
      \(flag: "checked", chosen.contains(student.id.text))><label class="cell__body" for="\(id)">\
      <span class="cell__title">\(name(student.name))</span><span class="cell__meta">\(standing)</span></label></li>
      """
  }
  let problem: HTML = draft.problem("students").map { "<p class=\"field__error\">\(words($0))</p>" } ?? ""
  let fields = actFields(data.today, words).map { field($0, draft, scene) }
  let body: HTML =
    data.students.isEmpty
    ? emptyState("people", words("presentations.no-children"), "", scene)
    : form(
      PresentationsPaths.group(data.presentation.id, in: data.classroom.id), scene, style: FormStyle(id: "act"),
      content: """
        \(problem)<fieldset><legend>\(words("presentations.children"))</legend><ul class="list" role="list">\(each: rows, { $0 })</ul></fieldset>\
        \(each: fields, { $0 })\(submit(words("presentations.write"), .primary))
        """)
  return Page(
    "presentations.group", title: data.presentation.name, topics: data.topics,
    parent: (data.classroom.name, PresentationsPaths.grid(data.classroom.id)),
    body: stack([presentationAbout(data.presentation, data.tree), body], isLoose: true))
}

private func presentationAbout(_ node: CurriculumNode, _ tree: CurriculumTree) -> HTML {
  let aims: HTML = node.aims.isEmpty ? "" : "<p dir=\"auto\">\(node.aims)</p>"
  return
    "<div><p class=\"quiet\"><a href=\"\(url: CurriculumPaths.node(node.id))\">\(name(areaName(node, tree)))</a></p>\(aims)</div>"
}

private func actFields(_ today: Day, _ words: Words) -> [Field] {
  // words: presentations.kind.*
  [
    .select(
      "kind", words("presentations.kind"),
      PresentationAct.Kind.allCases.map { Field.Choice($0.rawValue, words("presentations.kind." + $0.rawValue)) },
      value: PresentationAct.Kind.presented.rawValue),
    .date("day", words("presentations.happened"), value: today),
    .area("note", words("presentations.note"), isRequired: false, rows: 2, max: 1000),
  ]
}

private func actRow(_ act: PresentationAct, _ data: OnePresentationPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let kind = words("presentations.kind." + act.kind.rawValue)
  let title: HTML = act.withdrawnAt == nil ? HTML(text: kind) : "<s>\(kind)</s>"
  let by: HTML = data.names[act.by].map { name($0) } ?? ""
  let back: HTML = act.withdrawnAt == nil ? "" : HTML(text: words("presentations.was-withdrawn"))
  let note: HTML = act.note.isEmpty ? "" : "<span dir=\"auto\">\(act.note)</span>"
  let withdraw: HTML =
    act.withdrawnAt == nil
    ? postButton(
      words("presentations.take-back"), to: PresentationsPaths.withdrawal(act), scene, .ghost,
      style: ButtonStyle(isSmall: true)) : ""
  return cell(title, meta: dotted([day(act.day, scene), by, note, back]), trail: withdraw, scene)
}
