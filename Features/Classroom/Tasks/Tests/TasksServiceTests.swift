import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import Classroom

@Suite struct `Tasks of a child` {
  @Test(arguments: Dialect.allCases)
  func `any guide of the child adds, finishes and takes back, and the page says who`(_ dialect: Dialect) async throws {
    let school = try await RecordsSchool.open(dialect)
    let path = TasksPaths.of(school.tomer)
    let id = RecordsSchool.id(301, ChildTask.self)
    let form = Form(["id": id.text, "title": "Bring the globe", "day": RecordsSchool.monday.text])
    try await school.send(.post, path, form, as: .noa)
    let size = try await school.counts()
    try await school.send(.post, path, form, as: .noa)
    #expect(try await school.counts() == size, "the same that comes twice is one")
    #expect(try await school.shown(path, as: .gal).contains("Bring the globe"))
    let task = TasksPaths.task(id, of: school.tomer)
    try await school.send(.post, task + "/completion", Form(), as: .gal)
    try await school.send(.post, task + "/completion", Form(), as: .noa)
    #expect(try await school.shown(path, as: .dana).contains("Done by Gal"), "who was first has done it")
    try await school.send(.post, task + "/reopening", Form(), as: .noa)
    #expect(!(try await school.shown(path, as: .noa).contains("Done by")))
    try await school.send(.post, task + "/deletion", Form(), as: .noa)
    #expect(!(try await school.shown(path, as: .noa).contains("Bring the globe")))
    try await school.send(.post, task + "/restoration", Form(), as: .noa)
    #expect(try await school.shown(path, as: .noa).contains("Bring the globe"))
  }

  @Test(arguments: Dialect.allCases)
  func `families, children and strangers find nothing, and what is refused writes nothing`(_ dialect: Dialect)
    async throws
  {
    let school = try await RecordsSchool.open(dialect)
    let (path, id) = (TasksPaths.of(school.tomer), RecordsSchool.id(301, ChildTask.self))
    try await school.send(.post, path, Form(["id": id.text, "title": "Bring the globe"]), as: .noa)
    let task = TasksPaths.task(id, of: school.tomer)
    for person in [RecordsSchool.Person.omar, .leila, .lia] {
      for (place, form) in [
        (path, Form(["title": "X"])), (task, Form(["title": "X"])), (task + "/completion", Form()),
        (task + "/reopening", Form()), (task + "/deletion", Form()), (task + "/restoration", Form()),
      ] {
        let refusal = try await school.refused { _ = try await school.send(.post, place, form, as: person) }
        #expect(refusal == .notFound, "\(person) \(place)")
      }
    }
    let elsewhere = TasksPaths.task(id, of: school.other) + "/completion"
    #expect(try await school.refused { _ = try await school.send(.post, elsewhere, Form(), as: .noa) } == .notFound)
    let taken = Form(["id": id.text, "title": "Mine"])
    #expect(
      try await school.refused { _ = try await school.send(.post, TasksPaths.of(school.other), taken, as: .noa) }
        == .conflict(Phrase("ledger.taken")))
  }

  @Test(arguments: Dialect.allCases)
  func `who was slower is told, and writes over nobody`(_ dialect: Dialect) async throws {
    let school = try await RecordsSchool.open(dialect)
    let (path, id) = (TasksPaths.of(school.tomer), RecordsSchool.id(301, ChildTask.self))
    try await school.send(.post, path, Form(["id": id.text, "title": "Bring the globe"]), as: .noa)
    let place = school.school
    let version = try await school.ledger.read { try TasksStore(tx: $0).task(id, in: place)?.version ?? "" }
    let form = Form(["title": "Bring two globes", "version": version])
    try await school.send(.post, TasksPaths.task(id, of: school.tomer), form, as: .noa)
    let slower = try await school.refused {
      _ = try await school.send(.post, TasksPaths.task(id, of: school.tomer), form, as: .gal)
    }
    #expect(slower == .stale)
  }

  @Test(arguments: Dialect.allCases)
  func `one that is opened again or brought back is one more, and one too many is refused`(_ dialect: Dialect)
    async throws
  {
    let school = try await RecordsSchool.open(dialect)
    let (tomer, by) = (school.tomer, school.account(.noa))
    let done = RecordsSchool.id(401, ChildTask.self), deleted = RecordsSchool.id(402, ChildTask.self)
    try await school.write("test.tasks") { tx in
      try RecordsStore(tx: tx).open(tomer)
      func put(_ id: ID<ChildTask>, doneAt: Instant? = nil, deletedAt: Instant? = nil) throws {
        try tx.put(
          TasksTables.task,
          ChildTask(
            id: id, student: tomer, title: "Work", day: nil, createdBy: by, createdAt: tx.now, doneAt: doneAt,
            doneBy: doneAt == nil ? nil : by, updatedAt: tx.now, deletedAt: deletedAt))
      }
      try put(done, doneAt: tx.now)
      try put(deleted, deletedAt: tx.now)
      for number in 0..<ChildTask.mostOpen { try put(RecordsSchool.id(UInt64(500 + number))) }
    }
    let limit = Refusal.conflict(Phrase("tasks.many", .count(ChildTask.mostOpen)))
    for (task, act) in [(done, "/reopening"), (deleted, "/restoration")] {
      let path = TasksPaths.task(task, of: tomer) + act
      #expect(try await school.refused { _ = try await school.send(.post, path, Form(), as: .noa) } == limit, "\(act)")
    }
    let place = school.school
    let kept = try await school.ledger.read { try TasksStore(tx: $0).task(done, in: place) }
    #expect(kept?.doneAt != nil, "what is refused writes nothing")
    let one = TasksPaths.task(RecordsSchool.id(500), of: tomer)
    try await school.send(.post, one + "/completion", Form(), as: .noa)
    try await school.send(.post, TasksPaths.task(done, of: tomer) + "/reopening", Form(), as: .noa)
    #expect(
      try await school.refused { _ = try await school.send(.post, one + "/reopening", Form(), as: .noa) } == limit)
  }
}
