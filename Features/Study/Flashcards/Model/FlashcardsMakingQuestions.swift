import Base
import Exact

/// Questions as notes: what is asked in front, what is right behind it, gaps as gaps.
public enum FlashcardsFromQuestions {
  /// How true and false are said.
  public struct Truth: Sendable {
    let yes: String, no: String
    public init(yes: String, no: String) { (self.yes, self.no) = (yes, no) }
  }

  public static func notes(_ contents: [QuestionContent], _ truth: Truth) -> [FlashcardProposal] {
    FlashcardProposal.distinct(contents.flatMap { notes($0.asMarkdown, truth) })
  }

  /// None of what has no one answer, and of what is graded by hand.
  static func notes(_ content: QuestionContent, _ truth: Truth) -> [FlashcardProposal] {
    let text = words(content.text)
    func basic(_ front: String, _ back: String) -> FlashcardProposal? {
      let more = trimmed(words(content.explanation))
      return FlashcardProposal(
        FlashcardFields(
          kind: .basic, front: trimmed(front), back: trimmed(more.isEmpty || back.isEmpty ? back : back + "\n\n" + more)
        ))
    }
    let made: [FlashcardProposal?]
    switch content.kind {
    case .single, .multiple:
      let right = content.options.filter { $0.isCorrect }.map { words($0.text) }
      made = [basic(text, right.count == 1 ? right.joined() : right.map { "- " + $0 }.joined(separator: "\n"))]
    case .trueFalse:
      let isTrue = content.options.contains { $0.id == 1 && $0.isCorrect }
      made = [basic(text, isTrue ? truth.yes : truth.no)]
    case .short:
      guard !content.rule.hasWildcards, let answer = content.answers.first else { return [] }
      made = [cloze(text + "\n\n", answer, content) ?? basic(text, answer)]
    case .blanks:
      made = [content.rule.hasWildcards ? nil : blanks(content)]
    case .numeric:
      guard let number = content.numbers.first, number.form != .range else { return [] }
      made = [basic(text, number.value.text + (content.units.first.map { " " + $0.name } ?? ""))]
    case .matching:
      made = content.pairs.filter { !$0.left.isEmpty }.map { pair in
        basic(text.isEmpty ? words(pair.left) : text + "\n\n" + words(pair.left), words(pair.right))
      }
    case .essay: made = []
    }
    return made.compactMap { $0 }
  }

  private static func words(_ text: String) -> String { FlashcardsFromText.words(text) }

  /// Whether a word can stand in a gap.
  private static func fits(_ word: String) -> Bool {
    let bytes = Array(word.utf8)
    let pairs = zip(bytes, bytes.dropFirst())
    return !trimmed(word).isEmpty && !pairs.contains { $0 == $1 && ($0 == 123 || $0 == 125 || $0 == 58) }
      && bytes.last != 125 && bytes.last != 58
  }

  private static func cloze(_ text: String, _ answer: String, _ content: QuestionContent) -> FlashcardProposal? {
    guard fits(answer), !trimmed(text).isEmpty else { return nil }
    return FlashcardProposal(
      FlashcardFields(
        kind: .cloze, front: trimmed(text + "{{c1::" + answer + "}}"), back: trimmed(words(content.explanation))))
  }

  private static func blanks(_ content: QuestionContent) -> FlashcardProposal? {
    let blanks = content.blanks
    var front = ""
    for piece in blanks.pieces {
      switch piece {
      case .text(let text): front += text
      case .blank(let place):
        guard blanks.answers.indices.contains(place), let word = blanks.answers[place].first, fits(word),
          place < FlashcardCloze.maxNumber
        else { return nil }
        front += "{{c\(place + 1)::" + word + "}}"
      }
    }
    return FlashcardProposal(
      FlashcardFields(kind: .cloze, front: trimmed(words(front)), back: trimmed(words(content.explanation))))
  }
}
