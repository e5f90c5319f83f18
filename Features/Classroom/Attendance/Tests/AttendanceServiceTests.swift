import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing
import Web

@testable import Classroom

@Suite struct `Taking a register` {
  @Test(arguments: Dialect.allCases)
  func `one tap writes the session, the mark and who made it`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    let answer = try await school.mark(school.maya, "absent")
    let mark = try #require(try await school.marks()[school.maya])
    #expect(mark.status == .absent && mark.by == AttendanceSchool.account(.omar) && mark.note == nil)
    #expect(answer.toast?.undo?.path == school.path() + "/undo")
    let entry = try #require(try await school.journal(1).first)
    let key = school.school.text.filter { $0 != "-" } + school.session().text.filter { $0 != "-" }
    #expect(entry.command == "attendance.take-register")
    #expect(
      entry.rows.split(separator: "\n") == [
        "sitting \(key) +", "sitting_count \(key) +", "mark \(key)\(school.maya.text.filter { $0 != "-" }) +",
      ])
    #expect(entry.detail == "{\"\(school.maya.text)\":\"none → absent\"}")
  }

  @Test(arguments: Dialect.allCases)
  func `a mark lies in the buckets of the class's staff and of the family`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    let before = try await school.head()
    try await school.mark(school.maya, "late")
    let found = try await school.ledger.read { tx in
      try tx.rows(
        "SELECT kind, bucket, tbl FROM \(changeIndex) WHERE school = $1 AND seq > $2 ORDER BY tbl, kind",
        [.id(school.school), .integer(before)]
      ) { "\($0.text(0)) \($0.id(1, Bucket.self).text) \($0.int(2))" }
    }
    #expect(
      found == [
        "c \(school.class7B.text) 72", "e \(school.class7B.text) 72", "m \(school.class7B.text) 72",
        "c \(school.class7B.text) 73", "f \(school.maya.text) 73", "c \(school.class7B.text) 77",
      ])
    // The numbers that stand with the register have changed with the next mark, and who keeps them hears of it.
    let key: [Value] = [.id(school.school), .id(school.session())]
    let said = try #require(try await school.ledger.said(AttendanceTables.count, key, in: school.school))
    try await school.mark(school.tomer, "absent")
    #expect(try #require(try await school.ledger.said(AttendanceTables.count, key, in: school.school)) > said)
  }

  @Test(arguments: Dialect.allCases)
  func `sent twice it is done once, and tapping the same again changes nothing`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    let idempotencyKey = school.ledger.world.id(IdempotencyKey.self)
    let first = try await school.mark(school.maya, "late", idempotencyKey: idempotencyKey)
    let size = try await school.counts()
    let again = try await school.mark(school.maya, "late", idempotencyKey: idempotencyKey)
    #expect(first.toast == again.toast)
    let same = try await school.mark(school.maya, "late")
    #expect(same.toast == nil)
    #expect(try await school.counts() == size)
  }

  @Test(arguments: Dialect.allCases)
  func `two teachers at once mark different students, and both marks stand`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { _ = try await school.mark(school.maya, "late", as: .omar) }
      group.addTask { _ = try await school.mark(school.tomer, "absent", as: .gal) }
      try await group.waitForAll()
    }
    let marks = try await school.marks()
    #expect(marks[school.maya]?.status == .late && marks[school.tomer]?.status == .absent && marks.count == 2)
  }

  @Test(arguments: Dialect.allCases)
  func `on the same student the latest wins, and both names stay in the history`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    try await school.mark(school.maya, "absent", as: .omar)
    try await school.mark(school.maya, "late", as: .gal)
    #expect(try await school.marks()[school.maya]?.by == AttendanceSchool.account(.gal))
    let events = try await school.events()
    #expect(events.map(\.status) == [.absent] && events.map(\.by) == [AttendanceSchool.account(.omar)])
    let page = try await school.history(of: school.maya, as: .leila)
    #expect(page.entries.map(\.by) == ["Gal"] && page.entries.first?.earlier.map(\.by) == ["Omar"])
  }

  @Test(arguments: Dialect.allCases)
  func `taps of one and the same millisecond all stay in the history`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    school.clock.stop()
    let said = ["absent", "late", "none", "excused", "none", "present", "late"]
    for status in said { try await school.mark(school.maya, status, as: .omar) }
    let events = try await school.events()
    #expect(events.map(\.status) == [.absent, .late, nil, .excused, nil, .present])
    #expect(try await school.marks()[school.maya]?.status == .late)
    #expect(Set(events.map(\.at)).count == events.count)
  }

  @Test(arguments: Dialect.allCases)
  func `two marks of a child that share a commit are both taken`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    school.clock.stop()
    let statuses = ["absent", "late", "excused", "present"]
    // All at once, so that they wait for the writer together; each is answered or the group throws.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        let form = Form([
          Form.Field("marks." + school.maya.text, statuses[number % 4]),
          Form.Field("note." + school.maya.text, "n\(number)"),
        ])
        group.addTask { _ = try await school.send(.post, school.path(), form, as: .omar) }
      }
      try await group.waitForAll()
    }
    let standing = try #require(try await school.marks()[school.maya]?.note)
    let notes = try await school.events().compactMap(\.note) + [standing]
    #expect(Set(notes) == Set((0..<40).map { "n\($0)" }) && notes.count == 40)
  }

  @Test(arguments: Dialect.allCases)
  func `after the clock went back an hour the order stays, and so does the way back`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    try await school.mark(school.maya, "absent", as: .omar)
    try await school.mark(school.maya, "none", as: .omar)
    let standing = try #require(try await school.events().last)
    school.clock.set(standing.at.plus(seconds: -3600))
    try await school.mark(school.maya, "late", as: .gal)
    let answer = try await school.mark(school.maya, "excused", as: .omar)
    #expect(try await school.events().map(\.status) == [.absent, nil, .late])
    let undo = try #require(answer.toast?.undo)
    _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar)
    #expect(try await school.marks()[school.maya]?.status == .late)
  }

  @Test(arguments: Dialect.allCases)
  func `everyone present fills only who has no mark, and the sums add up`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    try await school.mark(school.tomer, "excused")
    let answer = try await school.send(.post, school.path() + "/rest", as: .omar)
    let marks = try await school.marks()
    #expect(marks[school.tomer]?.status == .excused && marks[school.maya]?.status == .present && marks.count == 3)
    #expect(answer.toast?.phrase == Phrase("attendance.toast.rest", .count(2)))
    let day = try await school.day(as: .dana)
    let line = try #require(day.lines.first)
    #expect(
      line.count == AttendanceCount(present: 2, excused: 1) && line.isTaken && line.students == 3 && line.left == 0)
    #expect(day.count.marked == 3 && day.taken == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `a cleared mark is no mark, and the history says who cleared it`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    try await school.mark(school.maya, "absent", as: .omar)
    try await school.mark(school.maya, "none", as: .gal)
    #expect(try await school.marks().isEmpty)
    let events = try await school.events()
    #expect(events.map(\.status) == [.absent, nil])
    #expect(events.map(\.by) == [AttendanceSchool.account(.omar), AttendanceSchool.account(.gal)])
    #expect(try await school.journal(1).first?.rows.contains(" -") == true)
  }

  @Test func `a note needs a mark, stays when the mark changes, and can be emptied`() async throws {
    let school = try await AttendanceSchool.open()
    let note = { (text: String) in Form([Form.Field("note." + school.maya.text, text)]) }
    let early = try await school.refused { _ = try await school.send(.post, school.path(), note("bus"), as: .omar) }
    #expect(early == .invalid("note." + school.maya.text, Phrase("attendance.note-needs-mark")))
    try await school.mark(school.maya, "absent")
    _ = try await school.send(.post, school.path(), note("bus"), as: .omar)
    try await school.mark(school.maya, "late")
    #expect(try await school.marks()[school.maya]?.note == "bus")
    _ = try await school.send(.post, school.path(), note(""), as: .omar)
    #expect(try await school.marks()[school.maya]?.note == nil)
  }
}

