import HTML
import Testing

@Suite struct `A piece of a page` {
  let hostile = "</script><b title='x\">&"

  @Test func `escapes text in content and in attributes alike`() {
    let html: HTML = "<p title=\"\(hostile)\">\(hostile)</p>"
    let safe = "&lt;/script&gt;&lt;b title=&#39;x&quot;&gt;&amp;"
    #expect(html.string == "<p title=\"\(safe)\">\(safe)</p>")
    #expect(HTML(text: hostile).string == safe)
  }
  @Test func `leaves other text as it is`() {
    #expect(HTML(text: "תומר · يوسف · É 😀 \u{2068}").string == "תומר · يوسف · É 😀 \u{2068}")
    #expect(HTML(text: "").isEmpty)
  }
  @Test func `does not escape a piece twice`() {
    let inner: HTML = "<b>\("a & b")</b>"
    let outer: HTML = "<p>\(inner)\(Optional(inner))\(HTML?.none)</p>"
    #expect(outer.string == "<p><b>a &amp; b</b><b>a &amp; b</b></p>")
  }
  @Test func `writes attributes that are there, and leaves out the others`() {
    let html: HTML =
      "<input\(flag: "checked", true)\(flag: "disabled", false)\(attribute: "value", hostile)\(attribute: "id", nil)>"
    #expect(html.string == "<input checked value=\"&lt;/script&gt;&lt;b title=&#39;x&quot;&gt;&amp;\">")
  }
  @Test func `repeats and chooses`() {
    let html: HTML = "\(each: [1, 2, 3], { "<i>\($0)</i>" })\(when: false, "no")\(when: true, "yes")"
    #expect(html.string == "<i>1</i><i>2</i><i>3</i>yes")
  }

  @Test(arguments: [
    "javascript:alert(1)", " java\nscript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:x", "\u{1}javascript:x",
    "vbscript:x",
    "data:text/html,x", "//evil.example", "\\\\evil.example", "/\\evil.example", "blob:x", "file:///etc/passwd", " /a",
    "/a b",
    "javascript\u{0}:x",
  ])
  func `an address that leaves the road leads nowhere`(address: String) {
    let html: HTML = "<a href=\"\(url: address)\">x</a>"
    #expect(html.string == "<a href=\"#\">x</a>")
  }
  @Test(arguments: [
    "/", "/students?q=a:b#c", "students/7", "?page=2", "#main", "https://rimon.example/a", "HTTP://x.example",
    "mailto:a@b.example",
    "tel:+33123", "", "/a/b:c",
  ])
  func `an address of ours stays`(address: String) {
    let html: HTML = "<a href=\"\(url: address)\">x</a>"
    #expect(html.string == "<a href=\"\(address)\">x</a>")
  }
  @Test func `an address is escaped, too`() {
    let html: HTML = "<a href=\"\(url: "/a?b=1&c='\">")\">"
    #expect(html.string == "<a href=\"/a?b=1&amp;c=&#39;&quot;&gt;\">")
  }
  @Test func `JSON cannot end the script it stands in`() {
    let html: HTML = "<script type=\"application/json\">\(json: Array("{\"a\":\"</script><!--&\"}".utf8))</script>"
    #expect(
      html.string == "<script type=\"application/json\">{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u0026\"}</script>")
  }
  @Test func `pieces add up`() {
    var page: HTML = "<p>"
    page += HTML(text: "<")
    page = page + "</p>"
    #expect(page.string == "<p>&lt;</p>")
    #expect(page == "<p>&lt;</p>")
  }
}
