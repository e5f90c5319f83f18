import Base
import HTML
import Kit
import School

/// How each question of a quiz did, a row a question.
struct QuizAnalysisPage: Sendable {
  struct Line: Sendable {
    let number: Int
    let question: ID<Question>
    let face: QuestionFace
    let analysis: ItemAnalysis
    let common: [ItemAnalysis.Common]
    var right: Int { ItemAnalysis.percent(analysis.facility) }
  }
  let head: QuizHead
  let lines: [Line]
}

func quizAnalysisPage(_ data: QuizAnalysisPage, _ scene: Scene) -> Page {
  let (head, words) = (data.head, scene.words)
  let isEmpty = data.lines.allSatisfy { $0.analysis.count == 0 }
  let body: HTML =
    isEmpty
    ? emptyState("quiz", words("quizzes.no-analysis"), words("quizzes.no-analysis.text"), scene)
    : """
    <p class="quiet measure">\(words("quizzes.analysis.text"))</p>\
    <ul class="list analysis" role="list" aria-label="\(words("quizzes.tab.analysis"))">\(each: data.lines, { analysisRow($0, scene) })</ul>
    """
  let regrade =
    isEmpty
    ? "" : linkButton(words("quizzes.regrade"), to: QuizzesPaths.of(head.quiz.id, "regrade"))
  return Page(
    "quizzes.analysis", title: head.item.title, actions: regrade, parent: head.parent,
    body: "\(quizTabs(head, .analysis, scene))<div class=\"stack\">\(body)</div>")
}

/// A question in a line: its number, its first words, how much of it was right, and whether to look at it.
private func analysisRow(_ line: QuizAnalysisPage.Line, _ scene: Scene) -> HTML {
  let words = scene.words
  let share = words.percent(line.right)
  let sentence = words("quizzes.right-share", .text(share))
  let parts = [Segment(.good, "", line.right), Segment(.empty, "", 100 - line.right)]
  return """
    <li id="analysis-\(line.question.text)"><details class="analysis__row"><summary>\
    <span class="analysis__number">\(words.number(line.number))</span>\
    <bdi class="analysis__line">\(line.face.line)</bdi>\(analysisFlags(line, scene))\
    <span class="analysis__share">\(segmentedBar(parts, sentence, scene, isBare: true))<span class="analysis__figure">\(share)</span></span></summary>\
    <div class="analysis__more stack stack--tight"><p class="question__text" dir="auto">\(line.face.line)</p>\
    <p class="quiet">\(analysisSentence(line, scene))</p>\(commonAnswers(line, scene))</div></details></li>
    """
}

/// What makes a question worth a look: few were right, or the weaker ones did better.
private func analysisFlags(_ line: QuizAnalysisPage.Line, _ scene: Scene) -> HTML {
  guard line.analysis.count > 0 else { return "" }
  var marks: [HTML] = line.right < 40 ? [badge(scene.words("quizzes.few-right"), .warning)] : []
  if line.analysis.separation == .reversed { marks.append(badge(scene.words("quizzes.look-at"), .warning)) }
  return marks.isEmpty ? "" : "<span class=\"analysis__flags\">\(each: marks, { $0 })</span>"
}

// words: quizzes.separates.*
private func analysisSentence(_ line: QuizAnalysisPage.Line, _ scene: Scene) -> String {
  let answers = scene.words("quizzes.answers-of", .text(scene.words.number(line.analysis.count)))
  guard let separation = line.analysis.separation else { return answers }
  return answers + " · " + scene.words("quizzes.separates." + separation.rawValue)
}

/// What was answered most, with the key ticked.
private func commonAnswers(_ line: QuizAnalysisPage.Line, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = line.common.map { one -> HTML in
    let near: HTML = one.near.map { badge(words("quizzes.near", .text($0)), .warning) } ?? ""
    let good: HTML = one.isRight ? badge(words("quizzes.correct"), .success, icon: icon("check", scene)) : ""
    let parts = [
      Segment(one.isRight ? .good : .other, "", one.count),
      Segment(.empty, "", max(0, line.analysis.count - one.count)),
    ]
    let times = words("quizzes.times-of", .text(words.number(one.count)), .text(words.number(line.analysis.count)))
    return """
      <li class="analysis__answer"\(attribute: "data-right", one.isRight ? "yes" : nil)><bdi>\(one.text)</bdi> \(good)\(near)\
      <span class="analysis__share">\(segmentedBar(parts, times, scene, isBare: true))<span class="analysis__figure">\(words.number(one.count))</span></span></li>
      """
  }
  guard !rows.isEmpty else { return "" }
  return """
    <ul class="analysis__answers" role="list" aria-label="\(words("quizzes.common"))">\(each: rows, { $0 })</ul>
    """
}