@Suite struct `Who may take which register` {
  @Test(arguments: [AttendanceSchool.Person.noa, .leila, .maya, .stranger])
  func `nobody but the class's teachers and the office`(_ person: AttendanceSchool.Person) async throws {
    let school = try await AttendanceSchool.open()
    #expect(try await school.refused { try await school.mark(school.maya, "late", as: person) } == .notFound)
    let rest = try await school.refused { _ = try await school.send(.post, school.path() + "/rest", as: person) }
    #expect(rest == .notFound)
    let page = try await school.refused { _ = try await school.send(.get, school.path(), as: person) }
    #expect(page == .notFound)
  }

  @Test func `teachers for as many days as the school says`() async throws {
    let school = try await AttendanceSchool.open()
    let monday = AttendanceSchool.monday
    try await school.write { tx in
      try tx.execute(
        "UPDATE school SET \"correctionDays\" = 6, rate = 'strict' WHERE id = $1", [.id(tx.school)])
    }
    let old = try await school.refused { try await school.mark(school.maya, "late", on: monday.plus(days: -7)) }
    #expect(old == .notAllowed(Phrase("attendance.refused-old", .count(6))))
    try await school.mark(school.maya, "late")
    // The history opens with the rate that the school calls its attendance: late is not there.
    let page = try await school.send(.get, AttendancePaths.history(school.maya), as: .leila).page(school.scene())
    #expect(page?.body.contains(">0.0%<") == true)
  }

  @Test func `teachers for fourteen days, the office for ever, tomorrow nobody`() async throws {
    let school = try await AttendanceSchool.open()
    let monday = AttendanceSchool.monday
    try await school.mark(school.maya, "late", on: monday.plus(days: -14))
    let old = try await school.refused { try await school.mark(school.maya, "late", on: monday.plus(days: -17)) }
    #expect(old == .notAllowed(Phrase("attendance.refused-old", .count(14))))
    try await school.mark(school.maya, "late", as: .dana, on: monday.plus(days: -17))
    for person in [AttendanceSchool.Person.omar, .dana] {
      let future = try await school.refused {
        try await school.mark(school.maya, "late", as: person, on: monday.plus(days: 1))
      }
      #expect(future == .notAllowed(Phrase("attendance.refused-future")))
    }
  }

