public import Base

extension SaveToolResult {
  public func permit(for caller: Caller, known: ToolResult?, today: Int, now: Instant) throws(Refusal) -> Permit<Self>?
  {
    guard right <= total else { throw .invalid("right", Phrase("tools.more-right")) }
    guard details.utf8.count <= ToolResult.longestDetails else {
      throw .invalid("details", Phrase("form.too-long", .count(ToolResult.longestDetails)))
    }
    let read = try? JSON(Array(details.utf8))  // what cannot be read is no object
    guard case .object? = read else { throw .invalid("details", Phrase("tools.bad-details")) }
    guard try mayKeep(known, caller, today) else { return nil }
    return Permit(self, caller: caller, at: now)
  }
}

extension AnswerArithmetic {
  public func permit(for caller: Caller, known: ToolResult?, today: Int, now: Instant) throws(Refusal) -> Permit<Self>?
  {
    guard questions != nil else { throw .invalid("asked", Phrase("tools.bad-questions")) }
    guard try mayKeep(known, caller, today) else { return nil }
    return Permit(self, caller: caller, at: now)
  }

  /// `nil` where something is none, or comes twice, or there are too many.
  public var questions: [ArithmeticQuestion]? {
    let parts = asked.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= ArithmeticRound.length else { return nil }
    let read = parts.compactMap { ArithmeticQuestion(String($0)) }
    return read.count == parts.count && Set(read).count == read.count ? read : nil
  }
}

/// One's own that came before is not kept twice, and another's is nobody's business.
private func mayKeep(_ known: ToolResult?, _ caller: Caller, _ today: Int) throws(Refusal) -> Bool {
  if let known {
    guard known.account == caller.account else { throw .taken }
    return false
  }
  guard today < ToolResult.mostOfDay else { throw .conflict(Phrase("tools.many-today", .count(ToolResult.mostOfDay))) }
  return true
}
