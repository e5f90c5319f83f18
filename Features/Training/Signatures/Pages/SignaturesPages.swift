import Base
import HTML
import Kit
import School

/// A checklist with what is signed of it, and what an instructor would sign.
struct SignaturePage: Sendable {
  var checklist: Checklist
  var trainee: Trainee
  var known: SignableChecklist
  /// What the reader is called.
  var me: String
  var seals: [SignatureSeal] = []
  var today: Day
  var topics: [String] = []

  var title: String? { known.record?.templateName ?? known.statements.compactMap { $0 }.last?.record.templateName }
}

func signaturePage(_ data: SignaturePage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  var parts: [HTML] = []
  if !data.known.isSound {
    parts.append(
      banner(
        "\(words("training.signatures.damaged"))", scene, .danger, title: words("training.signatures.is-damaged")))
  }
  let signed = Array(zip(data.known.signatures, data.known.statements))
  if signed.isEmpty, data.known.access.isInstructor {
    // What is signed follows: it is not far below.
    parts.append("<p class=\"quiet\">\(words("training.signatures.none-text"))</p>")
  } else if signed.isEmpty {
    parts.append(
      emptyState("lock", words("training.signatures.none"), words("training.signatures.none-trainee"), scene))
  }
  // The newest first: it is what counts.
  parts += signed.reversed().map { signatureCard($0, $1, data, scene) }
  if data.known.access.isInstructor, data.known.isSound { parts.append(signing(data, draft, scene)) }
  parts.append(covered(scene))
  let printing: HTML = """
    <button type="button" class="button js-only no-print"\(behaviour: .print) data-key="p">\(icon("print", scene))\
    \(words("training.signatures.print"))</button>
    """
  return Page(
    "signatures.page", title: words("training.signatures.title"), actions: signed.isEmpty ? "" : printing,
    topics: data.topics,
    parent: (data.title ?? words("training.signatures.checklist"), ChecklistsPaths.checklist(data.checklist.id)),
    body: stack(parts, isLoose: true))
}

/// One signature as it was given; of a damaged one nothing but that.
private func signatureCard(
  _ signature: TrainingSignature, _ statement: SignedStatement?, _ data: SignaturePage, _ scene: Scene
) -> HTML {
  let words = scene.words
  let title = words(signature.number == 1 ? "training.signatures.signed" : "training.signatures.amendment")
  let hash: HTML = """
    <p class="quiet">\(words("training.signatures.hash")) <code class="written" dir="ltr">\(signature.hashText)</code></p>
    """
  guard let statement else {
    return card(
      title, head: badge(words("training.signatures.is-damaged"), .danger, icon: icon("warning", scene, size: .small)),
      content: "<p>\(words("training.signatures.damaged-one"))</p>\(hash)")
  }
  let previous: HTML =
    statement.previous.map {
      "<p class=\"quiet\">\(words("training.signatures.previous")) <code class=\"written\" dir=\"ltr\">\($0)</code></p>"
    } ?? ""
  let reason: HTML =
    statement.reason.map {
      "<h3>\(words("training.signatures.reason"))</h3><p class=\"written\" dir=\"auto\">\($0)</p>"
    } ?? ""
  let differs: HTML =
    signature.number == data.known.signatures.last?.number
      && data.known.record.map { !$0.saysSame(statement.record) } == true
    ? banner("\(words("training.signatures.differs"))", scene, .danger) : ""
  return card(
    title, head: badge(words("training.signatures.verified"), .success, icon: icon("check", scene, size: .small)),
    content: """
      \(differs)<p class="written" dir="auto">\(statement.record.statement)</p>\(reason)\
      <p>\(name(statement.signerName)) · \(words("training.signatures.certificate")) <bdi>\(statement.certificate)</bdi> · \
      \(time(statement.at, scene))</p>\(validity(statement.validUntil, data.today, scene))\
      <details class="drop"\(flag: "open", signature.number == data.known.signatures.last?.number)>\
      <summary class="button button--ghost">\(words("training.signatures.record"))</summary>\
      \(recordTable(statement.record, scene))</details>\(hash)\(previous)\
      \(sealLine(data.seals.first { $0.id == signature.id }, of: signature, scene))
      """)
}

private func validity(_ until: Day?, _ today: Day, _ scene: Scene) -> HTML {
  guard let until else { return "" }
  let mark: HTML =
    until < today
    ? " \(badge(scene.words("training.signatures.expired"), .warning, icon: icon("clock", scene, size: .small)))" : ""
  return "<p>\(scene.words("training.signatures.until")) \(day(until, scene))\(mark)</p>"
}

