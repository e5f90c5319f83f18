import Base
import Database
import School

extension StudyLogStore where DB == WriteTransaction {
  /// - Parameters:
  ///   - items: what the day has.
  ///   - today: the day of study by the school's clock.
  func save(
    _ permit: Permit<MarkStudied>, items: [ID<TrackItem>], over known: StudyLogEntry?, today: Day, schoolZone: String
  ) throws(Refusal) {
    let tick: ID<StudyLogEntry> = permit.command.tick ?? tx.newID()
    try tx.put(
      StudyLogTables.entry,
      permit.command.entry(
        as: tick, by: permit.caller.account, items: items, over: known, today: today, schoolZone: schoolZone,
        now: permit.at))
  }

  /// The day stays in the log, undone: devices that have it as done hear of it.
  func save(_ permit: Permit<UndoStudied>, _ known: StudyLogEntry) throws(Refusal) {
    var changed = known
    changed.ticks.removeAll { permit.command.ticks.contains($0) }
    changed.updatedAt = permit.at
    try tx.put(StudyLogTables.entry, changed)
  }

  func save(_ permit: Permit<AddStudyPause>, as id: ID<StudyPause>) throws(Refusal) {
    try tx.put(
      StudyLogTables.pause,
      StudyPause(id: id, account: permit.caller.account, from: permit.command.from, until: permit.command.until))
  }

  func save(_ permit: Permit<RemoveStudyPause>, _ known: StudyPause) throws(Refusal) {
    var gone = known
    gone.deletedAt = permit.at
    try tx.put(StudyLogTables.pause, gone)
  }
}
