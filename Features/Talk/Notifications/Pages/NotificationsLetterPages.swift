public import Base
package import HTML
import Kit
package import School

/// A letter about what happened: one thing at once, or the day's.
package struct NoticeEmail: Sendable {
  let school: String
  let reader: String
  let items: [Notification]
  let isDigest: Bool
  /// By whose clock it speaks of times.
  let zone: Zone
  let origin: String
  let unsubscribe: String
  /// What announcements among them say, in the version the reader gets.
  var texts: [ID<Notification>: AnnouncementText] = [:]

  package init(
    school: String, reader: String, items: [Notification], isDigest: Bool, zone: Zone, origin: String,
    unsubscribe: String, texts: [ID<Notification>: AnnouncementText] = [:]
  ) {
    (self.school, self.reader, self.items, self.isDigest, self.zone, self.origin, self.unsubscribe, self.texts) = (
      school, reader, items, isDigest, zone, origin, unsubscribe, texts
    )
  }

  /// A digest says how much there is, a single word what it is: who wanted it at once wants to know at once.
  package func subject(_ words: Words) -> String {
    if !isDigest, items.count == 1 { return withoutIsolates(items[0].said(words, in: zone)) }
    return withoutIsolates(words("notifications.letter.subject", .count(items.count), .text(school)))
  }

  private func link(_ item: Notification) -> String { origin + NotificationsPaths.open(item.id) }

  package func text(_ words: Words) -> String {
    var lines = [words("notifications.letter.hello", .text(reader)), "", intro(words), ""]
    for item in items {
      lines += ["• " + item.said(words, in: zone), "  " + link(item), ""]
      if let text = texts[item.id]?.text, !text.isEmpty { lines += [plainText(of: markdown(text)), ""] }
    }
    lines += [
      words("notifications.letter.why"), origin + NotificationsPaths.settings, "",
      words("notifications.letter.stop"), unsubscribe, "",
    ]
    return lines.joined(separator: "\n")
  }

  package func html(_ words: Words) -> HTML {
    let rows: HTML = """
      \(each: items, { item in
        """
        <li style="margin:0 0 12px"><a href="\(url: link(item))" style="color:#1f4fa3">\(item.said(words, in: zone))</a>\(quote(item))</li>
        """ })
      """
    return letterBody(
      """
      <p>\(words("notifications.letter.hello", .text(reader)))</p><p>\(intro(words))</p>\
      <ul style="padding-inline-start:20px">\(rows)</ul>
      """,
      foot: """
        <a href="\(url: origin + NotificationsPaths.settings)" style="color:#5b6472">\(words("notifications.letter.why"))</a> · \
        <a href="\(url: unsubscribe)" style="color:#5b6472">\(words("notifications.letter.stop"))</a>
        """)
  }

  private func quote(_ item: Notification) -> HTML {
    guard let said = texts[item.id], !said.text.isEmpty else { return "" }
    return """
      <div lang="\(said.language.rawValue)" dir="\(said.language.direction)" style="margin:8px 0 24px;padding-inline-start:12px;\
      border-inline-start:3px solid #c9d1dc">\(markdown(said.text))</div>
      """
  }

  private func intro(_ words: Words) -> String {
    isDigest
      ? words("notifications.letter.digest", .text(school)) : words("notifications.letter.once", .text(school))
  }
}

/// A letter that asks for one thing, as an invitation does.
public struct OwnEmail: Hashable, Sendable {
  public let to: String
  public let name: String
  public let language: Language?
  public let subject: Phrase
  public let paragraphs: [Phrase]
  /// A path of ours.
  public let path: String
  /// The words on the button.
  public let action: Phrase
  public init(
    to: String, name: String, language: Language?, subject: Phrase, paragraphs: [Phrase], path: String, action: Phrase
  ) {
    (self.to, self.name, self.language) = (to, name, language)
    (self.subject, self.paragraphs, self.path, self.action) = (subject, paragraphs, path, action)
  }
}

package struct ActionEmail: Sendable {
  let letter: OwnEmail
  let link: String
  package init(_ letter: OwnEmail, origin: String) { (self.letter, link) = (letter, origin + letter.path) }

  package func text(_ words: Words) -> String {
    (letter.paragraphs.map { words($0) } + [words(letter.action), link, ""]).joined(separator: "\n\n")
  }

  package func html(_ words: Words) -> HTML {
    letterBody(
      """
      \(each: letter.paragraphs, { "<p>\(words($0))</p>" })\
      <p><a href="\(url: link)" style="display:inline-block;padding:12px 20px;border-radius:12px;\
      background:#1f4fa3;color:#ffffff;text-decoration:none">\(words(letter.action))</a></p>
      """, foot: "<bdi dir=\"ltr\">\(link)</bdi>")
  }
}

/// Programs that read mail know no style sheets, so what little there is stands in the elements.
private func letterBody(_ content: HTML, foot: HTML) -> HTML {
  """
  <div style="max-width:560px;margin:0 auto;padding:16px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;\
  color:#1b2430">\(content)<p style="margin-block-start:32px;font-size:13px;color:#5b6472">\(foot)</p></div>
  """
}

/// Without the marks that keep names in their direction, which the lists of some mail programs show as boxes.
package func withoutIsolates(_ text: String) -> String {
  var out = String.UnicodeScalarView()
  for scalar in text.unicodeScalars where !(0x2066...0x2069).contains(scalar.value) { out.append(scalar) }
  return String(out)
}
