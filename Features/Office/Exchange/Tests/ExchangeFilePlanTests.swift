import Testing

@testable import School

/// Weighs a table of people against a school.
func plan(_ text: String, against known: Roster.Known = Roster.Known()) -> Roster.Plan {
  var plan = Roster.Plan(against: known)
  let (entries, reader) = RosterFixture.entries(Array(text.utf8))
  for entry in entries { _ = plan.add(entry) }
  plan.include(reader.problems)
  return plan
}

@Suite struct `Planning an import` {
  static let table = "external key,first name,last name,username,email\n"

  static func school(_ count: Int) -> [Roster.Person] {
    (0..<count).map { number in
      var person = Roster.Person(key: "k\(number)")
      (person.given, person.family, person.username) = ("Given\(number)", "Family", "user\(number)")
      person.number = "n\(number)"
      return person
    }
  }

  static func text(_ people: some Sequence<Roster.Person>) -> String {
    table + people.map { "\($0.key),\($0.given),\($0.family),\($0.username),\($0.email)\n" }.joined()
  }

  @Test func `the same file twice changes nothing the second time`() {
    let text = Self.text(Self.school(20))
    let first = plan(text)
    #expect(first.counts(.person).new == 20)
    let second = plan(text, against: Roster.Known(people: RosterFixture.people(text).people))
    #expect(second.isEmpty)
    #expect(second.changes.isEmpty)
    #expect(second.counts(.person).unchanged == 20)
  }

  @Test func `a change names the fields that differ`() {
    var people = Self.school(3)
    (people[1].family, people[1].email) = ("Marsh-Bell", "new@example.org")
    let plan = plan(Self.text(people), against: Roster.Known(people: Self.school(3)))
    let fields = Roster.Fields(of: [.family, .email])
    #expect(plan.changes == [Roster.Plan.Change(kind: .person, key: "k1", verdict: .changed(fields))])
    #expect(fields.list.map { $0.word } == ["family", "email"])
  }

  @Test func `columns the file does not have are left alone`() {
    let plan = plan("external key,first name\nk0,Given0\n", against: Roster.Known(people: Self.school(1)))
    #expect(plan.isEmpty)
  }

  @Test func `the order of classes and the case of an address are no change`() {
    var old = Roster.Person(key: "k")
    (old.classes, old.email, old.guardians) = (["7B", "Chess"], "Ada@Example.org", ["a@b", "c@d"])
    var new = old
    (new.classes, new.email, new.guardians) = (["Chess", "7B"], "ada@example.org", ["C@D", "a@b"])
    #expect(new.differences(from: old).isEmpty)
  }

  @Test func `a renamed key keeps its person and is pointed out`() {
    let text = Self.table + "new-key,Given0,Family,user0,\n"
    let plan = plan(text, against: Roster.Known(people: Self.school(1)))
    #expect(plan.changes == [.init(kind: .person, key: "k0", verdict: .changed(Roster.Fields(.key)))])
    #expect(plan.problems.codes == [.keyRenamed])
  }

  @Test(arguments: [
    "username,first name\nuser0,Given0\n", "student number,first name\nn0,Given0\n",
    "e-mail,first name\nGiven0@example.org,Given0\n",
  ])
  func `a file without keys finds people by what it has, and renames nobody`(_ text: String) {
    var people = Self.school(2)
    people[0].email = "given0@example.org"
    let plan = plan(text, against: Roster.Known(people: people))
    #expect(plan.isEmpty)
    #expect(plan.counts(.person).unchanged == 1)
  }

  @Test func `an address that two people share identifies neither`() {
    var people = Self.school(2)
    (people[0].email, people[1].email) = ("family@example.org", "Family@example.org")
    let plan = plan("e-mail,first name\nfamily@example.org,Given0\n", against: Roster.Known(people: people))
    #expect(plan.problems.codes == [.keyConflict])
  }

  @Test func `a key of one person with the username of another is an error`() {
    let text = Self.table + "k0,Given0,Family,user1,\n"
    let plan = plan(text, against: Roster.Known(people: Self.school(2)))
    #expect(plan.counts(.person).failed == 1)
    #expect(plan.problems.codes == [.keyConflict])
  }

  @Test func `the same person twice in a file is an error at the second place`() {
    let plan = plan(Self.table + "k0,A,B,u,\nk0,A,C,u,\n")
    #expect(plan.counts(.person).new == 1)
    #expect(plan.problems.errors == [Roster.Problem(.keyTwice, file: "pupils.csv", line: 3, found: "k0")])
  }

  @Test func `nobody is removed for being absent unless it was asked for`() {
    let plan = plan(Self.text(Self.school(5)), against: Roster.Known(people: Self.school(20)))
    #expect(plan.removalCount == 0)
    #expect(plan.refusal() == nil)
  }

  @Test func `removals for absence need their exact count, however few`() {
    var plan = plan(Self.text(Self.school(19)), against: Roster.Known(people: Self.school(20)))
    plan.proposeRemovals(.person)
    #expect(plan.proposed[.person] == ["k19"])
    #expect(plan.refusal()?.code == .removalsUnconfirmed)
    #expect(plan.refusal(confirmed: 2)?.code == .removalsMiscounted)
    #expect(plan.refusal(confirmed: 1) == nil)
  }

  @Test func `more than a tenth is refused unless the count is confirmed exactly`() {
    var plan = plan(Self.text(Self.school(17)), against: Roster.Known(people: Self.school(20)))
    plan.proposeRemovals(.person)
    #expect(plan.refusal()?.code == .removalsTooMany)
    #expect(plan.refusal(confirmed: 2)?.code == .removalsMiscounted)
    #expect(plan.refusal(confirmed: 3) == nil)
  }

  @Test func `explicit removals below a tenth go through, and twice is once`() {
    let text = "external key,deleted\nk3,1\nnobody,1\n"
    let plan = plan(text, against: Roster.Known(people: Self.school(20)))
    #expect(plan.changes == [.init(kind: .person, key: "k3", verdict: .removed)])
    #expect(plan.refusal() == nil)
    let again = second(text, Self.school(20).filter { $0.key != "k3" })
    #expect(again.isEmpty)
  }

  private func second(_ text: String, _ people: [Roster.Person]) -> Roster.Plan {
    plan(text, against: Roster.Known(people: people))
  }

  @Test func `explicit removals above a tenth are refused too`() {
    let text = "external key,deleted\nk3,1\nk4,1\nk5,1\n"
    #expect(plan(text, against: Roster.Known(people: Self.school(20))).refusal()?.code == .removalsTooMany)
  }
}
