import Base
public import Database
public import School

public enum SchoolsTables {
  public static let school = Table<SchoolRow>(
    "school", number: 30,
    {
      $0.id("id") { $0.school.id }
      $0.text("name") { $0.school.name }
      $0.choice("kind") { $0.school.kind }
      $0.text("zone") { $0.school.zone }
      $0.text("language") { $0.school.language.rawValue }
      $0.text("theme") { $0.school.theme }
      $0.instant("createdAt") { $0.school.createdAt }
      $0.instant("updatedAt") { $0.school.updatedAt }
      $0.integer("correctionDays") { $0.correctionDays }
      $0.text("rate") { $0.rate?.rawValue }
      // When the school was deleted.
      $0.instant("lockedAt") { $0.school.lockedAt }
      // Its file is the ledger's.
      $0.id("picture") { $0.school.picture }
      // In megabytes and hours.
      $0.integer("fileSize") { $0.fileSize }
      $0.integer("personSize") { $0.personSize }
      $0.integer("dayStart") { $0.dayStart }
      $0.flag("trains") { $0.trains }
      // The services outside that are switched on, with a space between them.
      $0.text("outside") { $0.outside }
    }, key: ["id"], foreign: [.init(["id"], to: "tenant", ["id"])]
  ) { cells throws(Refusal) in
    try SchoolRow(&cells)
  }

  /// The terms of the year, which never share a day.
  public static let term = Table<SchoolTerm>(
    "school_term", number: 31,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.text("name") { $0.name }
      $0.day("from") { $0.from }
      $0.day("until") { $0.until }
    }, key: ["school", "id"], foreign: [.init(["school"], to: "school", ["id"])],
    seen: .by { _, school in [.school(school)] }
  ) { SchoolTerm(id: $0.id(), name: $0.text(), from: $0.day(), until: $0.day()) }

  public static let migrations = [
    Migration.baseline("schools", school.schema.without("trains", "outside"), term.schema),
    Migration("2026-11-27 schools: whether people are trained by checklists", additive: true) { dialect in
      dialect.add("trains", to: school)
    },
    Migration("2026-11-27 schools: which outside services are switched on", additive: true) { dialect in
      dialect.add("outside", to: school)
    },
  ]
}

/// A school as it is kept: what nobody has chosen is nothing here, and as it usually is in the school itself.
public struct SchoolRow: Sendable {
  let school: School
  let correctionDays: Int?, rate: AttendanceRate?
  let fileSize: Int?, personSize: Int?, dayStart: Int?, trains: Bool?
  let outside: String?

  init(_ school: School) {
    self.school = school
    (correctionDays, rate) = (school.correctionDays, school.rate)
    (fileSize, personSize, dayStart) = (school.work.file, school.work.person, school.work.dayStart)
    trains = school.work.trains
    outside = OutsideKind.column(school.outside)
  }

  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    var school = School(
      id: cells.id(), name: cells.text(), kind: try cells.choice(), zone: cells.text(), language: try cells.choice(),
      theme: cells.text(), createdAt: cells.instant(), updatedAt: cells.instant())
    let (correctionDays, rate) = (cells.optionalInt(), try cells.optionalChoice(AttendanceRate.self))
    (school.lockedAt, school.picture) = (cells.optionalInstant(), cells.optionalID(Photo.self))
    let (fileSize, personSize, dayStart) = (cells.optionalInt(), cells.optionalInt(), cells.optionalInt())
    let trains = cells.optionalFlag()
    school.correctionDays = correctionDays ?? School.usualCorrectionDays
    school.rate = rate ?? .attendance
    let usual = SchoolWork()
    school.work = SchoolWork(
      file: fileSize ?? usual.file, person: personSize ?? usual.person, dayStart: dayStart ?? usual.dayStart,
      trains: trains ?? usual.trains)
    let outside = cells.optionalText()
    school.outside = OutsideKind.all(in: outside)
    self.outside = outside
    (self.school, self.correctionDays, self.rate) = (school, correctionDays, rate)
    (self.fileSize, self.personSize, self.dayStart, self.trains) = (fileSize, personSize, dayStart, trains)
  }
}
