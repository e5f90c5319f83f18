public import Base

/// Whether the text has the shape of an e-mail address.
///
/// Whether anybody reads it, only a mail can tell.
public func isEmail(_ text: String) -> Bool {
  let halves = text.split(separator: "@", omittingEmptySubsequences: false)
  guard halves.count == 2, !halves[0].isEmpty, text.utf8.count <= 254 else { return false }
  let labels = halves[1].split(separator: ".", omittingEmptySubsequences: false)
  guard labels.count >= 2, !labels.contains(where: { $0.isEmpty }) else { return false }
  return !text.unicodeScalars.contains { $0.value <= 32 || $0.value == 127 || $0 == "<" || $0 == ">" || $0 == "," }
}

/// What is wrong with a username, or `nil`.
///
/// It has no `@`, so that it never passes for somebody's e-mail.
public func usernameProblem(_ text: String) -> Phrase? {
  let folded = foldedIdentifier(text)
  let wrong = folded.unicodeScalars.contains { $0.value <= 32 || $0.value == 127 || $0 == "@" }
  let count = folded.unicodeScalars.count
  return wrong || count < 2 || count > 60 ? Phrase("accounts.username-wrong") : nil
}

/// The path, when it leads to a page of this server that one may be sent to; `/` for everything else.
///
/// `//host` and `/\host` are other hosts to a browser; a line break would split the answer's head.
public func pathOfOurs(_ text: String?) -> String {
  guard let text, text.utf8.count <= 2000, text.utf8.first == UInt8(ascii: "/"),
    text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") }), !text.hasPrefix("//"),
    !text.hasPrefix("/sign-")
  else { return "/" }
  return text
}
