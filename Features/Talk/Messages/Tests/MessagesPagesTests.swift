import Base
import Database
import Foundation
import HTML
import HomeroomTesting
import Kit
import Router
import School
import Testing
import Web

@testable import Talk

@Suite struct `Pages of conversations` {
  private let maya = ID<Account>(high: 1, low: 1)
  private let omar = ID<Account>(high: 2, low: 2)
  private let id = ID<Conversation>(high: 3, low: 3)
  private let at = Instant(milliseconds: 1_773_207_000_000)

  private func scene(_ language: Language = .en) -> Scene {
    Scene(
      words: TestWords.of(language), zone: .utc, now: at, csrf: "proof",
      newIdempotencyKey: { ID(high: 9, low: 9) })
  }

  private func bubble(
    _ text: String, number: Int = 1, by sender: ID<Account>? = nil, name: String = "Omar", deleted: Bool = false,
    files: [MessageFile] = []
  ) -> Bubble {
    Bubble(
      message: Message(
        id: ID(high: 7, low: UInt64(number)), conversation: id, number: number, sender: sender ?? omar,
        text: deleted ? "" : text, at: at, deletedAt: deleted ? at : nil), name: name, role: .teacher, files: files)
  }

  private func page(_ bubbles: [Bubble], canReach: Bool = true, read: Int = 0) -> ConversationPage {
    let conversation = Conversation(
      id: id, kind: .direct, last: bubbles.count, lastAt: at, createdBy: maya, createdAt: at)
    let participant = Participant(conversation: id, account: maya, joinedAt: at, read: read)
    var page = ConversationPage(
      me: maya, conversation: conversation,
      participation: Participation(
        conversation: conversation, participant: participant, belongs: true, canReach: canReach),
      bubbles: bubbles, hasEarlier: false, isEnd: true, search: "")
    page.people = [
      .init(account: maya, name: "Maya", role: .student, read: read, isGuest: false),
      .init(account: omar, name: "Omar", role: .teacher, read: 1, isGuest: false),
    ]
    page.firstUnread = read < bubbles.count ? read + 1 : nil
    return page
  }

  @Test(arguments: Language.allCases)
  func `nothing yet says so, and how to begin`(_ language: Language) throws {
    let scene = scene(language)
    let none = ConversationsPage(me: maya, cards: [], search: "", next: nil, isFirst: true, isOffice: false)
    let html = conversationsPage(none, scene).body.string
    #expect(html.contains(scene.words("messages.none")) && html.contains(scene.words("messages.start")))
    #expect(html.contains("href=\"/messages/new\"") && !html.contains("messages."))
  }

  private func card(_ low: UInt64, at: Instant? = nil, isUnread: Bool = false) -> ConversationCard {
    ConversationCard(
      id: ID(high: 3, low: low), kind: .direct, title: "Omar", role: .teacher, other: omar, people: ["Omar"], last: 2,
      lastAt: at ?? self.at, lastBy: omar, lastName: "Omar", preview: "hello", isUnread: isUnread, isMuted: false)
  }

  private func list(_ cards: [ConversationCard], next: String? = nil) -> ConversationsPage {
    ConversationsPage(me: maya, cards: cards, search: "", next: next, isFirst: true, isOffice: false)
  }

  @Test func `a line says at its end when something was said: the clock today, a day before`() throws {
    let scene = scene()
    let html = conversationRow(card(3), scene).string
    #expect(html.contains("<time class=\"talk-row__at\" id=\"at-") && !html.contains("#chevron"))
    #expect(html.contains(">\(scene.words.time(at, in: .utc))</time>"))
    let before = Instant(milliseconds: at.milliseconds - 3 * 86_400_000)
    let older = conversationRow(card(3, at: before), scene).string
    #expect(older.contains(">\(scene.words.date(Zone.utc.day(of: before), .weekday))</time>"))
  }

  @Test func `beside a conversation stands the list with that one marked, and both are listened to`() throws {
    var shown = page([bubble("a")])
    #expect(!conversationPage(shown, Draft(), scene()).body.string.contains("talks-beside"))
    shown.beside = list([card(3, isUnread: true), card(4, isUnread: true)])
    shown.beside?.current = id
    let page = conversationPage(shown, Draft(), scene())
    let html = page.body.string
    #expect(html.contains("id=\"talk-\(id.text)\" aria-current=\"true\""))
    // What is open is being read.
    #expect(html.contains("id=\"talk-\(ID<Conversation>(high: 3, low: 4).text)\" data-unread"))
    #expect(page.topics == ["talk/" + id.text, "talk/" + ID<Conversation>(high: 3, low: 4).text])
    #expect(!html.contains("href=\"/messages\">All"))
    shown.beside = list([card(3)], next: "x")
    #expect(conversationPage(shown, Draft(), scene()).body.string.contains("All conversations"))
  }

  @Test func `beside the list one is asked to choose, unless there is nothing to choose`() throws {
    let scene = scene()
    #expect(conversationsPage(list([card(3)]), scene).body.string.contains(scene.words("messages.choose")))
    #expect(!conversationsPage(list([]), scene).body.string.contains("talk-choose"))
  }

