package import Base
import Database
import People
package import School

/// Whose names must not go out to a family.
extension ObservationsStore {
  /// The children of an observation and all who are or were in a class with one of them.
  ///
  /// - Parameter reader: whose sight counts; without one everybody, for the last look before something goes out.
  func classmates(of one: Observation, _ reader: Caller?, in school: ID<Tenant>) throws(Refusal) -> [Student] {
    try classmates(of: one.children, reader, in: school)
  }

  /// Some children and all who are in a class with one of them, or were of late: a name does not go out because its child has left.
  func classmates(of children: [ID<Student>], _ reader: Caller?, in school: ID<Tenant>) throws(Refusal) -> [Student] {
    let rooms = ClassroomsStore(tx: tx)
    let today = try rooms.today(in: school)
    var classes = Set(try rooms.current(of: children, in: school, on: today).map { $0.classroom })
    if let reader, !reader.role.isOffice {
      classes.formIntersection(try rooms.taught(by: reader.account, in: school))
    }
    var ids = Set(try rooms.studentIDs(of: classes.sorted(), since: today.plus(days: -400), in: school))
    if let reader {
      ids.formUnion(try seen(children, by: reader).map { $0.id })
    } else {
      ids.formUnion(children)
    }
    return try StudentsStore(tx: tx).students(in: school, ids: ids.sorted())
  }

  /// A text as the family of one of the children may read it.
  ///
  /// - Parameter works: what else is written with large letters and is nobody.
  /// - Returns: `nil` when the child is none of them.
  func familyText(
    _ text: String, for student: ID<Student>, among children: [Student], _ reader: Language, in school: ID<Tenant>,
    works: [String] = []
  ) throws(Refusal) -> RedactedText? {
    familyText(text, for: student, among: children, reader, known: try materials(in: school) + works)
  }

  private func materials(in school: ID<Tenant>) throws(Refusal) -> [String] {
    try tags(in: school).filter { $0.taxonomy == .material }.map { $0.name }
  }

  private func familyText(
    _ text: String, for student: ID<Student>, among children: [Student], _ reader: Language, known: [String]
  ) -> RedactedText? {
    guard let own = children.first(where: { $0.id == student }) else { return nil }
    return redacted(
      text, for: ChildNames(own), others: children.filter { $0.id != student }.map { ChildNames($0) },
      in: redactionLanguage(of: text, reader: reader), known: known)
  }

  /// What was seen of a child in some days and is complete, the newest first, as the child's family may read it.
  ///
  /// - Parameters:
  ///   - sight: whose sight of names counts; without one everybody's names are looked for.
  ///   - most: so many of the newest until then are looked at.
  package func familyTexts(
    of student: ID<Student>, from: Day, until: Day, in zone: Zone, _ sight: Caller?, _ reader: Language, most: Int,
    in school: ID<Tenant>
  ) throws(Refusal) -> [(one: Observation, text: RedactedText?)] {
    let (others, known) = (try classmates(of: [student], sight, in: school), try materials(in: school))
    let end = zone.instant(until.plus(days: 1), minute: 0)
    var found: [(one: Observation, text: RedactedText?)] = []
    for one in try observations(of: student, before: end, limit: most, in: school) {
      let day = zone.day(of: one.happenedAt)
      guard one.state == .complete, day >= from, day <= until else { continue }
      // Of one child alone they are those that are there already.
      let all = one.children == [student] ? [] : try classmates(of: one.children, sight, in: school)
      let also = all.filter { child in !others.contains { $0.id == child.id } }
      found.append((one: one, text: familyText(one.text, for: student, among: others + also, reader, known: known)))
    }
    return found
  }
}
