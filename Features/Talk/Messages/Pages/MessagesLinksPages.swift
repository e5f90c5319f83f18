import HTML

/// What people write, with the addresses in it as links: shown whole, so that nobody is led elsewhere than they read.
///
/// Only `http`, `https` and `mailto`; anything else stays the words it is.
func withLinks(_ text: String) -> HTML {
  let bytes = Array(text.utf8)
  var (out, start, place) = (HTML(), 0, 0)
  while place < bytes.count {
    guard let end = addressEnd(bytes, from: place) else {
      place += 1
      continue
    }
    let address = String(decoding: bytes[place..<end], as: UTF8.self)
    out += HTML(text: String(decoding: bytes[start..<place], as: UTF8.self))
    out += "<a href=\"\(url: address)\" rel=\"noopener nofollow\" dir=\"ltr\">\(address)</a>"
    (start, place) = (end, end)
  }
  return out + HTML(text: String(decoding: bytes[start...], as: UTF8.self))
}

private let longestAddress = 2000

/// Where the address that begins here ends; `nil` when none does.
private func addressEnd(_ bytes: [UInt8], from start: Int) -> Int? {
  guard start == 0 || !isLetter(bytes[start - 1]), let scheme = scheme(bytes, at: start) else { return nil }
  var end = start + scheme.length
  while end < bytes.count, end - start < longestAddress, isPart(bytes, end) { end += 1 }
  end = withoutStops(bytes, from: start + scheme.length, to: end)
  let rest = bytes[(start + scheme.length)..<end]
  if scheme.isMail { return rest.contains(64) && rest.first != 64 && rest.last != 64 ? end : nil }
  let host = rest.prefix { $0 != 47 && $0 != 63 && $0 != 35 }
  // `https://school.example@evil.example` is read as the former and goes to the latter.
  return host.isEmpty || host.contains(64) || host.first == 58 ? nil : end
}

private func scheme(_ bytes: [UInt8], at start: Int) -> (length: Int, isMail: Bool)? {
  // Most letters begin nothing, and cost one look.
  guard bytes[start] | 32 == 104 || bytes[start] | 32 == 109 else { return nil }
  let rest = bytes[start...].prefix(8).map { isLetter($0) ? $0 | 32 : $0 }
  if rest.starts(with: "https://".utf8) { return (8, false) }
  if rest.starts(with: "http://".utf8) { return (7, false) }
  return rest.starts(with: "mailto:".utf8) ? (7, true) : nil
}

/// Visible letters, but for those that end a quotation; what hides itself or turns others ends the address.
private func isPart(_ bytes: [UInt8], _ place: Int) -> Bool {
  let byte = bytes[place]
  if byte <= 32 || byte == 34 || byte == 60 || byte == 62 || byte == 92 || byte == 96 || byte == 127 { return false }
  // U+0080–U+00AD, U+200B–U+206F, U+061C and U+FEFF by their first bytes; the comma, semicolon, question mark and full
  // stop of Arabic and Urdu, which browsers never leave bare in an address, are the sentence's.
  func next(_ ahead: Int) -> UInt8 { place + ahead < bytes.count ? bytes[place + ahead] : 0 }
  switch byte {
  case 0xC2: return next(1) > 0xAD
  case 0xD8: return ![0x8C, 0x9B, 0x9C, 0x9F].contains(next(1))
  case 0xDB: return next(1) != 0x94
  case 0xE2: return next(1) != 0x80 && next(1) != 0x81
  case 0xE3: return next(1) != 0x80
  case 0xEF: return next(1) != 0xBB || next(2) != 0xBF
  default: return true
  }
}

/// Marks that end a sentence stay outside, as does a bracket that was not opened.
private func withoutStops(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
  var (end, surplus) = (end, 0)
  for byte in bytes[start..<end] { surplus += byte == 41 ? 1 : byte == 40 ? -1 : 0 }
  while end > start {
    let last = bytes[end - 1]
    if last == 41, surplus > 0 {
      surplus -= 1
    } else if !endsSentence(last) {
      break
    }
    end -= 1
  }
  return end
}

private func endsSentence(_ byte: UInt8) -> Bool {
  switch byte {
  case 33, 39, 42, 44, 46, 58, 59, 63, 93, 95, 126: true
  default: false
  }
}

private func isLetter(_ byte: UInt8) -> Bool { (byte | 32) >= 97 && (byte | 32) <= 122 || byte >= 48 && byte <= 57 }
