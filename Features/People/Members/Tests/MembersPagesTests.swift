import Base
import HTML
import Kit
import School
import Testing

@testable import People

@Suite struct `The pages about members` {
  let now = Instant(milliseconds: 1_794_000_000_000)
  let hostile = "</a><script>\u{5d0}"

  func card(_ name: String, _ role: Role) -> MemberCard {
    MemberCard(account: ID(high: 7, low: 7), name: name, identifier: "a@example.org", role: role, joinedAt: now)
  }

  func invite(_ label: String, redeemed: Bool = false) -> Invite {
    Invite(
      id: ID(high: 4, low: 4), role: .guardian, label: label, student: nil, createdBy: .none, createdAt: now,
      expiresAt: now.plus(days: 7), revokedAt: nil, redeemedAt: redeemed ? now : nil, redeemedBy: nil)
  }

  @Test(arguments: Language.allCases)
  func `show names as names, in every language`(_ language: Language) {
    let scene = TownWords.scene(language)
    let data = MembersData(
      members: [card(hostile, .teacher)], search: "", role: nil, count: 1, invites: 2, next: ID(high: 7, low: 7),
      isFirst: true)
    let html = membersPage(data, scene).body.string
    #expect(html.contains("<bdi>&lt;/a&gt;&lt;script&gt;\u{5d0}</bdi>"))
    #expect(!html.contains("<script>"))
    #expect(html.contains("id=\"members-results\""))
    #expect(html.contains("after=00000000-0000-0007-0000-000000000007"))
    #expect(!html.contains(">members."))
  }

  @Test func `keep the search in their links`() {
    let scene = TownWords.scene(.en)
    let data = MembersData(
      members: [], search: "é&x", role: .teacher, count: 0, invites: 0, next: nil, isFirst: true)
    let page = membersPage(data, scene)
    #expect(page.body.string.contains("role=admin&amp;q=%c3%a9%26x"))
    #expect(page.body.string.contains("class=\"empty\""))
  }

  @Test func `offer only what the caller may do`() {
    let scene = TownWords.scene(.en)
    let mine = MemberData(member: card("Ada", .admin), roles: [], isSelf: true)
    #expect(!memberPage(mine, Draft(), scene).body.string.contains("<form"))
    let theirs = MemberData(member: card("Ada", .admin), roles: [], isSelf: false)
    #expect(!memberPage(theirs, Draft(), scene).body.string.contains("<form"))
    let open = MemberData(member: card("Gil", .guardian), roles: [.teacher, .guardian], isSelf: false)
    let html = memberPage(open, Draft(), scene).body.string
    #expect(html.contains("/role\"") && html.contains("/remove\"") && !html.contains("value=\"owner\""))
  }

  @Test func `show a code once, and say so the second time`() {
    let scene = TownWords.scene(.he)
    let once = InviteMade(
      invite: invite(hostile), code: "ABCD-EFGH", link: "https://x/join?code=ABCD-EFGH", qr: "<svg></svg>")
    let html = inviteMadePage(once, scene).body.string
    #expect(html.contains("ABCD-EFGH") && html.contains("<svg></svg>"))
    let again = InviteMade(invite: invite("Dana"), code: nil, link: "", qr: "")
    #expect(!inviteMadePage(again, scene).body.string.contains("qr__code"))
  }

  @Test func `let what waits be withdrawn, with the proof outside the row`() {
    let scene = TownWords.scene(.en)
    #expect(inviteRow(invite("Dana"), scene).string.contains("form=\"invite-revoke\""))
    #expect(!inviteRow(invite("Dana", redeemed: true), scene).string.contains("<button"))
    #expect(!inviteRow(invite("Dana"), scene).string.contains("csrf"))
    let none = InvitesData(invites: [], isOpen: true, pending: 0, next: nil, isFirst: true)
    #expect(invitesPage(none, scene).body.string.contains("class=\"empty\""))
  }

  @Test(arguments: Language.allCases)
  func `ask for a code, and of strangers for an account too`(_ language: Language) {
    let scene = TownWords.scene(language)
    let known = JoinData(code: "ABCD", invitation: .init(school: hostile, role: .teacher), isSignedIn: true)
    let page = joinPage(
      known, Draft(Form(["code": "zz"]), problems: [Problem("code", Phrase("members.code-form"))]), scene)
    let html = page.body.string
    #expect(html.contains("value=\"zz\"") && html.contains("aria-invalid") && !html.contains("<script>"))
    #expect(!html.contains("name=\"password\""))
    let stranger = joinPage(JoinData(code: "ABCD", invitation: nil, isSignedIn: false), Draft(), scene).body.string
    #expect(stranger.contains("/sign-in?next=/join%3fcode%3dABCD"))
    #expect(stranger.contains("action=\"/join/account\"") && stranger.contains("name=\"password\""))
    #expect(!stranger.contains(">members."))
  }
}
