import Base
import HTML
import Kit
import School

/// The checklists that are signed, each a link to what was signed.
func signedPiece(_ signed: [TrainingSignature], _ scene: Scene) -> HTML {
  let words = scene.words
  let today = scene.zone.day(of: scene.now)
  let rows = signed.prefix(5).map { one -> HTML in
    // Its place in the chain is looked at on its own page; what is not what was signed says nothing here.
    let said = sha256(Array(one.text.utf8)) == one.hash ? SignedStatement(text: one.text) : nil
    var meta = [time(one.signedAt, scene)]
    if let until = said?.validUntil { meta.append("\(words("training.signatures.until")) \(day(until, scene))") }
    let mark: HTML =
      said == nil
      ? badge(words("training.signatures.is-damaged"), .danger, icon: icon("warning", scene, size: .small))
      : said?.validUntil.map { $0 < today } == true ? badge(words("training.signatures.expired"), .warning) : ""
    return cell(
      said.map { name($0.record.templateName) } ?? "\(words("training.signatures.checklist"))", meta: dotted(meta),
      lead: icon("lock", scene), trail: mark, to: SignaturesPaths.signature(one.checklist), scene)
  }
  return card(words("training.signatures.signed"), id: "signed", content: list(rows, isPlain: true))
}
