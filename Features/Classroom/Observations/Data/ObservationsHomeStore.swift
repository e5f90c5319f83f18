import Base
import Database
import People
import School

/// What families saw at home.
extension ObservationsStore {
  /// What waits for the staff, the newest first.
  ///
  /// - Parameter author: of one guardian; everybody's without it, for the staff.
  func waiting(
    about student: ID<Student>, by author: ID<Account>? = nil, in school: ID<Tenant>
  ) throws(Refusal) -> [Observation] {
    let one = author.map { [Value.id($0)] } ?? []
    return try tx.all(
      ObservationsTables.observation, in: school,
      """
      AND "primary" = $2 AND state = 'home' AND "deletedAt" IS NULL\(one.isEmpty ? "" : " AND author = $3")
      ORDER BY "happenedAt" DESC, id DESC LIMIT \(Observation.mostWaiting)
      """, [.id(student)] + one)
  }
}

extension ObservationsStore where DB == WriteTransaction {
  func save(
    _ permit: Permit<SendHomeObservation>, as id: ID<Observation>, _ incoming: [IncomingFile]
  ) throws(Refusal) {
    let (command, caller) = (permit.command, permit.caller)
    try write(
      Observation(
        id: id, author: caller.account, state: .home, text: command.text, happenedAt: permit.at,
        writtenAt: permit.at, primary: command.student, children: [command.student], updatedAt: permit.at), over: nil)
    for file in incoming {
      let own: ID<ObservationFile> = file.ownID.map { $0.cast() } ?? tx.newID()
      if try self.file(own, in: tx.school) != nil { continue }
      let kept = try FilesStore(tx: tx).keep(file, as: own.cast(), by: caller.account)
      try tx.put(
        ObservationsTables.file,
        ObservationFile(
          id: own, observation: id, kind: ObservationFile.kind(of: kept.type), name: kept.name, type: kept.type,
          size: kept.content.size, children: [command.student], isOnlyThese: command.others.map { $0 == .nobody },
          by: caller.account, at: permit.at))
    }
  }

  /// It is the staff's from now on, and the family sees what it sent, in the name of who sent it.
  ///
  /// - Parameter text: without the names of other children.
  func save(
    _ permit: Permit<AcceptHomeObservation>, _ known: Observation, _ text: String, _ files: [ObservationFile]
  ) throws(Refusal) {
    var accepted = known
    (accepted.state, accepted.acceptedBy, accepted.updatedAt) = (.complete, permit.caller.account, permit.at)
    try tx.put(ObservationsTables.observation, accepted)
    let shown = files.filter { $0.isOnlyThese == true && !$0.isHidden }
    guard !text.isEmpty || !shown.isEmpty else { return }
    let old = try share(of: known.id, with: known.primary, in: tx.school)
    try tx.put(
      ObservationsTables.share,
      ObservationShare(
        id: old?.id ?? tx.newID(), observation: known.id, student: known.primary, text: text,
        happenedAt: known.happenedAt, files: shown.map { $0.id }, kinds: shown.map { $0.kind }, by: known.author,
        at: permit.at))
  }
}
