import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Router
import School
import Testing

@testable import Training
@testable import TrainingServer

@Suite struct `A template from a file` {
  private let content = FlyingSchool.content

  @Test func `is what was exported, from both kinds of file`() throws {
    let json = TemplateImport(content.text)
    #expect(json.problems.isEmpty && json.extras.isEmpty)
    #expect(try json.content(named: nil) == content)
    let table = TemplateImport(String(decoding: content.table, as: UTF8.self))
    #expect(table.problems.isEmpty && table.extras.isEmpty)
    #expect(try table.content(named: nil) == content)
  }

  @Test func `keeps what a template has not, by its name, in the notes`() throws {
    let file = TemplateImport("Title,Notes,Standard,Phase\nStalls,Clean,±100 ft,One\nSlips,,,Two\n")
    #expect(file.extras == ["Standard"] && file.problems.isEmpty)
    let content = try file.content(named: "Pre-solo")
    #expect(content.items.map { $0.notes } == ["Clean\nStandard: ±100 ft", "Phase: Two"])
    #expect(content.phase == "One")
    let json = TemplateImport(#"{"name":"A","items":[{"title":"Stalls","grade":3}],"colour":"red"}"#)
    #expect(json.extras == ["grade"])
    #expect(try json.content(named: nil).items.first?.notes == "grade: 3")
    #expect(json.problems.map { $0.phrase.key } == ["training.templates.import.member"])
  }

  @Test func `says what is wrong by its line, and takes the rest`() throws {
    let long = String(repeating: "x", count: ChecklistItem.longestTitle + 1)
    let file = TemplateImport("title,notes\nStalls,\n,only notes\n\(long),\nSlips,,,surplus\nRadio,\n")
    #expect(file.problems.map { $0.line } == [3, 4, 5])
    #expect(try file.content(named: "A").items.map { $0.title } == ["Stalls", "Radio"])
  }

  @Test func `is bounded, and hostile files are only refused`() throws {
    let many = "title\n" + String(repeating: "Item\n", count: ChecklistContent.mostItems + 50)
    let file = TemplateImport(many)
    #expect(file.found.items.count == ChecklistContent.mostItems && file.problemCount == 1)
    #expect(TemplateImport(String(repeating: "a", count: TemplateImport.maxBytes + 1)).problemCount == 1)
    for text in [
      "", "{", "{}", "[]", "{\"items\":3}", "{\"items\":[1,null,[]]}", "title\n\"open", "a,b\n1,2",
      String(repeating: "{\"items\":", count: 1000), "title,title\n,", "\u{FEFF}", "title\n\u{202E}evil",
    ] {
      let file = TemplateImport(text)
      #expect(file.problemCount > 0, "\(text.prefix(20))")
      #expect(throws: Refusal.self) { try file.content(named: "A") }
    }
    let escaped = TemplateImport(
      #"{"relevantData":"Vx\u0000","items":[{"title":"Stalls"},{"title":"A","notes":"\u0007"}]}"#)
    #expect(escaped.found.relevantData.isEmpty && escaped.found.items.map { $0.title } == ["Stalls"])
    #expect(escaped.problems.map { $0.phrase } == [Phrase("form.control"), Phrase("form.control")])
    let wrong = TemplateImport("title,notes\n" + String(repeating: ",no title\n", count: 400))
    #expect(wrong.problems.count == 100 && wrong.problemCount == 400)
  }

  @Test func `without a name is taken only under one`() {
    #expect(throws: Refusal.invalid("name", Phrase("training.templates.import.no-name"))) {
      try TemplateImport("title\nStalls").content(named: nil)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is shown first, and becomes what was shown`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.open(dialect)
    let server = TemplatesServer(ledger: school.ledger, service: TemplatesService())
    let served = FlyingSchool(
      ledger: school.ledger, clock: school.clock,
      table: RouteTable(templateRoutes(server.service) + templateServerRoutes(server)))
    let upload = try await served.upload("list.csv", Array("title,notes,Standard\nStalls,Clean,100 ft\n,x\n".utf8))
    var seen = ""
    #expect(
      try await served.refused {
        seen =
          try await served.send(.post, TemplatesPaths.importing, Form(["act": "check"]), as: .ruth, uploads: [upload])
          .page(served.scene())?.body.string ?? ""
        throw Refusal.stale
      } == .stale, "looking writes nothing")
    #expect(seen.contains("Standard: 100 ft") && seen.contains("Line 3:") && seen.contains("not a field of a template"))
    let nameless = try await served.refused {
      try await served.send(.post, TemplatesPaths.importing, Form(["act": "take"]), as: .ruth, uploads: [upload])
    }
    #expect(nameless == .invalid("name", Phrase("training.templates.import.no-name")))
    let id = FlyingSchool.id(297, ChecklistTemplate.self)
    try await served.send(
      .post, TemplatesPaths.importing, Form(["act": "take", "name": "From a file", "id": id.text]), as: .ruth,
      uploads: [upload])
    let kept = try #require(try await served.known(id)?.template.draft)
    #expect(kept.items.map { $0.notes } == ["Clean\nStandard: 100 ft"] && kept.name == "From a file")
    for person in [FlyingSchool.Person.ben, .stranger] {
      let refusal = try await served.refused {
        try await served.send(.post, TemplatesPaths.importing, Form(["text": "title\na", "name": "b"]), as: person)
      }
      #expect(refusal == .notFound)
      #expect(await served.refusal(.get, TemplatesPaths.json(served.template), as: person) == .notFound)
    }
  }
}
