package import Base
package import Database
import People
package import School

/// What families allow, where it meets what was taken of their children.
extension ObservationsStore {
  /// Those of the children who do not allow something of such a type.
  func lacking(_ children: [ID<Student>], types: [String], in school: ID<Tenant>) throws(Refusal) -> [ID<Student>] {
    var lacking: Set<ID<Student>> = []
    for scope in Set(types.flatMap { ObservationFile.scopes(of: $0) }) {
      let allowing = try ConsentsStore(tx: tx).allowing(scope, of: children, in: school)
      lacking.formUnion(children.filter { !allowing.contains($0) })
    }
    return children.filter(lacking.contains)
  }

  /// Whether all who are on a file allow it now.
  package func isAllowed(_ file: ObservationFile, in school: ID<Tenant>) throws(Refusal) -> Bool {
    try lacking(file.children, types: [file.type], in: school).isEmpty
  }

  /// Those other than the family's own child who are on the files and may not be shown to other families.
  func unshared(
    _ files: [ObservationFile], with student: ID<Student>, in school: ID<Tenant>
  ) throws(Refusal) -> [ID<Student>] {
    let others = Set(files.flatMap { $0.children }).subtracting([student]).sorted()
    let allowing = try ConsentsStore(tx: tx).allowing(.sharing, of: others, in: school)
    return others.filter { !allowing.contains($0) }
  }
}

extension ObservationsStore where DB == WriteTransaction {
  private func settleFiles(of id: ID<Observation>, with student: ID<Student>) throws(Refusal) {
    let files = try files(of: [id], isRemoved: true, in: tx.school)
    var kept: [ObservationFile] = []
    for file in files {
      var file = file
      let isHidden = try !isAllowed(file, in: tx.school)
      if file.isHidden != isHidden {
        file.isHidden = isHidden
        try tx.put(ObservationsTables.file, file)
      }
      kept.append(file)
    }
    for share in try shares(of: id, in: tx.school) {
      var changed = share
      changed.hidden = try share.files.tryFilter { shown throws(Refusal) in
        guard let file = kept.first(where: { $0.id == shown }), !file.isHidden else { return true }
        return try !unshared([file], with: share.student, in: tx.school).isEmpty
      }
      if changed != share { try tx.put(ObservationsTables.share, changed) }
    }
  }
}

package extension ObservationsStore where DB == WriteTransaction {
  /// Hides what a child is on and does not allow any more, and shows what it allows again.
  func settleFiles(of student: ID<Student>) throws(Refusal) {
    let ids: [ID<Observation>] = try tx.rows(
      """
      SELECT DISTINCT c.observation FROM observation_child c
      JOIN observation_file f ON f.school = c.school AND f.observation = c.observation
      WHERE c.school = $1 AND c.student = $2
      """, [.id(tx.school), .id(student)]
    ) { $0.id(0) }
    for id in ids { try settleFiles(of: id, with: student) }
  }

  /// Puts what is about a child where the child's teachers are now.
  func recalculate(of student: ID<Student>) throws(Refusal) {
    let found = try tx.rows(
      """
      SELECT \(ObservationsTables.observation.columns(of: "o")) FROM observation_child c
      JOIN observation o ON o.school = c.school AND o.id = c.observation WHERE c.school = $1 AND c.student = $2
      """, [.id(tx.school), .id(student)]
    ) { row throws(Refusal) in try ObservationsTables.observation.record(row) }
    for one in found { try tx.recalculate(ObservationsTables.observation, one) }
  }
}
