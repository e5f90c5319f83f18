public import Base

extension AddWorksheets {
  /// - Parameter count: how many there will be.
  /// - Parameter takesFiles: a copy is for handing in again.
  public func permit(
    for caller: Caller, access: CourseAccess, count: Int, takesFiles: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    try filesMayBe(count, most: Worksheet.most)
    if isCopied, !takesFiles { throw .invalid("copy", Phrase("assignments.copy-needs-files")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RemoveWorksheet {
  public func permit(for caller: Caller, access: CourseAccess, isThere: Bool, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    try staffMay(access)
    guard isThere else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension TakeCopies {
  /// - Parameter count: how many there are to take.
  public func permit(
    for caller: Caller, access: CourseAccess, room: WorkRoom, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try studentMay(access)
    guard count > 0 else { throw .notFound }
    try room.mustBeOpen(now)
    return Permit(self, caller: caller, at: now)
  }
}
