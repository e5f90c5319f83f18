import Base
import HTML
import Kit
import School

/// What is allowed of a child, to whom it shows it.
struct ConsentsPage: Sendable {
  struct Guardian: Sendable {
    let account: ID<Account>, name: String, relation: String?
  }
  /// An answer as the office reads it: whose, and who wrote it down.
  struct Entry: Sendable {
    let consent: Consent, guardian: String?, by: String
    init(_ consent: Consent, guardian: String?, by: String) {
      (self.consent, self.guardian, self.by) = (consent, guardian, by)
    }
  }
  /// What only the office sees; `nil` for others, so that nothing of it can slip through.
  struct Office: Sendable {
    var guardians: [Guardian]
    /// Why it stands as it does, by all that was answered.
    var why: [ConsentScope: ConsentState.Why] = [:]
    var latest: [ConsentScope: (order: Consent?, guardians: [ID<Account>: Consent])] = [:]
    /// The newest first.
    var history: [Entry]
  }
  let student: Student
  var states: [ConsentScope: ConsentState]
  /// The reader's own answers; `nil` where the reader is no guardian.
  var own: [ConsentScope: Consent]?
  var office: Office?
  var topics: [String] = []
}

/// What each thing means, how it stands and why, and one's own yes or no.
func consentsPage(_ data: ConsentsPage, _ scene: Scene) -> Page {
  let (words, student) = (scene.words, data.student)
  let lede = words(data.own == nil ? "consents.lede-staff" : "consents.lede", .text(student.given))
  return Page(
    "consents.student", title: words("consents.title-of", .text(student.name)), actions: recordActs(data, scene),
    topics: data.topics, parent: (student.name, StudentsPaths.student(student.id)),
    body: """
      <div class="stack"><p class="page__lede measure">\(lede)</p>\
      \(each: ConsentScope.allCases, { scopeCard($0, data, scene) })\
      \(data.office.map { consentHistory($0, scene) })</div>
      """)
}

private func scopeCard(_ scope: ConsentScope, _ data: ConsentsPage, _ scene: Scene) -> HTML {
  let (words, given) = (scene.words, data.student.given)
  // words: consents.scope.* consents.means.* consents.off.* consents.kept.*
  return card(
    words("consents.scope." + scope.rawValue), id: "scope-" + scope.rawValue,
    head: stateBadge(data.states[scope], scene),
    content: """
      <div class="stack stack--tight"><p class="measure">\(words("consents.means." + scope.rawValue, .text(given)))</p>\
      <p>\(whyWords(scope, data, scene))</p>\(data.own.map { answerForm(scope, $0[scope], data, scene) })\
      \(data.office.map { guardianAnswers(scope, $0, scene) })\
      <details><summary class="button button--ghost button--small">\(words("consents.when-off"))</summary>\
      <p class="measure">\(words("consents.off." + scope.rawValue, .text(given)))</p>\
      <p class="measure">\(words("consents.kept." + scope.rawValue))</p></details></div>
      """)
}

private func stateBadge(_ state: ConsentState?, _ scene: Scene) -> HTML {
  state?.isAllowed == true
    ? badge(scene.words("consents.allowed"), .success, icon: icon("check", scene))
    : badge(scene.words("consents.not-allowed"), .neutral, icon: icon("x", scene))
}

/// Why it stands as it does, and as of when.
///
/// A guardian is told that another answer decides, and never whose or what it is; other staff hear yes or no.
private func whyWords(_ scope: ConsentScope, _ data: ConsentsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard let state = data.states[scope] else { return HTML(text: words("consents.why.unasked")) }
  let key: String
  switch (state.isAllowed, data.own?[scope]?.answer) {
  case (false, .no?): key = "consents.why.own-no"
  case (false, .yes?) where data.office == nil: key = "consents.why.no-though-yes"
  default:
    let why = data.office.map { $0.why[scope] ?? .unasked }
    key = "consents.why." + (why?.rawValue ?? (state.isAllowed ? "is-yes" : "is-no"))  // words: consents.why.*
  }
  return "\(words(key)) <span class=\"quiet\">\(words("consents.as-of")) \(time(state.since, scene))</span>"
}

// MARK: one's own answer

