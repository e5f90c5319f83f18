public import Base
public import Database
import People
public import School

public enum GradesTables {
  public static let item = Table<GradeItem>(
    "grade_item", number: 155,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("course") { $0.course }
      $0.id("category") { $0.category }
      $0.choice("source") { $0.source }
      $0.text("title") { $0.title }
      $0.amount("possible") { $0.possible }
      $0.integer("place") { $0.place }
      $0.instant("dueAt") { $0.dueAt }
      $0.flag("counts") { $0.counts }
      $0.flag("neverDrop") { $0.neverDrop }
      $0.flag("postsItself") { $0.postsItself }
      $0.instant("updatedAt") { $0.updatedAt }
    }, key: ["school", "id"], indexes: [["school", "course"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])], proofs: [ownCategory],
    // Students see a column of its own at once, and another when what it stands for is published.
    seen: .with(
      parent: "course_item", column: "id", only: { _, bucket in bucket.kind == Bucket.course(.none).kind },
      and: { item in
        item.source == .manual ? [.courseStaff(item.course), .course(item.course)] : [.courseStaff(item.course)]
      })
  ) { cells throws(Refusal) in
    GradeItem(
      id: cells.id(), course: cells.id(), category: cells.optionalID(), source: try cells.choice(), title: cells.text(),
      possible: cells.amount(), place: cells.int(), dueAt: cells.optionalInstant(), counts: cells.flag(),
      neverDrop: cells.flag(),
      postsItself: cells.flag(), updatedAt: cells.instant())
  }

  /// A course's usual categories have ids that follow from its own, also where nobody has written them down.
  private static let ownCategory = Proof(
    "A column of a gradebook is in a category of another course, or in none that there is.",
    sql: """
      SELECT 1 FROM grade_item i WHERE i.category IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM grade_category c
        WHERE c.school = i.school AND c.course = i.course AND c.id = i.category)
      AND (EXISTS (SELECT 1 FROM grade_category c WHERE c.school = i.school AND c.course = i.course)
        OR EXISTS (SELECT 1 FROM grade_category c WHERE c.id = i.category))
      LIMIT 1
      """)

  /// What the staff see; what is posted is a row of its own, in the family's sight.
  public static let score = Table<Score>(
    "score", number: 156,
    {
      $0.school()
      $0.id("item") { $0.item }
      $0.id("student") { $0.student }
      $0.given { $0 }
      $0.instant("at") { $0.at }
    }, key: ["school", "item", "student"], indexes: [["school", "student"]],
    foreign: [
      .init(["school", "item"], to: "grade_item", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ],
    seen: .staff(of: "item")
  ) { Score($0.id(), $0.id(), &$0) }

  /// What stood there before, and that something was cleared: the history of a cell, and the way back.
  public static let before = Table<Score>(
    "score_before", number: 157,
    {
      $0.school()
      $0.id("item") { $0.item }
      $0.id("student") { $0.student }
      $0.instant("at") { $0.at }
      $0.given { $0 }
    }, key: ["school", "item", "student", "at"],
    foreign: [.init(["school", "item"], to: "grade_item", ["school", "id"])],
    seen: .staff(of: "item")
  ) { Score($0.id(), $0.id(), at: $0.instant(), &$0) }

  /// What a student and the family see of a score.
  public static let posted = Table<PostedScore>(
    "posted_score", number: 158,
    {
      $0.school()
      $0.id("item") { $0.score.item }
      $0.id("student") { $0.score.student }
      $0.id("course") { $0.course }
      $0.given { $0.score }
      $0.instant("at") { $0.score.at }
      $0.instant("postedAt") { $0.postedAt }
    }, key: ["school", "item", "student"], indexes: [["school", "student", "course"], ["school", "course"]],
    foreign: [
      .init(["school", "item"], to: "grade_item", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ],
    seen: .by { posted, _ in [.family(posted.score.student), .courseStaff(posted.course)] }
  ) { PostedScore(&$0) }

  /// The job that works the next table out for all courses of a school.
  package static let statisticsJob = "grades.statistics"

  /// How the class did on a column, while its course shows that and enough have points.
  public static let statistics = Table<ItemStatistics>(
    "grade_item_statistics", number: 172,
    {
      $0.school()
      $0.id("item") { $0.item }
      $0.id("course") { $0.course }
      $0.integer("count") { $0.numbers.count }
      $0.amount("mean") { $0.numbers.mean }
      $0.amount("low") { $0.numbers.low }
      $0.amount("high") { $0.numbers.high }
    }, key: ["school", "item"], indexes: [["school", "course"]],
    foreign: [.init(["school", "item"], to: "grade_item", ["school", "id"])],
    seen: .by { row, _ in [.course(row.course), .courseStaff(row.course)] }
  ) {
    ItemStatistics(
      item: $0.id(), course: $0.id(),
      numbers: GradeStatistics(count: $0.int(), mean: $0.amount(), low: $0.amount(), high: $0.amount()))
  }

  public static let settings = Table<GradeSettingsRow>(
    "grade_settings", number: 159,
    {
      $0.school()
      $0.id("course") { $0.settings.course }
      $0.choice("scheme") { $0.settings.scheme }
      $0.choice("within") { $0.settings.within }
      $0.choice("rounding") { $0.settings.rounding }
      $0.flag("capped") { $0.settings.isCapped }
      $0.amount("latePercent") { $0.settings.late.percent }
      $0.choice("lateInterval") { $0.settings.late.interval }
      $0.amount("lateFloor") { $0.settings.late.floor }
      $0.integer("lateGrace") { $0.settings.late.graceMinutes }
      $0.flag("missing") { $0.settings.missing.isOn }
      $0.amount("missingPercent") { $0.settings.missing.percent }
      $0.text("scale") { $0.settings.scale }
      $0.flag("postsItself") { $0.settings.postsItself }
      $0.flag("statistics") { $0.settings.showsStatistics }
      $0.instant("updatedAt") { $0.settings.updatedAt }
      $0.json("before") { $0.before }
    }, key: ["school", "course"], foreign: [.init(["school", "course"], to: "course", ["school", "id"])],
    // Everybody in the course sees how its grades are made.
    seen: .by { row, _ in [.courseStaff(row.settings.course), .course(row.settings.course)] }
  ) { cells throws(Refusal) in
    GradeSettingsRow(settings: try GradeSettings(&cells), before: cells.optionalText())
  }

  public static let category = Table<GradeCategory>(
    "grade_category", number: 160,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("course") { $0.course }
      $0.choice("kind") { $0.kind }
      $0.text("name") { $0.name }
      $0.amount("weight") { $0.weight }
      $0.integer("dropLowest") { $0.dropLowest }
      $0.integer("dropHighest") { $0.dropHighest }
      $0.flag("capped") { $0.isCapped }
      $0.integer("place") { $0.place }
    }, key: ["school", "id"], indexes: [["school", "course"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])],
    seen: .by { category, _ in [.courseStaff(category.course), .course(category.course)] }
  ) { cells throws(Refusal) in
    GradeCategory(
      id: cells.id(), course: cells.id(), kind: try cells.choice(), name: cells.optionalText(), weight: cells.amount(),
      dropLowest: cells.int(), dropHighest: cells.int(), isCapped: cells.flag(), place: cells.int())
  }

  /// What a teacher put in the place of a computed grade, and why; staff only.
  public static let override = Table<GradeOverride>(
    "grade_override", number: 161,
    {
      $0.school()
      $0.id("course") { $0.course }
      $0.id("student") { $0.student }
      $0.amount("percent") { $0.percent }
      $0.text("reason") { $0.reason }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
    }, key: ["school", "course", "student"], foreign: [.init(["school", "course"], to: "course", ["school", "id"])],
    seen: .by { given, _ in [.courseStaff(given.course)] }
  ) {
    GradeOverride(
      course: $0.id(), student: $0.id(), percent: $0.amount(), reason: $0.text(), by: $0.id(), at: $0.instant())
  }

  /// The part of it that the family sees, once it is posted.
  public static let postedOverride = Table<PostedOverride>(
    "posted_override", number: 162,
    {
      $0.school()
      $0.id("course") { $0.course }
      $0.id("student") { $0.student }
      $0.amount("percent") { $0.percent }
      $0.instant("at") { $0.at }
    }, key: ["school", "course", "student"], indexes: [["school", "student"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])],
    seen: .by { posted, _ in [.family(posted.student), .courseStaff(posted.course)] }
  ) { PostedOverride(course: $0.id(), student: $0.id(), percent: $0.amount(), at: $0.instant()) }

  /// The school's letters, of now and of before; a row's lines never change, so that the past stays what it was.
  public static let scale = Table<SchoolLettersRow>(
    "letter_scale", number: 163,
    {
      $0.school()
      $0.id("id") { $0.id }
      // Nothing reads it: a school has one scale at a time.
      $0.text("name", isRead: false) { _ in "" }
      $0.text("steps") { $0.steps }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("retiredAt") { $0.retiredAt }
      $0.text("repeats") { $0.repeats?.rawValue }
      $0.amount("honors") { $0.honors }
      $0.amount("advanced") { $0.advanced }
      $0.flag("statistics") { $0.allowsStatistics }
    }, key: ["school", "id"], seen: .by { _, school in [.school(school)] }
  ) { cells throws(Refusal) in
    SchoolLettersRow(
      id: cells.id(), steps: cells.text(), createdAt: cells.instant(), retiredAt: cells.optionalInstant(),
      repeats: try cells.optionalChoice(), honors: cells.optionalAmount(), advanced: cells.optionalAmount(),
      allowsStatistics: cells.optionalFlag())
  }

  /// Who takes part in a course without a grade, or has given it up; the student's own family knows.
  public static let standing = Table<GradeStandingRow>(
    "grade_standing", number: 168,
    {
      $0.school()
      $0.id("course") { $0.course }
      $0.id("student") { $0.student }
      $0.choice("standing") { $0.standing }
      $0.instant("at") { $0.at }
    }, key: ["school", "course", "student"],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])],
    seen: .by { row, _ in [.family(row.student), .courseStaff(row.course)] }
  ) { cells throws(Refusal) in
    GradeStandingRow(course: cells.id(), student: cells.id(), standing: try cells.choice(), at: cells.instant())
  }

  public static let migrations = [
    Migration.baseline(
      "grades", item.schema, score.schema, before.schema, posted.schema, settings.schema, category.schema,
      override.schema, postedOverride.schema, scale.schema, period.schema, frozen.schema, periodOverride.schema,
      postedPeriodOverride.schema, standing.schema),
    Migration("2026-11-26 grades: how a class did is a row that families have", create: statistics.schema),
    Migration("2026-11-26 grades: how classes did before", enqueue: statisticsJob),
  ]
}

