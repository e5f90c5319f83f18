import Base
import HTML
import Kit
import School
import Testing

@testable import Office

@Suite struct `Founding a school in three steps` {
  private func wizard(_ fields: KeyValuePairs<String, String>) -> HomeWizard {
    var wizard = HomeWizard(language: .en, zone: "Europe/Paris")
    wizard.take(Form(fields))
    return wizard
  }

  @Test func `going on needs what the step asks for, and says where it is missing`() {
    var empty = wizard(["step": "school", "name": "  "])
    #expect(empty.act(.next) == [Problem("name", Phrase("form.required"))])
    #expect(empty.step == .school)
  }

  @Test func `going back loses nothing that was typed`() {
    var one = wizard([
      "step": "students", "name": "Rimon", "kind": "montessori", "classroom": "7B", "given": "Maya", "family": "Khoury",
    ])
    #expect(one.act(.back).isEmpty)
    #expect(one.step == .classroom)
    #expect((one.name, one.kind, one.classroom) == ("Rimon", .montessori, "7B"))
    #expect(one.children == [HomeWizard.Child(given: "Maya", family: "Khoury")])
  }

  @Test func `a child of direction overrides is refused, an empty row is no child`() {
    var one = wizard(["step": "students", "name": "R", "classroom": "7B", "given": "\u{202E}ayaM"])
    #expect(one.act(.finish) == [Problem("given", Phrase("form.direction"))])
    var none = wizard(["step": "students", "name": "R", "classroom": "7B", "given": " ", "family": ""])
    #expect(none.act(.finish).isEmpty)
    #expect(none.children.isEmpty)
  }

  @Test func `each step carries what the others hold, escaped`() {
    let one = wizard(["step": "classroom", "name": "</script><b>", "given": "Maya", "family": ""])
    let scene = Scene(words: Words(.en, catalogue: Catalogue([:])), zone: .utc, now: Instant(milliseconds: 0))
    let page = wizardPage(one, zones: ["Europe/Paris"], Draft(), scene).body.string
    #expect(page.contains("name=\"name\" value=\"&lt;/script&gt;&lt;b&gt;\""))
    #expect(page.contains("name=\"given\" value=\"Maya\""))
    #expect(!page.contains("<b>"))
  }

  @Test func `only who founded the school furnishes it`() {
    let command = FurnishSchool(classroom: .none, name: "7B", children: [])
    for role in Role.allCases {
      let caller = Caller(account: .none, school: .none, role: role)
      let permit = try? command.permit(for: caller, now: Instant(milliseconds: 0))
      #expect((permit != nil) == (role == .owner))
    }
  }
}
