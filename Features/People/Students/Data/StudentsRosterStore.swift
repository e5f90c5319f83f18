public import Base
import Database
public import School

/// What a roster finds its children by, one indexed look-up each: 200,000 keys would not fit beside everything else.
extension StudentsStore {
  /// The child another system knows by this name, those who left included.
  public func find(external: String, in school: ID<Tenant>) throws(Refusal) -> Student? {
    try all(in: school, "AND external = $2", [.text(external)]).first
  }

  /// The child with this number, those who left included.
  public func find(number: String, in school: ID<Tenant>) throws(Refusal) -> Student? {
    try all(in: school, "AND number = $2", [.text(number)]).first
  }

  /// The name another system knows the child by.
  public func external(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> String? {
    let found = try tx.first(
      "SELECT external FROM student WHERE school = $1 AND id = $2", [.id(school), .id(student)]
    ) { $0.optionalText(0) }
    return found ?? nil
  }

  /// The children who have not left, in the order of their ids, from after `last` on.
  public func batch(in school: ID<Tenant>, after last: ID<Student>, limit: Int) throws(Refusal) -> [Student] {
    try all(in: school, "AND id > $2 AND \"leftAt\" IS NULL ORDER BY id LIMIT \(limit)", [.id(last)])
  }

  /// The children at the school that nobody signs in for, in the order of lists.
  func withoutAccount(in school: ID<Tenant>) throws(Refusal) -> [Student] {
    try all(in: school, "AND account IS NULL AND \"leftAt\" IS NULL ORDER BY sort, id")
  }

  /// How many children have not left.
  public func presentCount(in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count("SELECT count(*) FROM student WHERE school = $1 AND \"leftAt\" IS NULL", [.id(school)])
  }
}
