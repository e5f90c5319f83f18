import Base
public import HTML

/// What a text may lean on: the files that came with it, and how big its headings are.
public struct MarkdownStyle: Sendable {
  /// The level of a text's highest headings: on a page whose title is `h1` they are `h2`.
  public var heading: Int
  /// What `![…](name)` and `[…](name)` can mean.
  public var files: [MarkdownFile]
  /// What stands where a picture or a sound should be that is no file of the text's; empty shows the text as it was typed.
  public var missing: String
  public init(heading: Int = 2, files: [MarkdownFile] = [], missing: String = "") {
    (self.heading, self.files, self.missing) = (heading, files, missing)
  }

  func file(named name: String) -> MarkdownFile? { files.first { $0.name == name } }
}

/// A file that lies beside a text, as the text calls it.
public struct MarkdownFile: Hashable, Sendable {
  public let name: String
  /// Where it is served, on this server.
  public let path: String
  public let isPicture: Bool
  /// Played where `![…](name)` stands.
  public let isSound: Bool
  /// What a picture shows, for who does not see it; empty when it is decoration.
  public let description: String
  public init(name: String, path: String, isPicture: Bool, isSound: Bool = false, description: String = "") {
    (self.name, self.path, self.isPicture, self.isSound) = (name, path, isPicture, isSound)
    self.description = description
  }
}

/// The longest text that is rendered; commands that take one refuse more.
public let markdownLength = 40_000

/// Somebody's Markdown as a piece of a page, for lessons, tasks, questions and announcements alike.
///
/// Nothing in the text becomes markup by itself: the tree that was read is written anew with `HTML`, which escapes
/// what stands between its literals, so there is nothing to sanitise. Addresses are `https:`, `http:`, `mailto:` or
/// paths of ours; pictures are files of the text's own and never come from elsewhere. What is not understood is shown
/// as it was typed. (docs/decisions/0008)
///
/// Headings, paragraphs, hard breaks, emphasis, strike-through, code, quotes, lists, tables, rules, links, addresses,
/// pictures, and mathematics between `$` or `$$`.
@inline(never) public func markdown(_ text: String, style: MarkdownStyle = MarkdownStyle()) -> HTML {
  let blocks = MarkdownReader.read(text)
  return "<div class=\"prose\">\(MarkdownWriter(blocks, style).blocks(blocks))</div>"
}

/// One line of Markdown without a frame, for the stem of a question or a choice; blocks are not looked for.
@inline(never) public func markdownLine(_ text: String, style: MarkdownStyle = MarkdownStyle()) -> HTML {
  MarkdownInline.write(MarkdownReader.cleaned(text), style)
}

/// Writes blocks that were read.
///
/// Each is a `dir="auto"` of its own, so that a Hebrew quote in an Arabic lesson turns nothing but itself.
struct MarkdownWriter {
  let style: MarkdownStyle
  /// The levels the text uses, in order: who begins with `###` means the first level of the page, because a reader who
  /// hears the headings would look for what lies between.
  private let levels: [Int]

  init(_ blocks: [MarkdownBlock], _ style: MarkdownStyle) {
    self.style = style
    levels = (1...6).filter { level in
      blocks.contains { if case .heading(level, _) = $0 { true } else { false } }
    }
  }

  func blocks(_ blocks: [MarkdownBlock]) -> HTML { "\(each: blocks, { block($0) })" }

  private func line(_ bytes: [UInt8]) -> HTML { MarkdownInline.write(bytes, style) }

  private func block(_ block: MarkdownBlock) -> HTML {
    switch block {
    case .heading(let level, let text):
      // a heading in a quote or a list, which `levels` does not know, stands with the lowest
      let rank = levels.firstIndex { $0 >= level } ?? levels.count
      return heading(min(6, style.heading + rank), line(text))
    case .paragraph(let text): return "<p dir=\"auto\">\(line(text))</p>\n"
    case .code(let text):
      // The first line break after the tag belongs to the markup.
      return "<pre dir=\"auto\" tabindex=\"0\"><code>\(String(decoding: text, as: UTF8.self))</code></pre>\n"
    case .math(let text): return math(block: text)
    case .quote(let inner): return "<blockquote>\n\(blocks(inner))</blockquote>\n"
    case .list(let list): return write(list)
    case .table(let table): return write(table)
    case .rule: return "<hr>\n"
    }
  }

  private func math(block text: [UInt8]) -> HTML {
    let source = String(decoding: text, as: UTF8.self)
    guard let drawn = Kit.math(source, isBlock: true) else {
      return "<pre dir=\"ltr\" tabindex=\"0\"><code>\(source)</code></pre>\n"
    }
    return "<div class=\"prose__math\" tabindex=\"0\">\(drawn)</div>\n"
  }

  private func heading(_ level: Int, _ text: HTML) -> HTML {
    switch level {
    case ...2: "<h2 dir=\"auto\">\(text)</h2>\n"
    case 3: "<h3 dir=\"auto\">\(text)</h3>\n"
    case 4: "<h4 dir=\"auto\">\(text)</h4>\n"
    case 5: "<h5 dir=\"auto\">\(text)</h5>\n"
    default: "<h6 dir=\"auto\">\(text)</h6>\n"
    }
  }

  private func write(_ list: MarkdownList) -> HTML {
    let items: HTML = "\(each: list.items, { item($0, isTight: list.isTight) })"
    guard let first = list.first else { return "<ul>\n\(items)</ul>\n" }
    return first == 1 ? "<ol>\n\(items)</ol>\n" : "<ol start=\"\(first)\">\n\(items)</ol>\n"
  }

  private func item(_ parts: [MarkdownBlock], isTight: Bool) -> HTML {
    guard isTight else { return "<li dir=\"auto\">\(blocks(parts))</li>\n" }
    let inside: HTML =
      "\(each: parts, { part in if case .paragraph(let text) = part { line(text) } else { block(part) } })"
    return "<li dir=\"auto\">\(inside)</li>\n"
  }

  private func write(_ table: MarkdownTable) -> HTML {
    let head: HTML = "\(each: table.head.indices, { cell(table.head[$0], table.sides[$0], isHead: true) })"
    let rows: HTML = """
      \(each: table.rows, { row in
        "<tr>\(each: row.indices, { cell(row[$0], table.sides[$0], isHead: false) })</tr>"
      })
      """
    let body: HTML = table.rows.isEmpty ? "" : "<tbody>\(rows)</tbody>"
    return "<div class=\"prose__scroll\" tabindex=\"0\"><table><thead><tr>\(head)</tr></thead>\(body)</table></div>\n"
  }

  private func cell(_ text: [UInt8], _ side: MarkdownTable.Side, isHead: Bool) -> HTML {
    let kind: HTML =
      switch side {
      case .start: ""
      case .middle: " class=\"is-middle\""
      case .end: " class=\"is-end\""
      }
    return isHead
      ? "<th scope=\"col\" dir=\"auto\"\(kind)>\(line(text))</th>" : "<td dir=\"auto\"\(kind)>\(line(text))</td>"
  }
}
