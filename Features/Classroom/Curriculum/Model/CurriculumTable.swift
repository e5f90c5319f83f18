public import Base
import Delimited

/// A curriculum as a table: a line a place, its name in the column of what it is, before it the names of what it lies in.
///
/// Columns are known by their headings, in any order and in four languages. A line that is not understood is left out
/// and said; the others count.
public struct CurriculumTable: Hashable, Sendable {
  enum Column: String, CaseIterable, Sendable {
    case area, group, material, presentation, key, from, until, aims, after

    var kind: CurriculumNode.Kind? { CurriculumNode.Kind(rawValue: rawValue) }

    private var names: String {
      switch self {
      case .area: "area areas domain subject domaine aire תחום מרחב المجال مجال"
      case .group: "group groups section groupe famille קבוצה מדור المجموعه مجموعه"
      case .material: "material materials matériel חומר ערכה אביזר الاداه اداه الماده ماده"
      case .presentation:
        "presentation presentations lesson work présentation leçon הצגה הדגמה שיעור العرض عرض التقديم تقديم الدرس"
      case .key: "key keys id code clé clef מפתח קוד المفتاح مفتاح رمز"
      case .from: "from fromage frommonths dès de מגיל מ من منعمر"
      case .until: "until to untilage untilmonths jusqu’à jusque jusquà à עדגיל עד حتى حتىعمر الى"
      case .aims: "aims aim purpose objectifs objectif but buts מטרות מטרה الأهداف أهداف الهدف هدف"
      case .after:
        "after prerequisites prerequisite needs après prérequis אחרי קודם بعد المتطلبات"
      }
    }

    init?(heading: String) {
      let name = CurriculumTable.plain(heading)
      guard !name.isEmpty,
        let found = Self.allCases.first(where: {
          $0.names.split(separator: " ").contains { CurriculumTable.plain(String($0)) == name }
        })
      else { return nil }
      self = found
    }
  }

  public private(set) var lines: [CurriculumLine] = []
  public private(set) var problems: [CurriculumProblem] = []
  /// How many problems there are; a page that says more than a few hundred is not read.
  public private(set) var problemCount = 0
  private var columns: [Column?] = []
  private var keys: Set<String> = []
  /// The key that a line is known by, by the names on the way to it.
  private var found: [String: String] = [:]
  private let known: Set<String>

  public static var maxBytes: Int { Limits.importBody.most }
  public static var maxProblems: Int { 300 }

  /// - Parameter tree: in which places without a key are found by their names.
  public init(_ text: String, over tree: CurriculumTree) {
    known = Set(tree.nodes.map { $0.key })
    for node in tree.outline where tree.stands(node.id) {
      found[Self.path(tree.path(of: node.id).map { ($0.kind, $0.name) })] = node.key
    }
    guard text.utf8.count <= Self.maxBytes else {
      tell(1, Phrase("curriculum.import-large", .count(Self.maxBytes / 1_000_000)))
      return
    }
    var reader = CSV.Reader(limits: Self.limits)
    do throws(CSV.Fault) {
      try reader.feed(Array(text.utf8))
      try reader.finish()
    } catch {
      while let row = reader.next() { take(row) }
      tell(error.line, Phrase("curriculum.import-unreadable"))
    }
    while let row = reader.next() { take(row) }
    if lines.isEmpty, problems.isEmpty { tell(1, Phrase("curriculum.import-nothing")) }
  }

  private static var limits: CSV.Limits {
    var limits = CSV.Limits()
    (limits.cell, limits.row) = (CurriculumNode.maxAims * 4, CurriculumNode.maxAims * 8)
    (limits.cells, limits.rows) = (50, CurriculumNode.mostNodes * 2)
    return limits
  }

  private mutating func tell(_ line: Int, _ phrase: Phrase) {
    problemCount += 1
    if problems.count < Self.maxProblems { problems.append(CurriculumProblem(line, phrase)) }
  }

  private mutating func take(_ row: CSV.Row) {
    guard !row.isBlank else { return }
    if columns.isEmpty {
      head(row)
    } else if columns.contains(where: { $0?.kind != nil }) {
      guard lines.count < CurriculumNode.mostNodes else {
        if lines.count == CurriculumNode.mostNodes, problems.last?.phrase.key != "curriculum.many" {
          tell(row.line, Phrase("curriculum.many", .count(CurriculumNode.mostNodes)))
        }
        return
      }
      do throws(Wrong) { try read(row) } catch { tell(row.line, error.phrase) }
    }
  }

  private mutating func head(_ row: CSV.Row) {
    for cell in row.cells {
      let column = Column(heading: cell)
      if column == nil || columns.contains(column) {
        if !Self.plain(cell).isEmpty {
          tell(
            row.line,
            Phrase(
              column == nil ? "curriculum.column-unknown" : "curriculum.column-twice", .text(String(cell.prefix(60)))))
        }
        columns.append(nil)
      } else {
        columns.append(column)
      }
    }
    if !columns.contains(where: { $0?.kind != nil }) { tell(row.line, Phrase("curriculum.import-columns")) }
  }
  // words: curriculum.column-*

  /// What keeps a line out.
  struct Wrong: Error {
    let phrase: Phrase
    init(_ key: String, _ found: String) { phrase = Phrase(key, .text(String(found.prefix(60)))) }
    init(_ phrase: Phrase) { self.phrase = phrase }
  }