  @Test func `what is sent to every screen holds nothing of one reader`() throws {
    let scene = scene()
    let card = ConversationCard(
      id: id, kind: .direct, title: "", role: nil, other: omar, people: [], last: 2, lastAt: at, lastBy: omar,
      lastName: "Omar",
      preview: "hello", isUnread: false, isMuted: false)
    let html = talkFragments(
      [bubble("hello", number: 2)], old: [], hidden: [], people: [], card: card, of: id, scene
    ).string
    #expect(!html.contains("csrf") && !html.contains("proof") && !html.contains("data-mine"))
    #expect(html.contains("data-op=\"append\" data-target=\"messages-\(id.text)\""))
    #expect(html.contains("data-target=\"last-\(id.text)\"") && html.contains("data-target=\"at-\(id.text)\""))
  }

  @Test func `hostile words and names stay words, in whatever direction`() throws {
    let hostile = "</script><b>x</b>\u{202E}"
    let html = bubbleRow(bubble(hostile, name: hostile), scene()).string
    #expect(!html.contains("<b>x</b>") && html.contains("<bdi>&lt;/script&gt;"))
    #expect(html.contains("<p class=\"bubble__text\" dir=\"auto\">&lt;/script&gt;"))
  }

  @Test func `addresses become links that say where they lead, and nothing else does`() throws {
    func shown(_ text: String) throws -> String {
      let html = bubbleRow(bubble(text), scene()).string
      let start = try #require(html.range(of: "<p class=\"bubble__text\" dir=\"auto\">")).upperBound
      return String(html[start...].prefix { $0 != "\n" }).components(separatedBy: "</p>")[0]
    }
    func link(_ address: String) -> String {
      "<a href=\"\(address)\" rel=\"noopener nofollow\" dir=\"ltr\">\(address)</a>"
    }
    for (text, wanted) in [
      ("See https://rimon.example/a?b=1&c=2.", "See " + link("https://rimon.example/a?b=1&amp;c=2") + "."),
      ("(http://rimon.example/a_(b))", "(" + link("http://rimon.example/a_(b)") + ")"),
      (
        "HTTPS://Rimon.example and mailto:omar@rimon.example!",
        link("HTTPS://Rimon.example") + " and " + link("mailto:omar@rimon.example") + "!"
      ),
      ("الموقع https://rimon.example، شكرًا", "الموقع " + link("https://rimon.example") + "، شكرًا"),
    ] {
      #expect(try shown(text) == wanted)
    }
    for text in [
      "javascript:alert(1)", "data:text/html,x", "xhttps://rimon.example", "https://",
      "https://school.example@evil.example/",
      "https://:80", "mailto:", "mailto:@", "ftp://rimon.example", "//rimon.example", "https://\u{202E}moc.example",
    ] {
      #expect(try !shown(text).contains("<a "), "\(text)")
    }
    #expect(try shown("https://a.example/\"onmouseover=x") == link("https://a.example/") + "&quot;onmouseover=x")
  }

  @Test func `in two thousand addresses each letter is looked at a few times`() {
    let text = String(repeating: "https://a.example/(((((((((( ", count: 130)
    #expect(withLinks(text).string.components(separatedBy: "<a ").count == 131)
    #expect(withLinks(String(repeating: "h", count: 4000)).string.count == 4000)
  }

  @Test func `one's own messages say whether they were read; the first new one has its mark`() throws {
    let shown = page(
      [bubble("a", number: 1, by: maya), bubble("b", number: 2, by: maya), bubble("c", number: 3)], read: 2)
    let html = conversationPage(shown, Draft(), scene()).body.string
    #expect(html.contains("data-number=\"1\"") && html.contains("data-state=\"read\" data-mine"))
    #expect(html.contains("data-state=\"sent\" data-mine data-tail"))
    #expect(html.contains("id=\"unread\"") && html.contains("href=\"#unread\""))
    #expect(html.split(separator: "data-opens-day").count == 2)
  }

  @Test func `where one may not write any more, there is no place to write`() throws {
    let scene = scene(.ar)
    let html = conversationPage(page([bubble("a")], canReach: false, read: 1), Draft(), scene).body.string
    #expect(!html.contains("id=\"composer\"") && html.contains(scene.words("messages.cannot-reach")))
  }

  @Test func `a deleted message keeps its place, without its words and its files`() throws {
    let scene = scene()
    let html = bubbleRow(bubble("secret", deleted: true), scene).string
    #expect(!html.contains("secret") && html.contains(scene.words("messages.deleted")) && html.contains("data-deleted"))
  }

  @Test func `a picture is shown, another file is named with its size`() throws {
    let files = [
      MessageFile(id: ID(high: 5, low: 1), name: "cat.png", type: "image/png", size: 10),
      MessageFile(id: ID(high: 5, low: 2), name: "list.pdf", type: "application/pdf", size: 2000),
    ]
    let html = bubbleRow(bubble("", files: files), scene()).string
    #expect(html.contains("<img src=\"/messages/\(id.text)/files/") && html.contains("<bdi>list.pdf</bdi>"))
  }
}
