public import HTML

/// A table that becomes one card a row on phones, where every cell carries its own heading.
public struct DataTable: Sendable {
  public struct Column: Sendable {
    public let title: String
    /// Figures stand at the end of their column.
    public let isNumber: Bool
    public init(_ title: String, isNumber: Bool = false) { (self.title, self.isNumber) = (title, isNumber) }
  }

  /// A row: the first cell is its name, the others are in the order of the columns.
  public struct Row: Sendable {
    public let id: String?
    public let cells: [HTML]
    public init(_ cells: [HTML], id: String? = nil) { (self.cells, self.id) = (cells, id) }
  }

  public let caption: String
  public let columns: [Column]
  /// The caption is for the ear only, because the same words stand above the table.
  public var isCaptionHidden = false
  /// It stays a table on phones and scrolls sideways, as a register by day must.
  public var staysTable = false

  public init(_ caption: String, _ columns: [Column], isCaptionHidden: Bool = false, staysTable: Bool = false) {
    (self.caption, self.columns) = (caption, columns)
    (self.isCaptionHidden, self.staysTable) = (isCaptionHidden, staysTable)
  }

  @inline(never) public func html(_ rows: [Row], id: String? = nil) -> HTML {
    let scroller: HTML = staysTable ? " tabindex=\"0\" role=\"region\" aria-label=\"\(caption)\"" : ""
    let captionKind = isCaptionHidden ? "visually-hidden" : nil
    return """
      <div class="table-scroll"\(scroller)><table class="table\(staysTable ? " table--keep" : "")"\(attribute: "id", id)>\
      <caption\(attribute: "class", captionKind)>\(caption)</caption>\
      <thead><tr>\(each: columns, { head($0) })</tr></thead><tbody>\(each: rows, { row($0) })</tbody></table></div>
      """
  }

  /// One row by itself, for live fragments.
  @inline(never) public func row(_ row: Row) -> HTML {
    "<tr\(attribute: "id", row.id)>\(each: row.cells.indices, { cell(row.cells[$0], $0) })</tr>"
  }

  /// A column of buttons has no name: an empty heading would be read out as one.
  private func head(_ column: Column) -> HTML {
    column.title.isEmpty
      ? "<td></td>"
      : "<th scope=\"col\"\(attribute: "class", column.isNumber ? "is-number" : nil)>\(column.title)</th>"
  }

  private func cell(_ content: HTML, _ place: Int) -> HTML {
    guard place > 0 else { return "<th scope=\"row\">\(content)</th>" }
    guard columns.indices.contains(place) else { return "<td>\(content)</td>" }
    let column = columns[place]
    return """
      <td\(attribute: "class", column.isNumber ? "is-number" : nil)\
      \(attribute: "data-label", column.title.isEmpty ? nil : column.title)>\(content)</td>
      """
  }
}
