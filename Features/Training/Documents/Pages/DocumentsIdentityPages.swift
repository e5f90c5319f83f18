import Base
import HTML
import Kit
import School

/// Of a minor: who has consented, or what is missing; an instructor writes it down.
func consentCard(_ data: TrainingDocumentsPage, _ draft: Draft, _ scene: Scene) -> HTML {
  guard data.isMinor, data.documents.entries.contains(where: { $0.kind.isIdentity }) else { return "" }
  let (words, trainee, isInstructor) = (scene.words, data.trainee.id, data.access.isInstructor)
  let title = words("training.documents.consent")
  guard let consent = data.consent else {
    let why: HTML = "<p>\(words("training.documents.consent-text"))</p>"
    guard isInstructor else {
      return banner("\(words("training.documents.consent-needed"))", scene, title: title)
    }
    return card(
      title, id: "consent",
      content: """
        \(why)\(form(
          DocumentsPaths.consent(trainee), consentFields(scene), draft, scene,
          submit: words("training.documents.consent-record"), scope: "consent"))
        """)
  }
  // words: training.documents.giver.*
  let giver = words("training.documents.giver." + consent.giver.rawValue)
  return card(
    title, id: "consent",
    foot: isInstructor
      ? postButton(
        words("training.documents.consent-withdraw"), to: DocumentsPaths.consentWithdrawal(trainee), scene,
        .destructive) : "",
    content: """
      <p>\(dotted([name(consent.name), "\(giver)", time(consent.at, scene)]))</p>\
      <p>\(name(consent.words))</p>\
      \(isInstructor ? "<p class=\"quiet\">\(words("training.documents.consent-withdraw-text"))</p>" : "" as HTML)
      """)
}

private func consentFields(_ scene: Scene) -> [Field] {
  let words = scene.words
  return [
    .select(
      "giver", words("training.documents.giver"),
      IdentityConsent.Giver.allCases.map {
        Field.Choice($0.rawValue, words("training.documents.giver." + $0.rawValue))
      }, value: IdentityConsent.Giver.guardian.rawValue),
    .text("who", words("training.documents.giver-name"), autocomplete: "off", max: IdentityConsent.longestName),
    .text(
      "words", words("training.documents.giver-words"), hint: words("training.documents.giver-words-hint"),
      max: IdentityConsent.longestWords),
  ]
}

/// Instead of the form, as long as pages may not be taken.
func consentNeededPage(_ data: TrainingDocumentForm, _ back: String, _ scene: Scene) -> Page {
  let words = scene.words
  return Page(
    "training.document-new",
    title: data.kind.map { kindName($0, scene) } ?? words("training.documents.upload"),
    parent: (words("training.documents.title"), back),
    body: stack([
      banner(
        "\(words("training.documents.consent-needed"))", scene, .warning, title: words("training.documents.consent")),
      "<p class=\"quiet\">\(words("training.documents.minors"))</p>",
      linkButton(words("training.documents.title"), to: back, icon: icon("document", scene)),
    ]))
}

/// Who has checked a document, which may be all that is left of it.
func endorsementCard(_ endorsement: DocumentEndorsement, _ data: TrainingDocumentView, _ scene: Scene) -> HTML {
  let words = scene.words
  guard endorsement.isSound else {
    return banner("\(words("training.documents.endorsement-damaged"))", scene, .danger)
  }
  let instead: HTML =
    data.pages.isEmpty ? "<p class=\"quiet\">\(words("training.documents.endorsement-instead"))</p>" : ""
  return card(
    words("training.documents.endorsement"), id: "endorsement",
    content: """
      <p>\(dotted([
        "\(words("training.documents.checked-by", .text(endorsement.name)))", time(endorsement.at, scene),
        "\(words("training.documents.number-ends", .text(endorsement.number)))",
      ]))</p>\(instead)\
      <p class="quiet training-sum">\(words("training.documents.sum-name")) \
      <code dir="ltr">\(hex(endorsement.hash))</code></p>
      """)
}

/// For an instructor who has seen the paper; signed once.
func endorseCard(_ data: TrainingDocumentView, _ draft: Draft, _ scene: Scene) -> HTML {
  guard data.kind.isIdentity, data.endorsement == nil, data.document.rejectedAt == nil else { return "" }
  let words = scene.words
  let fields: [Field] = [
    .text(
      "number", words("training.documents.number"), hint: words("training.documents.number-hint"),
      autocomplete: "off", max: DocumentEndorsement.longestNumber),
    .password(
      "password", words("training.signatures.password"), hint: words("training.signatures.password-hint")),
  ]
  let text = words(
    data.kind.isEndorsed ? "training.documents.endorse-replaces" : "training.documents.endorse-text")
  return card(
    words("training.documents.endorse"), id: "endorse",
    content: """
      <p>\(text)</p>\
      \(form(
        DocumentsPaths.endorsement(data.document.id, of: data.trainee.id), fields, draft, scene,
        submit: words("training.documents.endorse"), scope: "endorse"))
      """)
}
// words: training.documents.endorse-replaces, training.documents.endorse-text
