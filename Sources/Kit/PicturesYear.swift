public import Base
public import HTML

/// How the days of a year were, from `first` on, one entry a calendar day; `nil` is a day without school.
public struct YearOfDays: Sendable {
  public let first: Day, days: [Shade?]
  public init(first: Day, days: [Shade?]) { (self.first, self.days) = (first, days) }
}

/// A square a day, a column a week: a year at a glance in less than 4 KB.
///
/// Shapes say what colours say: full is good, a triangle is in between, a cross is bad, a ring is for a reason.
///
/// The top row is the school's first day of the week; rows without any school are left out at both ends.
@inline(never) public func yearStrip(
  _ year: YearOfDays, _ sentence: String, numbers: PictureNumbers? = nil, _ scene: Scene
) -> HTML {
  let offset = year.first.daysIntoWeek(from: scene.zone.firstWeekday)
  let weeks = max(1, (offset + year.days.count + 6) / 7)
  let step = 10
  let width = weeks * step - 2
  var paths: [Shade: String] = [:]
  var schoolDays = Set<Int>()
  for (place, shade) in year.days.enumerated() {
    guard let shade else { continue }
    let (week, row) = ((offset + place) / 7, (offset + place) % 7)
    schoolDays.insert(row)
    let column = isFromRight(scene) ? weeks - 1 - week : week
    paths[shade, default: ""] += "M" + String(column * step) + " " + String(row * step) + shape(shade)
  }
  let top = (schoolDays.min() ?? 0) * step
  let bottom = ((schoolDays.max() ?? 6) + 1) * step - 2
  let drawn: [HTML] = Shade.allCases.compactMap { shade in
    paths[shade].map { "<path data-shade=\"\(shade.rawValue)\" d=\"\($0)\"/>" }
  }
  return picture(
    "year", sentence, width: width, height: bottom - top, numbers: numbers, scene,
    drawing: "<g transform=\"translate(0 \(top == 0 ? "0" : "-" + String(top)))\">\(each: drawn, { $0 })</g>")
}

/// A mark of 8 × 8, drawn from its top at the start.
private func shape(_ shade: Shade) -> String {
  switch shade {
  case .good, .accent: "h8v8h-8z"
  case .warning: "v8h8z"
  case .bad: "m1 0l3 3 3-3 1 1-3 3 3 3-1 1-3-3-3 3-1-1 3-3-3-3z"
  case .other: "h8v8h-8zm2 2v4h4v-4z"
  case .empty: "m3 3h2v2h-2z"
  }
}
