public import Base

/// One letter to one person, in two forms: as text and as a page.
///
/// Everything that comes from people is encoded on its way into a header, addresses are checked when they are made and
/// names of messages are hexadecimal, so there is no way to write a header of one's own.
public struct EmailMessage: Sendable {
  public struct Attachment: Sendable {
    public let name: String, type: String, bytes: [UInt8]
    /// - Parameter type: ours, as `text/calendar`; what is no plain type is sent as bytes without a meaning.
    public init(name: String, type: String, bytes: [UInt8]) {
      let isPlain = type.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "\"") }
      (self.name, self.type, self.bytes) = (name, isPlain ? type : "application/octet-stream", bytes)
    }
  }

  public var from: Mailbox
  public var to: Mailbox
  public var subject: String
  public var language: Language
  public var text: String
  /// What stands in the body of the page.
  public var html: String
  /// The same letter has the same id however often it is sent, so that who gets it twice can tell.
  public var id: ID<EmailMessage>
  public var date: Instant
  /// A page that takes the person off the list by one POST, without signing in (RFC 8058).
  public var unsubscribe: String?
  public var attachments: [Attachment] = []

  public init(
    id: ID<EmailMessage>, from: Mailbox, to: Mailbox, subject: String, language: Language, text: String, html: String,
    date: Instant, unsubscribe: String? = nil
  ) {
    (self.id, self.from, self.to, self.subject) = (id, from, to, subject)
    (self.language, self.text, self.html) = (language, text, html)
    (self.date, self.unsubscribe) = (date, unsubscribe)
  }

  /// As it goes over the line (RFC 5322, MIME).
  public var bytes: [UInt8] { Array((head + content).utf8) }

  private var head: String {
    var lines = [
      "From: " + HeaderText.name(from.name) + " <" + from.address.text + ">",
      "To: " + HeaderText.name(to.name) + " <" + to.address.text + ">",
      "Subject: " + HeaderText.encoded(subject),
      "Date: " + HeaderText.date(date),
      "Message-ID: <" + id.text + "@" + from.address.host + ">",
      "Content-Language: " + language.rawValue,
      "Auto-Submitted: auto-generated",
      "MIME-Version: 1.0",
    ]
    if to.name.isEmpty { lines[1] = "To: <" + to.address.text + ">" }
    if let unsubscribe {
      lines.append("List-Unsubscribe: <" + HeaderText.link(unsubscribe) + ">")
      lines.append("List-Unsubscribe-Post: List-Unsubscribe=One-Click")
    }
    return lines.joined(separator: "\r\n") + "\r\n"
  }

  // No line of base64 holds an underscore, so no content can end its part.
  private static let (mixed, alternative) = ("=_mixed", "=_alternative")

  private var content: String {
    let both =
      "Content-Type: multipart/alternative; boundary=\"" + EmailMessage.alternative + "\"\r\n\r\n"
      + part("text/plain", text) + part("text/html", page) + "--" + EmailMessage.alternative + "--\r\n"
    guard !attachments.isEmpty else { return both }
    let opening = "--" + EmailMessage.mixed + "\r\n"
    return "Content-Type: multipart/mixed; boundary=\"" + EmailMessage.mixed + "\"\r\n\r\n" + opening + both
      + attachments.map { opening + attached($0) }.joined() + "--" + EmailMessage.mixed + "--\r\n"
  }

  private func part(_ type: String, _ text: String) -> String {
    "--" + EmailMessage.alternative + "\r\nContent-Type: " + type
      + "; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" + HeaderText.base64(Array(text.utf8)) + "\r\n"
  }

  private func attached(_ file: Attachment) -> String {
    "Content-Type: " + file.type
      + "\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename*=UTF-8''"
      + HeaderText.parameter(file.name) + "\r\n\r\n" + HeaderText.base64(file.bytes) + "\r\n"
  }

  /// Both the document and its body say the direction: some readers of mail throw the document away.
  private var page: String {
    let direction = "lang=\"" + language.rawValue + "\" dir=\"" + language.direction + "\""
    return "<!doctype html>\n<html " + direction + "><head><meta charset=\"utf-8\"></head>\n<body " + direction + ">\n"
      + html + "\n</body></html>\n"
  }
}
