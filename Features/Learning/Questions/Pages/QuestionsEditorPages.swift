package import Base
import Exact
import HTML
import Kit
import School

/// One question in its editor, in a quiz or in the bank.
struct QuestionEditorPage: Sendable {
  enum Home: Sendable {
    case quiz(QuestionTaker)
    case bank([(id: ID<Course>, name: String)])
  }
  let home: Home
  /// `nil` is a new one.
  let question: Question?
  /// What stands in the fields before anybody types.
  let form: Form
  /// What the question gives when it has no points of its own.
  let usual: Amount
  let wasAsked: Bool

  var action: String {
    switch home {
    case .quiz(let taker): taker.path + "/questions" + (question.map { "/" + $0.id.text } ?? "")
    case .bank: question.map { QuestionsPaths.banked($0.id) } ?? QuestionsPaths.bank
    }
  }
  var back: String {
    if case .quiz(let taker) = home { taker.path } else { QuestionsPaths.bank }
  }
}

/// Draws the editor from one form: what was typed when there is some, what is in the books otherwise.
func questionEditorPage(_ data: QuestionEditorPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let form = draft.form.fields.isEmpty ? data.form : draft.form
  let shown = Draft(form, problems: draft.problems)
  let kind = form["kind"].flatMap { QuestionKind(rawValue: $0) } ?? .single
  let editor = Editor(form: form, draft: shown, kind: kind, scene: scene)
  let title = words(data.question == nil ? "quizzes.new-question" : "quizzes.edit-question")
  var parent = (words("quizzes.bank"), QuestionsPaths.bank)
  if case .quiz(let taker) = data.home { parent = (taker.title, taker.path) }
  return Page("quizzes.question", title: title, parent: parent, body: editor.page(data))
}

/// The rows of an editor that can be more or fewer.
extension Form {
  /// The numbers of the rows called `name.<number>`, in their order; with room for new ones.
  func rows(_ name: String, least: Int) -> [Int] {
    var found: [Int] = []
    for field in fields where field.name.hasPrefix(name + ".") {
      if let number = wholeNumber(field.name.dropFirst(name.utf8.count + 1).utf8), !found.contains(number) {
        found.append(number)
      }
    }
    while found.count < least { found.append((found.max() ?? 0) + 1) }
    return found
  }

  /// With one more row, or one less, as a button without script asks.
  package func acting(_ act: String) -> Form {
    var copy = self
    copy.fields.removeAll { $0.name == "act" }
    if act.hasPrefix("kind.") {
      copy.fields.removeAll { $0.name == "kind" }
      copy.fields.append(Field("kind", String(act.dropFirst(5))))
    } else if act == "add" {
      let name = ["option", "value", "right"].first { name in fields.contains { $0.name.hasPrefix(name + ".") } }
      if let name { copy.fields.append(Field(name + "." + String((rows(name, least: 0).max() ?? 0) + 1), "")) }
    } else if act.hasPrefix("drop.") {
      let number = act.dropFirst(5)
      let names = ["option", "correct", "value", "by", "form", "left", "right", "name"].map { $0 + "." + number }
      copy.fields.removeAll { names.contains($0.name) }
    }
    return copy
  }
}

/// A question that is being written.
private struct Editor {
  let form: Form
  let draft: Draft
  let kind: QuestionKind
  let scene: Scene
  var words: Words { scene.words }

  func page(_ data: QuestionEditorPage) -> HTML {
    let drawn: HTML = "\(fields(data))\(parts)\(after)"
    let summary = errorSummary(draft, summed, scene)
    let regrade: HTML = data.wasAsked ? banner(HTML(text: words("quizzes.was-asked")), scene) : ""
    return Kit.form(
      data.action, scene, style: FormStyle(isMultipart: true, classes: "stack measure editor"),
      content: """
        <button class="visually-hidden" name="act" value="save" tabindex="-1" aria-hidden="true">\(words("quizzes.save"))</button>\
        \(summary)\(regrade)\(kinds(data))\(card(content: "<div class=\"stack\">\(drawn)</div>"))\
        \(questionPictures(form, draft, scene))\
        <div class="form__actions">\(submit(words("quizzes.save"), name: "act", value: "save"))\
        \(linkButton(words("quizzes.cancel"), to: data.back, .ghost))</div>
        """)
  }

  /// The kinds as buttons of the form, so that what was typed goes along; a question that was saved keeps its kind.
  private func kinds(_ data: QuestionEditorPage) -> HTML {
    let chosen: HTML = "<input type=\"hidden\" name=\"kind\" value=\"\(kind.rawValue)\">"
    guard data.question == nil else { return "\(chosen)<p>\(badge(words("quizzes.kind." + kind.rawValue)))</p>" }
    let buttons = QuestionKind.allCases.map { one -> HTML in
      """
      <button class="chip" name="act" value="kind.\(one.rawValue)" aria-pressed="\(one == kind ? "true" : "false")">\
      \(words("quizzes.kind." + one.rawValue))</button>
      """
    }
    return
      "\(chosen)<div class=\"chips\" role=\"group\" aria-label=\"\(words("quizzes.kind"))\">\(each: buttons, { $0 })</div>"
  }

