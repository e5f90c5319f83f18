public import Base

// Rosters are the office's business alone; to everybody else there is nothing here.

extension BeginImport {
  /// - Throws: `.notFound` for everybody but the office; `.invalid` when there is nothing in the file.
  public func permit(for caller: Caller, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice else { throw .notFound }
    guard size > 0 else { throw .invalid("file", Phrase("exchange.file.empty")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension AgreeToImport {
  /// What was weighed may be applied once, and removals only by their exact count.
  ///
  /// - Throws: `.notFound`; `.conflict` when it is under way, done or cannot be read; `.invalid` for the count.
  public func permit(for caller: Caller, _ found: RosterImport?, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice, let found else { throw .notFound }
    guard found.state == .ready, let report = found.report else { throw .conflict(Phrase("exchange.not-ready")) }
    if report.needsCount || confirmed != nil, confirmed != report.removals {
      throw .invalid("removals", Phrase("exchange.removals.wrong"))
    }
    guard leaves.allSatisfy({ report.moves.indices.contains($0) }) else {
      throw .invalid("leave", Phrase("form.choice"))
    }
    guard admins.allSatisfy({ report.admins.indices.contains($0) }) else {
      throw .invalid("admin", Phrase("form.choice"))
    }
    return Permit(self, caller: caller, at: now)
  }

  /// The answers by what they are about, so that they hold whatever changes before the roster is written.
  public func answers(to report: RosterReport) -> RosterAnswers {
    let moves = leaves.filter { report.moves.indices.contains($0) }.map { report.moves[$0].classroom }
    let keys = admins.filter { report.admins.indices.contains($0) }.map { report.admins[$0].key }
    return RosterAnswers(leaves: Set(moves), admins: Set(keys))
  }
}

extension DiscardImport {
  /// What was applied stays in the list, as what happened.
  ///
  /// - Throws: `.notFound`; `.conflict` when it is under way or over.
  public func permit(for caller: Caller, _ found: RosterImport?, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice, let found else { throw .notFound }
    guard found.state == .ready else { throw .conflict(Phrase("exchange.not-ready")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension ApplyRoster {
  public func permit(for caller: Caller, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }

  /// - Throws: `.conflict` when the school has changed since the preview, so that other records would go.
  public func check(_ plan: Roster.Plan) throws(Refusal) {
    guard let problem = plan.refusal(confirmed: confirmed) else { return }
    throw .conflict(Phrase(problem.code.rawValue, .text(problem.excerpt)))
  }
}

extension ExportRoster {
  public func permit(for caller: Caller, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}
