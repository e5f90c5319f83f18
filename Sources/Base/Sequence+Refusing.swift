/// The standard library's `filter`, `compactMap`, `flatMap` and `first` forget which error their closure throws; these
/// let a refusal stay a refusal, as `map` does.
extension Sequence {
  public func tryFilter(_ isKept: (Element) throws(Refusal) -> Bool) throws(Refusal) -> [Element] {
    var kept: [Element] = []
    for element in self where try isKept(element) { kept.append(element) }
    return kept
  }

  public func tryCompactMap<Made>(_ make: (Element) throws(Refusal) -> Made?) throws(Refusal) -> [Made] {
    var all: [Made] = []
    for element in self { if let made = try make(element) { all.append(made) } }
    return all
  }

  public func tryFlatMap<Made>(_ make: (Element) throws(Refusal) -> [Made]) throws(Refusal) -> [Made] {
    var all: [Made] = []
    for element in self { all += try make(element) }
    return all
  }

  public func tryFirst(where isWanted: (Element) throws(Refusal) -> Bool) throws(Refusal) -> Element? {
    for element in self where try isWanted(element) { return element }
    return nil
  }
}
