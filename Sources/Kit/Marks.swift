public import Base
public import HTML

/// How big a picture or an avatar stands.
public enum Size: String, Sendable { case small, usual, large }

/// Arrows point where reading goes; these turn round in Arabic and Hebrew.
private func turns(_ name: String) -> Bool {
  name == "back" || name == "forward" || name == "chevron" || name == "sign-out" || name == "undo"
}

/// A symbol of `icons.svg`.
///
/// Decoration by default; with a `label` it speaks for itself.
@inline(never) public func icon(_ name: String, _ scene: Scene, size: Size = .usual, label: String? = nil) -> HTML {
  if label == nil, size == .usual, !turns(name) {
    return """
      <svg class="icon" aria-hidden="true"><use href="\(url: scene.assets)/icons.svg#\(name)"></use></svg>
      """
  }
  let kind = "icon" + (size == .usual ? "" : " icon--" + size.rawValue) + (turns(name) ? " icon--flip" : "")
  let use: HTML = "<use href=\"\(url: scene.assets)/icons.svg#\(name)\"></use>"
  guard let label else { return "<svg class=\"\(kind)\" aria-hidden=\"true\">\(use)</svg>" }
  return "<svg class=\"\(kind)\" role=\"img\" aria-label=\"\(label)\">\(use)</svg>"
}

/// The letters that stand for a name: the first of the first and of the last word that begin with a letter.
public func initials(_ name: String) -> String {
  if name.utf8.allSatisfy({ $0 < 0x80 }) { return plainInitials(name) }
  let words = name.split(separator: " ").filter { $0.first?.isLetter == true }
  guard let first = words.first?.first else { return name.isEmpty ? "?" : String(name.prefix(1)) }
  guard words.count > 1, let last = words.last?.first else { return String(first) }
  return String(first) + String(last)
}

/// The same for names in plain letters, byte by byte: a list of fifty people has fifty of them.
private func plainInitials(_ name: String) -> String {
  var (first, last, isStart) = (UInt8(0), UInt8(0), true)
  for byte in name.utf8 {
    let isLetter = byte | 32 >= UInt8(ascii: "a") && byte | 32 <= UInt8(ascii: "z")
    if isStart, isLetter { if first == 0 { first = byte } else { last = byte } }
    isStart = byte == UInt8(ascii: " ")
  }
  if first == 0 { return name.isEmpty ? "?" : String(name.prefix(1)) }
  return String(decoding: last == 0 ? [first] : [first, last], as: UTF8.self)
}

/// A round with initials, in one of eight hues that the id chooses, so that a thing keeps its colour.
///
/// The name is expected to stand beside it: the ear hears nothing here.
///
/// - Parameter photo: where its picture is; without one there are initials.
@inline(never) public func avatar<Thing>(_ name: String, _ id: ID<Thing>, size: Size = .usual, photo: String? = nil)
  -> HTML
{
  avatar(name, hue: hue(of: id), size, photo)
}

/// A person's round: of one colour on every page.
///
/// A register knows a child's record and a message the child's account, and neither the other's id; what the school calls
/// them both know, so that says the hue.
@inline(never) public func avatar<Person: PersonKind>(
  _ name: String, _ id: ID<Person>, size: Size = .usual, photo: String? = nil
) -> HTML {
  avatar(name, hue: hue(ofName: name), size, photo)
}

/// The hue of somebody who is called so.
func hue(ofName name: String) -> Int {
  Int(trimmed(name).utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) } >> 3 & 7)
}

private func avatar(_ name: String, hue: Int, _ size: Size, _ photo: String?) -> HTML {
  let kind = size == .usual ? "avatar" : "avatar avatar--" + size.rawValue
  let inside: HTML =
    photo.map { "<img src=\"\(url: $0)\" alt=\"\" loading=\"lazy\" width=\"72\" height=\"72\">" } ?? "\(initials(name))"
  return "<span class=\"\(kind)\" data-hue=\"\(hue)\" aria-hidden=\"true\">\(inside)</span>"
}

/// Several people at once.
@inline(never) public func avatars(_ people: [HTML]) -> HTML {
  "<span class=\"avatars\">\(each: people, { $0 })</span>"
}

/// What a badge, a banner, a tile or a toast means; the colour agrees with the word and never speaks alone.
public enum Tone: String, CaseIterable, Sendable {
  case neutral, info, success, warning, danger, accent, present, absent, late, excused
}

/// A word for a state, with a picture where it is one.
@inline(never) public func badge(_ word: String, _ tone: Tone = .neutral, icon: HTML = "") -> HTML {
  "<span class=\"badge badge--\(tone.rawValue)\">\(icon)\(word)</span>"
}

/// A name, kept from turning the direction of what stands around it.
@inline(never) public func name(_ text: String) -> HTML { "<bdi>\(text)</bdi>" }

/// A key that presses the control it stands on.
func keyMark(_ key: String?) -> HTML {
  guard let key else { return "" }
  return "<kbd aria-hidden=\"true\">\(key)</kbd>"
}

/// A moment as the reader's zone shows it.
///
/// A relative one says “5 minutes ago” or “in 5 minutes” and keeps itself true in the browser.
@inline(never) public func time(_ instant: Instant, _ scene: Scene, isRelative: Bool = false) -> HTML {
  let text = scene.words.moment(instant, in: scene.ownZone)
  guard isRelative else { return "<time datetime=\"\(instant.text)\">\(text)</time>" }
  return "<time datetime=\"\(instant.text)\" title=\"\(text)\" data-relative>\(ago(instant, scene))</time>"
}

/// A calendar day in the reader's words.
@inline(never) public func day(_ day: Day, _ scene: Scene, _ style: Words.DateStyle = .medium) -> HTML {
  "<time datetime=\"\(day.text)\">\(scene.words.date(day, style))</time>"
}

/// “in 5 minutes”, “just now”, “5 minutes ago”, “3 hours ago”, then the day.
private func ago(_ instant: Instant, _ scene: Scene) -> String {
  let passed = scene.now.since(instant)
  // Half a minute ahead is another clock, and no moment to come; what is to come is rounded up, as one waits for it.
  let left = passed > -30_000 ? 0 : Int((59_999 - passed) / 60_000)
  if left > 0, left < 60 { return scene.words("kit.minutes-until", .count(left)) }
  let minutes = Int(passed / 60_000)
  switch minutes {
  case ..<0: return scene.words.moment(instant, in: scene.ownZone)
  case 0: return scene.words("kit.now")
  case 1..<60: return scene.words("kit.minutes-ago", .count(minutes))
  case 60..<1440: return scene.words("kit.hours-ago", .count(minutes / 60))
  default: return scene.words.moment(instant, in: scene.ownZone)
  }
}
