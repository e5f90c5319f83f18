import Base
import HTML
import Kit
import Testing

@Suite struct `The components` {
  @Test func `a name is kept apart from what stands around it`() {
    #expect(name("תומר") == "<bdi>תומר</bdi>")
    #expect(name(hostile).string == "<bdi>\(safe)</bdi>")
  }
  @Test func `initials are the first letters of the first and the last word, in any script`() {
    #expect(initials("Maya Rose Levi") == "ML")
    #expect(initials("تومر") == "ت")
    #expect(initials("תומר כהן") == "תכ")
    #expect(initials("(Bob) O'Neill 3rd") == "O")
    #expect(initials("") == "?" && initials("7b") == "7" && initials("  ") == " ")
    #expect(initials("e\u{301}lodie Zoe\u{308}") == "e\u{301}Z")
  }
  private enum Record: PersonKind {}
  private enum Room {}
  @Test func `a thing has the hue of its id, and a person one hue by whatever id`() {
    #expect(
      avatar("Maya Levi", ID<Room>(high: 1, low: 11)).string
        == "<span class=\"avatar\" data-hue=\"3\" aria-hidden=\"true\">ML</span>")
    #expect(hue(of: ID<Room>(high: 1, low: 13)) == 5 && hue(of: ID<Room>(high: 9, low: 13)) == 5)
    #expect(
      avatar(hostile, ID<Room>(high: 1, low: 8), size: .small).string.contains(
        "avatar avatar--small\" data-hue=\"0\""))
    let account = avatar("Maya Levi", ID<Account>(high: 1, low: 11)).string
    #expect(account == avatar("Maya Levi ", ID<Record>(high: 2, low: 4)).string)
    // People differ in colour, whatever alphabet they are written in.
    let names = ["Maya Levi", "Omar Haddad", "ليلى خوري", "נועה פרץ", "Claire Laurent", "Ruth Cohen"]
    let hues = names.map { name in
      (0..<8).first { avatar(name, ID<Account>(high: 1, low: 1)).string.contains("data-hue=\"\($0)\"") }
    }
    #expect(Set(hues).count > 2 && !hues.contains(nil))
  }
  @Test func `a symbol is decoration unless it has a name`() {
    #expect(
      icon("bell", scene()).string
        == "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"/assets/abc/icons.svg#bell\"></use></svg>")
    #expect(
      icon("back", scene(), size: .small, label: "Back").string.hasPrefix(
        "<svg class=\"icon icon--small icon--flip\" role=\"img\" aria-label=\"Back\">"))
  }
  @Test func `a button with a picture has a name`() {
    #expect(iconButton("x", "Close", scene()).string.contains("aria-label=\"Close\""))
    #expect(iconLink("x", hostile, to: "javascript:x", scene()).string.contains("href=\"#\" aria-label=\"\(safe)\""))
  }
  @Test func `a key is printed on what it presses`() {
    let html = linkButton("Add", to: "/new", .primary, dialog: "new", style: ButtonStyle(isWide: true, key: "n")).string
    #expect(
      html
        == "<a class=\"button button--primary button--wide\" href=\"/new\" data-dialog=\"new\" data-key=\"n\">Add<kbd aria-hidden=\"true\">n</kbd></a>"
    )
  }
  @Test func `a row is one link, and its buttons stay their own`() {
    let row = cell(
      name("Maya"), meta: "7B", lead: "L", trail: "T", to: "/s/1", scene(), style: CellStyle(id: "s-1", isUnread: true)
    ).string
    #expect(
      row.hasPrefix(
        "<li class=\"cell cell--link\" id=\"s-1\" data-unread><span class=\"cell__lead\">L</span><div class=\"cell__body\"><span class=\"cell__title\"><a href=\"/s/1\"><bdi>Maya</bdi></a></span><div class=\"cell__meta\">7B</div></div><div class=\"cell__trail\">T<svg"
      ))
    #expect(
      cell("a", scene()).string
        == "<li class=\"cell\"><div class=\"cell__body\"><span class=\"cell__title\">a</span></div></li>")
    #expect(
      list(["<li>1</li>"], id: "l", label: "L").string
        == "<ul class=\"list\" role=\"list\" id=\"l\" aria-label=\"L\"><li>1</li></ul>")
  }
  @Test func `a register row can be walked to`() {
    #expect(
      cell("a", scene(), style: CellStyle(id: "r", isRegister: true)).string.hasPrefix(
        "<li class=\"cell cell--register\" id=\"r\" data-row tabindex=\"-1\">"))
  }
  @Test func `a table says its headings to the ear and to the phone`() {
    let table = DataTable("Attendance", [.init("Student"), .init("Rate", isNumber: true)])
    let html = table.html([.init([name(hostile), "75"], id: "r1")], id: "t").string
    #expect(
      html.contains(
        "<caption>Attendance</caption><thead><tr><th scope=\"col\">Student</th><th scope=\"col\" class=\"is-number\">Rate</th></tr></thead>"
      ))
    #expect(
      html.contains(
        "<tr id=\"r1\"><th scope=\"row\"><bdi>\(safe)</bdi></th><td class=\"is-number\" data-label=\"Rate\">75</td></tr>"
      ))
    #expect(
      DataTable("A", [.init("B")], staysTable: true).html([]).string.hasPrefix(
        "<div class=\"table-scroll\" tabindex=\"0\" role=\"region\" aria-label=\"A\">"))
  }
  @Test func `nothing yet and nothing left are two things`() {
    #expect(emptyState("people", "None", hostile, scene()).string.contains("<div class=\"empty\">"))
    #expect(emptyState("people", "None", hostile, scene()).string.contains("<p class=\"empty__text\">\(safe)</p>"))
    #expect(nothingLeft("Done", "Good.", scene()).string.contains("<div class=\"empty empty--done\">"))
  }
  @Test func `what could not be had can be asked for again`() {
    let html = errorState("Lost", "Late", scene(path: "/students?q=a")).string
    #expect(html.contains("role=\"alert\"") && html.contains("href=\"/students?q=a\"") && html.contains("Try again"))
  }
  @Test func `a search works without scripts and tells them what to replace`() {
    let html = searchField(
      "Search students", value: hostile, results: "found", scene(), kept: [Form.Field("mark", "late")]
    ).string
    #expect(
      html.hasPrefix(
        "<form role=\"search\" method=\"get\" action=\"/students\" data-search data-results=\"found\" class=\"toolbar\">"
      ))
    #expect(
      html.contains("name=\"q\" value=\"\(safe)\" placeholder=\"Search students\"")
        && html.contains("name=\"mark\" value=\"late\""))
    #expect(!html.contains("csrf"))
  }
  @Test func `an end of a list has no link`() {
    #expect(
      pager("1–50", previous: nil, next: "/s?after=x", scene()).string.contains("rel=\"next\" href=\"/s?after=x\""))
    #expect(!pager("1–50", previous: nil, next: "/s?after=x", scene()).string.contains("rel=\"prev\""))
    #expect(pager("1", previous: nil, next: nil, scene()).isEmpty)
  }
  @Test func `steps that are done lead back`() {
    let html = steps("Set-up", [("School", "/1"), ("Class", "/2"), ("Invite", "/3")], current: 1).string
    #expect(
      html.contains(
        "<li data-done><a class=\"steps__word\" href=\"/1\">School</a></li><li aria-current=\"step\"><span class=\"steps__word\">Class</span></li><li><span"
      ))
  }
  @Test func `tabs mark the page one is on`() {
    #expect(
      tabs("7B", [Tab("A", path: "/a", isCurrent: true, count: 1200), Tab("B", path: "/b", isCurrent: false)], scene())
        .string
        == "<nav class=\"tabs\" aria-label=\"7B\"><a href=\"/a\" aria-current=\"page\">A <span class=\"tabs__count\">1,200</span></a><a href=\"/b\">B</a></nav>"
    )
  }
  @Test func `a number can lead to its explanation`() {
    #expect(
      stats([Stat("Present", "15", unit: "%", .present, to: "/why")]).string
        == "<dl class=\"stats\"><div class=\"stat stat--present\"><dt class=\"stat__label\">Present</dt><dd class=\"stat__value\"><a href=\"/why\"><bdi>15</bdi> <span class=\"stat__unit\">%</span></a></dd></div></dl>"
    )
  }
  @Test func `progress never leaves its bar`() {
    #expect(
      progress("Done", 5, of: 4, scene()).string.contains("progress--success")
        && progress("Done", 5, of: 4, scene()).string.contains("100%"))
    #expect(
      progress("Done", 0, of: 0, scene()).string.contains("max=\"1\"")
        && progress("Done", -3, of: 4, scene()).string.contains("0%"))
  }
  @Test func `a moment is written in the reader's zone, and says how long ago`() {
    var here = scene()
    here.ownZone = Zone(name: "Asia/Jerusalem") { _ in 7200 }
    #expect(
      time(noon, here).string == "<time datetime=\"2026-03-11T14:05:00.000Z\">Mar 11, 2026, 4:05\u{202F}PM</time>")
    #expect(time(noon.plus(seconds: -20), here, isRelative: true).string.hasSuffix("data-relative>just now</time>"))
    #expect(time(noon.plus(seconds: -60), here, isRelative: true).string.hasSuffix(">a minute ago</time>"))
    #expect(time(noon.plus(seconds: -7200), scene(.he), isRelative: true).string.hasSuffix(">לפני שעתיים</time>"))
    #expect(time(noon.plus(seconds: 20), here, isRelative: true).string.hasSuffix(">just now</time>"), "another clock")
    #expect(time(noon.plus(seconds: 60), here, isRelative: true).string.hasSuffix(">in a minute</time>"))
    #expect(time(noon.plus(seconds: 690), here, isRelative: true).string.hasSuffix(">in 12 minutes</time>"))
    #expect(
      time(noon.plus(seconds: 3600), here, isRelative: true).string.hasSuffix(">Mar 11, 2026, 5:05\u{202F}PM</time>"))
    #expect(
      day(Day(number: 0), scene(.fr), .long).string == "<time datetime=\"1970-01-01\">jeudi 1er janvier 1970</time>")
  }
  @Test func `a fragment says what it does to what`() {
    #expect(
      fragment(.replace, "row-7", "<li id=\"row-7\"></li>").string
        == "<template data-op=\"replace\" data-target=\"row-7\"><li id=\"row-7\"></li></template>")
    #expect(fragment(.remove, hostile).string == "<template data-op=\"remove\" data-target=\"\(safe)\"></template>")
  }
  @Test func `a menu opens by its button without scripts`() {
    #expect(
      button("More", popover: "m").string
        == "<button type=\"button\" class=\"button\" popovertarget=\"m\">More</button>")
    #expect(
      menu("m", "More", [menuLink("A", to: "/a")]).string
        == "<div class=\"menu\" id=\"m\" popover role=\"group\" aria-label=\"More\"><a class=\"menu__item\" href=\"/a\">A</a></div>"
    )
  }
  @Test func `a code is read by cameras and by people`() {
    #expect(
      qrFrame("<svg></svg>", label: hostile, text: "K7M4QX", id: "c").string.contains(
        "role=\"img\" aria-label=\"\(safe)\"><svg></svg></div><p class=\"qr__text\" id=\"c\">K7M4QX</p>"))
    #expect(copyText("https://a", id: "l", scene()).string.contains("data-copy=\"l\" data-word-copied=\"Copied.\""))
  }
}
