import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing
import Web

@testable import Talk

/// The commands of announcements, sent by nobody's browser.
@Suite struct `A command without a request of the web` {
  private static func sender(_ school: AnnouncementsSchool, _ person: AnnouncementsSchool.Person) -> Identity {
    Identity(sending: school.caller(person), zone: AnnouncementsSchool.zone.name, language: .fr)
  }

  private static func pin(
    _ form: Form, as person: AnnouncementsSchool.Person, _ school: AnnouncementsSchool
  ) async throws {
    let (commands, sender) = (CommandTable(school.table.routes), sender(school, person))
    let sent = CommandEnvelope(
      school.ledger.world.id(), PinAnnouncement.name, school: school.school, by: school.account(person))
    try await school.ledger.write(sent) { tx in
      try commands.carryOut(PinAnnouncement.name, form, by: sender, tx).text
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is carried out by its name and a form, by the same rules`(_ dialect: Dialect) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let id = try await school.trip()
    try await Self.pin(Form(["announcement": id.text, "pinned": "on"]), as: .dana, school)
    #expect(try await school.one(id)?.isPinned == true)
    // Neither his role nor what he handles lets him, and a field that is wrong is said to be.
    for (person, form, refusal) in [
      (.sami, Form(["announcement": id.text]), Refusal.notFound),
      (.omar, Form(["announcement": id.text]), .notAllowed(Phrase("announcements.keepers-only"))),
      (.dana, Form(["announcement": id.text, "color": "red"]), .invalid("color", Phrase("form.unknown"))),
      (.dana, Form(["pinned": "on"]), .invalid("announcement", Phrase("form.required"))),
    ] as [(AnnouncementsSchool.Person, Form, Refusal)] {
      #expect(try await school.refused { try await Self.pin(form, as: person, school) } == refusal)
    }
    #expect(try await school.one(id)?.isPinned == true)
  }

  @Test func `is carried out as it is, with what comes with it, and at its own hour`() async throws {
    let school = try await AnnouncementsSchool.open()
    let (commands, dana, ledger) = (CommandTable(school.table.routes), Self.sender(school, .dana), school.ledger)
    let file = try await school.upload("Route.txt", Array("By bus".utf8))
    let before = ledger.world.now().plus(days: -3)
    let fields = AnnouncementFields(
      audience: .school, original: AnnouncementText(.en, title: "Trip", text: "We leave at 8."))
    let key: ID<IdempotencyKey> = ledger.world.id()
    let create = CreateAnnouncement(fields: fields)
    let made = try await ledger.send(create, key, by: dana, through: commands, uploads: [file], asOf: before)
    let id = try #require(ID<Announcement>(made.text))
    #expect(try await school.one(id)?.publishedAt == before)
    let names = try await ledger.read { try AnnouncementsStore(tx: $0).files(of: id, in: school.school).map(\.name) }
    #expect(names == ["Route.txt"])
    // The same sending once more does nothing.
    #expect(try await ledger.send(create, key, by: dana, through: commands).text == made.text)
    let pin = PinAnnouncement(announcement: id, isPinned: true)
    try await ledger.send(pin, ledger.world.id(), by: dana, through: commands)
    #expect(try await school.one(id)?.isPinned == true)
    let sami = Self.sender(school, .sami)
    await #expect(throws: Refusal.notFound) {
      try await ledger.send(pin, ledger.world.id(), by: sami, through: commands)
    }
  }

  @Test func `has a name of its own, and two that claim one are found`() async throws {
    struct Impostor: FormCommand {
      static let name = PinAnnouncement.name
      init(_ form: inout FormReader) {}
    }
    let school = try await AnnouncementsSchool.open()
    let other = Route.post("/other", .staff, "Something else.", Impostor.self) { _, _, _ throws(Refusal) in
      .done
    } then: { _ in
      .done("/")
    }
    #expect(CommandTable(school.table.routes).duplicates == [])
    #expect(CommandTable(school.table.routes + [other]).duplicates == [PinAnnouncement.name])
  }
}
