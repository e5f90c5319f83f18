package import Base
import HTML
import Kit
import School

/// The pictures of a question in its editor: those that are there, and the fields for another.
///
/// What stands in the fields goes with the whole form; the button adds the picture to the texts and saves nothing yet.
func questionPictures(_ form: Form, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let numbers = form.rows("picture", least: 0)
  let isWrong = draft.problem("picture") != nil || draft.problem("about") != nil
  let rows = numbers.map { row($0, form, scene) }
  let list: HTML =
    rows.isEmpty ? "" : "<ul class=\"editor__pictures\" role=\"list\">\(each: rows, { $0 })</ul>"
  // The draft's own words about a picture are of one that was not taken.
  let fields = numbers.count < QuizPictures.most ? adding(form, draft, scene) : ""
  return """
    <details class="editor__more editor__shelf card" id="pictures"\(behaviour: .pictures)\(flag: "open", isWrong || !rows.isEmpty)>\
    <summary>\(icon("picture", scene)) \(words("quizzes.pictures"))</summary>\
    <div class="stack">\(list)\(fields)</div></details>
    """
}

private func row(_ number: Int, _ form: Form, _ scene: Scene) -> HTML {
  let words = scene.words
  let id = form["picture." + String(number)] ?? ""
  let texts = form.pictureTexts
  let said = texts.compactMap { QuizPictures.said(number, in: $0) }.first
  let note: HTML =
    said.map { $0.isEmpty ? "<em>\(words("lessons.decoration-check"))</em>" : "<span dir=\"auto\">\($0)</span>" }
    ?? "<em>\(words("quizzes.picture-unused"))</em>"
  let path = ID<QuestionPicture>(id).map { QuestionsPaths.picture($0) } ?? ""
  return """
    <li class="editor__picture"><input type="hidden" name="picture.\(number)" value="\(id)">\
    <img class="editor__thumb" src="\(url: path)" alt="\(said ?? "")">\
    <span class="editor__said"><strong>\(words("quizzes.picture-number", .count(number)))</strong> \(note)</span>\
    <button type="button" class="button button--small js-only" data-put="\(QuizPictures.mark(number, said ?? ""))">\
    \(words("lessons.insert"))</button></li>
    """
}

private func adding(_ form: Form, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let put = Field.select(
    "put", words("quizzes.picture-put"), form.pictureFields.map { Field.Choice($0, form.label($0, scene)) },
    value: "text")
  let fields: [Field] = [
    .picture("picture", words("quizzes.picture"), hint: words("quizzes.picture-hint")),
    .text(
      "about", words("lessons.about"), hint: words("lessons.about-hint"), isRequired: false,
      max: QuizPictures.longestSaid),
    .check("decoration", words("lessons.decoration-check")), put,
  ]
  return """
    \(each: fields, { field($0, draft, scene) })\
    <div class="form__actions">\(submit(words("quizzes.picture-add"), .secondary, name: "act", value: "picture"))</div>
    """
}

extension Form {
  /// The names of the fields of the editor that a picture can stand in, in their order.
  package var pictureFields: [String] {
    let own = fields.map { $0.name }.filter { $0.hasPrefix("option.") || $0.hasPrefix("left.") }
    return ["text"] + own + ["explanation"] + (self["kind"] == QuestionKind.essay.rawValue ? ["notes"] : [])
  }
  fileprivate var pictureTexts: [String] { pictureFields.compactMap { self[$0] } }

  fileprivate func label(_ name: String, _ scene: Scene) -> String {
    let words = scene.words
    switch name {
    case "text": return words("quizzes.text")
    case "explanation": return words("quizzes.explanation")
    case "notes": return words("quizzes.notes")
    default:
      let isOption = name.hasPrefix("option.")
      let place =
        (rows(isOption ? "option" : "left", least: 0).firstIndex { name.hasSuffix("." + String($0)) } ?? 0) + 1
      return isOption
        ? words("quizzes.option", .count(place)) : words("quizzes.pair-left") + " " + words.number(place)
    }
  }
}

extension Behaviour {
  /// Pictures that are chosen, pasted or dropped into a question.
  static let pictures = Behaviour("builder", on: "data-pictures")
}
