import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Router
import School
import Testing
import Web

@testable import Talk
@testable import TalkServer

@Suite struct `Choosing what reaches one` {
  static func form(_ more: [Form.Field] = []) -> Form {
    Form(
      [
        .init("digest", "18:30"), .init("quiet", "on"), .init("quietFrom", "21:00"), .init("quietUntil", "06:30"),
        .init("mail.grade", "once"), .init("push.grade", "on"), .init("mail.message", "off"), .init("lead", "24"),
        .init("lead", "6"),
      ] + more)
  }

  @Test func `reads the form`() throws {
    let chosen = try ChooseNotices(Self.form([.init("weekends", "on")])).preferences
    #expect(chosen.ways == [.grade: .init(push: true, mail: .once), .message: .init(push: false, mail: .off)])
    #expect(
      chosen.digestAt == 1110 && chosen.leads == [24, 6] && chosen.restsOnWeekends)
    #expect(chosen.quiet?.from == 1260 && chosen.quiet?.until == 390)
  }

  @Test(arguments: [
    ("lead", "5"), ("mail.nonsense", "once"), ("mail.grade", "twice"), ("push.x", "on"), ("other", "1"),
  ])
  func `refuses what is no choice`(_ field: String, _ value: String) {
    #expect(throws: Refusal.self) { try ChooseNotices(Self.form([.init(field, value)])) }
  }

  @Test(arguments: Dialect.allCases)
  func `is kept, and is nobody else's`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "choose")
    let chosen = try ChooseNotices(Self.form())
    try await office.choose(chosen.preferences, muted: [office.school.room.cast()], as: .leila)
    let data = try await office.server.settings(office.school.caller(.leila))
    #expect(data.preferences == chosen.preferences)
    #expect(data.subjects.first { $0.id == office.school.room.cast() }?.isMuted == true)
    #expect(try await office.server.settings(office.school.caller(.adam)).preferences == .standard(for: .guardian))
    // What can be chosen is read under the same names, and what is read can be sent back.
    let json = data.json
    let quiet = try #require(chosen.preferences.quiet)
    func clock(_ minute: Int) -> JSON { .text(pad(minute / 60) + ":" + pad(minute % 60)) }
    #expect(json["quiet"] == .flag(true) && json["quietFrom"] == clock(quiet.from))
    #expect(json["quietUntil"] == clock(quiet.until) && json["digest"] == clock(chosen.preferences.digestAt))
    #expect(
      json["subjects"]?.items.contains { $0["id"] == .id(office.school.room) && $0["muted"] == .flag(true) } == true)
    #expect(throws: Refusal.self) {
      try ChooseNotices(preferences: chosen.preferences, muted: [ID(high: 1, low: 1)])
        .permit(for: office.school.caller(.leila), subjects: [], now: .init(milliseconds: 0))
    }
  }

  @Test(arguments: Language.allCases)
  func `has a page in every language`(_ language: Language) async throws {
    let office = try await NotificationsOffice.open(.sqlite, "page")
    let scene = office.school.scene(language)
    let data = try await office.server.settings(office.school.caller(.leila))
    let html = noticeSettingsPage(data, .init(), scene).body.string
    #expect(html.contains("name=\"mail.absence\"") && html.contains("data-push=\"\(data.pushKey)\""))
    #expect(!html.contains(">notifications.") && !html.contains("name=\"lead\""))
    #expect(html.contains("data-choices") && html.contains("href=\"#times\""))
  }

  @Test func `as it stands it is sent back whole, so that a choice can be taken back`() async throws {
    let office = try await NotificationsOffice.open(.sqlite, "undo")
    let data = try await office.server.settings(office.school.caller(.leila))
    let again = try ChooseNotices(Form(try #require(data.fields)))
    for kind in NoticeKind.kinds(of: data.role) {
      let (then, now) = (data.preferences.ways(kind, for: data.role), again.preferences.ways(kind, for: data.role))
      #expect(then.mail == now.mail && then.push == now.push)
    }
    #expect(
      again.preferences.digestAt == data.preferences.digestAt && again.preferences.leads == data.preferences.leads)
    #expect(again.preferences.quiet?.from == data.preferences.quiet?.from)
    #expect(again.preferences.restsOnWeekends == data.preferences.restsOnWeekends)
  }
}
