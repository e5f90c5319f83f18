public import Base

extension KeepOwnFiles {
  /// - Parameters:
  ///   - count: how many came.
  ///   - known: how many the caller has.
  ///   - drawings: how many of them have strokes beside them.
  public func permit(
    for caller: Caller, count: Int, known: Int, drawings: Int = 0, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard count > 0 else { throw .invalid("file", Phrase("own-files.choose")) }
    guard count <= OwnFile.mostAtOnce else {
      throw .invalid("file", Phrase("own-files.many-at-once", .count(OwnFile.mostAtOnce)))
    }
    guard known + count <= OwnFile.most else {
      throw .invalid("file", Phrase("own-files.many", .count(OwnFile.most)))
    }
    // Strokes belong to one picture, and to no other file.
    guard strokes.isEmpty || (count == 1 && drawings == 1) else {
      throw .invalid("strokes", Phrase("own-files.strokes-wrong"))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension RenameOwnFile {
  public func permit(for caller: Caller, known: OwnFile?, now: Instant) throws(Refusal) -> Permit<Self> {
    let file = try mustBeOwn(known, caller)
    guard file.deletedAt == nil else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }

  /// What it is called then: fit to be shown, and with the ending it had, so that it still opens.
  public func shown(of file: OwnFile) -> String {
    let (ending, given) = (FileNames.ending(file.name), FileNames.shown(newName, else: file.name))
    guard !ending.isEmpty, FileNames.ending(given) != ending else { return given }
    return FileNames.shown(given + "." + ending)
  }
}

extension RemoveOwnFile {
  /// - Parameter count: how many the caller has, one that comes back being one more.
  public func permit(for caller: Caller, known: OwnFile?, count: Int, now: Instant) throws(Refusal) -> Permit<Self> {
    _ = try mustBeOwn(known, caller)
    guard isRemoved || count < OwnFile.most else { throw .conflict(Phrase("own-files.many", .count(OwnFile.most))) }
    return Permit(self, caller: caller, at: now)
  }
}

/// Another's file is nobody's business.
private func mustBeOwn(_ known: OwnFile?, _ caller: Caller) throws(Refusal) -> OwnFile {
  guard let known, known.account == caller.account else { throw .notFound }
  return known
}
