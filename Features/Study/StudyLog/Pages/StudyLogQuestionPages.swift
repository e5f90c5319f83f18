import Base
import HTML
import Kit
import School

/// The questions for the day after a text, before and after somebody answers.
struct StudyQuestionsPage: Sendable {
  let track: Track
  let day: Day
  let questions: [StudyQuestion]
  /// What was chosen for each; `nil` before anything was.
  var answers: [Int?]?

  var path: String { StudyLogPaths.questions(track.id, day) }
}

extension StudyLogPaths {
  static func questions(_ track: ID<Track>, _ day: Day) -> String { self.day(track, day) + "/questions" }
}

func studyQuestionsPage(_ data: StudyQuestionsPage, _ scene: Scene) -> Page {
  let words = scene.words
  let body: HTML =
    data.questions.isEmpty
    ? emptyState("check", words("study.questions.none"), words("study.questions.none-text"), scene)
    : studyQuestionsPart(data, scene)
  return Page(
    "study.questions", title: words("study.questions.title"),
    parent: (words.date(data.day, .today), StudyLogPaths.day(data.track.id, data.day)), body: body)
}

/// A form that asks by its address, so that it is answered without a line and nothing is kept.
func studyQuestionsPart(_ data: StudyQuestionsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let questions: [HTML] = data.questions.enumerated().map { place, question in
    studyQuestion(question, place, data, scene)
  }
  let again: HTML =
    data.answers == nil
    ? "" : linkButton(words("study.questions.again"), to: data.path, .ghost, icon: icon("undo", scene))
  return """
    <form class="form stack" method="get" action="\(url: data.path)">\(each: questions, { $0 })\
    <div class="form__actions">\(submit(words("study.questions.check")))\(again)</div>\
    <p class="quiet">\(words("study.questions.nobody"))</p></form>
    """
}

private func studyQuestion(
  _ question: StudyQuestion, _ place: Int, _ data: StudyQuestionsPage, _ scene: Scene
) -> HTML {
  let words = scene.words
  let language = question.language ?? data.track.language
  // Words that somebody wrote as a question are the question; of one that was made, they are what it is about.
  let asked: HTML =
    question.isMade
    ? HTML(text: words("study.questions." + question.kind.rawValue))
    : "<span\(studyWriting(language))>\(question.text)</span>"
  // words: study.questions.term study.questions.order study.questions.speaker
  let text: HTML =
    question.isMade && !question.text.isEmpty
    ? "<blockquote class=\"prose\"\(studyWriting(language))>\(question.text)</blockquote>" : ""
  let made: HTML = question.isMade ? badge(words("study.questions.made")) : ""
  let chosen = data.answers.flatMap { $0.indices.contains(place) ? $0[place] : nil }
  let options: [HTML] = question.options.enumerated().map { at, option in
    """
    <label class="choice"><input type="radio" name="a\(place)" value="\(at)"\(flag: "checked", chosen == at)>\
    <span class="choice__body"><span class="choice__title"\(studyWriting(language))>\(option)</span></span></label>
    """
  }
  let result: HTML = data.answers == nil ? "" : studyResult(question, chosen, language, scene)
  return """
    <section class="card stack" id="question-\(place)"><div class="cluster"><p class="quiet">\(name(question.label))</p>\(made)</div>\
    \(text)<fieldset class="choices"><legend>\(asked)</legend>\(each: options, { $0 })</fieldset>\(result)</section>
    """
}

/// Whether it was right, and what the text says.
private func studyResult(_ question: StudyQuestion, _ chosen: Int?, _ language: String, _ scene: Scene) -> HTML {
  let words = scene.words
  let isRight = chosen == question.right
  let mark: HTML =
    isRight
    ? badge(words("study.questions.right"), .success, icon: icon("check", scene))
    : badge(words(chosen == nil ? "study.questions.open-answer" : "study.questions.other"))
  let reason: HTML =
    isRight
    ? "" : "<p>\(words("study.questions.answer"))<br><strong\(studyWriting(language))>\(question.answer)</strong></p>"
  return "<div class=\"stack stack--tight\" role=\"status\">\(mark)\(reason)</div>"
}
