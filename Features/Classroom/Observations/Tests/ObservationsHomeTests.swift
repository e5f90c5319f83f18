import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Classroom

@Suite struct `What families saw at home` {
  private func sent(_ dialect: Dialect, _ text: String = "He washed the dishes with Tomer.") async throws
    -> ObservationsSchool
  {
    let school = try await ObservationsSchool.open(dialect)
    let form = Form(["id": school.pouring.text, "text": text])
    try await school.send(.post, ObservationsPaths.shared(school.mayaStudent), form, as: .leila)
    return school
  }

  @Test(arguments: Dialect.allCases)
  func `it is the sender's and the staff's until they accept it, and then the family's`(_ dialect: Dialect)
    async throws
  {
    let school = try await sent(dialect)
    let shared = ObservationsPaths.shared(school.mayaStudent)
    #expect(try await school.one()?.state == .home)
    #expect(try await school.page(shared, as: .leila)?.contains("washed the dishes") == true)
    #expect(try await school.page(shared, as: .maya)?.contains("washed the dishes") == false)
    #expect(try await school.page(shared, as: .leila)?.contains("100 MB") == true, "as large as a file may be")
    #expect(try await school.page(shared, as: .noa)?.contains("/acceptance") == true)
    #expect(try await school.shares().isEmpty)
    let path = ObservationsPaths.observation(school.pouring) + "/acceptance"
    try await school.send(.post, path, as: .noa)
    let size = try await school.counts()
    try await school.send(.post, path, as: .gal)
    #expect(try await school.counts() == size)
    let one = try await school.one()
    #expect(one?.state == .complete && one?.acceptedBy == school.account(.noa))
    let page = try await school.page(shared, as: .maya) ?? ""
    #expect(page.contains("with another child") && page.contains("Leila") && !page.contains("Tomer"))
    #expect(
      try await school.page(ObservationsPaths.observation(school.pouring), as: .gal)?.contains("From a parent") == true)
  }

  @Test(arguments: Dialect.allCases)
  func `strangers, other families, children and staff send nothing from home`(_ dialect: Dialect) async throws {
    let school = try await ObservationsSchool.open(dialect)
    let shared = ObservationsPaths.shared(school.mayaStudent)
    for person in [ObservationsSchool.Person.noa, .omar, .sami, .maya, .neighbour] {
      #expect(try await school.refused(shared, Form(["text": "X"]), as: person) == .notFound, "\(person)")
    }
    let empty = try await school.refused(shared, Form(), as: .leila)
    #expect(empty == .invalid("text", Phrase("observations.share-empty")))
    let song = try await school.upload("song.mp3", soundOfSilence)
    let silent = try await school.refused(shared, Form(["others": "nobody"]), as: .leila, uploads: [song])
    #expect(silent != nil, "what the child does not allow is not taken")
  }

  @Test(arguments: Dialect.allCases)
  func `a sound that is the child's alone is heard by the family once it is accepted`(_ dialect: Dialect) async throws {
    let school = try await ObservationsSchool.open(dialect)
    try await school.allow(.voice, [school.mayaStudent])
    let shared = ObservationsPaths.shared(school.mayaStudent)
    let song = try await school.upload("song.mp3", soundOfSilence)
    let form = Form(["id": school.pouring.text, "text": "Sang", "others": "nobody"])
    try await school.send(.post, shared, form, as: .leila, uploads: [song])
    guard let file = try await school.files().first else { throw Refusal.notFound }
    let path = ObservationsPaths.file(file)
    try await school.send(.get, path, as: .leila)
    #expect(try await school.refused { _ = try await school.send(.get, path, as: .sami) } == .notFound)
    #expect(try await school.refused { _ = try await school.send(.get, path, as: .maya) } == .notFound)
    for person in [ObservationsSchool.Person.omar, .leila, .sami] {
      let refusal = try await school.refused(
        ObservationsPaths.observation(school.pouring) + "/acceptance", as: person)
      #expect(refusal == .notFound)
    }
    try await school.send(.post, ObservationsPaths.observation(school.pouring) + "/acceptance", as: .gal)
    #expect(try await school.shares().first?.files == [file.id])
    try await school.send(.get, path, as: .maya)
  }
}
