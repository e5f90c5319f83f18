import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Training

@Suite struct `A newer version of a checklist` {
  @Test func `differs by the keys of its items`() {
    let changes = TemplateChanges(from: FlyingSchool.content, to: FlyingSchool.second)
    #expect(changes.new.map { $0.key } == [4, 5] && changes.retired.map { $0.key } == [3])
    #expect(changes.reworded.map { $0.new.key } == [2] && changes.head.isEmpty)
    #expect(TemplateChanges(from: FlyingSchool.content, to: FlyingSchool.content).new.isEmpty)
  }

  @Test func `keeps what is done with its version, and what is asked for no more apart`() {
    let ruth = FlyingSchool.Person.ruth.account
    var progress = ChecklistProgress()
    for key in 1...3 { progress.add(ChecklistAct(mark: 1, by: ruth, minute: 5, version: 1), to: key) }
    let versions = [1: FlyingSchool.content, 2: FlyingSchool.second]
    var merge = ChecklistMerge(FlyingSchool.second, progress, versions: versions)
    #expect(merge.count == ChecklistCount(done: 2, total: 4))
    #expect(merge.lines.map { $0.isRewordedSince } == [false, true, false, false])
    #expect(merge.earlier.map { $0.item.title } == ["Go-around"])
    progress.add(ChecklistAct(mark: 2, by: ruth, minute: 9, version: 2), to: 2)
    merge = ChecklistMerge(FlyingSchool.second, progress, versions: versions)
    #expect(!merge.lines[1].isRewordedSince && merge.lines[1].tick?.version == 1, "looked at again, done since then")
  }

  @Test(arguments: Dialect.allCases)
  func `waits until an instructor takes it, and is told to nobody else`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    for key in 1...3 { try await school.tick(key) }
    try await school.publish(FlyingSchool.second, as: 2)
    let banner = try await school.shown(school.page, as: .ruth)
    #expect(banner.contains("Version 2 is available"))
    #expect(banner.contains("2 new, 1 reworded, 1 retired"))
    let ben = try await school.shown(school.page, as: .ben)
    #expect(!ben.contains("2 new") && ben.contains("3 of 3 done"))
    let preview = try await school.shown(ChecklistsPaths.version(school.checklist), as: .ruth)
    for word in ["Radio failure", "Forward and side slips", "Go-around", "will not be complete any more"] {
      #expect(preview.contains(word), "\(word)")
    }
    let json = try await school.json(ChecklistsPaths.version(school.checklist), as: .ruth)
    #expect(json["before"]?["completionPercentage"] == .integer(100))
    #expect(json["after"]?["completionPercentage"] == .integer(50))
  }

  @Test(arguments: Dialect.allCases)
  func `keeps what is done, asks again about other words, and can be given back`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    for key in 1...3 { try await school.tick(key) }
    try await school.publish(FlyingSchool.second, as: 2)
    let path = ChecklistsPaths.version(school.checklist)
    let stale = try await school.refused { try await school.send(.post, path, Form(["version": "1"]), as: .ruth) }
    #expect(stale == .stale, "what was looked at is what is taken")
    let answer = try await school.send(.post, path, Form(["version": "2"]), as: .ruth)
    #expect(answer.toast?.undo?.path == ChecklistsPaths.versionReturn(school.checklist))
    var page = try await school.shown(school.page, as: .ruth)
    #expect(page.contains("2 of 4 done") && page.contains("Earlier requirements") && page.contains("Go-around"))
    #expect(page.contains("Reworded since") && page.contains("Check again"))
    #expect(try await !school.shown(school.page, as: .ben).contains("Check again"))
    try await school.tick(2, version: 2)
    page = try await school.shown(school.page, as: .ruth)
    #expect(!page.contains("Reworded since"))
    try await school.send(.post, ChecklistsPaths.versionReturn(school.checklist), as: .ruth)
    let kept = try #require(try await school.kept())
    #expect(kept.version == 1 && kept.versionBefore == nil)
    #expect(try await school.shown(school.page, as: .ben).contains("3 of 3 done"))
    let before = try await school.head()
    try await school.send(.post, ChecklistsPaths.versionReturn(school.checklist), as: .ruth)
    #expect(try await school.head() == before, "there is nothing to go back to")
  }

  @Test(arguments: Dialect.allCases)
  func `is taken for all of one’s own trainees, and given back for the same`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    try await school.give([school.template], to: school.cleo)
    try await school.give([school.template], to: school.other, as: .max)
    try await school.publish(FlyingSchool.second, as: 2)
    func versions() async throws -> [Int] {
      var found: [Int] = []
      for trainee in [school.ben, school.cleo, school.other] {
        found += try await school.given(trainee).map { $0.version }
      }
      return found
    }
    let path = ChecklistsPaths.version(school.checklist)
    #expect(try await school.json(path, as: .ruth)["trainees"] == .integer(2))
    try await school.send(.post, path, Form(["version": "2", "for": "all"]), as: .ruth)
    #expect(try await versions() == [2, 2, 1], "Otto is Max’s")
    try await school.send(.post, ChecklistsPaths.versionReturn(school.checklist), Form(["for": "all"]), as: .ruth)
    #expect(try await versions() == [1, 1, 1])
  }

  @Test(arguments: Dialect.allCases)
  func `is kept apart from what was ticked under the old one meanwhile`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    try await school.publish(FlyingSchool.second, as: 2)
    try await school.send(.post, ChecklistsPaths.version(school.checklist), Form(["version": "2"]), as: .ruth)
    // Sam was in the air, with the page of version 1.
    try await school.tick(3, as: .sam, version: 1)
    let page = try await school.shown(school.page, as: .ben)
    #expect(page.contains("Earlier requirements") && page.contains("Go-around") && page.contains("0 of 4 done"))
  }

  @Test(arguments: Dialect.allCases)
  func `strikes nothing out where the notes alone changed`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    var next = FlyingSchool.content
    next.items[1].notes = "To either side"
    try await school.publish(next, as: 2)
    let preview = try await school.html(ChecklistsPaths.version(school.checklist), as: .ruth)
    #expect(preview.contains("notes changed") && !preview.contains("<del"))
  }
}
