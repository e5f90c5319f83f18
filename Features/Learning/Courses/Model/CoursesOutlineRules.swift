public import Base

extension ArrangeOutline {
  /// - Returns: the outline as it is to be.
  public func permit(
    for caller: Caller, facts: CourseFacts, outline: Outline, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, outline: Outline) {
    _ = try facts.openForStaff()
    guard outline.entries.contains(moved) else { throw .notFound }
    // Somebody removed what it was to stand before.
    if let before, !outline.entries.contains(before) { throw .stale }
    guard let arranged = outline.moving(moved, before: before) else { throw .invalid("move", Phrase("form.choice")) }
    return (Permit(self, caller: caller, at: now), arranged)
  }
}

extension AddModule {
  /// More chapters than anybody reads; keeps one course from growing without end.
  public static var most: Int { 200 }

  public func permit(for caller: Caller, facts: CourseFacts, count: Int, now: Instant) throws(Refusal) -> Permit<Self> {
    _ = try facts.openForStaff()
    if count >= Self.most { throw .conflict(Phrase("form.too-many", .count(Self.most))) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RenameModule {
  public func permit(for caller: Caller, facts: CourseFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    _ = try facts.openForStaff()
    return Permit(self, caller: caller, at: now)
  }
}

extension DeleteModule {
  public func permit(for caller: Caller, facts: CourseFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    _ = try facts.openForStaff()
    return Permit(self, caller: caller, at: now)
  }
}

extension PublishItem {
  public func permit(for caller: Caller, facts: CourseFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    _ = try facts.openForStaff()
    return Permit(self, caller: caller, at: now)
  }
}
