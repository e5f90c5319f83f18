import Base
import Database
import People
import School

/// What somebody looks for in the catalogue.
struct CatalogueFilter: Sendable {
  var text = ""
  var subject: String?
  var grade: String?
  var teacher: ID<Account>?
  var weekday: Int?
}

extension CoursesStore {
  /// Whether a course is offered, for SQL.
  private static var offered: String {
    "c.school = $1 AND c.\"publishedAt\" IS NOT NULL AND c.\"archivedAt\" IS NULL AND c.entry <> 'closed'"
  }

  /// What is offered and fits the filter, by name; courses that are over are not among them.
  func catalogue(
    in school: ID<Tenant>, _ filter: CatalogueFilter, on today: Day, after: ID<Course>? = nil, limit: Int
  ) throws(Refusal) -> [Course] {
    var query = CatalogueQuery(school, on: today)
    query.match(filter, grades: try grades(for: filter, in: school, on: today))
    if let after, let key = try sortKey(of: after, in: school) {
      let (sort, id) = (query.place(.text(key)), query.place(.id(after)))
      query.add("(c.sort > \(sort) OR c.sort = \(sort) AND c.id > \(id))")
    }
    return try tx.rows(
      """
      SELECT \(CoursesTables.course.columns(of: "c")) FROM course c WHERE \(Self.offered)\(query.sql)
      ORDER BY c.sort, c.id LIMIT \(max(1, limit))
      """, query.values
    ) { row throws(Refusal) in try CoursesTables.course.record(row) }
  }

  func catalogueCount(in school: ID<Tenant>, _ filter: CatalogueFilter, on today: Day) throws(Refusal) -> Int {
    var query = CatalogueQuery(school, on: today)
    query.match(filter, grades: try grades(for: filter, in: school, on: today))
    return try tx.count("SELECT count(*) FROM course c WHERE \(Self.offered)\(query.sql)", query.values)
  }

  /// What teachers wrote for their courses that the grade somebody looks for is among.
  private func grades(for filter: CatalogueFilter, in school: ID<Tenant>, on today: Day) throws(Refusal) -> [String] {
    guard let wanted = filter.grade else { return [] }
    let query = CatalogueQuery(school, on: today)
    let written = try tx.rows(
      "SELECT DISTINCT c.grade FROM course c WHERE \(Self.offered)\(query.sql) AND c.grade IS NOT NULL", query.values
    ) { $0.text(0) }
    return Array(written.filter { GradeRange.contains($0, wanted) }.prefix(200))
  }

  /// The subjects and the grades that are offered, and who teaches what is: what there is to choose from.
  func catalogueChoices(
    in school: ID<Tenant>, on today: Day
  ) throws(Refusal) -> (subjects: [String], grades: [String], teachers: [ID<Account>]) {
    let query = CatalogueQuery(school, on: today)
    let kinds = try tx.rows(
      "SELECT DISTINCT c.subject, c.grade FROM course c WHERE \(Self.offered)\(query.sql)", query.values
    ) { ($0.optionalText(0), $0.optionalText(1)) }
    let teachers: [ID<Account>] = try tx.rows(
      """
      SELECT DISTINCT t.account FROM course c JOIN course_teacher t ON t.school = c.school AND t.course = c.id
      WHERE \(Self.offered)\(query.sql) ORDER BY t.account
      """, query.values
    ) { $0.id(0) }
    return (
      Set(kinds.compactMap { $0.0 }).sorted { Student.fold($0) < Student.fold($1) },
      Set(kinds.compactMap { $0.1 }).sorted { Student.fold($0) < Student.fold($1) }, teachers
    )
  }
}

/// The conditions of a search in the catalogue, with their values.
private struct CatalogueQuery {
  var sql = " AND (c.until IS NULL OR c.until >= $2)"
  var values: [Value]
  init(_ school: ID<Tenant>, on today: Day) { values = [.id(school), .day(today)] }

  /// One more value: where it stands, for the condition that names it.
  mutating func place(_ value: Value) -> String {
    values.append(value)
    return "$" + String(values.count)
  }

  mutating func add(_ condition: String) { sql += " AND " + condition }

  /// - Parameter grades: how courses say the grade that is looked for.
  mutating func match(_ filter: CatalogueFilter, grades: [String]) {
    for word in Student.fold(filter.text).split(separator: " ").prefix(6) {
      let found = place(.text("%" + Self.escaped(word) + "%"))
      add("c.find LIKE \(found) ESCAPE '!'")
    }
    if let subject = filter.subject {
      let wanted = place(.text(subject))
      add("c.subject = \(wanted)")
    }
    if filter.grade != nil {
      sql += grades.isEmpty ? " AND 1 = 0" : " AND c.grade IN (\(placeholders(grades.count, from: values.count + 1)))"
      values += grades.map { .text($0) }
    }
    if let teacher = filter.teacher {
      let id = place(.id(teacher))
      add(
        "EXISTS (SELECT 1 FROM course_teacher t WHERE t.school = c.school AND t.course = c.id AND t.account = \(id))"
      )
    }
    if let weekday = filter.weekday {
      let day = place(.int(weekday))
      add(
        "EXISTS (SELECT 1 FROM course_meeting m WHERE m.school = c.school AND m.course = c.id AND m.weekday = \(day))")
    }
  }

  /// The wildcards of LIKE as the letters they are.
  private static func escaped(_ word: Substring) -> String {
    var out = ""
    for letter in word {
      if letter == "%" || letter == "_" || letter == "!" { out.append("!") }
      out.append(letter)
    }
    return out
  }
}