  /// What the summary of mistakes calls the fields, with the rows by their numbers.
  private var summed: [Field] {
    func row(_ name: String, _ label: String) -> Field { .text(name, label, isRequired: false) }
    var all = [
      textField, .area("answers", words("quizzes.accepted")), row("points", words("quizzes.own-points")),
      row("units", words("quizzes.units")), row("unitPenalty", words("quizzes.unit-penalty")),
      row("explanation", words("quizzes.explanation")), row("tags", words("quizzes.tags")),
      row("name", words("quizzes.name")), row("notes", words("quizzes.notes")),
      row("correct", words("quizzes.options")), row("picture", words("quizzes.picture")),
      row("about", words("lessons.about")),
    ]
    for (place, key) in form.rows("option", least: 1).enumerated() {
      all.append(row("option." + String(key), words("quizzes.option", .count(place + 1))))
    }
    for key in form.rows("value", least: 1) {
      all.append(row("value." + String(key), words("quizzes.number-value")))
      all.append(row("by." + String(key), words("quizzes.number-by")))
    }
    for key in form.rows("right", least: 1) {
      all.append(row("left." + String(key), words("quizzes.pair-left")))
      all.append(row("right." + String(key), words("quizzes.pair-right")))
    }
    return all
  }

  private var textField: Field {
    var field = Field.area(
      "text", words("quizzes.text"), hint: words(kind == .blanks ? "quizzes.text.blanks" : "quizzes.text.hint"),
      isRequired: true, rows: 4, max: 8000)
    field.isFocused = form["text"]?.isEmpty ?? true
    return field
  }

  private func fields(_ data: QuestionEditorPage) -> HTML {
    let points = quizDecimal(
      "points", words("quizzes.own-points"), nil,
      hint: words("quizzes.own-points.hint", .text(scene.words.number(data.usual))), isRequired: false)
    var home: HTML = ""
    if case .bank(let courses) = data.home, data.question == nil {
      home = field(
        .select("course", words("quizzes.bank-of"), courses.map { .init($0.id.text, $0.name) }), draft, scene)
    }
    return "\(home)\(field(textField, draft, scene))\(field(points, draft, scene))"
  }

  private var parts: HTML {
    switch kind {
    case .single, .multiple: return options
    case .trueFalse: return trueFalse
    case .short: return "\(answers)\(rule)"
    case .blanks: return rule
    case .numeric: return numbers
    case .matching: return pairs
    case .essay:
      return field(.area("notes", words("quizzes.notes"), hint: words("quizzes.notes.hint"), max: 4000), draft, scene)
    }
  }

  private var after: HTML {
    let tags = Field.text("tags", words("quizzes.tags"), hint: words("quizzes.tags.hint"), isRequired: false, max: 400)
    let said = Field.area(
      "explanation", words("quizzes.explanation"), hint: words("quizzes.explanation.hint"), rows: 2, max: 4000)
    let title = Field.text("name", words("quizzes.name"), hint: words("quizzes.name.hint"), isRequired: false, max: 160)
    return "\(policy)\(field(said, draft, scene))\(field(title, draft, scene))\(field(tags, draft, scene))"
  }

  private var policy: HTML {
    guard kind == .multiple || kind == .matching else { return "" }
    let choices = PartialCredit.allCases.filter { kind == .multiple || $0 != .balanced }.map {
      Field.Choice($0.rawValue, words("quizzes.partial." + $0.rawValue))
    }
    return field(
      .select("partial", words("quizzes.partial"), choices, isRequired: false, empty: words("quizzes.as-the-quiz")),
      draft,
      scene)
  }

  // MARK: rows

  private func error(_ name: String) -> HTML {
    draft.problem(name).map { "<p class=\"field__error\">\(icon("warning", scene))\(words($0))</p>" } ?? ""
  }

  /// Rows, with a button that adds one: by itself where scripts run, by asking the server where not.
  private func rows(_ legend: String, _ hint: String, _ rows: [HTML], pattern: HTML, most: Int, errors: HTML) -> HTML {
    """
    <fieldset class="editor__rows"\(behaviour: .rows) data-most="\(most)"><legend>\(legend)</legend><p class="field__hint">\(hint)</p>\
    \(errors)<div class="stack stack--tight" data-rows-list>\(each: rows, { $0 })</div>\
    <template>\(pattern)</template>\
    <button class="button button--small" name="act" value="add" data-rows-add>\(icon("plus", scene))\(words("quizzes.add-row"))</button>\
    </fieldset>
    """
  }

  private func drop(_ number: String) -> HTML {
    """
    <button class="button button--icon button--ghost" name="act" value="drop.\(number)" data-rows-drop \
    aria-label="\(words("quizzes.drop-row"))" title="\(words("quizzes.drop-row"))">\(icon("x", scene))</button>
    """
  }

  private func input(_ name: String, _ label: String, _ value: String, _ direction: String = "auto") -> HTML {
    """
    <input class="input" id="f-\(name)" name="\(name)" value="\(value)" aria-label="\(label)" dir="\(direction)" \
    maxlength="1000" autocomplete="off">
    """
  }