/// Two switches that say what is chosen by a tick, and the way to say nothing again.
private func answerForm(
  _ scope: ConsentScope, _ own: Consent?, _ data: ConsentsPage, _ scene: Scene
) -> HTML {
  let (words, answer) = (scene.words, own?.answer ?? .withdrawn)
  let back: HTML =
    answer == .withdrawn
    ? ""
    : submit(
      words("consents.take-back"), .ghost, name: "answer", value: Consent.Answer.withdrawn.rawValue,
      style: ButtonStyle(isSmall: true))
  let paper: HTML =
    own.map { $0.source == .paper && answer != .withdrawn } ?? false
    ? "<p class=\"quiet\">\(words("consents.own-paper"))</p>" : ""
  return form(
    ConsentsPaths.of(data.student.id), scene, style: FormStyle(classes: ""),
    content: """
      \(hidden([Form.Field("scope", scope.rawValue)]))\
      <div class="cluster" role="group" aria-label="\(words("consents.own-of", .text(words("consents.scope." + scope.rawValue))))">\
      <span>\(words("consents.own"))</span>\(switchButton(.yes, answer, scene))\(switchButton(.no, answer, scene))\(back)</div>\(paper)
      """)
}

private func switchButton(_ value: Consent.Answer, _ chosen: Consent.Answer, _ scene: Scene) -> HTML {
  let isChosen = value == chosen
  return """
    <button class="chip" name="answer" value="\(value.rawValue)" aria-pressed="\(isChosen ? "true" : "false")">\
    \(when: isChosen, icon("check", scene))\(answerWord(value, scene))</button>
    """
}

func answerWord(_ answer: Consent.Answer, _ scene: Scene) -> String {
  scene.words("consents.answer." + answer.rawValue)  // words: consents.answer.*
}

// MARK: what the office sees

private func recordActs(_ data: ConsentsPage, _ scene: Scene) -> HTML {
  guard data.office != nil else { return "" }
  let (words, id) = (scene.words, data.student.id)
  return """
    \(linkButton(words("consents.paper"), to: ConsentsPaths.newPaper(id), .secondary, icon: icon("document", scene)))\
    \(linkButton(words("consents.order"), to: ConsentsPaths.newOrder(id), icon: icon("record", scene)))
    """
}

private func guardianAnswers(_ scope: ConsentScope, _ office: ConsentsPage.Office, _ scene: Scene) -> HTML {
  let (words, latest) = (scene.words, office.latest[scope])
  var rows = office.guardians.map { guardian in
    cell(
      name(guardian.name), meta: HTML(text: guardian.relation ?? ""), lead: avatar(guardian.name, guardian.account),
      trail: answerBadge(latest?.guardians[guardian.account], scene), scene)
  }
  if let order = latest?.order, order.answer != .withdrawn {
    rows.insert(
      cell(
        HTML(text: words("consents.source.order")), meta: name(order.note), lead: icon("record", scene),
        trail: answerBadge(order, scene), scene), at: 0)
  }
  guard !rows.isEmpty else { return "<p class=\"quiet\">\(words("consents.no-guardians"))</p>" }
  return list(
    rows, label: words("consents.answers-of", .text(words("consents.scope." + scope.rawValue))), isPlain: true)
}

private func answerBadge(_ consent: Consent?, _ scene: Scene) -> HTML {
  let when: HTML = consent.map { "<span class=\"quiet\">\(day($0.day, scene))</span> " } ?? ""
  switch consent?.answer {
  case .yes?: return "\(when)\(badge(answerWord(.yes, scene), .success, icon: icon("check", scene)))"
  case .no?: return "\(when)\(badge(answerWord(.no, scene), .warning, icon: icon("x", scene)))"
  case .withdrawn?, nil: return badge(answerWord(.withdrawn, scene), .neutral)
  }
}

private func consentHistory(_ office: ConsentsPage.Office, _ scene: Scene) -> HTML {
  let words = scene.words
  let title = sectionTitle(words("consents.history"))
  guard !office.history.isEmpty else {
    return "<section>\(title)<p class=\"quiet\">\(words("consents.history-none"))</p></section>"
  }
  let rows = office.history.map { historyRow($0, scene) }
  return "<section>\(title)\(list(rows, label: words("consents.history")))</section>"
}

private func historyRow(_ entry: ConsentsPage.Entry, _ scene: Scene) -> HTML {
  let (words, consent) = (scene.words, entry.consent)
  let who = entry.guardian ?? words("consents.source.order")
  // words: consents.source.*
  var about: [HTML] = [day(consent.day, scene), HTML(text: words("consents.source." + consent.source.rawValue))]
  if consent.source != .guardian {
    about.append("\(words("consents.written-by", .text(entry.by))) \(time(consent.at, scene))")
  }
  if !consent.note.isEmpty { about.append(name(consent.note)) }
  return cell(
    "\(words("consents.scope." + consent.scope.rawValue)): \(answerWord(consent.answer, scene)) – \(name(who))",
    meta: dotted(about), scene, style: CellStyle(id: "consent-" + consent.id.text))
}
