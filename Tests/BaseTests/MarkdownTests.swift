import Base
import HTML
import Kit
import Testing

@Suite struct `A text in Markdown` {
  private func shown(_ text: String, _ files: [MarkdownFile] = []) -> String {
    let whole = markdown(text, style: MarkdownStyle(files: files)).string
    return String(whole.dropFirst("<div class=\"prose\">".count).dropLast("</div>".count))
  }
  private let triangle = MarkdownFile(
    name: "triangle.png", path: "/lessons/1/files/2", isPicture: true, description: "A right triangle")
  private let sheet = MarkdownFile(name: "sheet one.pdf", path: "/lessons/1/files/3", isPicture: false)

  @Test func `has headings below the page's own title`() {
    #expect(shown("# One\n### Three ##") == "<h2 dir=\"auto\">One</h2>\n<h3 dir=\"auto\">Three</h3>\n")
    #expect(shown("One\n===\nTwo\n---") == "<h2 dir=\"auto\">One</h2>\n<h3 dir=\"auto\">Two</h3>\n")
    #expect(shown("#hashtag") == "<p dir=\"auto\">#hashtag</p>\n")
  }

  @Test func `plays a sound where its file is called, and says what is not there when it is told to`() {
    let sound = MarkdownFile(name: "a cat.mp3", path: "/m/1", isPicture: false, isSound: true)
    #expect(
      shown("![miaow](<a cat.mp3>)", [sound])
        == "<p dir=\"auto\"><audio controls preload=\"metadata\" src=\"/m/1\" aria-label=\"miaow\"></audio></p>\n")
    let style = MarkdownStyle(files: [sound], missing: "Nothing")
    #expect(
      markdownLine("![a dog](dog.png) ![](<x>) [dog](dog.png)", style: style).string
        == "<span class=\"quiet\">Nothing (a dog)</span> <span class=\"quiet\">Nothing</span> [dog](dog.png)")
    #expect(markdownLine("![a *dog*](dog.png) *b*").string == "![a <em>dog</em>](dog.png) <em>b</em>")
  }

  @Test func `has emphasis as CommonMark pairs it`() {
    #expect(
      markdownLine("*a* **b** ***c*** ~~d~~").string
        == "<em>a</em> <strong>b</strong> <em><strong>c</strong></em> <del>d</del>")
    #expect(markdownLine("**a*b** 2 * 3 snake_case_name").string == "<strong>a*b</strong> 2 * 3 snake_case_name")
    #expect(markdownLine("**שלום**، *مرحبا*؟").string == "<strong>שלום</strong>، <em>مرحبا</em>؟")
    #expect(markdownLine("\\*not\\*").string == "*not*")
  }

  @Test func `breaks lines where two spaces or a backslash say so`() {
    #expect(shown("a  \nb\\\nc\nd") == "<p dir=\"auto\">a<br>\nb<br>\nc\nd</p>\n")
  }

  @Test func `has lists within lists, close and wide`() {
    #expect(
      shown("- a\n- b\n  1. c")
        == "<ul>\n<li dir=\"auto\">a</li>\n<li dir=\"auto\">b<ol>\n<li dir=\"auto\">c</li>\n</ol>\n</li>\n</ul>\n")
    #expect(
      shown("3. a\n\n4. b")
        == "<ol start=\"3\">\n<li dir=\"auto\"><p dir=\"auto\">a</p>\n</li>\n<li dir=\"auto\"><p dir=\"auto\">b</p>\n</li>\n</ol>\n"
    )
  }

  @Test func `has quotes, code and rules`() {
    #expect(shown("> a\nb\n\n---") == "<blockquote>\n<p dir=\"auto\">a\nb</p>\n</blockquote>\n<hr>\n")
    #expect(
      shown("```js\n<b>\n```\n`` a`b ``")
        == "<pre dir=\"auto\" tabindex=\"0\"><code>&lt;b&gt;\n</code></pre>\n<p dir=\"auto\"><code dir=\"auto\">a`b</code></p>\n"
    )
  }

  @Test func `has tables with sides, and a bar in a cell`() {
    let table = shown("| a | b |\n|:-:|--:|\n| 1 \\| 2 | *3* | 4 |")
    #expect(table.contains("<th scope=\"col\" dir=\"auto\" class=\"is-middle\">a</th>"))
    #expect(
      table.contains(
        "<td dir=\"auto\" class=\"is-middle\">1 | 2</td><td dir=\"auto\" class=\"is-end\"><em>3</em></td></tr>"))
  }

  @Test func `links to the web, to mail and to pages of ours`() {
    #expect(
      markdownLine("[a](https://b.example/?c=1&d)").string
        == "<a href=\"https://b.example/?c=1&amp;d\" rel=\"noopener noreferrer nofollow\">a</a>")
    #expect(markdownLine("[*a*](/courses \"t\")").string == "<a href=\"/courses\"><em>a</em></a>")
    #expect(markdownLine("<omar@rimon.example>").string.hasPrefix("<a href=\"mailto:omar@rimon.example\""))
    #expect(
      markdownLine("(see https://b.example/x_(y)).").string
        == "(see <a href=\"https://b.example/x_(y)\" rel=\"noopener noreferrer nofollow\">https://b.example/x_(y)</a>)."
    )
  }

  @Test func `shows its own pictures and no others`() {
    #expect(
      markdownLine("![](triangle.png)", style: MarkdownStyle(files: [triangle])).string
        == "<img src=\"/lessons/1/files/2\" alt=\"A right triangle\" loading=\"lazy\" decoding=\"async\">")
    #expect(
      markdownLine("![Mine](triangle.png)", style: MarkdownStyle(files: [triangle])).string.contains("alt=\"Mine\""))
    #expect(
      markdownLine("[Work](<sheet one.pdf>)", style: MarkdownStyle(files: [sheet])).string
        == "<a href=\"/lessons/1/files/3\">Work</a>")
    let other = markdownLine("![x](https://evil.example/pixel.png) ![y](missing.png)").string
    #expect(!other.contains("<img"))
  }

  @Test func `keeps each block in a direction of its own and drops overrides`() {
    #expect(shown("\u{202E}abc\u{202C}\n\nשלום") == "<p dir=\"auto\">abc</p>\n<p dir=\"auto\">שלום</p>\n")
  }

  @Test func `takes money for money`() {
    #expect(markdownLine("From $5 to $6, or $7-$8").string == "From $5 to $6, or $7-$8")
  }
}

