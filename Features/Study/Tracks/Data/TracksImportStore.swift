import Base
import Database
import School

extension TracksStore where DB == WriteTransaction {
  /// Writes what a plan says: new texts at the end, changed ones where they are, and the days that the file names;
  /// `compile` afterwards gives the others their days.
  func save(
    _ permit: Permit<ImportTexts>, _ file: TrackImport, _ plan: TrackImportPlan, of known: Track,
    today: Day, hasDays: Bool
  ) throws(Refusal) {
    for item in plan.changed { try tx.put(TracksTables.item, item) }
    var place = try nextPosition(of: known.id)
    var days: [Day: [ID<TrackItem>]] = [:]
    for (text, id) in zip(file.texts, plan.known) {
      let item = id ?? tx.newID()
      if id == nil {
        try tx.put(TracksTables.item, text.item(item, of: known, at: place))
        place += 1
      }
      if let day = text.date { days[day, default: []].append(item) }
    }
    // What was set by hand for a day before stays, and comes first.
    for (day, texts) in days.sorted(by: { $0.key < $1.key }) {
      let before = try self.days(of: known.id, from: day, until: day, in: permit.caller.school).first
      if let before, texts.allSatisfy({ before.items.contains($0) }) { continue }
      // A new track may begin in the past, as with a cycle; what was studied stays.
      guard !hasDays || day >= today else { throw .invalid("text", Phrase("tracks.day-past")) }
      guard day <= today.plus(days: TrackCycle.horizon) else {
        throw .invalid("text", Phrase("tracks.day-far", .count(TrackCycle.horizon)))
      }
      let kept = before?.isEdited == true ? before?.items ?? [] : []
      let all = kept + texts.filter { !kept.contains($0) }
      guard all.count <= TrackCycle.mostPerDay else {
        throw .invalid("text", Phrase("tracks.day-many", .count(TrackCycle.mostPerDay)))
      }
      try tx.put(TracksTables.day, TrackDay(track: known.id, day: day, items: all, isEdited: true))
    }
    var track = known
    track.updatedAt = known.moment(permit.at)
    try tx.put(TracksTables.track, track)
  }
}

extension ImportedText {
  fileprivate func item(_ id: ID<TrackItem>, of track: Track, at place: Int) -> TrackItem {
    TrackItem(
      id: id, track: track.id, position: place, label: label, reference: reference, source: source, language: language,
      commentary: commentary, commentaryLanguage: commentaryLanguage, questions: questions)
  }
}
