import Base
import Foundation
import HTML
import Kit
import Testing

let noon = Instant(milliseconds: 1_773_237_900_000)  // 2026-03-11T14:05:00Z
let idempotencyKey = ID<IdempotencyKey>(high: 0x0198_0000_0000_7001, low: 0x8000_0000_0000_00AA)
let hostile = "</script><b>\"'&"
let safe = "&lt;/script&gt;&lt;b&gt;&quot;&#39;&amp;"

func school(_ number: UInt64, _ name: String, _ role: Role = .teacher) -> Reader.School {
  Reader.School(id: ID(high: 7, low: number), name: name, role: role)
}

/// Somebody signed in, with six places to go.
func scene(
  _ language: Language = .en, name: String = "Omar Nasser", schools: [Reader.School] = [school(1, "Rimon School")],
  unread: Int = 0, path: String = "/students", places: Int = 6, toast: Toast? = nil, signedIn: Bool = true
) -> Scene {
  let all = ["home", "students", "class", "calendar", "messages", "settings", "reports"]
  return Scene(
    words: words(language), zone: .utc, now: noon, look: Appearance(theme: .oasis, scheme: .system),
    assets: "/assets/abc",
    csrf: signedIn ? "proof" : "", newIdempotencyKey: { idempotencyKey },
    reader: signedIn
      ? Reader(account: ID(high: 1, low: 3), name: name, school: schools.first, schools: schools, unread: unread) : nil,
    places: all.prefix(places).map { Place(icon: "home", key: $0, path: $0 == "home" ? "/" : "/" + $0) }, path: path,
    toast: toast)
}

func page(_ title: String = "Students", topics: [String] = [], isPlain: Bool = false) -> Page {
  Page(
    "students.list", title: title, topics: topics, parent: ("Classes", "/classes"), isPlain: isPlain,
    body: "<p>body</p>")
}

extension String {
  func times(_ part: String) -> Int { components(separatedBy: part).count - 1 }
}

