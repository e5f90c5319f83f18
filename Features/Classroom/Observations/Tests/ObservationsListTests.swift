import Base
import Database
import Foundation
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Classroom
@testable import ClassroomServer

@Suite struct `The list of observations` {
  /// One observation a day for `count` days back, of Tomer, every other one of Maya.
  private func fill(_ school: ObservationsSchool, _ count: Int) async throws {
    let author = school.account(.noa)
    try await school.write { tx in
      let store = ObservationsStore(tx: tx)
      for place in 0..<count {
        let child = place.isMultiple(of: 2) ? school.tomer : school.mayaStudent
        let at = tx.now.plus(days: -Int64(place))
        try store.write(
          Observation(
            id: ObservationsSchool.id(5000 + UInt64(place)), author: author, state: .complete, text: "Été \(place)",
            happenedAt: at, writtenAt: at, primary: child, children: [child], updatedAt: at), over: nil)
      }
    }
  }

  private func list(
    _ school: ObservationsSchool, _ query: [String: String] = [:], _ path: String = ObservationsPaths.all
  )
    async throws -> String
  {
    try await school.shown(path, as: .noa, query: Form(query.map { Form.Field($0.key, $0.value) }))
  }

  @Test(arguments: Dialect.allCases)
  func `comes in parts of thirty, in both orders, and each is shown once`(_ dialect: Dialect) async throws {
    let school = try await ObservationsSchool.open(dialect)
    try await fill(school, 70)
    for sort in ["", "oldest"] {
      var (seen, after): ([Int], String?) = ([], nil)
      repeat {
        var query = Form([Form.Field("sort", sort)])
        if let after { query = Form(query.fields + [Form.Field("after", after)]) }
        let answer = try await school.send(.get, ObservationsPaths.all, as: .noa, query: query)
        let html = try #require(answer.page(school.scene())?.body.string)
        seen += html.components(separatedBy: "Été ").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
        after = answer.next
      } while after != nil
      #expect(seen == (sort.isEmpty ? Array(0..<70) : Array((0..<70).reversed())))
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is narrowed by words, days, children, author, class and tags`(_ dialect: Dialect) async throws {
    let school = try await ObservationsSchool.open(dialect)
    try await fill(school, 40)
    #expect(try await list(school, ["q": "ete 17"]).contains("Été 17"))
    #expect(try await list(school, ["q": "100%"]).contains("Nothing found"))
    let week = try await list(school, ["range": "7"])
    #expect(week.contains("Été 6") && !week.contains("Été 7<"))
    let maya = try await list(school, ["child": school.mayaStudent.text])
    #expect(maya.contains("Été 1<") && !maya.contains("Été 2<"))
    #expect(try await list(school, ["author": school.account(.gal).text]).contains("Nothing found"))
    #expect(try await list(school, ["classroom": school.stars.text]).contains("Été 0"))
    await #expect(throws: Refusal.notFound) { _ = try await list(school, ["classroom": school.moons.text]) }
    let own = try await list(school, [:], ObservationsPaths.of(school.tomer))
    #expect(own.contains("Été 0") && !own.contains("Été 1<"))
    let day = ObservationsSchool.monday.plus(days: -3).text
    let custom = try await list(school, ["from": day, "until": day])
    #expect(custom.contains("Été 3<") && !custom.contains("Été 2<") && !custom.contains("Été 4<"))
  }

  @Test(arguments: Dialect.allCases)
  func `of a child has its filters behind the fold until one of them is set`(_ dialect: Dialect) async throws {
    let school = try await ObservationsSchool.open(dialect)
    let path = ObservationsPaths.of(school.tomer)
    let empty = try await list(school, [:], path)
    #expect(empty.contains("Nothing observed yet") && !empty.contains("observation-filters\" open"))
    try await fill(school, 3)
    #expect(!(try await list(school, [:], path)).contains("observation-filters\" open"))
    #expect(try await list(school, ["range": "30"], path).contains("observation-filters\" open"))
    #expect(try await list(school, ["child": school.tomer.text]).contains("observation-filters\" open"))
  }

  @Test func `of a child with two thousand reads no more than a part`() async throws {
    let school = try await ObservationsSchool.open()
    try await fill(school, 2000)
    let (caller, student) = (school.caller(.noa), school.tomer)
    let seen = try await school.watch { tx in
      var filter = ObservationFilter()
      filter.children = [student]
      let found = try ObservationsStore(tx: tx).list(filter, for: caller, limit: 31)
      #expect(found.count == 31)
    }
    #expect(seen.plans.contains { $0.contains("student=?") }, "\(seen.plans)")
    #expect(!seen.plans.contains { $0.contains("USE TEMP B-TREE FOR ORDER BY") }, "\(seen.plans)")
  }

  @Test func `goes into a table, as far as one sees`() async throws {
    let school = try await ObservationsSchool.open()
    try await school.observe([school.tomer, school.lia], "=1+1", as: .dana)
    let scene = school.scene()
    let request = try school.request(.get, ObservationsPaths.export, as: .noa)
    _ = scene
    let bytes = try await school.ledger.read { try ObservationsService().table(request, $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("Tomer Cohen") && !text.contains("Lia") && text.contains("'=1+1"))
  }
}

@Suite struct `The tags of a school` {
  private func tag(_ school: ObservationsSchool, _ name: String, _ number: UInt64, _ taxonomy: String = "material")
    async throws -> ID<RecordTag>
  {
    let id = ObservationsSchool.id(number, RecordTag.self)
    try await school.send(
      .post, ObservationsPaths.tags, Form(["id": id.text, "taxonomy": taxonomy, "name": name]), as: .noa)
    return id
  }

  @Test(arguments: Dialect.allCases)
  func `stay where they are in use when they are not offered any more`(_ dialect: Dialect) async throws {
    let school = try await ObservationsSchool.open(dialect)
    let jug = try await tag(school, "Jug", 801)
    let path = ObservationsPaths.observation(try await school.observe(nil, "Poured.", [("tag", jug.text)]))
    try await school.send(.post, ObservationsPaths.tags + "/\(jug.text)/archiving", as: .gal)
    #expect(try await school.page(path, as: .noa)?.contains("Jug") == true)
    #expect(try await school.page(ObservationsPaths.new, as: .noa)?.contains("Jug") == false)
    let again = ObservationsSchool.fields([school.tomer, school.mayaStudent], "Poured twice.", [("tag", jug.text)])
    try await school.send(.post, path, again, as: .noa)
    #expect(try await school.one()?.tags == [jug])
    let new = ObservationsSchool.fields([school.tomer], "New.", [("tag", jug.text)])
    #expect(
      try await school.refused(ObservationsPaths.all, new, as: .noa)
        == .invalid("tag", Phrase("observations.tag-gone")))
    try await school.send(.post, ObservationsPaths.tags + "/\(jug.text)/archiving", Form(["restore": "1"]), as: .gal)
    try await school.send(.post, ObservationsPaths.all, new, as: .noa)
  }

  @Test(arguments: Dialect.allCases)
  func `are found under the one that took them over`(_ dialect: Dialect) async throws {
    let school = try await ObservationsSchool.open(dialect)
    let (jug, pitcher) = (try await tag(school, "Jug", 801), try await tag(school, "Pitcher", 802))
    let area = try await tag(school, "Practical life", 803, "area")
    let path = ObservationsPaths.observation(try await school.observe(nil, "Poured.", [("tag", jug.text)]))
    let merging = ObservationsPaths.tags + "/\(jug.text)/merging"
    for wrong in [jug, area] {
      #expect(
        try await school.refused(merging, Form(["into": wrong.text]), as: .noa)
          == .invalid("into", Phrase("observations.merge-wrong")))
    }
    try await school.send(.post, merging, Form(["into": pitcher.text]), as: .noa)
    #expect(try await school.page(path, as: .noa)?.contains("Pitcher") == true)
    let query = Form(["tag": pitcher.text])
    #expect(try await school.shown(ObservationsPaths.all, as: .noa, query: query).contains("Poured."))
    // What others hang on takes no other over.
    #expect(
      try await school.refused(
        ObservationsPaths.tags + "/\(pitcher.text)/merging", Form(["into": jug.text]), as: .noa)
        == .invalid("into", Phrase("observations.merge-wrong")))
    try await school.send(.post, merging, as: .noa)
    #expect(try await school.page(path, as: .noa)?.contains("Jug") == true)
  }

  @Test func `have names of their own, a limit, and are the staff's`() async throws {
    let school = try await ObservationsSchool.open()
    let jug = try await tag(school, "Jug", 801)
    let same = Form(["taxonomy": "material", "name": "JUG"])
    #expect(
      try await school.refused(ObservationsPaths.tags, same, as: .noa)
        == .invalid("name", Phrase("observations.tag-there")))
    for person in [ObservationsSchool.Person.leila, .maya] {
      #expect(try await school.refused(ObservationsPaths.tags, same, as: person) == .notFound)
      #expect(try await school.page(ObservationsPaths.tags, as: person) == nil)
    }
    #expect(try await school.refused(ObservationsPaths.tags + "/\(jug.text)", same, as: .neighbour) != nil)
    try await school.send(.post, ObservationsPaths.tags + "/\(jug.text)", Form(["name": "Small jug"]), as: .gal)
    #expect(try await school.page(ObservationsPaths.tags, as: .dana)?.contains("Small jug") == true)
    try await school.write { tx in
      for place in 1..<UInt64(RecordTag.most) {
        try tx.put(
          ObservationsTables.tag,
          RecordTag(id: ObservationsSchool.id(30_000 + place), taxonomy: .work, name: "Work \(place)"))
      }
    }
    #expect(
      try await school.refused(ObservationsPaths.tags, Form(["taxonomy": "area", "name": "More"]), as: .noa)
        == .invalid("name", Phrase("observations.tags-full", .count(500))))
  }
}
