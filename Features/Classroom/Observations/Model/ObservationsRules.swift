public import Base

/// As whom somebody of the staff sees an observation.
public struct ObservationAccess: Hashable, Sendable {
  public let isAuthor: Bool
  public let isOffice: Bool
  /// Whether they see all of its children; who sees some of them reads it and changes nothing.
  public let seesAll: Bool
  public init(isAuthor: Bool, isOffice: Bool, seesAll: Bool) {
    (self.isAuthor, self.isOffice, self.seesAll) = (isAuthor, isOffice, seesAll)
  }
}

/// What the rules of writing stand on beside the form.
public struct ObservationGround: Sendable {
  /// Those of the children whom the caller sees as staff.
  public var seen: Set<ID<Student>>
  /// The school's tags.
  public var tags: [RecordTag]
  /// When it was seen, in the school's zone.
  public var moment: Instant
  /// Children who must stay on it: a family was shown it, or they are on a file of it.
  public var bound: Set<ID<Student>>
  public init(seen: Set<ID<Student>>, tags: [RecordTag], moment: Instant, bound: Set<ID<Student>> = []) {
    (self.seen, self.tags, self.moment, self.bound) = (seen, tags, moment, bound)
  }
}

extension Observation {
  /// How far back one may say that something was seen, in days: nobody was at a school for longer.
  public static let oldestDays: Int64 = 3660
  /// How far ahead a device's clock may go, in seconds.
  public static let aheadSeconds: Int64 = 3600
}

extension ObservationFields {
  fileprivate func check(_ ground: ObservationGround, kept: [ID<RecordTag>], now: Instant) throws(Refusal) {
    guard children.count <= Observation.mostChildren else {
      throw .invalid("child", Phrase("observations.children-many", .count(Observation.mostChildren)))
    }
    guard !children.isEmpty else { throw .invalid("child", Phrase("observations.child-needed")) }
    guard ground.moment <= now.plus(seconds: Observation.aheadSeconds) else {
      throw .invalid("happenedAt", Phrase("observations.time-future"))
    }
    guard ground.moment >= now.plus(days: -Observation.oldestDays) else {
      throw .invalid("happenedAt", Phrase("observations.time-old"))
    }
    let offered = Set(ground.tags.filter { $0.isOffered }.map { $0.id })
    // What is not offered any more stays where it is and comes to nothing new.
    guard tags.allSatisfy({ offered.contains($0) || kept.contains($0) }) else {
      throw .invalid("tag", Phrase("observations.tag-gone"))
    }
  }
}

