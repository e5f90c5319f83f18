import Base
import HTML
import Kit
import School

/// What a guardian said on paper.
func paperConsentPage(_ data: ConsentsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, back) = (scene.words, ConsentsPaths.of(data.student.id))
  let guardians = data.office?.guardians ?? []
  let parent = (words("consents.title-of", .text(data.student.name)), back)
  guard !guardians.isEmpty else {
    return Page(
      "consents.paper", title: words("consents.paper"), parent: parent,
      body: emptyState(
        "people", words("consents.no-guardians"), words("consents.no-guardians-text"), scene,
        action: linkButton(words("students.add-guardian"), to: StudentsPaths.newGuardian(data.student.id), .primary)))
  }
  let fields: [Field] = [
    .select(
      "guardian", words("consents.signed-by"), guardians.map { Field.Choice($0.account.text, $0.name) },
      value: guardians.count == 1 ? guardians.first?.account.text ?? "" : "", empty: words("consents.choose")),
    scopeField(scene), answerField(scene), .date("day", words("consents.paper-day"), value: scene.today),
    .area("note", words("consents.note"), hint: words("consents.note-hint"), max: Consent.longestNote),
  ]
  return Page(
    "consents.paper", title: words("consents.paper"), parent: parent,
    body: card(
      content: form(
        ConsentsPaths.paper(data.student.id), fields, draft, scene, submit: words("consents.record"),
        cancel: (words("kit.cancel"), back))))
}

/// What a court has ordered.
func consentOrderPage(_ data: ConsentsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, back) = (scene.words, ConsentsPaths.of(data.student.id))
  let fields: [Field] = [
    scopeField(scene), answerField(scene), .date("day", words("consents.order-day"), value: scene.today),
    .text(
      "note", words("consents.order-note"), hint: words("consents.order-note-hint"), max: Consent.longestNote),
  ]
  return Page(
    "consents.order", title: words("consents.order"),
    parent: (words("consents.title-of", .text(data.student.name)), back),
    body: card(
      content: """
        <p class="measure">\(words("consents.order-text"))</p>\
        \(form(
          ConsentsPaths.order(data.student.id), fields, draft, scene, submit: words("consents.record"),
          cancel: (words("kit.cancel"), back)))
        """))
}

private func scopeField(_ scene: Scene) -> Field {
  .select(
    "scope", scene.words("consents.about"),
    ConsentScope.allCases.map { Field.Choice($0.rawValue, scene.words("consents.scope." + $0.rawValue)) },
    value: ConsentScope.photos.rawValue)
}

private func answerField(_ scene: Scene) -> Field {
  .cards(
    "answer", scene.words("consents.the-answer"),
    Consent.Answer.allCases.map { Field.Choice($0.rawValue, answerWord($0, scene)) })
}
