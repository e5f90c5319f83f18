/// What an element does in the browser beyond what browsers do: the script that makes it do so, and the attribute by which
/// the script knows the element.
///
///     extension Behaviour { static let player = Behaviour("player", on: "data-player") }
///
///     "<div class=\"video\"\(behaviour: .player)>…</div>"
///
/// Whoever writes the attribute has named the script, and the page that the element becomes a part of loads it, so that
/// nobody can forget either (docs/decisions/0032). The script is `Public/js/<script>.js`.
public struct Behaviour: Sendable {
  let script: StaticString, attribute: StaticString
  public init(_ script: StaticString, on attribute: StaticString) {
    (self.script, self.attribute) = (script, attribute)
  }
}

extension HTML.Writer {
  /// The attribute of a behaviour, where the element has it: `\(behaviour: .row, isRegister)`.
  public mutating func appendInterpolation(behaviour: Behaviour, _ isThere: Bool = true) {
    appendInterpolation(flag: behaviour.attribute, isThere)
    if isThere { need(behaviour) }
  }

  public mutating func appendInterpolation(behaviour: Behaviour?) {
    if let behaviour { appendInterpolation(behaviour: behaviour, true) }
  }

  /// The attribute of a behaviour with what the script has to know; neither, when there is no value.
  public mutating func appendInterpolation(behaviour: Behaviour, _ value: String?) {
    appendInterpolation(attribute: behaviour.attribute, value)
    if value != nil { need(behaviour) }
  }

  private mutating func need(_ behaviour: Behaviour) {
    let name = UnsafeBufferPointer(start: behaviour.script.utf8Start, count: behaviour.script.utf8CodeUnitCount)
    add([String(decoding: name, as: UTF8.self)], to: &scripts)
  }
}

/// Each once, in the order in which they are met; nearly all pieces need none.
@inlinable func add(_ more: [String], to scripts: inout [String]) {
  if more.isEmpty { return }
  for script in more where !scripts.contains(script) { scripts.append(script) }
}