extension WriteObservation {
  public func permit(for caller: Caller, _ ground: ObservationGround, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isStaff else { throw .notFound }
    try fields.check(ground, kept: [], now: now)
    guard fields.children.allSatisfy(ground.seen.contains) else {
      throw .invalid("child", Phrase("observations.child-unseen"))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditObservation {
  /// A draft is its author's whoever its children's teachers are now; to finish it, one must see them all.
  public func permit(
    for caller: Caller, access: ObservationAccess, known: Observation, _ ground: ObservationGround, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard known.state != .home else { throw .notAllowed(Phrase("observations.home-fixed")) }
    if let version, version != known.version { throw .stale }
    try fields.check(ground, kept: known.tags, now: now)
    if known.state == .complete {
      guard access.seesAll else { throw .notAllowed(Phrase("observations.not-all-yours")) }
      guard fields.act == .complete else { throw .invalid("state", Phrase("observations.is-complete")) }
    }
    let isStaying: (ID<Student>) -> Bool = { child in
      fields.act == .draft && known.children.contains(child)
    }
    guard fields.children.allSatisfy({ ground.seen.contains($0) || isStaying($0) }) else {
      throw .invalid("child", Phrase("observations.child-left"))
    }
    guard ground.bound.allSatisfy(fields.children.contains) else {
      throw .invalid("child", Phrase("observations.child-bound"))
    }
    return Permit(self, caller: caller, at: now)
  }
}

/// Its author and the office; others may change what it says, and not make it disappear.
private func mayRemove(_ access: ObservationAccess) throws(Refusal) {
  guard access.isAuthor || access.isOffice else { throw .notAllowed(Phrase("observations.author-only")) }
}

extension DeleteObservation {
  /// - Returns: `nil` when it is gone already.
  public func permit(
    for caller: Caller, access: ObservationAccess, known: Observation, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try mayRemove(access)
    return known.deletedAt == nil ? Permit(self, caller: caller, at: now) : nil
  }
}

extension RestoreObservation {
  public func permit(
    for caller: Caller, access: ObservationAccess, known: Observation, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try mayRemove(access)
    return known.deletedAt == nil ? nil : Permit(self, caller: caller, at: now)
  }
}

// MARK: files

/// A draft's files are its author's; a complete one's are changed by who sees all of its children.
private func mayChangeFiles(_ access: ObservationAccess, _ known: Observation) throws(Refusal) {
  guard known.state == .draft ? access.isAuthor : access.seesAll else {
    throw .notAllowed(Phrase("observations.not-all-yours"))
  }
}

extension ObservationFileAnswer {
  /// - Parameter lacking: the names of those on it who do not allow what it is.
  fileprivate func check(_ known: Observation, lacking: [String]) throws(Refusal) {
    guard children.allSatisfy(known.children.contains) else {
      throw .invalid("child", Phrase("observations.not-tagged"))
    }
    guard lacking.isEmpty else {
      throw .invalid("child", Phrase("observations.no-consent", .text(lacking.joined(separator: ", "))))
    }
  }
}

extension AddObservationFile {
  /// - Parameter count: how many it will have.
  public func permit(
    for caller: Caller, access: ObservationAccess, known: Observation, count: Int, lacking: [String], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try mayChangeFiles(access, known)
    guard count <= Observation.mostFiles else {
      throw .invalid("file", Phrase("observations.files-many", .count(Observation.mostFiles)))
    }
    try answer.check(known, lacking: lacking)
    return Permit(self, caller: caller, at: now)
  }
}

extension DescribeObservationFile {
  /// - Parameter isShared: whether a family sees it: who is on it was settled then.
  public func permit(
    for caller: Caller, access: ObservationAccess, known: Observation, isShared: Bool, lacking: [String], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try mayChangeFiles(access, known)
    guard !isShared else { throw .conflict(Phrase("observations.file-shared")) }
    try answer.check(known, lacking: lacking)
    return Permit(self, caller: caller, at: now)
  }
}

extension RemoveObservationFile {
  public func permit(
    for caller: Caller, access: ObservationAccess, known: Observation, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try mayChangeFiles(access, known)
    guard isRemoved || count < Observation.mostFiles else {
      throw .invalid("file", Phrase("observations.files-many", .count(Observation.mostFiles)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

// MARK: families

extension ShareObservation {
  /// - Parameters:
  ///   - chosen: the files that the command names, as they are.
  ///   - lacking: the names of other children on them who may not be shown to other families.
  ///   - named: what of the text is certainly another child's name.
  ///   - suspected: what of it may be one.
  public func permit(
    for caller: Caller, access: ObservationAccess, known: Observation, chosen: [ObservationFile], lacking: [String],
    named: [String], suspected: [String], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard known.state == .complete else { throw .conflict(Phrase("observations.share-draft")) }
    guard access.seesAll else { throw .notAllowed(Phrase("observations.not-all-yours")) }
    guard known.children.contains(student), chosen.count == files.count else { throw .notFound }
    if text.isEmpty, files.isEmpty { throw .invalid("text", Phrase("observations.share-empty")) }
    guard named.isEmpty else {
      throw .invalid("text", Phrase("observations.share-named", .text(named.joined(separator: ", "))))
    }
    guard suspected.isEmpty || isAsItIs else {
      throw .invalid(asItIsField, Phrase("observations.share-suspected", .text(listed(suspected))))
    }
    guard chosen.allSatisfy({ !$0.isHidden }) else { throw .invalid("file", Phrase("observations.share-hidden")) }
    guard chosen.allSatisfy({ $0.isOnlyThese == true }) else {
      throw .invalid("file", Phrase("observations.share-others"))
    }
    guard lacking.isEmpty else {
      throw .invalid("file", Phrase("observations.no-sharing", .text(lacking.joined(separator: ", "))))
    }
    return Permit(self, caller: caller, at: now)
  }
}

/// What may be a name, each once and not all of a long text.
public func listed(_ suspected: [String]) -> String {
  var seen: Set<String> = []
  let each = suspected.filter { seen.insert($0).inserted }
  return each.prefix(8).joined(separator: ", ") + (each.count > 8 ? " …" : "")
}

extension WithdrawShare {
  /// Whoever sees it may hide it: less seen is never too little.
  ///
  /// - Returns: `nil` when the family does not see it.
  public func permit(for caller: Caller, known: ObservationShare?, now: Instant) throws(Refusal) -> Permit<Self>? {
    guard let known else { throw .notFound }
    return known.withdrawnAt == nil ? Permit(self, caller: caller, at: now) : nil
  }
}

// MARK: tags

/// One of its kind that is called so already, however it is written.
private func taken(
  _ name: String, _ taxonomy: RecordTag.Taxonomy, among tags: [RecordTag], besides own: ID<RecordTag>? = nil
) -> RecordTag? {
  let folded = Student.fold(name)
  return tags.first { $0.taxonomy == taxonomy && $0.id != own && Student.fold($0.name) == folded }
}

extension AddTag {
  /// - Parameter tags: all of the school.
  public func permit(for caller: Caller, tags: [RecordTag], now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isStaff else { throw .notFound }
    guard tags.count < RecordTag.most else {
      throw .invalid("name", Phrase("observations.tags-full", .count(RecordTag.most)))
    }
    if taken(tag, taxonomy, among: tags) != nil { throw .invalid("name", Phrase("observations.tag-there")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RenameTag {
  public func permit(
    for caller: Caller, known: RecordTag, tags: [RecordTag], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard caller.role.isStaff else { throw .notFound }
    if taken(called, known.taxonomy, among: tags, besides: known.id) != nil {
      throw .invalid("name", Phrase("observations.tag-there"))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension ArchiveTag {
  public func permit(for caller: Caller, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isStaff else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension MergeTags {
  /// - Parameters:
  ///   - target: the one that `into` names; what was merged itself takes no other.
  ///   - isTarget: whether others were merged into it: they would hang on nothing that is looked at.
  public func permit(
    for caller: Caller, known: RecordTag, target: RecordTag?, isTarget: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard caller.role.isStaff else { throw .notFound }
    if into != nil {
      guard let target, target.id != known.id, target.taxonomy == known.taxonomy, target.isOffered, !isTarget else {
        throw .invalid("into", Phrase("observations.merge-wrong"))
      }
    }
    return Permit(self, caller: caller, at: now)
  }
}
