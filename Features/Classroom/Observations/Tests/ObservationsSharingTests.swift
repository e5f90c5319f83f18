import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Classroom

@Suite struct `Sharing an observation` {
  typealias Person = ObservationsSchool.Person

  private func holders(_ school: ObservationsSchool) async throws -> Set<Person> {
    let share = try #require(try await school.shares().first)
    return try await school.holders(of: ObservationsTables.share, [.id(school.school), .id(share.id)])
  }

  @Test(arguments: Dialect.allCases)
  func `is for one family at a time, and is taken back from its devices too`(_ dialect: Dialect) async throws {
    let school = try await ObservationsSchool.open(dialect)
    let path = ObservationsPaths.observation(try await school.observe())
    let (sami, leila) = (ObservationsPaths.shared(school.tomer), ObservationsPaths.shared(school.mayaStudent))
    #expect(try await school.page(sami, as: .sami)?.contains("Nothing shared yet") == true)
    try await school.share(with: school.tomer)
    #expect(try await school.page(sami, as: .sami)?.contains("You poured water") == true)
    #expect(try await school.page(leila, as: .leila)?.contains("You poured water") == false)
    #expect(try await school.page(sami, as: .leila) == nil)
    #expect(try await holders(school).isSuperset(of: [.sami, .noa, .gal, .dana]))
    #expect(try await holders(school).isDisjoint(with: [.leila, .omar]))
    // The observation itself stays with the staff.
    #expect(try await school.page(path, as: .sami) == nil)
    try await school.send(.post, ObservationsPaths.shares(school.pouring, school.tomer) + "/withdrawal", as: .gal)
    #expect(try await school.page(sami, as: .sami)?.contains("You poured water") == false)
    #expect(try await !holders(school).contains(.sami))
    try await school.share(with: school.tomer, "Again.")
    #expect(try await school.shares().count == 1)
    #expect(try await school.page(sami, as: .sami)?.contains("Again.") == true)
  }

