import Base
import Testing

private func read(_ text: String) -> String {
  var reader = FormReader(Form(["name": text]))
  let name = reader.personName("name")
  return reader.problems.first.map { $0.reason.key } ?? name
}

@Suite struct `A name deceives nobody` {
  @Test(arguments: [
    "Maya Levi", "Zoë O’Neill-Smith", "أحمد ʿAlī", "שׂרה בת־שבע", "Ahmed أحمد", "Łukasz Żak", "王小明", "田中 Yuki", "Мария",
    "رضا\u{200C}پور", "श्री\u{200D}मान", "J. R. R.", "Ng", "Ἀθηνᾶ",
  ])
  func `and people are called what they are called`(name: String) {
    #expect(read(name) == name)
  }

  @Test(arguments: [
    "\u{200B}", "\u{200E}", "\u{200F}", "\u{00AD}", "\u{034F}", "\u{061C}", "\u{115F}", "\u{2060}", "\u{2063}",
    "\u{2800}",
    "\u{3164}", "\u{FE0F}", "\u{FEFF}", "\u{FFA0}", "\u{E0061}", "\u{F8FF}", "\u{200D}", "\u{2028}",
  ])
  func `by what nobody sees`(mark: String) {
    #expect(read("Da" + mark + "na") == "form.hidden")
    #expect(read(" " + mark + "Dana " + mark) == "Dana", "what came along when it was copied falls off")
    #expect(read(mark + mark) == "form.required", "a name of nothing is no name")
  }

  @Test(arguments: ["\u{202E}", "\u{2067}", "\u{202A}"])
  func `by turning the line round`(mark: String) {
    #expect(read("Da" + mark + "na") == "form.direction")
  }

  @Test(arguments: ["D\u{0430}na Levy", "Dana L\u{0435}vy", "D\u{03BF}ra", "𝐃𝐚𝐧𝐚", "Ⓓana", "Daאna", "\u{0531}nna"])
  func `by letters of another alphabet`(name: String) {
    #expect(read(name) == "form.letters")
  }

  @Test func `by being longer than a line`() {
    #expect(read(String(repeating: "a", count: 80)) == String(repeating: "a", count: 80))
    #expect(read(String(repeating: "a", count: 81)) == "form.too-long")
  }

  @Test(arguments: ["\u{200B}\u{200B}", "\u{3164}", "\u{2800}\u{2800}", "\u{00A0}\u{2060}"])
  func `and a title of nothing is none`(text: String) {
    var reader = FormReader(Form(["title": text]))
    #expect(reader.text("title") == "" && reader.problems.map { $0.reason.key } == ["form.required"])
  }
}
