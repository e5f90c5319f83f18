import Base
import HTML
import Kit
import School

// The words of a question: Markdown as in lessons, with formulas; what was written before there was any stands as it is.

/// A text of several lines.
func quizText(_ text: String, isPlain: Bool) -> HTML {
  isPlain ? "<p class=\"question__plain\" dir=\"auto\">\(text)</p>" : markdown(text, style: MarkdownStyle(heading: 3))
}

/// One line, as an option or the words between two gaps.
func quizLine(_ text: String, isPlain: Bool) -> HTML { isPlain ? HTML(text: text) : markdownLine(text) }

/// What is asked, with something in the place of each gap.
func quizAsked(_ face: QuestionFace, _ gap: (Int) -> HTML) -> HTML {
  if case .text(let text)? = face.pieces.first, face.pieces.count == 1 { return quizText(text, isPlain: face.isPlain) }
  let pieces = face.pieces.map { piece -> HTML in
    switch piece {
    case .text(let text): quizLine(text, isPlain: face.isPlain)
    case .blank(let place): gap(place)
    }
  }
  return "<p class=\"question__plain\" dir=\"auto\">\(each: pieces, { $0 })</p>"
}

/// An option; True and False are ours to say, what a teacher wrote is theirs.
func quizOption(_ option: QuestionFace.Choice, _ face: QuestionFace, _ scene: Scene) -> HTML {
  face.kind == .trueFalse
    ? HTML(text: quizOptionText(option, face.kind, scene)) : quizLine(option.text, isPlain: face.isPlain)
}
