import Base
import HTML

extension KitDemo {
  /// The fields of every kind, once as they are and once as they come back with mistakes.
  var fields: [Field] {
    let classes = [Field.Choice("7b", "7B"), Field.Choice("8a", "8A")]
    return [
      .text("name", say("name"), hint: say("hint"), autocomplete: "name"), .email("email", say("email")),
      .password("password", say("password"), isNew: true), .date("born", say("born"), isRequired: false),
      .time("begins", say("begins"), minute: 485), .number("places", say("places"), value: 18, in: 1...40),
      .select("class", say("class"), classes, empty: say("choose")), .area("note", say("note")),
      .code("code", say("code"), value: "K7M4QX"), .check("open", say("open"), isOn: true, hint: say("hint")),
      .cards(
        "mark", say("present"),
        [
          Field.Choice("present", say("present"), text: say("done-text")), Field.Choice("absent", say("absent")),
        ], value: "present"),
      .theme(scene),
    ]
  }

  var refused: Draft {
    Draft(
      Form(["name": "", "email": "omar", "note": KitDemo.people[4]]),
      problems: [
        Problem("name", Phrase("form.required")), Problem("email", Phrase("form.too-long", .count(254))),
        Problem("mark", Phrase("form.choice")),
      ])
  }

  var forms: HTML {
    part(
      "forms",
      [
        grid([
          stack([
            form(
              "/kit", fields, Draft(), scene, submit: say("save"), cancel: (scene.words("kit.cancel"), "/kit"),
              scope: "new")
          ]),
          stack([form("/kit", fields, refused, scene, submit: say("save"), scope: "again")]),
        ]),
        fieldRow([
          field(.text("room", say("class"), isRequired: false), Draft(), scene, scope: "row"),
          field(Field.date("from", say("born")).locked(), Draft(), scene, scope: "row"),
        ]),
        searchField(
          say("people"), value: "", results: "kit-results", scene,
          end: chips([
            chip(say("present"), to: "/kit", isCurrent: true), chip(say("absent"), to: "/kit", isCurrent: false),
          ])),
        "<div id=\"kit-results\"><p class=\"quiet\" role=\"status\">\(say("empty"))</p></div>",
      ])
  }

  /// What the language makes of times, days, numbers and lists: in what order it is read is seen here.
  var texts: HTML {
    let words = scene.words
    let share = Amount(units: 834 * Amount.scale / 10)
    let (first, last) = (scene.today, scene.today.plus(days: 40))
    let texts = [
      ("hours", words.hours(510, 690)), ("hours-over-noon", words.hours(690, 795)),
      ("days", words.range(words.date(first), words.date(last))),
      ("short-days", words.range(words.date(first, .short), words.date(last, .short))),
      ("long-day", words.date(first, .long)), ("moment", words.moment(scene.now, in: scene.zone)),
      ("percent", words.percent(share)),
      ("number", words.number(-12_345)), ("list", words.list(Array(Self.people.prefix(3)))),
    ]
    return part(
      "texts",
      [list(texts.map { cell("<bdi data-text=\"\($0.0)\">\($0.1)</bdi>", scene) }, label: say("texts"), isPlain: true)])
  }

  var states: HTML {
    part(
      "states",
      [
        grid([
          emptyState(
            "people", say("empty"), say("empty-text"), scene,
            action: linkButton(say("add"), to: "/kit", .primary, icon: icon("plus", scene), dialog: "kit-form")),
          nothingLeft(say("done"), say("done-text"), scene), errorState(say("error"), say("error-text"), scene),
        ]),
        emptyState("plus", say("empty"), say("hint"), scene, isSlot: true), skeleton(scene, rows: 2),
      ])
  }

  var navigation: HTML {
    part(
      "navigation",
      [
        tabs(
          say("class"),
          [
            Tab(say("people"), path: "/kit", isCurrent: true, count: 18),
            Tab(say("present"), path: "/kit", isCurrent: false),
            Tab(say("note"), path: "/kit", isCurrent: false),
          ], scene),
        breadcrumb([(say("class"), "/kit"), (KitDemo.people[1], "/kit")], here: say("note"), scene),
        steps(say("forms"), [(say("class"), "/kit"), (say("people"), "/kit"), (say("invite"), "/kit")], current: 1),
        pager(
          scene.words.number(1) + "–" + scene.words.number(50), previous: "/kit?before=a", next: "/kit?after=b", scene),
        button(scene.words("kit.more"), icon: icon("menu", scene), popover: "kit-menu"),
        menu(
          "kit-menu", scene.words("kit.more"),
          [
            menuLink(say("people"), to: "/kit", icon: icon("people", scene), isCurrent: true), menuLine,
            menuAct(say("remove"), to: "/kit", scene, icon: icon("trash", scene), isDanger: true),
          ], title: "<strong>\(name(KitDemo.people[2]))</strong><span>\(say("class"))</span>"),
      ])
  }

  var measures: HTML {
    part(
      "measures",
      [
        stats([
          Stat(say("present"), scene.words.number(15), .present, to: "/kit"),
          Stat(say("absent"), scene.words.number(1), .absent),
          Stat(say("late"), scene.words.number(1), .late), Stat(say("excused"), scene.words.number(1234), .excused),
          Stat(say("rate"), scene.words.percent(Amount(units: 944_000))),
        ]),
        progress(say("done"), 11, of: 18, scene), progress(say("done"), 18, of: 18, scene),
        qrFrame(
          "<svg viewBox=\"0 0 5 5\"><path d=\"M0 0h2v2h-2zM3 0h2v2h-2zM0 3h2v2h-2zM3 3h1v1h-1zM4 4h1v1h-1z\"/></svg>",
          label: say("code"), text: "K7M4QX", id: "kit-code"),
        copyText("https://rimon.example/join/K7M4QX", id: "kit-link", scene),
      ])
  }

  var messages: HTML {
    let saved = Phrase("kit.demo.saved", .text(KitDemo.people[1]))
    return part(
      "messages",
      [
        banner(
          HTML(text: say("banner")), scene,
          action: linkButton(say("code"), to: "/kit", style: ButtonStyle(isSmall: true))),
        banner(HTML(text: say("done-text")), scene, .success),
        banner(HTML(text: say("error-text")), scene, .danger, title: say("error")),
        banner(HTML(text: say("hint")), scene, .warning),
        toast(Toast(saved, undo: ("/kit", [Form.Field("person", "1")])), scene),
        cluster([
          button(
            say("add"), .secondary, command: "show-modal", commandFor: "kit-form",
            style: ButtonStyle(classes: "js-only")),
          linkButton(say("remove"), to: "/kit", .destructive, dialog: "kit-remove"),
        ]),
      ])
  }

  var dialogs: HTML {
    let ask = Confirmation(
      say("remove-title"), say("remove-text"), label: say("remove"), action: "/kit",
      fields: [Form.Field("person", "1")], back: "/kit")
    return """
      \(formDialog("kit-form", say("add"), "/kit", Array(fields.prefix(4)), Draft(), scene, submit: say("save")))\
      \(ask.dialog("kit-remove", scene))
      """
  }
}
