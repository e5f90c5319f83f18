import Base
import Foundation
import HTML
import HomeroomTesting
import Kit
import Router
import School
import Testing

@testable import Office
@testable import Web

@Suite struct `The pages of an import` {
  func scene(_ language: Language = .en) -> Scene {
    Scene(
      words: TestWords.of(language), zone: .utc, now: Instant(milliseconds: 1_794_000_000_000),
      csrf: "the-proof")
  }

  func rosterImport(_ state: RosterImport.State, _ report: RosterReport? = nil, name: String = "pupils.csv")
    -> RosterImport
  {
    RosterImport(
      id: ID(high: 1, low: 2), hash: [], name: name, size: 100, removes: false, state: state, report: report,
      by: ID(high: 3, low: 4), createdAt: Instant(milliseconds: 1_794_000_000_000), appliedAt: nil)
  }

  func page(_ one: RosterImport, _ language: Language = .en) -> String {
    importPage(ImportPage(rosterImport: one, done: 50, total: 100), scene(language)).body.string
  }

  func report(_ change: (inout RosterReport) -> Void) -> RosterReport {
    var report = RosterReport()
    change(&report)
    return report
  }

  @Test func `the start says what may come and what came`() {
    let empty = exchangePage(ExchangePage(imports: [], names: [:]), scene()).body.string
    #expect(empty.contains("enctype=\"multipart/form-data\""))
    #expect(empty.contains("No imports yet"))
    #expect(empty.contains("href=\"/exchange/template.csv\""))
    let one = rosterImport(.done, name: "<b>שרה</b>.csv")
    let full = exchangePage(ExchangePage(imports: [one], names: [one.by: "Ms </script>"]), scene()).body.string
    #expect(full.contains("<bdi>&lt;b&gt;שרה&lt;/b&gt;.csv</bdi>"))
    #expect(!full.contains("Ms </script>"))
  }

  @Test func `while it is read there is a bar and a link to look again`() {
    let html = page(rosterImport(.waiting))
    #expect(html.contains("<progress value=\"50\" max=\"100\""))
    #expect(html.contains("Refresh"))
    #expect(!html.contains("id=\"apply\""))
  }

  @Test func `a preview has the counts, the first problems with their places, and one button`() {
    let found = report {
      $0.counts[0].new = 1234
      $0.problems = [
        Roster.Problem(.emailMalformed, file: "pupils.csv", line: 3, column: 5, found: "<no address>"),
        Roster.Problem(.headingUnknown, file: "pupils.csv", line: 1, column: 2, severity: .warning, found: "phone"),
        Roster.Problem(.passwordDropped, file: "pupils.csv", line: 1, column: 3, severity: .warning, found: "Password"),
      ]
      ($0.errorCount, $0.warningCount) = (60, 2)
    }
    let html = page(rosterImport(.ready, found))
    #expect(html.contains("1,234"))
    #expect(html.contains("“&lt;no address&gt;” is not an e-mail address."))
    #expect(html.contains("60 rows have errors and are left out."))
    #expect(html.contains("Columns that were left out: phone"))
    #expect(html.contains("Password columns were not read: Password"))
    #expect(html.contains("59 more of these are not listed."))
    #expect(html.contains("Import now"))
    #expect(!html.contains("name=\"removals\""))
  }

  @Test func `removals ask for their number, and a file without news has no button`() {
    let going = report {
      $0.counts[0].removed = 3
      $0.refusal = Roster.Problem(.removalsTooMany, found: "3")
    }
    #expect(page(rosterImport(.ready, going)).contains("name=\"removals\""))
    let quiet = page(rosterImport(.ready, report { $0.counts[0].unchanged = 9 }))
    #expect(quiet.contains("changes nothing"))
    #expect(!quiet.contains("id=\"apply\""))
  }

  @Test func `what the stream sends holds nobody's proof`() {
    for state in RosterImport.State.allCases {
      let one = rosterImport(state, report { $0.counts[0].new = 1 })
      let html = importFragment(ImportPage(rosterImport: one), scene()).string
      #expect(html.contains("data-target=\"import-state-\(one.id.text)\""))
      #expect(!html.contains("the-proof"))
    }
  }

  @Test(arguments: Language.allCases)
  func `every problem has a sentence in every language`(_ language: Language) {
    for code in Roster.Problem.Code.allCases {
      let said = sentence(Roster.Problem(code, found: "x"), scene(language))
      #expect(said != code.rawValue, "\(code)")
      #expect(!said.contains("%"))
    }
    for field in Roster.Field.allCases {
      #expect(scene(language).words("exchange.field." + field.word) != "exchange.field." + field.word)
    }
  }

  @Test func `a report is the same after it was kept`() {
    let one = report {
      $0.counts[1].changed = 2
      $0.proposed[0] = 4
      ($0.errorCount, $0.warningCount, $0.nameless, $0.lowered) = (1, 2, 3, 4)
      $0.refusal = Roster.Problem(.removalsUnconfirmed, found: "4")
      $0.problems = [Roster.Problem(.nul, file: "א.csv", line: 2, column: 3, severity: .warning, found: "\"\\")]
    }
    let again = RosterReport(one.json)
    #expect(again.json == one.json && again.lowered == 4)
    #expect(again.problems == one.problems)
  }
}

@Suite struct `The rules of an import` {
  func caller(_ role: Role) -> Caller { Caller(account: ID(high: 1, low: 1), school: ID(high: 2, low: 2), role: role) }
  let now = Instant(milliseconds: 0)

  func found(_ state: RosterImport.State, _ report: RosterReport = RosterReport()) -> RosterImport {
    RosterImport(
      id: ID(high: 1, low: 2), hash: [], name: "x", size: 1, removes: false, state: state, report: report,
      by: ID(high: 1, low: 1), createdAt: now, appliedAt: nil)
  }

  @Test(arguments: Role.allCases)
  func `it is the office's business`(_ role: Role) {
    let begin = BeginImport(id: ID(high: 1, low: 2), hash: [], file: "x", size: 1, removes: false)
    let agree = AgreeToImport(id: ID(high: 1, low: 2), confirmed: nil)
    #expect(((try? begin.permit(for: caller(role), now: now)) != nil) == role.isOffice)
    #expect(((try? agree.permit(for: caller(role), found(.ready), now: now)) != nil) == role.isOffice)
    #expect(((try? ExportRoster(.people).permit(for: caller(role), now: now)) != nil) == role.isOffice)
    #expect(
      ((try? ApplyRoster(removes: false, confirmed: nil).permit(for: caller(role), now: now)) != nil) == role.isOffice)
  }

  @Test(arguments: RosterImport.State.allCases)
  func `only what was weighed is agreed to`(_ state: RosterImport.State) {
    let agree = AgreeToImport(id: ID(high: 1, low: 2), confirmed: nil)
    #expect(((try? agree.permit(for: caller(.owner), found(state), now: now)) != nil) == (state == .ready))
  }

  @Test func `an empty file and a count that is none are refused`() {
    let empty = BeginImport(id: ID(high: 1, low: 2), hash: [], file: "x", size: 0, removes: false)
    #expect(throws: Refusal.self) { try empty.permit(for: caller(.admin), now: now) }
    #expect(throws: Refusal.self) { try AgreeToImport(id: ID(high: 1, low: 2), Form(["removals": "many"])) }
    #expect(throws: Refusal.self) { try AgreeToImport(id: ID(high: 1, low: 2), Form(["other": "1"])) }
  }
}
