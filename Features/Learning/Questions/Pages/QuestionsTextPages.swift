import Base
import HTML
import Kit
import School

// The words of a question: Markdown as in lessons, with formulas and the question's own pictures; what was written before there was
// any stands as it is.

private func style(_ pictures: [QuestionPicture]) -> MarkdownStyle {
  MarkdownStyle(
    heading: 3, files: pictures.map { MarkdownFile(name: $0.name, path: $0.path, isPicture: true) })
}

/// A text of several lines.
func quizText(_ text: String, isPlain: Bool, _ pictures: [QuestionPicture] = []) -> HTML {
  isPlain ? "<p class=\"question__plain\" dir=\"auto\">\(text)</p>" : markdown(text, style: style(pictures))
}

/// One line, as an option or the words between two gaps.
func quizLine(_ text: String, isPlain: Bool, _ pictures: [QuestionPicture] = []) -> HTML {
  isPlain ? HTML(text: text) : markdownLine(text, style: style(pictures))
}

/// What is asked, with something in the place of each gap.
func quizAsked(_ face: QuestionFace, _ gap: (Int) -> HTML) -> HTML {
  if case .text(let text)? = face.pieces.first, face.pieces.count == 1 {
    return quizText(text, isPlain: face.isPlain, face.pictures)
  }
  let pieces = face.pieces.map { piece -> HTML in
    switch piece {
    case .text(let text): quizLine(text, isPlain: face.isPlain, face.pictures)
    case .blank(let place): gap(place)
    }
  }
  return "<p class=\"question__plain\" dir=\"auto\">\(each: pieces, { $0 })</p>"
}

/// An option; True and False are ours to say, what a teacher wrote is theirs.
func quizOption(_ option: QuestionFace.Choice, _ face: QuestionFace, _ scene: Scene) -> HTML {
  face.kind == .trueFalse
    ? HTML(text: quizOptionText(option, face.kind, scene)) : quizLine(option.text, isPlain: face.isPlain, face.pictures)
}

/// The first picture of a question, small, where a list has it in one line; its words are in that line.
func quizThumb(_ face: QuestionFace) -> HTML {
  face.pictures.first.map { "<img class=\"question__thumb\" src=\"\(url: $0.path)\" alt=\"\" loading=\"lazy\">" } ?? ""
}

/// An exact number, typed with the digits one has.
func quizDecimal(_ name: String, _ label: String, _ value: Amount?, hint: String? = nil, isRequired: Bool = true)
  -> Field
{
  var field = Field(
    name, label, .line(type: "text"), value: value?.text ?? "", hint: hint, isRequired: isRequired, autocomplete: "off",
    direction: "ltr", max: 20)
  field.inputmode = "decimal"
  return field
}

/// True and False are ours to say; what a teacher wrote is theirs.
func quizOptionText(_ option: QuestionFace.Choice, _ kind: QuestionKind, _ scene: Scene) -> String {
  guard kind == .trueFalse else { return QuizPictures.words(option.text) }
  return scene.words(option.id == 1 ? "quizzes.true" : "quizzes.false")
}