  private var options: HTML {
    let numbers = form.rows("option", least: form.fields.contains { $0.name.hasPrefix("option.") } ? 2 : 4)
    return rows(
      words("quizzes.options"), words(kind == .single ? "quizzes.options.single" : "quizzes.options.multiple"),
      numbers.enumerated().map { option(String($0.element), $0.offset + 1) }, pattern: option("NUMBER", 0),
      most: QuestionContent.maxOptions, errors: "\(error("option.1"))\(error("correct"))")
  }

  private func option(_ number: String, _ place: Int) -> HTML {
    let label = place == 0 ? words("quizzes.option-new") : words("quizzes.option", .count(place))
    let isRight = kind == .single ? form["correct"] == number : !(form["correct." + number] ?? "").isEmpty
    let right: HTML =
      kind == .single
      ? "<input type=\"radio\" name=\"correct\" value=\"\(number)\"\(flag: "checked", isRight) aria-label=\"\(words("quizzes.is-correct", .text(label)))\">"
      : "<input type=\"checkbox\" name=\"correct.\(number)\" value=\"on\"\(flag: "checked", isRight) aria-label=\"\(words("quizzes.is-correct", .text(label)))\">"
    return """
      <div class="editor__row" data-rows-row><label class="editor__right">\(right)</label>\
      \(input("option." + number, label, form["option." + number] ?? ""))\(drop(number))</div>
      """
  }

  private var trueFalse: HTML {
    let field = Field.cards(
      "correct", words("quizzes.which-is-right"),
      [.init("1", words("quizzes.true")), .init("2", words("quizzes.false"))])
    return Kit.field(field, draft, scene)
  }

  private var answers: HTML {
    field(
      .area("answers", words("quizzes.accepted"), hint: words("quizzes.accepted.hint"), isRequired: true, max: 4000),
      draft,
      scene)
  }

  private var rule: HTML {
    let checks: [Field] = [
      .check("isCaseSensitive", words("quizzes.case-sensitive")),
      .check("ignoresAccents", words("quizzes.ignores-accents")),
      .check("minds-vowels", words("quizzes.minds-vowels"), hint: words("quizzes.minds-vowels.hint")),
      .check("hasWildcards", words("quizzes.wildcards"), hint: words("quizzes.wildcards.hint")),
    ]
    return """
      <details class="editor__more" id="editor-rule"><summary>\(words("quizzes.comparing"))</summary>\
      \(each: checks, { field($0, draft, scene) })</details>
      """
  }

  private var numbers: HTML {
    let keys = form.rows("value", least: 1)
    let list = rows(
      words("quizzes.accepted"), words("quizzes.numbers.hint"), keys.map { number(String($0)) },
      pattern: number("NUMBER"),
      most: 10, errors: "\(each: keys, { "\(error("value." + String($0)))\(error("by." + String($0)))" })")
    let units = Field.area("units", words("quizzes.units"), hint: words("quizzes.units.hint"), rows: 2, max: 1000)
    let penalty = Field.number(
      "unitPenalty", words("quizzes.unit-penalty"), in: 0...100, hint: words("quizzes.unit-penalty.hint"),
      isRequired: false)
    return "\(list)\(field(units, draft, scene))\(field(penalty, draft, scene))"
  }

  private func number(_ key: String) -> HTML {
    let chosen = form["form." + key] ?? "absolute"
    let choices = NumberAnswer.Form.allCases.map { one -> HTML in
      "<option value=\"\(one.rawValue)\"\(flag: "selected", one.rawValue == chosen)>\(words("quizzes.number." + one.rawValue))</option>"
    }
    return """
      <div class="editor__row editor__row--number" data-rows-row>\
      \(input("value." + key, words("quizzes.number-value"), form["value." + key] ?? "", "ltr"))\
      <select class="input" name="form.\(key)" aria-label="\(words("quizzes.number-form"))">\(each: choices, { $0 })</select>\
      \(input("by." + key, words("quizzes.number-by"), form["by." + key] ?? "", "ltr"))\(drop(key))</div>
      """
  }
  // words: quizzes.number.*

  private var pairs: HTML {
    let keys = form.rows("right", least: form.fields.contains { $0.name.hasPrefix("right.") } ? 2 : 3)
    return rows(
      words("quizzes.pairs"), words("quizzes.pairs.hint"), keys.map { pair(String($0)) }, pattern: pair("NUMBER"),
      most: 20,
      errors: "\(error("left.1"))\(each: keys, { error("right." + String($0)) })")
  }

  private func pair(_ key: String) -> HTML {
    """
    <div class="editor__row editor__row--pair" data-rows-row>\
    \(input("left." + key, words("quizzes.pair-left"), form["left." + key] ?? ""))\
    \(input("right." + key, words("quizzes.pair-right"), form["right." + key] ?? ""))\
    \(hidden(form["name." + key].map { [Form.Field("name." + key, $0)] } ?? []))\(drop(key))</div>
    """
  }
}

extension Behaviour {
  /// Rows that come and go.
  static let rows = Behaviour("builder", on: "data-rows")
}