@Suite struct `The frame round a page` {
  @Test(arguments: Language.allCases)
  func `says its language, direction, theme and scheme`(language: Language) {
    let html = frame(page(), scene(language)).string
    #expect(
      html.hasPrefix(
        "<!doctype html>\n<html lang=\"\(language.rawValue)\" dir=\"\(language.isRightToLeft ? "rtl" : "ltr")\""))
    #expect(html.contains("data-theme=\"oasis\" data-scheme=\"system\""))
    #expect(html.contains("data-word-failed=\"") && html.contains("data-word-offline=\""))
  }
  @Test func `has a title, the one style, the one script, and the proof for scripts`() {
    let html = frame(page(), scene()).string
    #expect(html.contains("<title>Students · Rimon School</title>"))
    #expect(html.contains("<link rel=\"stylesheet\" href=\"/assets/abc/app.css\">"))
    #expect(html.contains("<script type=\"module\" src=\"/assets/abc/js/app.js\"></script>"))
    #expect(html.contains("<meta name=\"csrf\" content=\"proof\">"))
    #expect(html.contains("href=\"/favicon.svg\"") && html.contains("href=\"/manifest.webmanifest\""))
    #expect(html.times("<script") == 1)
    #expect(!html.contains(" style=") && !html.contains(" onclick="))
  }
  @Test func `listens only where something can change`() {
    #expect(!frame(page(), scene()).string.contains("live-topics"))
    let html = frame(page(topics: ["class-7", "school-1"]), scene(), last: "1042").string
    #expect(html.contains("<meta name=\"live-topics\" content=\"class-7 school-1\">"))
    #expect(html.contains("<meta name=\"live-last\" content=\"1042\">"))
  }
  @Test func `begins with a way past the bars, and names its page`() {
    let html = frame(page(), scene()).string
    #expect(html.contains("<body class=\"frame\">\n<a class=\"skip\" href=\"#main\">Skip to content</a>"))
    #expect(html.contains("<main class=\"page\" id=\"main\" tabindex=\"-1\" data-page=\"students.list\">"))
    #expect(html.contains("<h1>Students</h1>") && html.times("<h1>") == 1)
    #expect(
      html.contains(
        "<bdi>Classes</bdi></a></li><li aria-current=\"page\"><bdi>Students</bdi></li>"))
    #expect(html.contains("<li><a href=\"/classes\"><svg class=\"icon icon--small icon--flip\""))
  }
  @Test func `marks the place it belongs to, also below it`() {
    #expect(frame(page(), scene(path: "/students/7")).string.times("href=\"/students\" aria-current=\"page\"") == 2)
    #expect(frame(page(), scene(path: "/")).string.contains("<a href=\"/\" aria-current=\"page\""))
    #expect(!frame(page(), scene(path: "/studentship")).string.contains("href=\"/students\" aria-current"))
  }
  @Test func `shows four tabs and the way to the rest when there are more than five places`() {
    let six = frame(page(), scene(path: "/settings")).string
    #expect(six.times("<span class=\"word\">") == 5)
    #expect(six.contains("popovertarget=\"menu-more\" aria-current=\"true\""))
    #expect(six.contains("<a class=\"menu__item\" href=\"/settings\" aria-current=\"page\">"))
    let five = frame(page(), scene(places: 5)).string
    #expect(five.times("<span class=\"word\">") == 5 && !five.contains("menu-more"))
  }
  @Test func `offers another school only to who has one`() {
    #expect(!frame(page(), scene()).string.contains("/switch"))
    let html = frame(page(), scene(schools: [school(1, "Rimon"), school(2, "École", .guardian)])).string
    #expect(html.contains("action=\"/switch\">"))
    #expect(html.contains("name=\"school\" value=\"\(ID<Tenant>(high: 7, low: 2).text)\""))
    #expect(html.contains("popovertarget=\"menu-schools\""))
  }
  @Test func `has a dot on the bell when something is unread`() {
    #expect(!frame(page(), scene()).string.contains("data-dot"))
    let html = frame(page(), scene(unread: 3)).string
    #expect(html.contains("href=\"/notifications\" aria-label=\"Notifications, some unread\" data-dot>"))
  }
  @Test func `signs out by a form that every tab hears`() {
    let html = frame(page(), scene()).string
    let form = html.components(separatedBy: "<form method=\"post\" action=\"/sign-out\" data-sign-out").last ?? ""
    let words = scene().words("kit.signed-out-later")
    #expect(
      form.hasPrefix(" data-word-later=\"\(words)\"><input type=\"hidden\" name=\"csrf\" value=\"proof\">"),
      "and says what is so where the server has not heard")
    #expect(html.contains("href=\"/account\""))
    #expect(html.contains("name=\"language\" value=\"he\" lang=\"he\""))
    #expect(html.contains("name=\"scheme\" value=\"dark\""))
  }
  @Test func `offers the languages to who is signed out, and nothing else`() {
    let html = frame(page(), scene(.he, signedIn: false)).string
    #expect(html.contains("<body class=\"plain\">"))
    for part in ["menu-me", "/sign-out", "tabbar", "name=\"csrf\"", "/notifications"] { #expect(!html.contains(part)) }
    for language in Language.allCases { #expect(html.contains(">\(language.ownName)</button>")) }
    #expect(html.contains("value=\"he\" lang=\"he\" aria-current=\"true\""))
    #expect(html.contains("<input type=\"hidden\" name=\"back\" value=\"/students\">"))
  }
  @Test func `lets who is in the wizard leave`() {
    let html = frame(page(isPlain: true), scene()).string
    #expect(html.contains("<body class=\"plain\">") && html.contains("data-sign-out"))
  }
  @Test func `says what was done, with the way back`() {
    let toast = Toast(Phrase("kit.demo.saved", .text("תומר")), undo: ("/undo", [Form.Field("mark", "7")]))
    let html = frame(page(), scene(toast: toast)).string
    #expect(
      html.contains("<div class=\"toasts\" id=\"toasts\" role=\"status\" aria-live=\"polite\"><div class=\"toast\""))
    #expect(html.contains("\u{2068}תומר\u{2069} is saved."))
    #expect(html.contains("action=\"/undo\"") && html.contains("name=\"mark\" value=\"7\""))
    #expect(html.contains("<p class=\"offline\" role=\"status\" data-word=\"Offline."))
  }
  @Test func `escapes names wherever they stand`() {
    let html = frame(
      page(hostile), scene(name: hostile, schools: [school(1, hostile), school(2, hostile)], path: "/\(hostile)")
    ).string
    #expect(!html.contains("<b>") && html.times("</script>") == 1)
    #expect(html.contains("<title>\(safe) · \(safe)</title>") && html.contains("<bdi>\(safe)</bdi>"))
  }
  @Test func `marks the page that answers a sign-out`() {
    #expect(frame(page(), scene(signedIn: false), isSignedOut: true).string.contains(" data-signed-out>"))
  }
  @Test(arguments: Appearance.Theme.allCases)
  func `gives the browser's bars the colour of the theme's canvas`(theme: Appearance.Theme) throws {
    let css = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../Public/css/tokens-\(theme.rawValue).css")
    let line = try #require(
      try String(contentsOf: css, encoding: .utf8).firstMatch(of: /--canvas: light-dark\((#\w+), (#\w+)\)/))
    var scene = scene()
    scene.look = Appearance(theme: theme)
    let html = frame(page(), scene).string
    #expect(html.contains("<meta name=\"theme-color\" content=\"\(line.1)\" media=\"(prefers-color-scheme: light)\">"))
    #expect(html.contains("<meta name=\"theme-color\" content=\"\(line.2)\" media=\"(prefers-color-scheme: dark)\">"))
    scene.look.scheme = .dark
    #expect(frame(page(), scene).string.contains("<meta name=\"theme-color\" content=\"\(line.2)\">"))
  }
  @Test(arguments: [
    (Refusal.notFound, "This page is not here"), (.stale, "Someone else was faster"), (.full, "There is no room left"),
    (.tooMany(seconds: 61), "Please wait 2 minutes, then try again."),
    (.notAllowed(Phrase("form.id")), "You may not do this"),
    (.conflict(Phrase("ledger.taken")), "This already exists."), (.unavailable, "Not now"),
    (.invalid("name", Phrase("form.required")), "This is needed."),
  ])
  func `says no with a sentence and a way on`(refusal: Refusal, sentence: String) {
    let page = refusalPage(refusal, scene())
    let html = frame(page, scene()).string
    #expect(html.contains(sentence) && html.contains("data-page=\"kit.refusal.\(refusal.code)\""))
    #expect(html.contains("<a class=\"button") && html.contains("class=\"top\""))
  }
  @Test func `what is not there is no alarm, and leads home and back`() {
    let html = refusalPage(.notFound, scene()).body.string
    #expect(html.contains("error-state--calm") && html.contains("#search") && !html.contains("#warning"))
    #expect(html.contains("href=\"/\"") && html.contains("data-back"))
    let full = refusalPage(.full, scene()).body.string
    #expect(full.contains("#warning") && !full.contains("data-back") && !full.contains("error-state--calm"))
  }
  @Test func `owns up to a mistake of ours, with the number that finds it`() {
    #expect(
      frame(failurePage(scene(), trace: "4f<2"), scene()).string.contains("If you ask for help, mention 4f&lt;2."))
  }
}
