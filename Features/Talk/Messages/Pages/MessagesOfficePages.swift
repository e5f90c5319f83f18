import Base
import HTML
import Kit
import School

/// What the office sees of talking: what was reported, who talks with whom, and what the school allows.
struct OversightPage: Sendable {
  struct Report: Sendable {
    let report: MessageReport
    let by: String, sender: String
    /// What came with the message; a look at one is entered in the journal.
    let files: [MessageFile]
  }
  struct Talk: Sendable {
    let id: ID<Conversation>
    let kind: Conversation.Kind
    let person: String, title: String
    let count: Int
    let lastAt: Instant

    /// The cursor that a part of the list ends with.
    var cursor: String { String(lastAt.milliseconds) + "." + id.text }
  }
  /// Somebody who has more conversations than are shown.
  struct More: Sendable {
    let account: ID<Account>
    let name: String
    /// Where the part that is shown ends.
    let from: String
  }
  let reports: [Report]
  /// The cursor of the next part of the reports.
  let next: String?
  let isFirst: Bool
  let school: ID<Tenant>
  let search: String
  let talks: [Talk]
  let more: [More]
  /// Whether they are one member's alone.
  let isPart: Bool
  let hasMorePeople: Bool
  let policy: MessagePolicy
}

func oversightPage(_ data: OversightPage, _ scene: Scene) -> Page {
  let words = scene.words
  return Page(
    "messages.oversight", title: words("messages.oversight"), topics: ["reports/" + data.school.text],
    parent: (words("messages.title"), MessagesPaths.all),
    body: stack([
      "<p class=\"page__lede\">\(words("messages.oversight-text"))</p>", policyCard(data.policy, scene),
      reportList(data, scene), talkSearch(data, scene),
    ]))
}

private func policyCard(_ policy: MessagePolicy, _ scene: Scene) -> HTML {
  let words = scene.words
  let fields = [
    Field.check(
      "studentsTalk", words("messages.policy.students"), isOn: policy.studentsTalk,
      hint: words("messages.policy.students-hint")),
    Field.check(
      "includesGuardians", words("messages.policy.guardians"), isOn: policy.includesGuardians,
      hint: words("messages.policy.guardians-hint")),
    Field.check(
      "groupsIncludeGuardians", words("messages.policy.groups"), isOn: policy.groupsIncludeGuardians,
      hint: words("messages.policy.groups-hint")),
  ]
  return card(
    words("messages.policy"), id: "policy",
    content: form(MessagesPaths.policy, fields, Draft(), scene, submit: words("messages.save")))
}

private func reportList(_ data: OversightPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let shown =
    data.reports.isEmpty
    ? nothingLeft(words("messages.no-reports"), words("messages.no-reports-text"), scene)
    : stack(data.reports.map { reportCard($0, scene) })
  return """
    <section id="reports">\(sectionTitle(words("messages.reports")))\(shown)\
    \(pager("", previous: data.isFirst ? nil : MessagesPaths.oversight, next: data.next.map { MessagesPaths.oversight + "?after=" + $0 }, scene))</section>
    """
}

private func reportCard(_ shown: OversightPage.Report, _ scene: Scene) -> HTML {
  let (words, report) = (scene.words, shown.report)
  let said: HTML =
    report.text.isEmpty
    ? ""
    : "<blockquote class=\"talk-quote\" dir=\"auto\">\(report.text)</blockquote>"
  let act: HTML =
    report.settledAt == nil
    ? postButton(
      words("messages.settle"), to: MessagesPaths.oversight + "/settled", scene,
      fields: [Form.Field("report", report.id.text)], icon: icon("check", scene))
    : badge(words("messages.settled"), .success)
  return card(
    id: "report-" + report.id.text,
    head: "<p>\(words("messages.report-line", .text(shown.by), .text(shown.sender)))</p>\(time(report.at, scene))",
    foot:
      "\(act)\(linkButton(words("messages.export"), to: MessagesPaths.export(report.conversation), icon: icon("download", scene)))",
    content: "\(said)\(reportedFiles(shown, scene))<p><bdi>\(report.reason)</bdi></p>")
}

