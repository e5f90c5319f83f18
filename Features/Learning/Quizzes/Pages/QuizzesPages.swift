import Base
import HTML
import Kit
import School

/// What every page of a quiz says about it.
struct QuizHead: Sendable {
  var quiz: Quiz
  var item: CourseItem
  var courseName: String
  var access: CourseAccess
  /// What its staff watch: who takes it, and what comes of it.
  var topics: [String] = []
  var path: String { QuizzesPaths.quiz(quiz.id) }
  var parent: (title: String, path: String) { (courseName, CoursesPaths.course(quiz.course)) }
  /// The quiz itself as the way back, on the pages below it.
  var own: (title: String, path: String) { (item.title, path) }
}

/// The tabs of those who run a quiz.
enum QuizTab: String, CaseIterable { case questions, settings, results, analysis, times }
// words: quizzes.tab.*

func quizTabs(_ head: QuizHead, _ current: QuizTab, _ scene: Scene) -> HTML {
  tabs(
    scene.words("quizzes.parts"),
    QuizTab.allCases.map { tab in
      let path = tab == .questions ? head.path : QuizzesPaths.of(head.quiz.id, tab.rawValue)
      return Tab(scene.words("quizzes.tab." + tab.rawValue), path: path, isCurrent: tab == current)
    }, scene)
}

func quizPointsOf(_ points: Amount?, _ possible: Amount, _ scene: Scene) -> String {
  scene.words(
    "quizzes.points-of", .text(points.map { scene.words.number($0) } ?? "–"), .text(scene.words.number(possible)))
}

func quizPoints(_ points: Amount, _ scene: Scene) -> String {
  points.units % Amount.scale == 0
    ? scene.words("quizzes.points", .count(Int(points.units / Amount.scale)))
    : scene.words("quizzes.points-exact", .text(scene.words.number(points)))
}

/// One question in the list of the builder.
struct QuizLine: Sendable {
  let question: Question
  let face: QuestionFace
  let points: Amount
}

struct QuizBuilderPage: Sendable {
  let head: QuizHead
  let lines: [QuizLine]
  let attempts: Int
  var total: Amount { Amount.total(lines.map { $0.points }) }
}

/// The questions of a quiz, for those who make it.
func builderPage(_ data: QuizBuilderPage, _ scene: Scene) -> Page {
  let (head, words) = (data.head, scene.words)
  let list: HTML =
    data.lines.isEmpty
    ? emptyState(
      "note", words("quizzes.empty-questions"), words("quizzes.empty-questions.text"), scene,
      action: linkButton(words("quizzes.add-question"), to: newQuestion(head, .single), .primary))
    : "\(arrangeForm(head, scene))\(lineList(data, scene))"
  return Page(
    "quizzes.builder", title: head.item.title,
    actions:
      "\(linkButton(words("quizzes.preview"), to: QuizzesPaths.of(head.quiz.id, "preview"), icon: icon("eye", scene)))\(publishButton(data, scene))",
    parent: head.parent,
    body: """
      \(quizTabs(head, .questions, scene))<div class="stack">\(draftBanner(data, scene))\(summary(data, scene))\
      \(addBar(data, scene))\(list)</div>
      """)
}

private func newQuestion(_ head: QuizHead, _ kind: QuestionKind) -> String {
  QuizzesPaths.of(head.quiz.id, "questions/new") + "?kind=" + kind.rawValue
}

private func draftBanner(_ data: QuizBuilderPage, _ scene: Scene) -> HTML {
  if data.head.item.publishedAt == nil {
    return banner(HTML(text: scene.words("quizzes.draft.text")), scene, title: scene.words("quizzes.draft"))
  }
  guard data.attempts > 0 else { return "" }
  return banner(
    HTML(text: scene.words("quizzes.has-attempts", .count(data.attempts))), scene, .warning,
    action: linkButton(
      scene.words("quizzes.regrade"), to: QuizzesPaths.of(data.head.quiz.id, "regrade"),
      style: ButtonStyle(isSmall: true)))
}

