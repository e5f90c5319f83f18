import Base
import HTML
import Kit
import School

/// Everybody's attempts, for those who teach.
struct QuizResultsPage: Sendable {
  enum State: Hashable, Sendable { case none, missed, open, waits, done }
  struct Line: Sendable {
    let student: ID<Student>
    let name: String
    let attempts: [(attempt: QuizAttempt, result: AttemptResult?)]
    let counted: Amount?
    /// What the student has that others have not.
    var time: QuizTime?
    /// The student's day has passed, and nothing was begun.
    var isMissed = false
    /// The attempts whose answers wait for the teacher's word.
    var late: Set<ID<QuizAttempt>> = []
    var isPosted = false
    var hasLate: Bool { !late.isEmpty }
    /// How far the last attempt has come.
    var state: State {
      guard let last = attempts.last else { return isMissed ? .missed : .none }
      return last.attempt.isOpen ? .open : last.result?.isPending ?? true ? .waits : .done
    }
    /// The attempt that waits for a person.
    var waiting: QuizAttempt? {
      attempts.first { one in
        !one.attempt.isOpen && (one.result?.isPending ?? false || late.contains(one.attempt.id))
      }?.attempt
    }
    /// What the desk shows of the student first.
    var wideOnly: QuizAttempt? { waiting ?? attempts.last { !$0.attempt.isOpen }?.attempt }
  }
  let head: QuizHead
  let lines: [Line]
  let total: Amount
  let release: Quiz.Release
  var column: GradeItem?
  /// The closed part of the year in which its day lies.
  var closed: ClosedPeriod?
  /// How many scores there are that families do not see.
  var unposted = 0
  /// Whether some question can be marked by a person alone.
  var hasEssays = false
}

func quizResultsPage(_ data: QuizResultsPage, _ scene: Scene) -> Page {
  let (head, words) = (data.head, scene.words)
  let body: HTML =
    data.lines.isEmpty
    ? emptyState("people", words("quizzes.no-students"), words("quizzes.no-students.text"), scene)
    : """
    \(resultSums(data, scene))\(quizPostButton(data, back: QuizzesPaths.of(head.quiz.id, "results"), scene))<p class="quiet">\(quizShowing(data.release, scene))</p>\
    <ul class="list list--tight" id="quiz-results" role="list" aria-label="\(words("quizzes.tab.results"))">\(each: data.lines, { resultsRow($0, data, scene) })</ul>
    """
  return Page(
    "quizzes.results", title: head.item.title, actions: markButton(data, scene), topics: head.topics,
    parent: head.parent,
    body: "\(quizTabs(head, .results, scene))<div class=\"stack\">\(body)</div>")
}

/// The way to the desk, where somebody waits for a person or may be marked once more.
private func markButton(_ data: QuizResultsPage, _ scene: Scene) -> HTML {
  let isWaiting = data.lines.contains { $0.waiting != nil }
  guard isWaiting || data.hasEssays && data.lines.contains(where: { $0.wideOnly != nil }) else { return "" }
  return linkButton(
    scene.words("quizzes.mark-answers"), to: QuizzesPaths.of(data.head.quiz.id, "grading"),
    isWaiting ? .primary : .secondary, icon: icon("target", scene), style: ButtonStyle(key: "g"))
}

/// Lets families see what they do not see yet, where one looks at it.
func quizPostButton(_ data: QuizResultsPage, back: String, _ scene: Scene) -> HTML {
  data.closed == nil ? postScoresButton(data.column, waiting: data.unposted, back: back, scene) : ""
}

/// How far the class has come, and where the scores lie.
func resultSums(_ data: QuizResultsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  func count(_ state: QuizResultsPage.State) -> Int { data.lines.count { $0.state == state } }
  let parts = [
    Segment(.good, words("quizzes.handed-in"), count(.done)),
    Segment(.warning, words("quizzes.to-grade"), count(.waits)),
    Segment(.accent, words("quizzes.taking-now"), count(.open)), Segment(.bad, words("quizzes.missed"), count(.missed)),
    Segment(.empty, words("quizzes.not-taken"), count(.none)),
  ]
  let taken = data.lines.count { !$0.attempts.isEmpty }
  let sentence = words("quizzes.taken-of", .text(words.number(taken)), .text(words.number(data.lines.count)))
  return """
    <div id="quiz-sums" class="card quiz-sums"><div><p>\(sentence)</p>\(segmentedBar(parts, sentence, scene))</div>\
    \(scoreSpread(data, scene))</div>
    """
}

/// Everybody's score as a tick on one line, with the median in words.
private func scoreSpread(_ data: QuizResultsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard let scores = QuizScores(data.lines.compactMap { $0.counted }, of: data.total) else { return "" }
  let sentence = words(
    Phrase(
      "quizzes.scores-of",
      all: [scores.median, data.total, scores.low, scores.high].map { .text(words.number($0)) }))
  return """
    <div><p>\(sentence)</p>\(distribution(scores.places, median: scores.medianPlace, sentence, scene))</div>
    """
}

/// One student: not taken, taking, handed in, what it came to; replaced live.
func resultsRow(_ line: QuizResultsPage.Line, _ data: QuizResultsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  var marks: HTML =
    switch line.state {
    case .missed: badge(words("quizzes.missed"), .absent)
    case .none: badge(words("quizzes.not-taken"))
    case .open: badge(words("quizzes.is-open"), .info, icon: icon("clock", scene))
    case .waits: badge(words("quizzes.to-grade"), .warning)
    case .done: badge(words("quizzes.handed-in"), .success, icon: icon("check", scene))
    }
  if line.hasLate { marks += " " + badge(words("quizzes.late-device"), .warning) }
  let points: HTML = line.counted.map { "<strong>\(quizPointsOf($0, data.total, scene))</strong>" } ?? ""
  let attempts = line.attempts.map { one in
    (
      words("quizzes.attempt-number", .count(one.attempt.number)),
      AttemptsPaths.attempt(one.attempt.id, of: data.head.quiz.id)
    )
  }
  // the last one is where the whole row leads
  let earlier = attempts.dropLast().map { "<a href=\"\(url: $0.1)\">\($0.0)</a>" as HTML }
  return cell(
    name(line.name), meta: "<div class=\"cluster\">\(marks)\(each: earlier, { $0 })\(ownTime(line, data, scene))</div>",
    lead: avatar(line.name, line.student, size: .small),
    trail: "\(points)\(timeButton(line, data, scene))", to: attempts.last?.1, scene,
    style: CellStyle(id: "taker-" + line.student.text))
}

/// What a student's extension is, where there is one: the way to it.
private func ownTime(_ line: QuizResultsPage.Line, _ data: QuizResultsPage, _ scene: Scene) -> HTML {
  guard let time = line.time, !time.isUsual else { return "" }
  return "<a href=\"\(url: quizTimePath(data.head.quiz.id, line.student))\">\(ownTimeText(time, scene))</a>"
}

/// The way to an extension for somebody who has none.
private func timeButton(_ line: QuizResultsPage.Line, _ data: QuizResultsPage, _ scene: Scene) -> HTML {
  guard line.time.map({ $0.isUsual }) ?? true else { return "" }
  return iconLink(
    "clock", scene.words("quizzes.extend-for", .text(line.name)), to: quizTimePath(data.head.quiz.id, line.student),
    scene,
    kind: .ghost)
}
