import Base
import HTML
import Kit
import Testing

@Suite struct `A form` {
  let fields: [Field] = [
    .text("name", "Name", hint: "As parents know it"), .email("email", "Email", isRequired: false),
    .password("password", "Password"),
    .area("note", "Note"), .check("open", "Open", isOn: true),
    .select("class", "Class", [.init("7b", "7B"), .init("8a", "8A")], value: "8a"),
    .cards("mark", "Mark", [.init("present", "Present"), .init("absent", "Absent")], value: "present"),
    .date("born", "Born", value: Day(number: 0)), .time("begins", "Begins", minute: 485),
    .number("places", "Places", value: 3, in: 1...9),
  ]
  func html(_ draft: Draft = Draft(), scope: String = "") -> String {
    form("/students", fields, draft, scene(), submit: "Save", scope: scope).string
  }

  @Test func `carries its proof and the id of its sending`() {
    #expect(
      html().hasPrefix(
        "<form class=\"form\" method=\"post\" action=\"/students\" novalidate><input type=\"hidden\" name=\"csrf\" value=\"proof\"><input type=\"hidden\" name=\"command\" value=\"\(idempotencyKey.text)\">"
      ))
    for piece in [
      postButton("Go", to: "/x", scene()), menuAct("Go", to: "/x", scene()),
      formDialog("d", "T", "/x", fields, Draft(), scene(), submit: "S"),
      Confirmation("T", "M", label: "L", action: "/x", back: "/").dialog("c", scene()),
      Confirmation("T", "M", label: "L", action: "/x", back: "/").page("p", scene()).body,
    ] {
      #expect(
        piece.string.contains("name=\"csrf\" value=\"proof\"")
          && piece.string.contains("name=\"command\" value=\"\(idempotencyKey.text)\""))
    }
  }
  @Test func `gives each form a sending of its own`() {
    var scene = scene()
    let world = World(now: { noon }, random: { 0 })
    scene.newIdempotencyKey = { world.id() }
    #expect(form("/a", scene, content: "").string.contains(world.id(IdempotencyKey.self).text))
  }
  @Test func `ties each label to its field`() {
    #expect(html().contains("<label class=\"field__label\" for=\"f-name\">Name</label>"))
    #expect(
      html().contains(
        "<input type=\"text\" id=\"f-name\" name=\"name\" required aria-describedby=\"f-name-hint\" value=\"\" dir=\"auto\""
      ))
    #expect(html(scope: "two").contains("for=\"f-two-name\"") && html(scope: "two").contains("id=\"f-two-name\""))
  }
  @Test func `says which fields may stay empty`() {
    #expect(html().contains("for=\"f-email\">Email <span class=\"field__optional\">(optional)</span></label>"))
  }
  @Test func `knows what stands in it`() {
    #expect(html().contains("<option value=\"8a\" selected>8A</option>"))
    #expect(html().contains("value=\"present\" checked") && !html().contains("value=\"absent\" checked"))
    #expect(html().contains("name=\"open\" value=\"on\" checked"))
    #expect(
      html().contains("value=\"1970-01-01\"") && html().contains("value=\"08:05\"") && html().contains("value=\"3\""))
  }
  @Test func `comes back as it was sent`() {
    let draft = Draft(Form(["name": hostile, "note": "\na\nb", "class": "7b", "mark": "absent", "email": "x@y"]))
    #expect(html(draft).contains("value=\"\(safe)\"") && html(draft).contains(">\n\na\nb</textarea>"))
    #expect(html(draft).contains("value=\"7b\" selected") && html(draft).contains("value=\"absent\" checked"))
    #expect(!html(draft).contains("name=\"open\" value=\"on\" checked"))
  }
  @Test func `never gives a password back`() {
    #expect(!html(Draft(Form(["password": "secret"]))).contains("secret"))
    #expect(html().contains("type=\"password\"") && html().contains("autocomplete=\"current-password\""))
    #expect(field(.password("p", "P", isNew: true), Draft(), scene()).string.contains("autocomplete=\"new-password\""))
  }
  @Test func `shows what was wrong at the field`() {
    let draft = Draft(Form(["name": ""]), problems: [Problem("name", Phrase("form.required"))])
    #expect(html(draft).contains("aria-describedby=\"f-name-hint f-name-error\" aria-invalid=\"true\""))
    #expect(
      html(draft).contains("<p class=\"field__error\" id=\"f-name-error\"><svg")
        && html(draft).contains("</svg>This is needed.</p>"))
    #expect(html(draft).times("aria-invalid") == 1)
  }
  @Test func `lists what was wrong on top, each a link to its field`() {
    let draft = Draft(
      Form(),
      problems: [
        Problem("name", Phrase("form.required")), Problem("mark", Phrase("form.choice")),
        Problem(hostile, Phrase("form.unknown")),
        Problem("", Phrase("ledger.taken")),
      ])
    let page = html(draft)
    #expect(
      page.contains("<div class=\"error-summary\" role=\"alert\" tabindex=\"-1\">")
        && page.contains("4 things need your attention"))
    for id in ["f-name", "f-mark"] { #expect(page.contains("<a href=\"#\(id)\">") && page.times(" id=\"\(id)\"") == 1) }
    #expect(page.contains("<a href=\"#f-name\">Name: This is needed.</a>"))
    // A field that no reader sees has no name for one.
    #expect(page.contains("<li>This field does not belong here.</li><li>This already exists.</li>"))
    #expect(!page.contains("<li>\(safe)"))
    #expect(errorSummary(Draft(), fields, scene()).isEmpty)
  }
  @Test func `can be live, keep drafts, carry files and answer with one`() {
    let style = FormStyle(
      id: "x", isLive: true, resets: true, draft: "class", isMultipart: true, isDownload: true, classes: "")
    let page = form("/a", scene(), style: style, content: "").string
    #expect(
      page.hasPrefix(
        "<form id=\"x\" method=\"post\" action=\"/a\" novalidate enctype=\"multipart/form-data\" data-live data-reset data-download data-draft=\"class\">"
      ))
  }
  @Test func `asks before what cannot be taken back, with and without scripts`() {
    let request = Confirmation(
      "Remove?", "It is gone.", label: "Remove", action: "/x/remove", fields: [Form.Field("a", "1")], back: "/x")
    let dialog = request.dialog("ask", scene()).string, page = frame(request.page("x.remove", scene()), scene()).string
    #expect(dialog.contains("<dialog class=\"dialog\" id=\"ask\" closedby=\"any\" aria-labelledby=\"ask-title\">"))
    #expect(dialog.contains("command=\"close\" commandfor=\"ask\""))
    for html in [dialog, page] {
      #expect(html.contains("action=\"/x/remove\"") && html.contains("name=\"a\" value=\"1\""))
    }
    #expect(page.contains("<a class=\"button button--ghost\" href=\"/x\">Cancel</a>"))
  }
  @Test func `offers themes, schemes and languages`() {
    let page = form("/look", [.theme(scene()), .scheme(scene()), .language(scene(.he))], Draft(), scene(), submit: "S")
      .string
    #expect(
      page.contains("value=\"oasis\" checked") && page.contains("<span class=\"swatches\" data-theme=\"hogwarts\""))
    #expect(
      page.contains("value=\"system\" checked") && page.contains("value=\"he\" checked") && page.contains("צרפתית"))
  }
}