  @Test func `today is the school's day, not the server's`() async throws {
    let school = try await AttendanceSchool.open()
    // Half past midnight on Tuesday in Paris is still Monday in UTC.
    let tuesday = AttendanceSchool.monday.plus(days: 1)
    school.clock.set(AttendanceSchool.zone.instant(tuesday, minute: 30))
    try await school.mark(school.maya, "present", on: tuesday)
    #expect(try await school.marks(tuesday)[school.maya]?.status == .present)
  }

  @Test func `on a holiday there is no register, and a mark made before it no longer counts`() async throws {
    let school = try await AttendanceSchool.open()
    try await school.mark(school.maya, "absent")
    let form: Form = Form(["name": "Purim", "from": AttendanceSchool.monday.text])
    _ = try await school.send(.post, "/attendance/holidays", form, as: .dana)
    let refusal = try await school.refused { try await school.mark(school.tomer, "late") }
    #expect(refusal == .notAllowed(Phrase("attendance.refused-holiday")))
    let page = try await school.history(of: school.maya, as: .leila)
    #expect(page.count.marked == 0)
    let day = try await school.day(as: .omar)
    #expect(day.lines.isEmpty && day.holiday?.name == "Purim")
  }

  @Test func `a child of another class, a day without the period and an unknown period are refused`() async throws {
    let school = try await AttendanceSchool.open()
    let stranger = try await school.refused { try await school.mark(school.lia, "late") }
    #expect(stranger == .invalid("marks." + school.lia.text, Phrase("attendance.not-enrolled")))
    let sunday = AttendanceSchool.monday.plus(days: -1)
    let path = AttendancePaths.register(school.morning, sunday)
    #expect(try await school.refused { _ = try await school.send(.get, path, as: .omar) } == .notFound)
    let nowhere = AttendancePaths.register(ID(high: 9, low: 9), AttendanceSchool.monday)
    #expect(try await school.refused { _ = try await school.send(.get, nowhere, as: .dana) } == .notFound)
  }

  @Test func `a student who joins on Wednesday is not in Monday's register and has no sessions before`() async throws {
    let school = try await AttendanceSchool.open()
    let monday = AttendanceSchool.monday
    try await school.write { tx in
      let store = ClassroomsStore(tx: tx)
      try store.leave(school.lia, from: school.class8A, until: monday.plus(days: 1))
      try store.enrol(school.lia, in: school.class7B, from: monday.plus(days: 2))
    }
    let refusal = try await school.refused { try await school.mark(school.lia, "present") }
    #expect(refusal == .invalid("marks." + school.lia.text, Phrase("attendance.not-enrolled")))
    school.clock.set(AttendanceSchool.zone.instant(monday.plus(days: 4), minute: 600))
    try await school.mark(school.lia, "late", on: monday.plus(days: 2))
    let page = try await school.history(of: school.lia, as: .omar)
    // Wednesday, Thursday and Friday exist for her: one marked, two not.
    #expect(page.count == AttendanceCount(late: 1) && page.untaken == 2)
  }
}

@Suite struct `Undoing` {
  @Test(arguments: Dialect.allCases)
  func `a tap comes back as it was, note and all`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    let form = Form([Form.Field("marks." + school.maya.text, "late"), Form.Field("note." + school.maya.text, "bus")])
    _ = try await school.send(.post, school.path(), form, as: .gal)
    let tap = try await school.mark(school.maya, "absent", as: .omar)
    let undo = try #require(tap.toast?.undo)
    let done = try await school.send(.post, undo.path, Form(undo.fields), as: .omar)
    let mark = try #require(try await school.marks()[school.maya])
    #expect(mark.status == .late && mark.note == "bus")
    #expect(done.toast?.phrase == Phrase("attendance.toast.undone", .count(1)))
    #expect(try await school.journal(1).first?.command == "attendance.undo-register")
  }

  @Test(arguments: Dialect.allCases)
  func `everyone present undone leaves exactly the marks of before`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    try await school.mark(school.tomer, "late")
    let rest = try await school.send(.post, school.path() + "/rest", as: .omar)
    let undo = try #require(rest.toast?.undo)
    _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar)
    let marks = try await school.marks()
    #expect(marks.count == 1 && marks[school.tomer]?.status == .late)
    let twice = try await school.refused { _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar) }
    #expect(twice == .stale)
  }

  @Test func `it is stale when somebody changed one of them since, and nobody undoes for another`() async throws {
    let school = try await AttendanceSchool.open()
    let rest = try await school.send(.post, school.path() + "/rest", as: .omar)
    let undo = try #require(rest.toast?.undo)
    let other = try await school.refused { _ = try await school.send(.post, undo.path, Form(undo.fields), as: .gal) }
    #expect(other == .stale)
    try await school.mark(school.yusuf, "absent", as: .gal)
    let late = try await school.refused { _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar) }
    #expect(late == .stale)
    #expect(try await school.marks()[school.yusuf]?.status == .absent)
  }
}
