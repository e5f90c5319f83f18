import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing

@testable import Training

@Suite struct `The bytes of checklists` {
  private static let (templates, items) = (20, 40)
  /// What a design that copies the template's words keeps of one item: its title, its notes, its id and its checklist's and
  /// its school's, and three numbers.
  private static let copied = 60 + 120 + 3 * 16 + 3 * 8

  private static let content = ChecklistContent(
    name: "Pre-solo", phase: "Solo",
    items: (0..<items).map {
      ChecklistItem(key: $0, title: String(repeating: "t", count: 60), notes: String(repeating: "n", count: 120))
    })

  private func progress(_ share: Int) -> ChecklistProgress {
    var progress = ChecklistProgress()
    for key in 0..<Self.items * share / 100 {
      let mark = UInt32(key) &* 1_000_003 &+ 77_777
      progress.add(
        ChecklistAct(mark: mark, by: FlyingSchool.Person.ruth.account, minute: 400_000 + key, version: 1), to: key)
    }
    return progress
  }

  /// A hundred trainees with twenty checklists of forty items, as the books hold them.
  ///
  /// Their rows, where they are seen, and what the templates say, once. One trainee's are written and counted a hundred times.
  @Test(arguments: [30, 100])
  func `are at most a tenth of what copies of the words take`(_ share: Int) async throws {
    let school = try await FlyingSchool.open(.sqlite)
    let (ben, ruth, text) = (school.ben, FlyingSchool.Person.ruth.account, progress(share).text)
    let before = try await Self.bytes(school)
    try await school.write { tx in
      for number in 0..<Self.templates {
        let template = FlyingSchool.id(700 + UInt64(number), ChecklistTemplate.self)
        try tx.put(
          TemplatesTables.template,
          ChecklistTemplate(
            id: template, draftText: "", nextKey: 41, version: 1, createdBy: ruth, createdAt: tx.now, updatedAt: tx.now)
        )
        try tx.put(
          TemplatesTables.version, ChecklistVersion(template: template, number: 1, Self.content, at: tx.now, by: ruth))
        try tx.put(
          ChecklistsTables.checklist,
          Checklist(
            id: FlyingSchool.id(800 + UInt64(number)), trainee: ben, template: template, version: 1,
            progressText: text, createdBy: ruth, createdAt: tx.now, updatedAt: tx.now))
      }
    }
    let after = try await Self.bytes(school)
    // 60 bytes for each place where a row is seen: what an entry of the change index takes.
    let entries = (after.entries - before.entries) * 60
    let one = after.rows - before.rows + entries
    let whole = one * 100 + (after.versions - before.versions)
    let copies = 100 * Self.templates * Self.items * Self.copied
    #expect(whole * 10 <= copies, "\(share) % done: \(whole) bytes of \(copies)")
    #expect(after.rows - before.rows > Self.templates * Self.items * share / 100 * 10, "what was written is counted")
  }

  private static func bytes(_ school: FlyingSchool) async throws -> (rows: Int, versions: Int, entries: Int) {
    try await school.ledger.read { tx in
      (
        try tx.first("SELECT coalesce(sum(length(progress) + length(seen) + 5 * 16 + 7 * 8), 0) FROM checklist") {
          $0.int(0)
        } ?? 0,
        try tx.first("SELECT coalesce(sum(length(\"text\") + 3 * 16 + 32 + 2 * 8), 0) FROM checklist_version") {
          $0.int(0)
        } ?? 0, try tx.count("SELECT count(*) FROM bucket_row WHERE tbl = 286")
      )
    }
  }
}