/// A score as a student and the family see it.
public struct PostedScore: Sendable {
  let score: Score, course: ID<Course>, postedAt: Instant
  public init(score: Score, course: ID<Course>, postedAt: Instant) {
    (self.score, self.course, self.postedAt) = (score, course, postedAt)
  }
}

/// What a course's teachers chose, and what there was before the last change, as its form, for the way back.
public struct GradeSettingsRow: Sendable {
  let settings: GradeSettings, before: String?
}

/// What a teacher put in the place of a computed grade.
public struct GradeOverride: Sendable {
  let course: ID<Course>, student: ID<Student>
  let percent: Amount, reason: String, by: ID<Account>, at: Instant
}

/// What the family sees of it.
public struct PostedOverride: Sendable {
  let course: ID<Course>, student: ID<Student>, percent: Amount, at: Instant
}

/// The school's letters as they were written: what they could not say yet in their time is `nil`.
public struct SchoolLettersRow: Sendable {
  let id: ID<SchoolLetters>, steps: String
  let createdAt: Instant, retiredAt: Instant?
  /// What counts in averages of a course that was taken again; `nil` is all of it.
  let repeats: GradeAverage.Repeats?
  /// What harder courses count for; `nil` is the usual.
  let honors: Amount?, advanced: Amount?
  /// Whether courses may show how the class did; `nil` is no.
  let allowsStatistics: Bool?
}

