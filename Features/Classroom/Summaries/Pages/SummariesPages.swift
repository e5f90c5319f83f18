import Base
import HTML
package import Kit
import People
package import School

/// What a child's family was told, and what is being written.
struct SummariesPage: Sendable {
  var student: Student
  var summaries: [Summary]
  var today: Day
  var topics: [String] = []
}

/// One summary, for the staff or for the family.
package struct SummaryPage: Sendable {
  var student: Student
  package var summary: Summary
  var isStaff: Bool
  /// Whether the reader is a guardian, who answers under it.
  var mayReply: Bool
  var me: ID<Account>
  var replies: [SummaryReply]
  var names: [ID<Account>: String]
  /// Whether a service outside may be asked for another wording.
  var mayAsk = false
  /// What came of asking, just now.
  package var outside: OutsideOutcome?
  package var topics: [String] = []
}

/// A draft as it will go out.
struct SummaryConfirmation: Sendable {
  var student: Student
  var summary: Summary
  var text: RedactedText
}

func summariesPage(_ data: SummariesPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, id) = (scene.words, data.student.id)
  let periods = SummaryPeriod.allCases.map { Field.Choice($0.rawValue, words("summaries.period." + $0.rawValue)) }
  // words: summaries.period.*
  let languages = Language.allCases.map { Field.Choice($0.rawValue, $0.ownName) }
  let starting = form(
    SummariesPaths.of(id),
    [
      .select("period", words("summaries.period"), periods, value: SummaryPeriod.week.rawValue),
      .date("from", words("summaries.from"), hint: words("summaries.custom-hint"), isRequired: false, to: data.today),
      .date("until", words("summaries.until"), isRequired: false, to: data.today),
      .select(
        "language", words("summaries.language"), languages, isRequired: false, empty: words("summaries.family-language")
      ),
    ], draft, scene, submit: words("summaries.start"), style: FormStyle(id: "summary"))
  let rows = data.summaries.map { summaryRow($0, scene) }
  let some: HTML =
    rows.isEmpty
    ? emptyState("chat", words("summaries.none"), words("summaries.none-text"), scene)
    : list(rows, id: "summaries", label: words("summaries.summaries"))
  return Page(
    "summaries.summaries", title: words("summaries.of", .text(data.student.name)), topics: data.topics,
    parent: (data.student.name, StudentsPaths.student(id)),
    body: stack([some, stack([sectionTitle(words("summaries.new")), starting])], isLoose: true))
}

func summaryRow(_ summary: Summary, _ scene: Scene) -> HTML {
  let words = scene.words
  let state: HTML =
    summary.sentAt.map { HTML(text: words("summaries.sent-on", .text(words.date(scene.zone.day(of: $0))))) }
    ?? badge(words("summaries.draft"), .warning)
  return cell(
    HTML(text: span(summary, words)),
    meta: dotted([state, HTML(text: Language(rawValue: summary.language)?.ownName ?? summary.language)]),
    to: SummariesPaths.summary(summary), scene)
}

/// “2 – 6 March”.
private func span(_ summary: Summary, _ words: Words) -> String {
  words("summaries.span", .text(words.date(summary.from)), .text(words.date(summary.until)))
}

package func summaryPage(_ data: SummaryPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, summary) = (scene.words, data.summary)
  let parent =
    data.isStaff
    ? (words("summaries.of", .text(data.student.name)), SummariesPaths.of(data.student.id))
    : (data.student.name, StudentsPaths.student(data.student.id))
  let title = words("summaries.title", .text(data.student.name))
  let body = summary.sentAt == nil ? draftParts(data, draft, scene) : sentParts(data, draft, scene)
  return Page(
    "summaries.summary", title: title, topics: data.topics, parent: parent,
    body: stack(["<p class=\"quiet\">\(span(summary, words))</p>"] + body, isLoose: true))
}

private func draftParts(_ data: SummaryPage, _ draft: Draft, _ scene: Scene) -> [HTML] {
  let (words, path) = (scene.words, SummariesPaths.summary(data.summary))
  let language = Language(rawValue: data.summary.language)?.ownName ?? data.summary.language
  let asking: HTML = data.mayAsk ? outsideButton(.summary, to: OutsidePaths.draft(data.summary), scene) : ""
  return [
    outsideBanner(data.outside, .summary, scene),
    banner(HTML(text: words("summaries.draft-text", .text(language))), scene),
    form(
      path,
      [
        .area(
          "text", words("summaries.text"), value: data.summary.text, isRequired: true, rows: 16, max: Summary.longest),
        .hidden("version", data.summary.version),
      ], draft, scene, submit: words("summaries.save"),
      style: FormStyle(
        id: "summary",
        // What was typed and not saved stays in the tab, and does not take the place of what a service wrote.
        draft: "summary-" + data.summary.id.text + (data.outside == nil ? "" : "-outside"))),
    cluster([
      linkButton(words("summaries.look"), to: path + "/confirmation", icon: icon("eye", scene)),
      postButton(words("summaries.delete"), to: path + "/deletion", scene, .destructive),
    ]), asking,
  ]
}

