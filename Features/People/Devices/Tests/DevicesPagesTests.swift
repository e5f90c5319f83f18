import Base
import Foundation
import HTML
import HomeroomTesting
import Kit
import Router
import School
import Testing

@testable import People

private func scene(_ language: Language = .en) -> Scene {
  Scene(
    words: TestWords.of(language), zone: .utc, now: Instant(milliseconds: 1_794_000_000_000), csrf: "proof",
    newIdempotencyKey: { .none })
}

@Suite struct `The page of this device` {
  @Test(arguments: Language.allCases)
  func `has all that a browser may have to say in every language and shows none of it by itself`(_ language: Language) {
    let page = devicePage(scene(language)), body = page.body.string
    #expect(!body.contains(">device.") && !body.contains("\"device.") && page.title != "device.title")
    for part in ["unable", "failed", "locked", "stale", "offer", "kept", "waiting", "refused"] {
      #expect(body.contains("<div data-part=\"\(part)\" hidden>"), "\(part)")
    }
    for why in ["browser", "server", "line"] { #expect(body.contains("data-why=\"\(why)\" hidden")) }
    #expect(page.parent?.path == "/settings")
    #expect(page.body.scripts == ["thisdevice"])
  }

  @Test func `says without scripts that it needs them`() {
    let body = devicePage(scene()).body.string
    #expect(body.contains("<div class=\"no-js\"><div class=\"banner\">"))
    #expect(body.contains("This page needs JavaScript"))
  }

  @Test func `asks before it deletes, and has one primary button`() {
    let body = devicePage(scene()).body.string
    let card = body.prefix(upTo: body.range(of: "<template")?.lowerBound ?? body.endIndex)
    #expect(card.components(separatedBy: "button--primary").count == 2)
    #expect(!card.contains("forget-now") && !card.contains("let-go-now"))
    for dialog in ["device-forget", "device-letting", "leaving"] {
      #expect(body.contains("<dialog class=\"dialog\" id=\"\(dialog)\""))
    }
    for way in ["stay", "discard", "save", "send"] { #expect(body.contains("data-leave=\"\(way)\"")) }
  }

  @Test(arguments: Language.allCases)
  func `carries the forms that a script counts with`(_ language: Language) {
    let html = countedForms("leaving", "device.leaving.text", scene(language)).string
    let needed: [Language: [String]] = [
      .en: ["one", "other"], .fr: ["one", "many", "other"], .he: ["one", "two", "other"],
      .ar: ["one", "two", "few", "many", "other"],
    ]
    for form in needed[language] ?? [] { #expect(html.contains(" data-\(form)=\""), "\(form)") }
    #expect(html.contains("%d") && !html.contains("lld"))
  }

  @Test func `has a word for each kind of request, by the beginning of a path that there is`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../..")
    let routes = try String(contentsOf: root.appending(path: "docs/api/routes.txt"), encoding: .utf8)
    let posted = routes.split(separator: "\n").filter { $0.hasPrefix("POST\t") }.map { line in
      line.split(separator: "\t")[1].split(separator: "/")
    }
    for (path, kind) in requestKinds {
      let wanted = path.split(separator: "/")
      let isThere = posted.contains { names in
        names.count >= wanted.count && zip(names, wanted).allSatisfy { $0 == $1 || $1 == "*" && $0.hasPrefix(":") }
      }
      #expect(isThere, "nothing is posted below \(path)")
      #expect(TestWords.of(.en)("device.kind." + kind) != "device.kind." + kind)
    }
  }

  @Test func `is every member's, without a line as well`() {
    let routes = deviceRoutes()
    #expect(routes.map(\.path) == ["/settings/device", "/settings/device/edit"])
    for role in Role.allCases { #expect(routes[0].offline.roles.contains(role)) }
  }
}

@Suite struct `The pill of the device` {
  private func framed(_ language: Language, school: Reader.School?) -> String {
    let reader = Reader(account: .none, name: "Omar", school: school, schools: [], unread: 0)
    let scene = Scene(
      words: TestWords.of(language), zone: .utc, now: Instant(milliseconds: 1_794_000_000_000), csrf: "proof",
      newIdempotencyKey: { .none }, reader: reader)
    return frame(Page("home.home", title: "Home", body: "<p>…</p>"), scene).string
  }

  @Test(arguments: Language.allCases)
  func `is hidden and has its words, for who is in a school`(_ language: Language) {
    let html = framed(language, school: Reader.School(id: .none, name: "Rimon", role: .teacher))
    #expect(html.contains("<a href=\"/settings/device\" class=\"device-pill\" data-device-pill hidden "))
    #expect(html.contains(" data-counted=\"waiting\"") && html.contains(" data-counted=\"refused\""))
    #expect(html.contains("%d") && html.contains(" data-word-stale=\"") && !html.contains("device.pill"))
    #expect(html.contains(" data-two=\"") == (language == .ar || language == .he))
    #expect(!framed(language, school: nil).contains("data-device-pill"))
  }
}