@Suite struct `A hostile text in Markdown` {
  /// One walk over the output: every tag is one of ours, closed in order, with attributes of ours and nowhere an
  /// address that runs or leaves.
  private func check(_ html: String, _ source: String) {
    var open: [Substring] = []
    var rest = html[...]
    while let start = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: start)...]
      guard let end = rest.firstIndex(of: ">") else {
        Issue.record("an open tag in \(source)")
        return
      }
      let tag = rest[..<end]
      rest = rest[rest.index(after: end)...]
      if tag.first == "/" {
        #expect(open.popLast() == tag.dropFirst(), "\(source)")
        continue
      }
      let name = tag.prefix { $0 != " " }
      #expect(Self.tags.contains(String(name)), "\(tag) in \(source)")
      attributes(tag.dropFirst(name.count), source)
      if !["br", "hr", "img"].contains(name) { open.append(name) }
    }
    #expect(open.isEmpty, "\(open) in \(source)")
  }

  private func attributes(_ text: Substring, _ source: String) {
    var rest = text
    while let first = rest.first {
      #expect(first == " ", "\(rest) in \(source)")
      rest = rest.dropFirst()
      let name = rest.prefix { $0 != "=" }
      rest = rest.dropFirst(name.count + 2)
      let value = rest.prefix { $0 != "\"" }
      rest = rest.dropFirst(value.count + 1)
      #expect(Self.attributes.contains(String(name)), "\(name) in \(source)")
      if name == "src" { #expect(value.hasPrefix("/lessons/"), "\(source)") }
      if name == "href" {
        let isOurs = value.hasPrefix("/") && !value.hasPrefix("//")
        let lower = value.lowercased()
        #expect(
          isOurs || lower.hasPrefix("https://") || lower.hasPrefix("http://") || lower.hasPrefix("mailto:"), "\(source)"
        )
      }
    }
  }

  private static let tags: Set<String> = [
    "div", "h2", "h3", "h4", "h5", "h6", "p", "pre", "code", "blockquote", "ul", "ol", "li", "hr", "br", "em", "strong",
    "del", "a", "img", "table", "thead", "tbody", "tr", "th", "td", "math", "mrow", "mi", "mn", "mo", "msup", "msub",
    "msubsup", "mfrac", "msqrt", "mroot", "munder", "mover", "munderover", "mtext", "mspace", "mtable", "mtr", "mtd",
  ]
  private static let attributes: Set<String> = [
    "class", "dir", "tabindex", "start", "scope", "href", "rel", "src", "alt", "loading", "decoding", "display",
    "stretchy",
    "width", "linethickness", "movablelimits", "columnalign",
  ]
  private let style = MarkdownStyle(files: [
    MarkdownFile(name: "a.png", path: "/lessons/1/files/2", isPicture: true, description: "\"><script>")
  ])

  private static let payloads = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>",
    "<a href=\"javascript:alert(1)\">x</a>",
    "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x]( java\nscript:alert(1))", "[x](java\tscript:alert(1))",
    "[x](<java\u{0}script:alert(1)>)", "[x](&#106;avascript:alert(1))", "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:msgbox(1))", "[x](//evil.example)", "[x](/\\evil.example)", "[x](\\\\evil.example)",
    "[x](file:///etc/passwd)", "[x](webcal://evil.example/x.ics)", "<webcal://evil.example/x.ics>",
    "[x](https://good.example@evil.example)", "[x](https:\u{202E}elpmaxe.live)", "![x](javascript:alert(1))",
    "![x](https://evil.example/a.png)", "![\"><script>alert(1)</script>](a.png)",
    "![](a.png \"\\\" onerror=alert(1)\")",
    "[\" onmouseover=alert(1) x=\"](https://a.example)", "[x](https://a.example\"onmouseover=alert(1))",
    "<javascript:alert(1)>",
    "<https://a.example\"onclick=alert(1)>", "https://a.example/\"><script>alert(1)</script>",
    "`<script>alert(1)</script>`",
    "```\n</code></pre><script>alert(1)</script>\n```", "| <script> |\n|-|\n| <img src=x onerror=alert(1)> |",
    "$\\text{<script>alert(1)</script>}$", "$<script>alert(1)</script>$", "$$\\href{javascript:alert(1)}{x}$$",
    "$\\begin{<script>} a \\end{<script>}$", "[a [b](/x) c](https://z.example)", "[https://q.example](javascript:x)",
    "*[a*](/b)", "[*a](/b)*", "**[a](/b)*", "![*a](a.png)*", "<style>@import 'https://evil.example'</style>",
    "<iframe src=https://evil.example>", "<math><mi//xlink:href=\"data:x,<script>alert(4)</script>\">",
    "<!--<img src=\"--><img src=x>\">",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">", "<form><input formaction=javascript:alert(1)>",
    "<base href=javascript:/>", "<meta http-equiv=refresh content=0;url=//evil.example>", "{{7*7}} ${7*7}",
    "\u{FEFF}<script>",
    "<scr\u{0}ipt>alert(1)</scr\u{0}ipt>", "&lt;script&gt;", "[x]: javascript:alert(1)\n\n[x]", "<a\u{3000}href=x>",
  ]

  @Test(arguments: payloads) func `is shown and runs nothing`(payload: String) {
    for text in [payload, "- " + payload, "> # " + payload, "*" + payload + "*", "[" + payload + "](/x)"] {
      check(markdown(text, style: style).string, text)
      check(markdownLine(text, style: style).string, text)
    }
  }

  @Test func `made of marks at random still closes what it opens`() {
    let parts = [
      "*", "**", "_", "~~", "`", "``", "[", "](/x)", "](a.png)", "![", "$", "$$", "\\", "<", ">", "\n", "\n\n", "- ",
      "1. ",
      "> ", "# ", "|", "|-|", "---", "```", "a", " ", "é", "ש", "https://a.b", "\\frac", "{", "}", "^", "&", "\"",
      "  \n",
    ]
    var dice = Dice(42)
    for _ in 0..<3000 {
      var text = ""
      for _ in 0..<24 { text += parts[Int(dice.next() % UInt64(parts.count))] }
      check(markdown(text, style: style).string, text)
    }
  }

  // A text that takes steps by the square would take hours; the limit stops the run, it measures nothing.
  @Test(
    .timeLimit(.minutes(3)),
    arguments: [
      String(repeating: "*a ", count: 10_000), String(repeating: "**a_", count: 10_000),
      String(repeating: "[", count: 40_000),
      String(repeating: "[a](", count: 10_000), String(repeating: ">", count: 40_000),
      String(repeating: "- ", count: 20_000),
      String(repeating: "$", count: 40_000), String(repeating: "![", count: 20_000),
      String(repeating: "<", count: 40_000),
      "$" + String(repeating: "\\frac{", count: 300) + "$",
      String(repeating: "|", count: 20_000) + "\n" + String(repeating: "|-", count: 10_000),
    ]) func `however long is read to its end`(text: String)
  {
    check(markdown(text).string, String(text.prefix(20)))
  }
}