private func sentParts(_ data: SummaryPage, _ draft: Draft, _ scene: Scene) -> [HTML] {
  let (words, summary) = (scene.words, data.summary)
  let when = summary.sentAt.map { time($0, scene) } ?? ""
  let print: HTML = """
    <button type="button" class="button js-only no-print"\(behaviour: .print) data-key="p">\(icon("print", scene))\
    \(words("students.print"))</button>
    """
  return [
    """
    <article class="card observation"><p class="observation__text" lang="\(summary.language)" dir="auto">\
    \(summary.text)</p><p class="quiet observation__facts">\(dotted([name(data.names[summary.by] ?? ""), when]))</p></article>
    """, cluster([print]), replies(data, draft, scene),
  ]
}

/// What was said between a guardian and the staff; each guardian's is apart.
private func replies(_ data: SummaryPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  var guardians: [ID<Account>] = []
  for reply in data.replies where !guardians.contains(reply.guardian) { guardians.append(reply.guardian) }
  if data.mayReply, guardians.isEmpty { guardians = [data.me] }
  if guardians.isEmpty {
    return data.isStaff ? "<p class=\"quiet no-print\">\(words("summaries.no-replies"))</p>" : ""
  }
  let threads = guardians.map { guardian -> HTML in
    let said = data.replies.filter { $0.guardian == guardian }.map { reply -> HTML in
      """
      <article class="card observation"><p class="observation__text" dir="auto">\(reply.text)</p>\
      <p class="quiet observation__facts">\(dotted([name(data.names[reply.author] ?? ""), time(reply.at, scene)]))</p></article>
      """
    }
    let title =
      data.isStaff
      ? words("summaries.with", .text(data.names[guardian] ?? "")) : words("summaries.replies")
    return stack([sectionTitle(title)] + said + [replyForm(guardian, data, draft, scene)])
  }
  return "<section class=\"stack no-print\" id=\"replies\">\(each: threads, { $0 })</section>"
}

private func replyForm(_ guardian: ID<Account>, _ data: SummaryPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let isHere = draft["guardian"].map { $0 == guardian.text } ?? !data.isStaff
  let own = isHere ? draft : Draft()
  let fields: [Field] =
    [
      .area("text", words("summaries.reply"), isRequired: true, rows: 3, max: SummaryReply.longest)
    ] + (data.isStaff ? [.hidden("guardian", guardian.text)] : [])
  let scope = data.isStaff ? guardian.text : "reply"
  return form(
    SummariesPaths.summary(data.summary) + "/replies", scene,
    content: """
      \(errorSummary(own, fields, scene, scope: scope))\(each: fields, { field($0, own, scene, scope: scope) })\
      <div class="form__actions">\(submit(words("summaries.reply-send")))</div>
      """)
}

func summaryConfirmationPage(_ data: SummaryConfirmation, _ scene: Scene) -> Page {
  let (words, path) = (scene.words, SummariesPaths.summary(data.summary))
  let named = data.text.replaced
  let said: HTML =
    named.isEmpty
    ? banner(HTML(text: words(data.text.said)), scene, data.text.suspected.isEmpty ? .info : .warning)
    : banner(
      HTML(text: words("summaries.named", .text(named.joined(separator: ", ")))), scene, .warning)
  // The text as it stands: what is marked is to be looked at, what is a name keeps it here.
  let text = data.text.pieces.map { piece -> HTML in
    piece.mark == nil ? "\(piece.original)" : "<mark>\(piece.original)</mark>"
  }
  let back = linkButton(words("summaries.back"), to: path)
  let looked: HTML =
    data.text.suspected.isEmpty
    ? ""
    : field(
      .check(asItIsField, words("observations.share-as-it-is"), hint: words("observations.share-as-it-is-hint")),
      Draft(), scene)
  let actions: HTML =
    !named.isEmpty
    ? cluster([back])
    : form(
      path + "/sending", scene,
      content: """
        \(hidden([Form.Field("version", data.summary.version)]))\(looked)\
        <div class="form__actions">\(submit(words("summaries.send")))\(back)</div>
        """)
  return Page(
    "summaries.confirmation", title: words("summaries.look-title", .text(data.student.name)),
    parent: (words("summaries.title", .text(data.student.name)), path),
    body: stack(
      [
        said,
        """
        <article class="card observation"><p class="observation__text" lang="\(data.summary.language)" dir="auto">\
        \(each: text, { $0 })</p></article>
        """, actions,
      ], isLoose: true))
}

/// What a family was sent, on its child's page.
func summariesParts(_ sent: [Summary], _ scene: Scene) -> PortraitParts {
  guard !sent.isEmpty else { return PortraitParts() }
  let words = scene.words
  return PortraitParts(parts: [
    card(
      words("summaries.summaries"), id: "summaries",
      content: list(sent.map { summaryRow($0, scene) }, label: words("summaries.summaries")))
  ])
}
