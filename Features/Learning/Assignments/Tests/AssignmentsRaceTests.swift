import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Learning
@testable import Web

/// A draft is on its way while its writer hands in: whichever comes first, the work is there once.
@Suite struct `Handing in while a draft is saved` {
  static let poster = AssignmentsFixture.with(AssignmentsFixture.essay, "accepts", "text")
  let bytes = `Files of somebody's work`.png

  func fixture() async throws -> (AssignmentsFixture, ID<CourseItem>) {
    let fixture = try await AssignmentsFixture.open()
    return (fixture, try await fixture.set(Form(Self.poster.fields + [Form.Field("accepts", "files")])))
  }

  @Test func `takes a file that the draft took first, once`() async throws {
    let (fixture, id) = try await fixture()
    let file = try await fixture.arrive("photo.png", bytes)
    let form = Form(["text": "Mine", "upload": file])
    try await fixture.send(.post, AssignmentsPaths.draft(id), form, as: .ada)
    try await fixture.send(.post, AssignmentsPaths.submission(id), form, as: .ada)
    let work = try await fixture.work(id)
    #expect(work.attempts == [1] && !work.hasDraft)
  }

  @Test func `is not followed by the draft that was on its way`() async throws {
    let (fixture, id) = try await fixture()
    let file = try await fixture.arrive("photo.png", bytes)
    let form = Form(["text": "Mine", "upload": file])
    try await fixture.send(.post, AssignmentsPaths.submission(id), form, as: .ada)
    let late = AssignmentsFixture.with(form, "version", "0")
    #expect(await fixture.refusal(.post, AssignmentsPaths.draft(id), late, as: .ada) == .stale)
    let work = try await fixture.work(id)
    #expect(work.attempts == [1] && !work.hasDraft)
  }

  @Test func `is once from two tabs with the same file`() async throws {
    let (fixture, id) = try await fixture()
    let form = Form(["text": "Mine", "upload": try await fixture.arrive("photo.png", bytes)])
    for _ in 0..<2 { try await fixture.send(.post, AssignmentsPaths.submission(id), form, as: .ada) }
    #expect(try await fixture.work(id).attempts == [1])
  }

  @Test func `takes a kept file from its own draft and work alone`() async throws {
    let (fixture, id) = try await fixture()
    let form = Form(["text": "Mine", "upload": try await fixture.arrive("photo.png", bytes)])
    try await fixture.send(.post, AssignmentsPaths.draft(id), form, as: .ada)
    let other = try await fixture.set(Form(Self.poster.fields + [Form.Field("accepts", "files")]))
    let refusals = try await [
      fixture.refused { try await fixture.send(.post, AssignmentsPaths.submission(other), form, as: .ada) },
      fixture.refused { try await fixture.send(.post, AssignmentsPaths.submission(id), form, as: .ben) },
    ]
    #expect(refusals == [Refusal](repeating: .invalid("file", Phrase("files.lost")), count: 2))
  }
}

/// What the device says of the time counts as far as the server saw it; of the rest the teacher decides.
@Suite struct `A time that the device tells` {
  static let closing = AssignmentsFixture.with(AssignmentsFixture.essay, "closes", "2026-03-12T23:59")
  let due = Instant(milliseconds: 1_773_266_340_000)

  func fixture() async throws -> (AssignmentsFixture, ID<CourseItem>) {
    let fixture = try await AssignmentsFixture.open()
    return (fixture, try await fixture.set(Self.closing))
  }

  /// Handed in so many seconds after the day, said to have been so many before.
  func handIn(_ fixture: AssignmentsFixture, _ id: ID<CourseItem>, after: Int64, waited: Int64) async throws {
    fixture.clock.set(due.plus(seconds: after))
    let form = Form(["text": "Mine", "waited": String(waited)])
    try await fixture.send(.post, AssignmentsPaths.submission(id), form, as: .ada)
  }

  func sent(_ fixture: AssignmentsFixture, _ id: ID<CourseItem>) async throws -> (late: Bool, claim: JSON?) {
    let path = fixture.grading(id, "ada-record")
    guard case .list(let sent) = try await fixture.json(path, as: .okoro)["handedIn"] else { return (false, nil) }
    return (sent.last?["lateSeconds"] != .number("0"), sent.last?["claim"])
  }