private func publishButton(_ data: QuizBuilderPage, _ scene: Scene) -> HTML {
  let isShown = data.head.item.publishedAt != nil
  if isShown, data.attempts > 0 { return "" }
  return postButton(
    scene.words(isShown ? "quizzes.unpublish" : "quizzes.publish"), to: QuizzesPaths.of(data.head.quiz.id, "publish"),
    scene, fields: [Form.Field("published", isShown ? "off" : "on")], isShown ? .secondary : .primary)
}

private func summary(_ data: QuizBuilderPage, _ scene: Scene) -> HTML {
  let (quiz, words) = (data.head.quiz, scene.words)
  return stats([
    Stat(words("quizzes.questions"), words.number(data.lines.count)),
    Stat(words("quizzes.total"), quizPoints(data.total, scene)),
    Stat(
      words("quizzes.minutes"), quiz.minutes.map { words.number($0) } ?? "∞",
      unit: quiz.minutes == nil ? words("quizzes.no-limit") : words("quizzes.minutes-unit")),
    Stat(
      words("quizzes.attempts"), quiz.attempts.map { words.number($0) } ?? "∞",
      to: QuizzesPaths.of(quiz.id, "settings")),
  ])
}

/// A new question of each kind, and the other ways to get some.
private func addBar(_ data: QuizBuilderPage, _ scene: Scene) -> HTML {
  let (head, words) = (data.head, scene.words)
  let items = QuestionKind.allCases.map {
    menuLink(words("quizzes.kind." + $0.rawValue), to: newQuestion(head, $0), icon: icon("plus", scene))
  }
  var more = [
    menuLink(words("quizzes.import"), to: QuizzesPaths.of(head.quiz.id, "import"), icon: icon("import", scene)),
    menuLink(
      words("quizzes.export-gift"), to: QuizzesPaths.of(head.quiz.id, "export") + "?format=gift",
      icon: icon("download", scene)),
    menuLink(
      words("quizzes.export-xml"), to: QuizzesPaths.of(head.quiz.id, "export") + "?format=xml",
      icon: icon("download", scene)),
  ]
  if data.attempts == 0 {
    more += [
      menuLine,
      menuLink(
        words("quizzes.delete-quiz"), to: QuizzesPaths.of(head.quiz.id, "deletion"), icon: icon("trash", scene),
        isDanger: true),
    ]
  }
  return """
    \(toolbar(
      "\(button(words("quizzes.add-question"), .secondary, icon: icon("plus", scene), popover: "menu-add", style: ButtonStyle(key: "n")))\(linkButton(words("quizzes.from-bank"), to: QuizzesPaths.of(head.quiz.id, "bank"), icon: icon("copy", scene)))",
      end: iconButton("more", words("quizzes.more"), scene, popover: "menu-files")))\
    \(menu("menu-add", words("quizzes.add-question"), items))\(menu("menu-files", words("quizzes.more"), more))
    """
}

/// The one form of all the row's buttons.
private func arrangeForm(_ head: QuizHead, _ scene: Scene) -> HTML {
  form(head.path, scene, style: FormStyle(id: "arrange", classes: ""), content: "")
}

private func lineList(_ data: QuizBuilderPage, _ scene: Scene) -> HTML {
  let rows = data.lines.enumerated().map { lineRow($0.element, $0.offset, data, scene) }
  return """
    <ol class="list sortable" id="questions" role="list" data-sortable aria-label="\(scene.words("quizzes.questions"))">\
    \(each: rows, { $0 })</ol>
    """
}

private func lineRow(_ line: QuizLine, _ place: Int, _ data: QuizBuilderPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let id = line.question.id.text
  let own = QuizzesPaths.question(line.question.id, in: data.head.quiz.id)
  let name = words("quizzes.question-number", .count(place + 1))
  return """
    <li class="cell sortable__row" id="question-\(id)"\(behaviour: .sort, own + "/arrange")>\
    <span class="cell__lead"><button type="button" class="sortable__grip js-only" data-sort-grip \
    aria-label="\(words("quizzes.move", .text(name)))" title="\(words("quizzes.move-how"))">\(icon("menu", scene))</button>\
    <span class="sortable__number" aria-hidden="true">\(words.number(place + 1))</span></span>\
    <div class="cell__body"><span class="cell__title"><a href="\(url: own)"><bdi>\(line.face.line)</bdi></a></span>\
    <div class="cell__meta">\(badge(words("quizzes.kind." + line.face.kind.rawValue))) \
    \(quizPoints(line.points, scene))</div></div>\
    <div class="cell__trail">\(moveButton("up", "chevron-down", place == 0, own, name, scene))\
    \(moveButton("down", "chevron-down", place == data.lines.count - 1, own, name, scene))\
    \(iconButton("more", words("quizzes.more-of", .text(name)), scene, popover: "menu-" + id))\
    \(rowMenu(own, id, scene))</div></li>
    """
}

