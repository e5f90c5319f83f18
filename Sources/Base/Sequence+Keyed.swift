extension Sequence {
  /// Each by a name of its own; of two with one name the later stays.
  ///
  /// `Dictionary(_:uniquingKeysWith:)` casts, which the browser cannot.
  public func keyed<Key: Hashable>(by key: (Element) -> Key) -> [Key: Element] { keyed(by: key) { $0 } }

  /// A value of each by a name of each.
  public func keyed<Key: Hashable, Value>(
    by key: (Element) -> Key, to value: (Element) -> Value
  ) -> [Key: Value] {
    var found: [Key: Value] = [:]
    for element in self { found[key(element)] = value(element) }
    return found
  }
}
