extension Array {
  /// The elements in their order, in parts of at most `size`: what one statement or one write can take.
  public func chunks(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
