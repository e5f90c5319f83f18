public import Base

extension ImportTexts {
  /// - Parameters:
  ///   - known: the track.
  ///   - access: as what the caller sees it.
  ///   - count: how many texts it has.
  /// - Returns: `nil` when every text of the file is there already.
  public func permit(
    for caller: Caller, access: TrackAccess, known: Track, file: TrackImport, plan: TrackImportPlan, count: Int,
    now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    guard access == .keeper else { throw .notAllowed(Phrase("tracks.keepers-only")) }
    guard known.deletedAt == nil else { throw .conflict(Phrase("tracks.is-deleted")) }
    guard !file.texts.isEmpty else {
      throw .invalid("text", file.problems.first?.phrase ?? Phrase("tracks.import.nothing"))
    }
    guard count + plan.new.count <= Track.mostItems else {
      throw .invalid("text", Phrase("tracks.texts-many", .count(Track.mostItems)))
    }
    let hasDays = file.texts.contains { $0.date != nil }
    return plan.isEmpty && !hasDays ? nil : Permit(self, caller: caller, at: now)
  }
}