@Suite struct `A formula` {
  @Test func `has fractions, powers, indices and roots`() {
    #expect(
      math("\\frac{1}{2}x_i^2")?.string
        == "<math dir=\"ltr\"><mrow><mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup></mrow></math>"
    )
    #expect(
      math("\\sqrt[3]{x}")?.string.contains("<mroot><mrow><mi>x</mi></mrow><mrow><mn>3</mn></mrow></mroot>") == true)
    #expect(math("x'")?.string.contains("<msup><mi>x</mi><mo>′</mo></msup>") == true)
  }

  @Test func `has sums with limits, Greek, functions and words`() {
    let sum = math("\\sum_{i=1}^n \\alpha_i \\sin x", isBlock: true)?.string ?? ""
    #expect(sum.contains("display=\"block\""))
    #expect(sum.contains("<munderover><mo>∑</mo>"))
    #expect(sum.contains("<msub><mi>α</mi><mi>i</mi></msub><mi>sin</mi><mi>x</mi>"))
    #expect(math("\\text{area} = 3 \\times 4")?.string.contains("<mtext>area</mtext>") == true)
  }

  @Test func `has matrices and cases`() {
    let matrix = math("\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}")?.string ?? ""
    #expect(
      matrix.contains(
        "<mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr>"))
  }

  @Test(arguments: [
    "\\unknown", "x^", "\\frac{1}", "{x", "x}", "a & b", "x^2^3", "\\left( x", "", " ", "\\begin{pmatrix} 1",
  ])
  func `that is not understood is none`(latex: String) { #expect(math(latex) == nil) }
}
