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
    #expect(one.act(.finish) == [Problem("0-given", Phrase("form.direction"))])
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
    // A way back that asks for the page anew would lose everything.
    #expect(!page.contains("<a class=\"steps__word\""))
  }

  @Test func `a picture keeps to its child when empty rows fall out, and what is wrong with one is said there`() {
    let (one, two) = (ID<Photo>(high: 1, low: 1), ID<Photo>(high: 1, low: 2))
    var wizard = HomeWizard(language: .en, zone: "Europe/Paris")
    let form: KeyValuePairs = [
      "step": "students", "name": "R", "classroom": "7B", "given": "", "family": "", "photo-waiting": "",
      "given": "Maya", "family": "", "photo-waiting": one.text, "given": "Nour", "family": "", "photo-waiting": "",
    ]
    wizard.take(Form(form), ["2-photo": .wrong(Phrase("files.no-picture"))])
    #expect(wizard.children.map(\.photo) == [one, nil])
    #expect(wizard.act(.finish) == [Problem("1-photo", Phrase("files.no-picture"))])
    wizard.take(Form(form), ["1-photo": .picture(two)])
    #expect(wizard.children.map(\.photo) == [two, nil])
    #expect(wizard.act(.finish).isEmpty)
  }

  @Test func `a picture without a name is a child whose name is missing`() {
    var wizard = HomeWizard(language: .en, zone: "Europe/Paris")
    let form = Form(["step": "students", "name": "R", "classroom": "7B", "given": "", "family": ""])
    wizard.take(form, ["0-photo": .picture(ID(high: 1, low: 1))])
    #expect(wizard.act(.finish) == [Problem("0-given", Phrase("form.required"))])
  }

  @Test func `pictures that wait no more send one back to the first step that had one`() {
    let (one, two) = (ID<Photo>(high: 1, low: 1), ID<Photo>(high: 1, low: 2))
    var wizard = wizard([
      "step": "students", "name": "R", "classroom": "7B", "picture-waiting": one.text, "cover-waiting": two.text,
      "given": "Maya", "family": "", "photo-waiting": two.text,
    ])
    #expect(wizard.drop(allBut: [one, two]).isEmpty && wizard.step == .students)
    #expect(wizard.drop(allBut: [one]) == [Problem("cover", Phrase("files.gone"))])
    #expect(wizard.step == .classroom && wizard.pictures == [one])
  }

  @Test func `only who founded the school furnishes it`() {
    let command = FurnishSchool(name: "7B", children: [])
    for role in Role.allCases {
      let caller = Caller(account: .none, school: .none, role: role)
      let permit = try? command.permit(for: caller, now: Instant(milliseconds: 0))
      #expect((permit != nil) == (role == .owner))
    }
  }
}