  @Test func `counts after the page was opened and before the line is back`() async throws {
    let (fixture, id) = try await fixture()
    fixture.clock.set(due.plus(seconds: -900))
    _ = try await fixture.html(AssignmentsPaths.assignment(id), as: .ada)
    fixture.clock.set(due.plus(seconds: 3600))
    // The line is back: the page is asked for again before it sends what waited.
    _ = try await fixture.html(AssignmentsPaths.assignment(id), as: .ada)
    try await handIn(fixture, id, after: 3660, waited: 3960)
    let sent = try await sent(fixture, id)
    #expect(!sent.late && sent.claim == .null)
  }

  @Test(arguments: [(false, false), (true, false), (false, true)])
  func `is the teacher's to judge where the server saw nothing, or something else`(
    _ wasThere: Bool, _ cameBack: Bool
  ) async throws {
    let (fixture, id) = try await fixture()
    if wasThere {
      // A draft was saved after the moment that is claimed.
      fixture.clock.set(due.plus(seconds: 7200))
      try await fixture.send(.post, AssignmentsPaths.draft(id), Form(["text": "Not yet"]), as: .ada)
    }
    if cameBack {
      fixture.clock.set(due.plus(seconds: -900))
      _ = try await fixture.html(AssignmentsPaths.assignment(id), as: .ada)
    }
    // Two days after the end, and more than a day after the button.
    try await handIn(fixture, id, after: 3 * 86_400, waited: 3 * 86_400 + 60)
    var sent = try await sent(fixture, id)
    #expect(sent.late && sent.claim == .text("open"))
    #expect(try await fixture.html(AssignmentsPaths.assignment(id), as: .okoro).contains("Time by the device only"))
    let path = AssignmentsPaths.time(id, fixture.id("ada-record"))
    let answer = try await fixture.send(.post, path, Form(["attempt": "1", "claim": "in-time"]), as: .okoro)
    sent = try await self.sent(fixture, id)
    #expect(!sent.late && sent.claim == .text("in-time"))
    let undo = try #require(answer.toast?.undo)
    try await fixture.send(.post, undo.path, Form(undo.fields), as: .okoro)
    sent = try await self.sent(fixture, id)
    #expect(sent.late && sent.claim == .text("open"))
  }

  @Test func `is none before the work was handed out, and none that is needed in time`() async throws {
    let (fixture, id) = try await fixture()
    fixture.clock.set(due.plus(days: 4))
    // The button was pressed, it says, before there was anything to hand in.
    let early = Form(["text": "Mine", "waited": String(6 * 86_400 + 80_000)])
    let refused = try await fixture.refused {
      try await fixture.send(.post, AssignmentsPaths.submission(id), early, as: .ada)
    }
    #expect(refused?.code == "conflict")
    try await handIn(fixture, id, after: -600, waited: 300)
    #expect(try await sent(fixture, id).claim == .null)
  }

  @Test func `moves the score by the late policy, and is judged by the staff alone`() async throws {
    let (fixture, id) = try await fixture()
    try await handIn(fixture, id, after: 5 * 86_400, waited: 5 * 86_400 + 60)
    try await fixture.send(.post, fixture.grading(id, "ada-record"), Form(["points": "8"]), as: .okoro)
    #expect(try await fixture.score(id, "ada-record")?.lateSeconds ?? 0 > 0)
    let path = AssignmentsPaths.time(id, fixture.id("ada-record"))
    let form = Form(["attempt": "1", "claim": "in-time"])
    for who in [AssignmentsFixture.Who.ada, .leila, .brandt, .neighbour] {
      #expect(await fixture.refusal(.post, path, form, as: who) == .notFound)
    }
    let none = AssignmentsFixture.with(form, "attempt", "2")
    #expect(await fixture.refusal(.post, path, none, as: .okoro) == .notFound)
    try await fixture.send(.post, path, form, as: .okoro)
    #expect(try await fixture.score(id, "ada-record")?.lateSeconds == 0)
  }
}