/// Somebody takes part in a course without a grade, or has given it up.
public struct GradeStandingRow: Sendable {
  let course: ID<Course>, student: ID<Student>, standing: GradeStanding, at: Instant
}

extension Seen {
  /// The staff alone of those who see a column.
  fileprivate static func staff(of column: String) -> Seen {
    .with(parent: "grade_item", column: column) { _, bucket in bucket.kind == Bucket.courseStaff(.none).kind }
  }
}

extension Columns {
  /// What was given, in the words of three tables: as it is, as it was, and as the family sees it.
  fileprivate mutating func given(_ score: @escaping @Sendable (Record) -> Score) {
    amount("raw") { score($0).raw }
    flag("excused") { score($0).excused }
    integer64("lateSeconds") { score($0).lateSeconds }
    flag("pending") { score($0).isPending }
    text("comment") { score($0).comment }
    id("by", onMerge: .stays) { score($0).by }
  }
}

extension Score {
  /// - Parameter at: when it was given, where that stands before it; else it stands after it.
  fileprivate init(_ item: ID<GradeItem>, _ student: ID<Student>, at: Instant? = nil, _ cells: inout Cells) {
    self.init(
      item: item, student: student, raw: cells.optionalAmount(), excused: cells.flag(),
      lateSeconds: cells.integer64(), isPending: cells.flag(), comment: cells.optionalText(), by: cells.id(),
      at: at ?? cells.instant())
  }
}

extension PostedScore {
  fileprivate init(_ cells: inout Cells) {
    let (item, student, course) = (cells.id(GradeItem.self), cells.id(Student.self), cells.id(Course.self))
    self.init(score: Score(item, student, &cells), course: course, postedAt: cells.instant())
  }
}

extension GradeSettings {
  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    self.init(
      course: cells.id(), scheme: try cells.choice(), within: try cells.choice(), rounding: try cells.choice(),
      isCapped: cells.flag(),
      late: LatePolicy(
        percent: cells.amount(), interval: try cells.choice(), floor: cells.amount(), graceMinutes: cells.int()),
      missing: MissingPolicy(isOn: cells.flag(), percent: cells.amount()), scale: cells.text(),
      postsItself: cells.flag(), showsStatistics: cells.flag(), updatedAt: cells.instant())
  }
}