  private mutating func read(_ row: CSV.Row) throws(Wrong) {
    func cell(_ wanted: Column) -> String? {
      guard let at = columns.firstIndex(of: wanted) else { return nil }
      return at < row.cells.count ? trimmed(row.cells[at]) : ""
    }
    var names: [(CurriculumNode.Kind, String)] = []
    for kind in CurriculumNode.Kind.allCases {
      guard let column = Column(rawValue: kind.rawValue), let name = cell(column), !name.isEmpty else { continue }
      if let wrong = Form.wrongWithLine(name, max: CurriculumNode.maxName) { throw Wrong(wrong) }
      names.append((kind, name))
    }
    guard let (kind, name) = names.last else { throw Wrong(Phrase("curriculum.line-name")) }
    guard let first = names.first, first.0 == .area || kind == .area else {
      throw Wrong(Phrase("curriculum.line-area"))
    }
    let written = cell(.key) ?? ""
    if !written.isEmpty, !Self.isKey(written) { throw Wrong("curriculum.line-key", written) }
    let (from, until) = (try Self.months(cell(.from)), try Self.months(cell(.until)))
    if let from, let until, from > until { throw Wrong(Phrase("curriculum.ages-backwards")) }
    let aims = try Self.aims(cell(.aims))
    let after = cell(.after).map { $0.split { " ,;\n\t".contains($0) }.map { String($0) } }
    if let after, after.count > CurriculumNode.mostPrerequisites {
      throw Wrong(Phrase("curriculum.after-many", .count(CurriculumNode.mostPrerequisites)))
    }
    let parent = parent(names.dropLast(), row.line)
    let path = Self.path(names)
    let key = written.isEmpty ? found[path] ?? newKey(name, kind, below: parent) : written
    guard keys.insert(key).inserted else { throw Wrong("curriculum.line-twice", key) }
    found[path] = key
    lines.append(
      CurriculumLine(
        key: key, parent: parent, kind: kind, name: name, from: from, until: until, aims: aims, after: after,
        hasAges: columns.contains(.from) && columns.contains(.until), line: row.line))
  }

  /// The key of what a line lies in; what nobody has named yet becomes a place of its own.
  private mutating func parent(_ names: ArraySlice<(CurriculumNode.Kind, String)>, _ line: Int) -> String? {
    var parent: String?
    for end in names.indices {
      let path = Self.path(Array(names[...end]))
      if let key = found[path] {
        parent = key
        continue
      }
      let (kind, name) = names[end]
      let key = newKey(name, kind, below: parent)
      (found[path], _) = (key, keys.insert(key))
      lines.append(CurriculumLine(key: key, parent: parent, kind: kind, name: name, hasAges: false, line: line))
      parent = key
    }
    return parent
  }

  private func newKey(_ name: String, _ kind: CurriculumNode.Kind, below parent: String?) -> String {
    CurriculumNode.key(of: name, kind, below: parent) { known.contains($0) || keys.contains($0) }
  }
}

extension CurriculumTable {
  private static func months(_ text: String?) throws(Wrong) -> Int? {
    guard let text, !text.isEmpty else { return nil }
    guard let months = CurriculumAge.months(text) else { throw Wrong("curriculum.line-age", text) }
    return months
  }

  private static func aims(_ text: String?) throws(Wrong) -> String? {
    guard let text else { return nil }
    let whole = text.utf8.contains(13) ? String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }) : text
    if whole.unicodeScalars.count > CurriculumNode.maxAims {
      throw Wrong(Phrase("form.too-long", .count(CurriculumNode.maxAims)))
    }
    if whole.utf8.contains(where: { $0 < 32 && $0 != 9 && $0 != 10 || $0 == 127 }) {
      throw Wrong(Phrase("form.control"))
    }
    return whole
  }

  private static func isKey(_ text: String) -> Bool {
    text.utf8.count <= CurriculumNode.maxKey
      && text.utf8.allSatisfy { $0 >= 48 && $0 <= 57 || $0 >= 97 && $0 <= 122 || $0 == 45 || $0 == 46 || $0 == 95 }
  }

  /// The names on the way to a place as one, folded, each with what it is.
  private static func path(_ names: [(CurriculumNode.Kind, String)]) -> String {
    names.map { String($0.0.rank) + plain($0.1) }.joined(separator: "\n")
  }

  /// As headings and names are compared: folded, letters and digits only.
  static func plain(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in Student.fold(text).unicodeScalars {
      switch scalar.value {
      case 0x200B...0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 32, 0x27, 0x2019, 0x2D, 0x5F, 0xA0, 40,
        41:
        continue
      default: out.append(scalar)
      }
    }
    return String(out)
  }

  /// What stands of a curriculum, as a table that is read again the same.
  public static func written(_ tree: CurriculumTree, _ words: Words) -> [UInt8] {
    // A spreadsheet takes UTF-8 for something else without the mark.
    var writer = CSV.Writer(CSV.Style(hasMark: true))
    writer.row(Column.allCases.map { words("curriculum.column." + $0.rawValue) })  // words: curriculum.column.*
    for node in tree.outline where tree.stands(node.id) {
      var cells = CurriculumNode.Kind.allCases.map { _ in "" }
      for step in tree.path(of: node.id) where cells.indices.contains(step.kind.rank) {
        cells[step.kind.rank] = step.name
      }
      let after = tree.prerequisites(of: node.id).compactMap { tree[$0]?.key }
      writer.row(
        cells + [
          node.key, node.fromMonths.map { String($0) } ?? "", node.untilMonths.map { String($0) } ?? "", node.aims,
          after.joined(separator: " "),
        ])
    }
    return writer.drain()
  }
}