/// What came with it, each behind a button: looking at it is an act, with an entry in the journal.
private func reportedFiles(_ shown: OversightPage.Report, _ scene: Scene) -> HTML {
  guard !shown.files.isEmpty else { return "" }
  let words = scene.words
  let rows = shown.files.map { file in
    let fields = [Form.Field("report", shown.report.id.text), Form.Field("file", file.id.text)]
    let open: HTML = """
      <form method="post" action="\(url: MessagesPaths.reportedFile)" target="_blank" rel="noopener" data-download>\(proof(scene))\
      \(hidden(fields))\(submit(words("messages.look"), icon: icon("eye", scene), style: ButtonStyle(isSmall: true)))</form>
      """
    return cell(
      "<bdi>\(file.name)</bdi>", meta: "\(words.bytes(file.size))",
      lead: icon(fileIcon(file.type, name: file.name), scene), trail: open, scene)
  }
  return """
    \(list(rows, label: words("messages.reported-files")))<p class="quiet">\(words("messages.look-hint"))</p>
    """
}

private func talkSearch(_ data: OversightPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = data.talks.map { talk in
    cell(
      "<bdi>\(talk.person)</bdi> · <bdi>\(titled(talk.title, scene))</bdi>",
      meta: "\(words("messages.count", .count(talk.count))) · \(time(talk.lastAt, scene))",
      trail: linkButton(words("messages.export"), to: MessagesPaths.export(talk.id), style: ButtonStyle(isSmall: true)),
      scene)
  }
  let found: HTML =
    data.search.isEmpty && !data.isPart
    ? ""
    : rows.isEmpty
      ? nothingLeft(words("messages.not-found"), words("messages.not-found-text"), scene, symbol: "search")
      : list(rows, label: words("messages.title"))
  let here = MessagesPaths.oversight + "?q=" + inQuery(data.search)
  let more = data.more.map { one in
    linkButton(
      words("messages.talks-of", .text(one.name)),
      to: here + "&of=" + one.account.text + "&from=" + one.from + "#talks-found", style: ButtonStyle(isSmall: true))
  }
  let others: HTML = data.hasMorePeople ? "<p class=\"quiet\">\(words("messages.more-people"))</p>" : ""
  let back: HTML =
    data.isPart && !data.search.isEmpty
    ? linkButton(words("messages.find-all"), to: here + "#talks-found", .ghost, style: ButtonStyle(isSmall: true)) : ""
  let rest: HTML = more.isEmpty && back.isEmpty ? "" : cluster(more + (back.isEmpty ? [] : [back]))
  return """
    \(sectionTitle(words("messages.find-talks")))\
    \(searchField(words("messages.find-talks-hint"), value: data.search, results: "talks-found", scene, action: MessagesPaths.oversight))\
    <div id="talks-found" class="stack">\(found)\(rest)\(others)</div>
    """
}

/// The question before a copy is taken.
struct ExportPage: Sendable {
  let conversation: Conversation
  let names: [String]
}

func exportPage(_ data: ExportPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let fields = [
    Field.area(
      "reason", words("messages.export-reason"), hint: words("messages.export-hint"), isRequired: true, rows: 3,
      max: 500)
  ]
  return Page(
    "messages.export", title: words("messages.export"), parent: (words("messages.oversight"), MessagesPaths.oversight),
    body: stack([
      banner("\(words("messages.export-text"))", scene, .warning),
      card(
        content: """
          <p><bdi>\(words.list(data.names))</bdi></p><p class="quiet">\(words("messages.count", .count(data.conversation.last)))</p>\
          \(form(MessagesPaths.export(data.conversation.id), fields, draft, scene, submit: words("messages.export-do"), cancel: (words("kit.cancel"), MessagesPaths.oversight), style: FormStyle(isDownload: true)))
          """),
    ]))
}
