import Base
import School
import Testing

@Suite struct `A text without names` {
  static let people = [
    ChildNames(given: "Tomer", family: "Azulay"), ChildNames(given: "Maya", family: "Ben"),
    ChildNames(person: "Noa Peretz"),
  ]

  @Test func `has a mark for everybody, the child itself too, and gets the names back`() {
    let text = NamelessText("Tomer's jug was Maya's; Noa Peretz saw it.", people: Self.people, in: .en)
    for name in ["Tomer", "Maya", "Noa", "Peretz"] { #expect(!text.text.contains(name)) }
    #expect(text.text.contains("[P1]’s jug") && text.text.contains("[P2]") && text.text.contains("[P3]"))
    #expect(text.restored("[P3] saw [p1] and [P2].") == "Noa saw Tomer and Maya.")
  }

  @Test func `has a mark for what may be a name, each its own, and not for what is known`() {
    let text = NamelessText(
      "They met Zelda and later Zelda with Boris at the Pink Tower.", people: Self.people, in: .en,
      known: ["Pink Tower"])
    #expect(!text.text.contains("Zelda") && !text.text.contains("Boris") && text.text.contains("Pink Tower"))
    #expect(text.names.count == Self.people.count + 2)
    #expect(text.restored("[P4], [P5]") == "Zelda, Boris")
  }

  @Test func `keeps what stands before a name in Hebrew`() {
    let people = [ChildNames(given: "תומר", family: "אזולאי"), ChildNames(given: "מאיה", family: "כהן")]
    let text = NamelessText("נתתי לתומר כד, ומאיה הביטה.", people: people, in: .he)
    #expect(!text.text.contains("תומר") && !text.text.contains("מאיה"))
    #expect(text.restored(text.text)?.contains("לתומר") == true)
  }

  @Test func `does not take what somebody typed for a mark of ours`() {
    let text = NamelessText("Tomer wrote [P2] on the board.", people: Self.people, in: .en)
    #expect(!text.text.contains("[P2]"))
    #expect(text.restored(text.text) == "Tomer wrote (P2) on the board.")
  }

  @Test(arguments: ["[P4] came.", "[P0] came.", "[P99999] came."])
  func `takes no answer with a mark that was not sent`(_ answer: String) {
    #expect(NamelessText("Tomer came.", people: Self.people, in: .en).restored(answer) == nil)
  }

  @Test(arguments: ["[P] came.", "[", "[P1", "[Px1]", "(P1)", "[P123456]"])
  func `leaves alone what is no mark`(_ answer: String) {
    #expect(NamelessText("Tomer came.", people: Self.people, in: .en).restored(answer) == answer)
  }
}