/// What is signed, whole: nothing is cut.
private func recordTable(_ record: SignableRecord, _ scene: Scene) -> HTML {
  let words = scene.words
  let dual: HTML =
    record.dualMinutes.map {
      "<p>\(words("training.signatures.dual")) <span dir=\"ltr\">\(hours($0))</span></p>"
    } ?? ""
  let table = DataTable(
    words("training.signatures.items"),
    [
      .init(words("training.signatures.item")), .init(words("training.signatures.by")),
      .init(words("training.signatures.when")), .init(words("training.signatures.under"), isNumber: true),
    ], isCaptionHidden: true)
  let rows = record.items.map { item -> DataTable.Row in
    guard let done = item.done else {
      return DataTable.Row([name(item.title), "\(words("training.signatures.not-done"))", "", ""])
    }
    return DataTable.Row([name(item.title), name(done.name), time(done.at, scene), "\(words.number(done.version))"])
  }
  return """
    <p>\(name(record.traineeName)) · \(name(record.templateName)) · \
    \(words("training.templates.version", .count(record.version)))</p>\
    <p class="quiet">\(words("training.signatures.template-hash")) <code class="written" dir="ltr">\(record.templateHash)</code></p>\
    \(dual)\(table.html(rows))
    """
}

/// Whole minutes as a clock says them.
private func hours(_ minutes: Int) -> String {
  let rest = minutes % 60
  return String(minutes / 60) + ":" + (rest < 10 ? "0" : "") + String(rest)
}

/// The exact statement and record, and below it what the signer proves.
private func signing(_ data: SignaturePage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  guard let record = data.known.record else { return "" }
  let isAmendment = !data.known.signatures.isEmpty
  guard record.isComplete else {
    return card(
      words("training.signatures.sign"), id: "sign",
      content: "<p>\(words("training.signatures.not-complete"))</p>\(recordTable(record, scene))")
  }
  var reason = Field.area("reason", words("training.signatures.reason"), rows: 3, max: 1000)
  reason.direction = "auto"
  let certificate = Field.text(
    "certificate", words("training.signatures.certificate-field"),
    value: data.known.statements.compactMap { $0 }.last { $0.signerName == data.me }?.certificate ?? "", max: 60)
  let until = Field.date(
    "validUntil", words("training.signatures.until-field"), hint: words("training.signatures.until-hint"),
    isRequired: false, from: data.today)
  let password = Field.password(
    "password", words("training.signatures.password"), hint: words("training.signatures.password-hint"))
  let fields = (isAmendment ? [reason] : []) + [certificate, until, password]
  let form = form(
    SignaturesPaths.signature(data.checklist.id), scene,
    content: """
      \(hidden([Form.Field("shown", record.hashText)]))\(errorSummary(draft, fields, scene))\
      \(each: fields, { field($0, draft, scene) })\
      <div class="form__actions">\(submit(words(isAmendment ? "training.signatures.amend" : "training.signatures.sign"), icon: icon("lock", scene)))</div>
      """)
  let title = words(isAmendment ? "training.signatures.amend-title" : "training.signatures.sign-title")
  let content: HTML = """
    <p class="written" dir="auto">\(record.statement)</p><p>\(words("training.signatures.signs", .text(data.me)))</p>\
    \(recordTable(record, scene))<p class="quiet">\(words(isAmendment ? "training.signatures.amend-text" : "training.signatures.locks"))</p>\
    \(form)
    """
  // An amendment is rare: what was signed comes first, and this is opened.
  guard isAmendment else { return card(title, id: "sign", content: content) }
  return """
    <details class="drop no-print"\(flag: "open", !draft.problems.isEmpty)><summary class="button button--ghost">\
    \(words("training.signatures.amend"))</summary>\(card(title, id: "sign", content: content))</details>
    """
}
// words: training.signatures.sign-title training.signatures.amend-title training.signatures.locks
// words: training.signatures.amend-text training.signatures.signed training.signatures.amendment

/// What a signature vouches for, and what it does not.
private func covered(_ scene: Scene) -> HTML {
  let words = scene.words
  func list(_ keys: [String]) -> HTML { "<ul>\(each: keys, { "<li>\(words($0))</li>" })</ul>" }
  return card(
    words("training.signatures.coverage"), id: "coverage",
    content: """
      <h3>\(words("training.signatures.covered"))</h3>\
      \(list([
        "training.signatures.covers.people", "training.signatures.covers.template", "training.signatures.covers.items",
        "training.signatures.covers.dual", "training.signatures.covers.chain",
      ]))\
      <h3>\(words("training.signatures.uncovered"))</h3>\
      \(list([
        "training.signatures.leaves.notes", "training.signatures.leaves.history", "training.signatures.leaves.profile",
      ]))
      """)
}
// words: training.signatures.covers.* training.signatures.leaves.*
