public import Base
public import Database
import People
public import School

/// All SQL about observations.
public struct ObservationsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// Also one that was deleted.
  public func observation(_ id: ID<Observation>, in school: ID<Tenant>) throws(Refusal) -> Observation? {
    try tx.find(ObservationsTables.observation, id, in: school)
  }

  /// A child's, the newest first.
  public func observations(
    of student: ID<Student>, before: Instant? = nil, limit: Int, in school: ID<Tenant>
  ) throws(Refusal) -> [Observation] {
    try tx.rows(
      """
      SELECT \(ObservationsTables.observation.columns(of: "o")) FROM observation_child c
      JOIN observation o ON o.school = c.school AND o.id = c.observation AND o."deletedAt" IS NULL
      WHERE c.school = $1 AND c.student = $2 AND c."happenedAt" < $3
      ORDER BY c."happenedAt" DESC, o.id DESC LIMIT $4
      """, [.id(school), .id(student), .instant(before ?? Instant(milliseconds: .max)), .integer(Int64(limit))]
    ) { row throws(Refusal) in try ObservationsTables.observation.record(row) }
  }

  // MARK: tags

  public func tags(in school: ID<Tenant>) throws(Refusal) -> [RecordTag] {
    try tx.all(ObservationsTables.tag, in: school, "ORDER BY taxonomy, name, id", [])
  }

  func tag(_ id: ID<RecordTag>, in school: ID<Tenant>) throws(Refusal) -> RecordTag? {
    try tx.find(ObservationsTables.tag, id, in: school)
  }

  // MARK: what belongs to one

  /// The files of some observations, in the order in which they came; with those that were taken away if wanted.
  public func files(
    of ids: [ID<Observation>], isRemoved: Bool = false, in school: ID<Tenant>
  ) throws(Refusal) -> [ObservationFile] {
    var found: [ObservationFile] = []
    for part in ids.chunks(of: 200) {
      found += try tx.all(
        ObservationsTables.file, in: school,
        """
        AND observation IN (\(placeholders(part.count, from: 2)))\(isRemoved ? "" : " AND \"deletedAt\" IS NULL")
        ORDER BY observation, at, id
        """, part.map { .id($0) })
    }
    return found
  }

  func file(_ id: ID<ObservationFile>, in school: ID<Tenant>) throws(Refusal) -> ObservationFile? {
    try tx.find(ObservationsTables.file, id, in: school)
  }

  /// What families are and were shown of one.
  public func shares(of id: ID<Observation>, in school: ID<Tenant>) throws(Refusal) -> [ObservationShare] {
    try tx.all(ObservationsTables.share, in: school, "AND observation = $2 ORDER BY student", [.id(id)])
  }

  func share(
    of id: ID<Observation>, with student: ID<Student>, in school: ID<Tenant>
  ) throws(Refusal) -> ObservationShare? {
    try tx.first(
      ObservationsTables.share, in: school, "AND observation = $2 AND student = $3", [.id(id), .id(student)])
  }

  /// What the family of a child sees, the newest first.
  public func shared(
    with student: ID<Student>, before: (at: Instant, id: ID<ObservationShare>)? = nil, limit: Int,
    in school: ID<Tenant>
  ) throws(Refusal) -> [ObservationShare] {
    var values: [Value] = [.id(student)]
    var condition = "AND student = $2 AND \"withdrawnAt\" IS NULL"
    if let before {
      values += [.instant(before.at), .id(before.id)]
      condition += " AND (\"happenedAt\" < $3 OR (\"happenedAt\" = $3 AND id < $4))"
    }
    return try tx.all(
      ObservationsTables.share, in: school, condition + " ORDER BY \"happenedAt\" DESC, id DESC LIMIT \(limit)", values)
  }

  /// How it was before, the newest first.
  func history(of id: ID<Observation>, in school: ID<Tenant>) throws(Refusal) -> [ObservationBefore] {
    try tx.all(ObservationsTables.before, in: school, "AND observation = $2 ORDER BY at DESC LIMIT 100", [.id(id)])
  }

  // MARK: who sees it

  /// Those of the children whom the caller sees as staff.
  func seen(_ children: [ID<Student>], by caller: Caller) throws(Refusal) -> [Student] {
    guard caller.role.isStaff else { return [] }
    let there = try StudentsStore(tx: tx).students(in: caller.school, ids: children)
    if caller.role.isOffice { return there }
    let rooms = ClassroomsStore(tx: tx)
    let known = Set(try rooms.known(there.map { $0.id }, to: caller))
    return there.filter { known.contains($0.id) }
  }

  /// One that the caller may see, with those of its children whom they see.
  ///
  /// - Parameter isDeleted: whether one that was taken away is there too, for whoever may bring it back.
  package func mustSee(
    _ id: ID<Observation>, _ caller: Caller, isDeleted: Bool = false
  ) throws(Refusal) -> (one: Observation, access: ObservationAccess, children: [Student]) {
    guard caller.role.isStaff, let one = try observation(id, in: caller.school), isDeleted || one.deletedAt == nil
    else {
      throw .notFound
    }
    let children = try seen(one.children, by: caller)
    let isAuthor = one.author == caller.account
    guard one.state == .draft ? isAuthor : (caller.role.isOffice || !children.isEmpty) else { throw .notFound }
    let access = ObservationAccess(
      isAuthor: isAuthor, isOffice: caller.role.isOffice, seesAll: children.count == one.children.count)
    return (one: one, access: access, children: children)
  }
}
