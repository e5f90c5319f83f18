package import Base
import Kit
package import School

/// What a list is asked for, as it stands in its address.
package struct ObservationsQuery: Sendable {
  enum Range: String, CaseIterable, Sendable {
    case week = "7"
    case month = "30"
    case quarter = "90"
    var days: Int {
      switch self {
      case .week: 7
      case .month: 30
      case .quarter: 90
      }
    }
  }
  var search = ""
  var range: Range?
  var from: Day?
  var until: Day?
  var tags: [ID<RecordTag>] = []
  var children: [ID<Student>] = []
  var author: ID<Account>?
  package var classroom: ID<Classroom>?
  var isOldestFirst = false
  package var after: String?

  package init(_ query: Form) throws(Refusal) {
    var reader = FormReader(query)
    search = reader.optionalText("q", max: 100) ?? ""
    range = reader.optionalChoice("range", Range.self)
    (from, until) = (reader.optionalDay("from"), reader.optionalDay("until"))
    tags = ObservationFields.ids(
      "tag", RecordTag.self, most: Observation.mostTags, "observations.tags-many", &reader, about: "")
    children = ObservationFields.ids(
      "child", Student.self, most: Observation.mostChildren, "observations.children-many", &reader, about: "")
    author = reader.optionalID("author", Account.self)
    classroom = reader.optionalID("classroom", Classroom.self)
    isOldestFirst = reader.optionalText("sort", max: 20) == "oldest"
    after = reader.optionalText("after", max: 80)
    try reader.finish()
  }

  /// Whether anything is left out.
  var isNarrow: Bool { !search.isEmpty || isFiltered }
  /// Whether one of the filters behind the fold is set.
  var isFiltered: Bool {
    range != nil || from != nil || until != nil || !tags.isEmpty || !children.isEmpty || author != nil
  }

  package func filter(_ all: [RecordTag], zone: Zone, now: Instant) -> ObservationFilter {
    var filter = ObservationFilter()
    (filter.children, filter.author, filter.classroom) = (children, author, classroom)
    (filter.search, filter.isOldestFirst) = (search, isOldestFirst)
    // Under a tag lies what was filed under those that it took over.
    filter.tags = tags + all.filter { $0.mergedInto.map(tags.contains) ?? false }.map { $0.id }.prefix(100)
    // A range counts days of the school, today among them.
    let first = range.map { zone.day(of: now).plus(days: 1 - $0.days) } ?? from
    filter.from = first.map { zone.instant($0, minute: 0) }
    if range == nil { filter.until = until.map { zone.instant($0.plus(days: 1), minute: 0) } }
    return filter
  }

  /// The same with something else, as an address.
  func path(_ base: String, after: String? = nil, sort: Bool? = nil) -> String {
    var fields: [(String, String)] = []
    if !search.isEmpty { fields.append(("q", search)) }
    if let range { fields.append(("range", range.rawValue)) }
    if let from { fields.append(("from", from.text)) }
    if let until { fields.append(("until", until.text)) }
    for tag in tags { fields.append(("tag", tag.text)) }
    for child in children { fields.append(("child", child.text)) }
    if let author { fields.append(("author", author.text)) }
    if let classroom { fields.append(("classroom", classroom.text)) }
    if sort ?? isOldestFirst { fields.append(("sort", "oldest")) }
    if let after { fields.append(("after", after)) }
    if fields.isEmpty { return base }
    return base + "?" + fields.map { $0.0 + "=" + inQuery($0.1) }.joined(separator: "&")
  }
}