  @Test func `waits until it is finished, names no other child, and says something`() async throws {
    let school = try await ObservationsSchool.open()
    let path = ObservationsPaths.observation(
      try await school.observe(nil, "Tomer poured while Maya looked on.", [("state", "draft")]))
    let shares = ObservationsPaths.shares(school.pouring, school.tomer)
    let good = Form(["text": "Tomer poured."])
    #expect(try await school.refused(shares, good, as: .noa) == .conflict(Phrase("observations.share-draft")))
    let both = [school.tomer, school.mayaStudent]
    try await school.send(.post, path, ObservationsSchool.fields(both, "Tomer poured while Maya looked on."), as: .noa)
    let named = Form(["text": "Tomer poured while Maya looked on."])
    #expect(
      try await school.refused(shares, named, as: .noa)
        == .invalid("text", Phrase("observations.share-named", .text("Maya"))))
    // Also one who is only in the class.
    let other = Form(["text": "Tomer poured for Adam Haddad."])
    if case .invalid? = try await school.refused(shares, other, as: .noa) {} else { Issue.record("named a classmate") }
    #expect(
      try await school.refused(shares, Form(["text": ""]), as: .noa)
        == .invalid("text", Phrase("observations.share-empty")))
    // What may be a name is looked at first, and that is kept; the one who is named is not told again what it was.
    let doubtful = Form(["text": "Tomer poured for Zelda."])
    #expect(
      try await school.refused(shares, doubtful, as: .noa)
        == .invalid("as-is", Phrase("observations.share-suspected", .text("Zelda"))))
    #expect(try await school.shares().isEmpty, "what is refused writes nothing")
    // Nobody's family but that of its children; nobody but its guides.
    #expect(
      try await school.refused(ObservationsPaths.shares(school.pouring, school.adam), good, as: .noa) == .notFound)
    for person in [Person.omar, .sami, .maya] {
      #expect(try await school.refused(shares, good, as: person) == .notFound)
    }
    // The form says what the family would read.
    let html = try #require(try await school.page(path, as: .noa))
    #expect(html.contains("Tomer poured while another child looked on."))
  }

  @Test(arguments: Dialect.allCases)
  func `goes out with what may be a name only when somebody says so in the form`(_ dialect: Dialect) async throws {
    let school = try await ObservationsSchool.open(dialect)
    let path = ObservationsPaths.observation(try await school.observe(nil, "Tomer poured for Zelda."))
    let shares = ObservationsPaths.shares(school.pouring, school.tomer)
    #expect(try await school.page(path, as: .noa)?.contains("name=\"as-is\"") == true)
    let named = Form(["text": "Tomer poured while Maya looked on.", "as-is": "on"])
    #expect(
      try await school.refused(shares, named, as: .noa)
        == .invalid("text", Phrase("observations.share-named", .text("Maya"))), "what is certain goes out for no word")
    try await school.send(.post, shares, Form(["text": "Tomer poured for Zelda.", "as-is": "on"]), as: .noa)
    #expect(try await school.page(ObservationsPaths.shared(school.tomer), as: .sami)?.contains("Zelda") == true)
    let place = school.school
    let kept = try await school.ledger.read { tx in
      try tx.count(
        "SELECT count(*) FROM journal_detail WHERE school = $1 AND body LIKE '%as-is%'", [.id(place)])
    }
    #expect(kept == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `asks for consent: to be recorded, and to be shown to other families`(_ dialect: Dialect) async throws {
    let school = try await ObservationsSchool.open(dialect)
    try await school.observe()
    let sound = try await school.upload(
      "a.mp3", soundOfSilence)
    let on = Form([
      Form.Field("child", school.tomer.text), Form.Field("child", school.mayaStudent.text),
      Form.Field("others", "nobody"),
    ])
    let files = ObservationsPaths.files(school.pouring)
    try await school.allow(.voice, [school.tomer])
    let refusal = await school.refusal(.post, files, on, as: .noa, uploads: [sound])
    #expect(refusal == .invalid("child", Phrase("observations.no-consent", .text("Maya Levi"))))
    #expect(try await school.files().isEmpty)
    try await school.allow(.voice, [school.mayaStudent])
    let file = try await school.addSound([school.tomer, school.mayaStudent])
    let shares = ObservationsPaths.shares(school.pouring, school.tomer)
    let with = Form([Form.Field("text", "Tomer sang."), Form.Field("file", file.text)])
    #expect(
      try await school.refused(shares, with, as: .noa)
        == .invalid("file", Phrase("observations.no-sharing", .text("Maya Levi"))))
    try await school.allow(.sharing, [school.mayaStudent])
    try await school.share(with: school.tomer, "Tomer sang.", files: [file])
    let path = ObservationsPaths.file(file, of: school.pouring)
    for person in [Person.sami, .noa, .gal, .dana] {
      #expect(await school.refusal(.get, path, as: person) == nil, "\(person)")
    }
    for person in [Person.leila, .omar, .maya, .neighbour] {
      #expect(await school.refusal(.get, path, as: person) == .notFound, "\(person)")
    }
  }

  @Test(arguments: Dialect.allCases)
  func `ends at once when a consent is taken back, and says so`(_ dialect: Dialect) async throws {
    let school = try await ObservationsSchool.open(dialect)
    try await school.observe()
    let both = [school.tomer, school.mayaStudent]
    try await school.allow(.voice, both)
    try await school.allow(.sharing, both)
    let file = try await school.addSound(both)
    try await school.share(with: school.tomer, "Tomer sang.", files: [file])
    let (path, shared) = (ObservationsPaths.file(file, of: school.pouring), ObservationsPaths.shared(school.tomer))
    // Maya's family shows her to nobody else; hers and the staff still hear it.
    try await school.allow(.sharing, [school.mayaStudent], false)
    #expect(await school.refusal(.get, path, as: .sami) == .notFound)
    #expect(await school.refusal(.get, path, as: .noa) == nil)
    #expect(try await school.page(shared, as: .sami)?.contains("Hidden: no consent") == true)
    try await school.allow(.sharing, [school.mayaStudent])
    #expect(await school.refusal(.get, path, as: .sami) == nil)
    try await school.allow(.voice, [school.mayaStudent], false)
    for person in [Person.sami, .noa, .dana] { #expect(await school.refusal(.get, path, as: person) == .notFound) }
    let page = ObservationsPaths.observation(school.pouring)
    #expect(try await school.page(page, as: .noa)?.contains("Hidden: no consent") == true)
    #expect(try await school.page(shared, as: .sami)?.contains("Tomer sang.") == true)
    try await school.allow(.voice, [school.mayaStudent])
    #expect(try await school.page(page, as: .noa)?.contains("Hidden: no consent") == false)
  }

  @Test func `does not name a child who has left the class since`() async throws {
    let school = try await ObservationsSchool.open()
    let adam = school.adam
    try await school.observe([school.tomer], "Tomer poured water with Adam.")
    try await school.write { tx in
      try ClassroomsStore(tx: tx).leave(adam, from: school.stars, until: ObservationsSchool.monday.plus(days: -1))
    }
    let html = try #require(try await school.page(ObservationsPaths.observation(school.pouring), as: .noa))
    #expect(html.contains("Tomer poured water with another child."))
    let refusal = try await school.refused { try await school.share(with: school.tomer, "Tomer poured with Adam.") }
    guard case .invalid = refusal else {
      Issue.record("sent with the name: \(String(describing: refusal))")
      return
    }
  }

  @Test func `tells a program no more of other classes' children than its page does`() async throws {
    let school = try await ObservationsSchool.open()
    let (tomer, lia) = (school.tomer, school.lia)
    try await school.observe([tomer, lia], "They sang.", as: .dana)
    let one = try await school.json(ObservationsPaths.observation(school.pouring), as: .noa)
    #expect(one.string.contains(tomer.text) && !one.string.contains(lia.text))
    let all = try await school.json(ObservationsPaths.observation(school.pouring), as: .dana)
    #expect(all.string.contains(lia.text))
  }

  @Test func `gives a family its file without the name that its maker gave it, also to who teaches another class`()
    async throws
  {
    let school = try await ObservationsSchool.open()
    let noam = ObservationsSchool.student(5)
    try await school.write { tx in
      try school.addStudent(noam, "Noam", "Bar", guardians: [.omar], tx)
      let rooms = ClassroomsStore(tx: tx)
      try rooms.enrol(noam, in: school.stars, from: ObservationsSchool.monday)
      try rooms.recalculate([noam], on: ObservationsSchool.monday)
    }
    try await school.observe([noam], "Noam sang.")
    try await school.allow(.voice, [noam])
    let path = ObservationsPaths.file(try await school.addSound([noam]), of: school.pouring)
    #expect(await school.refusal(.get, path, as: .omar) == .notFound)
    let file = try #require(try await school.files().first)
    try await school.share(with: noam, "Noam sang.", files: [file.id])
    func name(_ person: Person) async throws -> String? {
      guard case .file(let answer) = try await school.send(.get, path, as: person).body else { return nil }
      return answer.name
    }
    #expect(try await name(.omar) == "sound.mp3")
    #expect(try await name(.gal) == "song.mp3")
  }

  @Test func `gives no file of which nobody said that no other is on it`() async throws {
    let school = try await ObservationsSchool.open()
    try await school.observe()
    try await school.allow(.voice, [school.tomer])
    let file = try await school.addSound([school.tomer], others: "somebody")
    let shares = ObservationsPaths.shares(school.pouring, school.tomer)
    let with = Form([Form.Field("text", "Tomer sang."), Form.Field("file", file.text)])
    let refusal = Refusal.invalid("file", Phrase("observations.share-others"))
    #expect(try await school.refused(shares, with, as: .noa) == refusal)
    let people = ObservationsPaths.file(file, of: school.pouring) + "/people"
    let answer = Form(["child": school.tomer.text, "others": "nobody"])
    try await school.send(.post, people, answer, as: .gal)
    try await school.send(.post, shares, with, as: .noa)
    #expect(
      try await school.refused(people, answer, as: .gal) == .conflict(Phrase("observations.file-shared")))
    // Taken away, it is gone for the family too; brought back, it waits to be shared again.
    let removal = ObservationsPaths.file(file, of: school.pouring) + "/removal"
    try await school.send(.post, removal, as: .noa)
    #expect(try await school.shares().first?.files == [])
    try await school.send(.post, removal, Form(["restore": "1"]), as: .noa)
    #expect(try await school.files().count == 1)
    #expect(await school.refusal(.get, ObservationsPaths.file(file, of: school.pouring), as: .sami) == .notFound)
  }

  @Test func `takes no file that lies somewhere else already`() async throws {
    let school = try await ObservationsSchool.open()
    try await school.observe([school.tomer])
    let (elsewhere, account) = (ObservationsSchool.id(4711, KeptFile.self), school.account(.noa))
    let sound = try await school.upload("a.mp3", soundOfSilence)
    try await school.write { tx in
      try tx.keep(
        elsewhere, FileContent(hash: sound.hash, size: Int64(sound.size)), name: "own.mp3", type: "audio/mpeg",
        by: account)
    }
    let form = Form(["upload": elsewhere.text, "others": "nobody"])
    let files = ObservationsPaths.files(school.pouring)
    #expect(try await school.refused(files, form, as: .noa) == .notFound)
    #expect(try await school.files().isEmpty)
  }

  @Test func `names only children of the observation on its files`() async throws {
    let school = try await ObservationsSchool.open()
    try await school.observe([school.tomer])
    try await school.allow(.voice, [school.adam])
    let sound = try await school.upload("a.mp3", soundOfSilence)
    let form = Form(["child": school.adam.text, "others": "nobody"])
    let files = ObservationsPaths.files(school.pouring)
    #expect(
      await school.refusal(.post, files, form, as: .noa, uploads: [sound])
        == .invalid("child", Phrase("observations.not-tagged")))
    #expect(
      await school.refusal(.post, files, Form(["others": "nobody"]), as: .noa)
        == .invalid("file", Phrase("observations.file-needed")))
    #expect(try await school.files().isEmpty)
  }
}
