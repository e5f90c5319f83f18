// What differs between a record we have and the same record in a file. The order of lists does not count,
// nor does the case of an e-mail address.

extension Roster.Person {
  /// The fields in which this person differs from `old`.
  public func differences(from old: Self) -> Roster.Fields {
    var fields = Roster.Fields()
    if key != old.key { fields.add(.key) }
    if role != old.role { fields.add(.role) }
    if given != old.given { fields.add(.given) }
    if family != old.family { fields.add(.family) }
    if username != old.username { fields.add(.username) }
    if !Roster.sameAddress(email, old.email) { fields.add(.email) }
    if number != old.number { fields.add(.number) }
    if birthday != old.birthday { fields.add(.birthday) }
    if !Roster.sameSet(classes, old.classes) { fields.add(.classes) }
    if !Roster.sameSet(cohorts, old.cohorts) { fields.add(.cohorts) }
    if !Roster.sameSet(guardians.map { $0.lowercased() }, old.guardians.map { $0.lowercased() }) {
      fields.add(.guardians)
    }
    return fields
  }
}

extension Roster.Class {
  public func differences(from old: Self) -> Roster.Fields {
    var fields = Roster.Fields()
    if key != old.key { fields.add(.key) }
    if title != old.title { fields.add(.title) }
    if code != old.code { fields.add(.code) }
    if course != old.course || courseTitle != old.courseTitle { fields.add(.course) }
    if !Roster.sameSet(grades, old.grades) { fields.add(.grades) }
    if !Roster.sameSet(terms, old.terms) { fields.add(.terms) }
    if school != old.school { fields.add(.school) }
    return fields
  }
}

extension Roster.Enrollment {
  /// The key counts only when both sides have one: many systems number enrolments afresh.
  public func differences(from old: Self) -> Roster.Fields {
    var fields = Roster.Fields()
    if person != old.person { fields.add(.person) }
    if schoolClass != old.schoolClass { fields.add(.schoolClass) }
    if role != old.role { fields.add(.role) }
    if isPrimary != old.isPrimary { fields.add(.isPrimary) }
    if begin != old.begin { fields.add(.begin) }
    if end != old.end { fields.add(.end) }
    return fields
  }
}

extension Roster.Organisation {
  public func differences(from old: Self) -> Roster.Fields {
    var fields = Roster.Fields()
    if name != old.name { fields.add(.title) }
    if type != old.type { fields.add(.type) }
    if parent != old.parent { fields.add(.school) }
    return fields
  }
}

extension Roster.Term {
  public func differences(from old: Self) -> Roster.Fields {
    var fields = Roster.Fields()
    if title != old.title { fields.add(.title) }
    if type != old.type || year != old.year { fields.add(.type) }
    if begin != old.begin { fields.add(.begin) }
    if end != old.end { fields.add(.end) }
    if parent != old.parent { fields.add(.terms) }
    return fields
  }
}

extension Roster {
  static func sameAddress(_ one: String, _ other: String) -> Bool {
    one == other || one.lowercased() == other.lowercased()
  }

  static func sameSet(_ one: [String], _ other: [String]) -> Bool {
    one == other || Set(one) == Set(other)
  }
}
