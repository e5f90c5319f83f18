import Base
import Testing

private enum Colour: String, CaseIterable { case red, blue }

/// What a reading complains about: the field and the key of the reason.
private func problems(_ form: Form, _ read: (inout FormReader) -> Void) -> [String] {
  var reader = FormReader(form)
  read(&reader)
  do throws(Refusal) {
    try reader.finish()
    return []
  } catch {
    guard case .invalid(let problems) = error else { return ["\(error)"] }
    return problems.map { $0.field + " " + $0.reason.key }
  }
}

private func line(_ text: String) -> [String] { problems(Form(["name": text])) { _ = $0.text("name") } }

@Suite struct `Reading a form` {
  @Test func `reads what stands in the path like a field, and believes no field that says otherwise`() throws {
    let (here, there) = (ID<Account>(high: 1, low: 2), ID<Account>(high: 1, low: 3))
    var reader = FormReader(Form(["text": "x"]), path: ["who": here.text])
    #expect(reader.id("who", Account.self) == here && reader.text("text") == "x")
    try reader.finish()
    var twice = FormReader(Form(["who": there.text]), path: ["who": here.text])
    #expect(twice.id("who", Account.self) == here)
    #expect(throws: Refusal.invalid("who", Phrase("form.unknown"))) { try twice.finish() }
    var same = FormReader(Form(["who": here.text]), path: ["who": here.text])
    _ = same.id("who", Account.self)
    try same.finish()
    var nobody = FormReader(Form(), path: ["who": "somebody"])
    _ = nobody.id("who", Account.self)
    #expect(throws: Refusal.notFound) { try nobody.finish() }
  }

  @Test func `takes what was asked for`() throws {
    let id = ID<Account>(high: 1, low: 2)
    var reader = FormReader(
      Form([
        "name": "  Maya Levi\t", "note": "a\r\nb", "id": id.text, "ids": id.text, "ids": "", "colour": "blue",
        "born": "2014-05-12", "at": "08:05",
        "count": "7", "open": "on", "mark.1": "late", "mark.2": "", "password": " s p ", "step": "2",
      ]))
    #expect(
      reader.text("name") == "Maya Levi" && reader.note("note") == "a\nb" && reader.password("password") == " s p ")
    #expect(reader.id("id", Account.self) == id && reader.ids("ids", Account.self) == [id])
    #expect(reader.choice("colour", else: Colour.red) == .blue && reader.day("born").text == "2014-05-12")
    #expect(reader.clock("at") == 485 && reader.integer("count", in: 1...9) == 7 && reader.flag("open"))
    let marks = reader.entries("mark")
    #expect(marks.map { $0.key } == ["1", "2"] && marks.map { $0.value } == ["late", ""])
    #expect(
      reader.optionalText("nick") == nil && reader.optionalDay("left") == nil
        && reader.optionalID("other", Account.self) == nil)
    #expect(reader.optionalChoice("colour", Colour.self) == .blue && !reader.flag("closed"))
    reader.ignore("step")
    try reader.finish()
  }
  @Test func `refuses what nobody asked for`() {
    #expect(
      problems(Form(["name": "a", "role": "owner", "role": "admin"])) { _ = $0.text("name") } == ["role form.unknown"])
  }
  @Test func `names everything that is wrong at once`() {
    let form = Form([
      "id": "x", "ids": "y", "colour": "green", "born": "2026-02-30", "at": "24:00", "count": "12", "open": "perhaps",
      "extra": "",
    ])
    let all = problems(form) {
      _ = (
        $0.text("name"), $0.id("id", Account.self), $0.ids("ids", Account.self), $0.choice("colour", else: Colour.red),
        $0.day("born")
      )
      _ = ($0.clock("at"), $0.integer("count", in: 1...9), $0.flag("open"), $0.password("password"), $0.day("left"))
    }
    #expect(
      all == [
        "name form.required", "id form.id", "ids form.id", "colour form.choice", "born form.day", "at form.clock",
        "count form.integer",
        "open form.flag", "password form.required", "left form.required", "extra form.unknown",
      ])
  }
  @Test(arguments: [
    "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}",
  ])
  func `a name may not turn the direction of others`(control: String) {
    #expect(line("Ma" + control + "ya") == ["name form.direction"])
  }

  @Test(arguments: ["\u{0}", "\u{7}", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{9F}"])
  func `a name has no characters that nobody can see`(control: String) {
    #expect(line("Ma" + control + "ya") == ["name form.control"])
  }

  @Test func `a letter carries few marks, not a hundred`() {
    #expect(line("a" + String(repeating: "\u{0301}", count: 100)) == ["name form.marks"])
    #expect(line("שָׁלוֹם") == [] && line("مُحَمَّدٌ") == [] && line("Zoë Élodie Nguyễn") == [])
  }
  @Test func `a name is as long as its letters, not its bytes`() {
    #expect(
      line(String(repeating: "א", count: 120)) == []
        && line(String(repeating: "a", count: 121)) == ["name form.too-long"])
    #expect(line(String(repeating: "a", count: 1_000_000)) == ["name form.too-long"])
  }
  @Test func `white space is not a name`() {
    for text in ["", "  ", "\u{A0}\u{2003}", "\u{FEFF}"] { #expect(line(text) == ["name form.required"]) }
  }

  @Test func `a note keeps its lines and refuses what cannot be shown`() {
    #expect(problems(Form(["note": "a\n\tb"])) { _ = $0.note("note") } == [])
    #expect(problems(Form(["note": "a\u{0}b"])) { _ = $0.note("note") } == ["note form.control"])
    #expect(
      problems(Form(["note": String(repeating: "a", count: 11)])) { _ = $0.note("note", max: 10) } == [
        "note form.too-long"
      ])
  }
  @Test(arguments: ["", "8:05x", "24:00", "12:60", "0805", "-1:00", "8:5:1", "٠٨:٠٥", ":"])
  func `a time is hours and minutes`(text: String) {
    #expect(problems(Form(["at": text])) { _ = $0.clock("at") } == ["at form.clock"])
  }

  @Test func `a flood is refused, not read`() {
    let flood = Form((0..<2000).map { Form.Field("mark.\($0)", "late") })
    #expect(problems(flood) { _ = $0.entries("mark") }.first == "mark form.too-many")
    let unknown = Form((0..<2000).map { Form.Field("x\($0)", "") })
    #expect(problems(unknown) { _ in }.count <= 52)
    let ids = Form((0..<1001).map { _ in Form.Field("ids", ID<Account>.none.text) })
    #expect(problems(ids) { _ = $0.ids("ids", Account.self) } == ["ids form.id"])
  }
  @Test func `a password is taken as it was typed, but for NUL`() {
    #expect(problems(Form(["p": "a\u{0}b"])) { _ = $0.password("p") } == ["p form.control"])
    #expect(problems(Form(["p": " \u{202E} "])) { _ = $0.password("p") } == [])
  }
  @Test func `a field can be taken out`() {
    var form = Form(["csrf": "a", "name": "b", "csrf": "c"])
    #expect(form.remove("csrf") == "a" && form.fields == [Form.Field("name", "b")] && form.remove("csrf") == nil)
    #expect(Form(["a": "1", "a": "2"]).all("a") == ["1", "2"])
  }
}