private func moveButton(_ act: String, _ symbol: String, _ isOff: Bool, _ own: String, _ name: String, _ scene: Scene)
  -> HTML
{
  let label = scene.words("quizzes.move-" + act, .text(name))
  return """
    <button class="button button--icon button--ghost sortable__\(act)" form="arrange" formaction="\(url: own + "/arrange")" \
    name="act" value="\(act)" data-mark="\(act)" aria-label="\(label)" title="\(label)"\(flag: "disabled", isOff)>\
    \(icon(symbol, scene))</button>
    """
}
// words: quizzes.move-up quizzes.move-down

private func rowMenu(_ own: String, _ id: String, _ scene: Scene) -> HTML {
  func act(_ name: String, _ symbol: String) -> HTML {
    """
    <button class="menu__item" form="arrange" formaction="\(url: own + "/arrange")" name="act" value="\(name)">\
    \(icon(symbol, scene))\(scene.words("quizzes.act-" + name))</button>
    """
  }
  return menu(
    "menu-" + id, scene.words("quizzes.more"),
    [
      menuLink(scene.words("quizzes.edit-question"), to: own, icon: icon("edit", scene)), act("duplicate", "copy"),
      act("bank", "download"), menuLine,
      menuLink(scene.words("quizzes.act-remove"), to: own + "/delete", icon: icon("trash", scene), isDanger: true),
    ])
}
// words: quizzes.act-duplicate quizzes.act-bank

/// The question before a question is taken out.
func deleteQuestionPage(_ head: QuizHead, _ line: QuizLine, _ scene: Scene) -> Page {
  Confirmation(
    scene.words("quizzes.delete-question"), scene.words("quizzes.delete-question.text", .text(line.face.line)),
    label: scene.words("quizzes.act-remove"),
    action: QuizzesPaths.question(line.question.id, in: head.quiz.id) + "/arrange",
    fields: [Form.Field("act", "remove")], back: head.path
  ).page("quizzes.delete-question", scene)
}

/// The quizzes of a course, for its list.
struct QuizListPage: Sendable {
  struct Line: Sendable {
    let item: CourseItem
    let quiz: Quiz
  }
  let course: Course
  let access: CourseAccess
  let lines: [Line]

  var isStaff: Bool { access.isStaff }
}

func quizListPage(_ data: QuizListPage, _ scene: Scene) -> Page {
  let words = scene.words
  let add: HTML =
    data.isStaff
    ? linkButton(words("quizzes.new"), to: QuizzesPaths.new(in: data.course.id), .primary, icon: icon("plus", scene))
    : ""
  let bank: HTML =
    data.isStaff ? linkButton(words("quizzes.bank"), to: QuestionsPaths.bank, icon: icon("copy", scene)) : ""
  let body: HTML =
    data.lines.isEmpty
    ? emptyState("quiz", words("quizzes.empty"), words("quizzes.empty.text"), scene, action: add)
    : list(data.lines.map { quizRow($0, scene) }, label: words("quizzes.quizzes"))
  return Page(
    "quizzes.list", title: words("quizzes.quizzes"), actions: data.lines.isEmpty ? bank : bank + add,
    space: courseSpace(data.course, data.access, current: .quizzes, scene), body: body)
}

private func quizRow(_ line: QuizListPage.Line, _ scene: Scene) -> HTML {
  let due: HTML = line.item.dueAt.map { "\(scene.words("quizzes.due")) \(time($0, scene))" } ?? ""
  return cell(
    name(line.item.title), meta: due,
    trail: line.item.publishedAt == nil ? badge(scene.words("quizzes.draft"), .warning) : "",
    to: QuizzesPaths.quiz(line.quiz.id), scene)
}

extension Behaviour {
  /// A question that is dragged to its place.
  static let sort = Behaviour("builder", on: "data-sort")
}
