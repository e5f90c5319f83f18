public import Base
public import Database
public import School

extension TracksStore where DB == WriteTransaction {
  // MARK: tracks

  /// - Parameter audience: what the rule made of the words of the form.
  @discardableResult
  public func save(
    _ permit: Permit<CreateTrack>, as id: ID<Track>, for audience: StudyAudience
  ) throws(Refusal) -> Track {
    let fields = permit.command.fields
    let made = Track(
      id: id, audience: audience, author: permit.caller.account, name: fields.name, about: fields.about,
      language: fields.language.rawValue, isPublic: fields.isPublic, weekdays: fields.weekdays,
      hasFreezes: fields.hasFreezes, createdAt: permit.at, updatedAt: permit.at)
    try tx.put(TracksTables.track, made)
    return made
  }

  func save(_ permit: Permit<EditTrack>, _ known: Track) throws(Refusal) {
    let fields = permit.command.fields
    var changed = known
    (changed.name, changed.about, changed.language) = (fields.name, fields.about, fields.language.rawValue)
    (changed.weekdays, changed.hasFreezes) = (fields.weekdays, fields.hasFreezes)
    (changed.isPublic, changed.updatedAt) = (fields.isPublic, permit.at)
    try tx.put(TracksTables.track, changed)
  }

  func save(_ permit: Permit<DeleteTrack>, _ known: Track) throws(Refusal) {
    try tx.put(TracksTables.track, known.deleted(at: permit.at))
  }

  func save(_ permit: Permit<RestoreTrack>, _ known: Track) throws(Refusal) {
    try tx.put(TracksTables.track, known.restored(at: permit.at))
  }

  // MARK: who studies them

  /// - Parameter today: the day of study; who comes back keeps the first one.
  public func save(_ permit: Permit<JoinTrack>, _ member: TrackMember?, today: Day) throws(Refusal) {
    try tx.put(
      TracksTables.member,
      TrackMember(
        track: permit.command.track, account: permit.caller.account, joinedOn: member?.joinedOn ?? today))
  }

  public func save(_ permit: Permit<LeaveTrack>, _ member: TrackMember) throws(Refusal) {
    var left = member
    left.leftAt = permit.at
    try tx.put(TracksTables.member, left)
  }

  // MARK: texts

  @discardableResult
  public func save(_ permit: Permit<AddTrackItem>, as id: ID<TrackItem>) throws(Refusal) -> TrackItem {
    let track = permit.command.track
    let made = TrackItem(id, of: track, at: try nextPosition(of: track), permit.command.fields)
    try tx.put(TracksTables.item, made)
    return made
  }

  func nextPosition(of track: ID<Track>) throws(Refusal) -> Int {
    try tx.first(
      "SELECT position FROM track_item WHERE school = $1 AND track = $2 ORDER BY position DESC LIMIT 1",
      [.id(tx.school), .id(track)]
    ) { $0.int(0) + 1 } ?? 0
  }

  func save(_ permit: Permit<EditTrackItem>, _ known: TrackItem) throws(Refusal) {
    try tx.put(TracksTables.item, TrackItem(known.id, of: known.track, at: known.position, permit.command.fields))
  }

  func save(_ permit: Permit<RemoveTrackItem>, _ known: TrackItem) throws(Refusal) {
    var changed = known
    changed.deletedAt = permit.command.isRemoved ? permit.at : nil
    try tx.put(TracksTables.item, changed)
  }

  /// The texts between the old place and the new one move up by one; the others stay as they are.
  func save(_ permit: Permit<MoveTrackItem>) throws(Refusal) {
    let (track, moved) = (permit.command.track, permit.command.item)
    let all = try items(of: track, in: tx.school)
    guard let old = all.firstIndex(where: { $0.id == moved }) else { return }
    var order = all
    let item = order.remove(at: old)
    order.insert(item, at: min(max(permit.command.place - 1, 0), order.count))
    for (place, one) in zip(all.map { $0.position }, order) where one.position != place {
      var changed = one
      changed.position = place
      try tx.put(TracksTables.item, changed)
    }
  }
}

extension TrackItem {
  fileprivate init(_ id: ID<TrackItem>, of track: ID<Track>, at position: Int, _ fields: TrackItemFields) {
    self.init(
      id: id, track: track, position: position, label: fields.label, reference: fields.reference,
      source: fields.source, language: fields.language?.rawValue, commentary: fields.commentary,
      commentaryLanguage: fields.commentaryLanguage?.rawValue, questions: fields.questions)
  }
}
