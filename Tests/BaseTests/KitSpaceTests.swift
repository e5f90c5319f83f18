import Base
import HTML
import Kit
import Testing

private func tabs(_ current: String) -> [Tab] {
  ["Outline", "Gradebook"].map { Tab($0, path: "/courses/7/" + $0, isCurrent: $0 == current) }
}

private func page(_ title: String, at tab: String, parent: (String, String)? = nil, isFirst: Bool = false) -> Page {
  let space = Space(
    "Math 7", path: "/courses/7", hue: 13, facts: ["Omar"], end: "<b>72 %</b>", bar: tabs(tab), menu: "<i></i>",
    isFirst: isFirst)
  return Page("x.y", title: title, actions: "<a>Add</a>", parent: parent, space: space, body: "<p>body</p>")
}

@Suite struct `A page of a course` {
  @Test func `has the course's head and bar, and one title`() {
    let html = frame(page("Math 7", at: "Outline", isFirst: true), scene()).string
    #expect(html.times("<h1>") == 1 && html.contains("<h1>Math 7</h1><ul class=\"space__facts\""))
    #expect(html.contains("data-hue=\"5\"") && html.contains("<b>72 %</b>") && html.contains("<a>Add</a>"))
    #expect(html.contains("href=\"/courses/7/Outline\" aria-current=\"page\">"))
    #expect(html.contains("<title>Math 7 · Rimon School</title>") && !html.contains("page__head"))
  }

  @Test func `says its own name for the ear alone where the bar says it`() {
    let html = frame(page("Gradebook", at: "Gradebook"), scene()).string
    #expect(html.contains("<div class=\"visually-hidden\"><h1>Gradebook</h1></div>") && html.times("<h1>") == 1)
    #expect(html.contains("href=\"/courses/7/Gradebook\" aria-current=\"page\">"))
    #expect(html.contains("<title>Gradebook · Math 7 · Rimon School</title>"))
    // What the first page is opened for stays there; the page's own acts come along.
    #expect(!html.contains("72 %") && !html.contains("space__facts") && html.contains("<a>Add</a>"))
    #expect(html.contains("<a href=\"/courses/7\">"))
  }

  @Test func `says it aloud below a place of the bar, with the ways back`() {
    let html = frame(page("Autumn", at: "Gradebook", parent: ("Periods", "/periods")), scene()).string
    #expect(html.contains("<div class=\"space__own\"><h1>Autumn</h1></div>"))
    #expect(html.contains("href=\"/courses/7/Gradebook\" aria-current=\"true\">"))
    #expect(html.contains("<a href=\"/periods\"><bdi>Periods</bdi></a>"))
  }
}
