/// Members of an object, each `nil` when it is missing or of another kind.
extension JSON {
  public func readText(_ name: String) -> String? {
    if case .text(let text)? = self[name] { text } else { nil }
  }
  public func readInteger(_ name: String) -> Int64? { self[name]?.integer }
  public func readFlag(_ name: String) -> Bool? {
    if case .flag(let flag)? = self[name] { flag } else { nil }
  }
  /// Empty when there is none.
  public func readList(_ name: String) -> [JSON] {
    if case .list(let items)? = self[name] { items } else { [] }
  }
  public func readID<Thing>(_ name: String, _ kind: Thing.Type = Thing.self) -> ID<Thing>? {
    readText(name).flatMap { ID<Thing>($0) }
  }

  /// A whole number of 64 bits.
  public var integer: Int64? {
    if case .number(let digits) = self { Int64(digits) } else { nil }
  }
}
