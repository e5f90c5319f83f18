package import Base
import HTML
package import Kit
package import School

package struct SealPage: Sendable {
  package struct Row: Sendable {
    package let number: Int
    let signer: String?
    let at: Instant?
    package let verdict: SealVerdict
    let hash: [UInt8]
    let key: [UInt8]
    let seal: [UInt8]

    package init(
      number: Int, signer: String?, at: Instant?, verdict: SealVerdict, hash: [UInt8], key: [UInt8], seal: [UInt8]
    ) {
      (self.number, self.signer, self.at, self.verdict, self.hash, self.key, self.seal) = (
        number, signer, at, verdict, hash, key, seal
      )
    }
  }
  var checklist: ID<Checklist>
  package var rows: [Row]

  package init(checklist: ID<Checklist>, rows: [Row]) {
    (self.checklist, self.rows) = (checklist, rows)
  }
}

/// What the server's key says of each signature, whole, so that it can be verified elsewhere.
package func sealPage(_ data: SealPage, _ scene: Scene) -> Page {
  let words = scene.words
  let path = SignaturesPaths.seal(data.checklist)
  let cards = data.rows.reversed().map { sealCard($0, scene) }
  return Page(
    "signatures.seal", title: words("training.seal.title"),
    actions: cards.isEmpty
      ? ""
      : linkButton(words("training.seal.download"), to: path + "?file=1", icon: icon("download", scene)),
    parent: (words("training.signatures.title"), SignaturesPaths.signature(data.checklist)),
    body: cards.isEmpty
      ? emptyState("lock", words("training.signatures.none"), words("training.seal.none-text"), scene)
      : stack(["<p class=\"quiet\">\(words("training.seal.text"))</p>"] + cards))
}

private func sealCard(_ row: SealPage.Row, _ scene: Scene) -> HTML {
  let words = scene.words
  let title = words(row.number == 1 ? "training.signatures.signed" : "training.signatures.amendment")
  let (tone, symbol): (Tone, String) =
    switch row.verdict {
    case .good: (.success, "check")
    case .unsealed: (.neutral, "lock")
    case .changed, .wrongSeal, .otherKey: (.danger, "warning")
    }
  // words: training.seal.verdict.*
  let mark = badge(
    words("training.seal.verdict." + row.verdict.rawValue), tone, icon: icon(symbol, scene, size: .small))
  func octets(_ label: String, _ bytes: [UInt8]) -> HTML {
    bytes.isEmpty
      ? "" : "<p class=\"quiet\">\(words(label)) <code class=\"written\" dir=\"ltr\">\(hex(bytes))</code></p>"
  }
  let who: HTML =
    row.signer.map { signer in
      "<p>\(name(signer))\(row.at.map { " · \(time($0, scene))" as HTML } ?? "")</p>"
    } ?? ""
  return card(
    title, head: mark,
    content: """
      \(who)\(octets("training.signatures.hash", row.hash))\(octets("training.seal.key", row.key))\
      \(octets("training.seal.signature", row.seal))
      """)
}
// words: training.seal.key, training.seal.signature, training.signatures.hash

/// Beside a signature: which key its seal names, or that the seal is another record's.
///
/// Whether the seal is that key's, and the key this server's, is what the page behind it says: a device has no way to tell.
func sealLine(_ seal: SignatureSeal?, of signature: TrainingSignature, _ scene: Scene) -> HTML {
  guard let seal else { return "" }
  let words = scene.words
  guard seal.hash == signature.hash else {
    return banner("\(words("training.seal.other"))", scene, .danger)
  }
  return """
    <p class="quiet">\(icon("lock", scene, size: .small)) \
    \(words("training.seal.by", .text(SignatureSeal.short(seal.key)))) · \
    <a href="\(url: SignaturesPaths.seal(signature.checklist))">\(words("training.seal.verify"))</a></p>
    """
}
