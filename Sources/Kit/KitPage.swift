import Base
public import HTML

/// Every component in every state, for people who look after how things look (`/kit`).
///
/// It is also what the tests of looks run on: validity, contrast, overflow, in every language, theme and size.
///
/// - Parameter more: what features have of their own, as the pill of the register.
@inline(never) public func kitPage(_ scene: Scene, more: HTML = "") -> Page {
  let demo = KitDemo(scene: scene)
  return Page(
    "kit.page", title: scene.words("kit.kit"),
    actions: linkButton(
      demo.say("add"), to: "/kit", .primary, icon: icon("plus", scene), dialog: "kit-form", style: ButtonStyle(key: "n")
    ),
    body: """
      <div class="stack stack--loose">\(demo.buttons)\(demo.marks)\(more)\(demo.forms)\(demo.lists)\(demo.tables)\(demo.pictures)\(demo.states)\
      \(demo.navigation)\(demo.measures)\(demo.texts)\(demo.messages)</div>\(demo.dialogs)\(fab("plus", demo.say("add"), to: "/kit", scene, dialog: "kit-form"))
      """)
}

/// Data for the page above: people with names of four scripts, one of them hostile, one very long.
struct KitDemo {
  let scene: Scene

  static let people = [
    "Maya Levi", "يوسف حدّاد", "תומר כהן", "Élodie N’Diaye-Baumgartner de la Fontaine",
    "</script><b>Bobby</b>",  // not words: an attack
  ]

  func say(_ key: String) -> String { scene.words("kit.demo." + key) }
  func id(_ number: Int) -> ID<Account> { ID(high: 0x0198_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(number)) }

  func part(_ key: String, _ content: [HTML]) -> HTML {
    "<section class=\"stack\" id=\"kit-\(key)\">\(sectionTitle(say(key)))\(each: content, { $0 })</section>"
  }

  var buttons: HTML {
    part(
      "buttons",
      [
        cluster([
          submit(say("save")), button(say("invite"), .secondary), button(scene.words("kit.cancel")),
          button(say("later"), .ghost), button(say("remove"), .destructive, icon: icon("trash", scene)),
        ]),
        cluster([
          button(say("save"), .primary, style: ButtonStyle(isDisabled: true)),
          button(say("save"), .primary, style: ButtonStyle(isBusy: true)),
          button(say("save"), .secondary, style: ButtonStyle(isBusy: true)),
          button(say("invite"), style: ButtonStyle(isSmall: true, key: "i")),
          iconButton("more", scene.words("kit.more"), scene), iconLink("edit", say("note"), to: "/kit", scene),
          linkButton(say("people"), to: "/kit", .secondary, icon: icon("people", scene)),
        ]),
        button(say("save"), .primary, style: ButtonStyle(isWide: true)),
      ])
  }

  var marks: HTML {
    part(
      "marks",
      [
        cluster(Tone.allCases.map { badge(say($0 == .absent ? "absent" : "present"), $0, icon: icon("check", scene)) }),
        cluster(
          (0..<8).map { avatar(KitDemo.people[$0 % KitDemo.people.count], id($0)) } + [
            avatar(KitDemo.people[0], id(0), size: .large),
            avatars((0..<3).map { avatar(KitDemo.people[$0], id($0), size: .small) }),
          ]),
        cluster(KitDemo.people.map { name($0) }),
        cluster([
          time(scene.now.plus(seconds: -300), scene, isRelative: true),
          time(scene.now.plus(seconds: -7200), scene, isRelative: true),
          time(scene.now, scene), day(scene.today, scene, .long), day(scene.today, scene, .weekday),
          day(scene.today, scene, .short),
        ]),
      ])
  }

  var lists: HTML {
    let rows = KitDemo.people.enumerated().map { place, person in
      cell(
        name(person), meta: HTML(text: say("class") + " " + scene.words.number(7)), lead: avatar(person, id(place)),
        trail: badge(say("present"), .present, icon: icon("check", scene)), to: "/kit", scene,
        style: CellStyle(id: "kit-row-" + String(place), isUnread: place == 1, isPending: place == 2))
    }
    return part(
      "lists",
      [
        list(rows, label: say("people"), appears: true),
        list([cell(HTML(text: say("note")), scene)], isPlain: true),
        grid([
          card(
            say("class"), id: "kit-card", head: badge(say("late"), .late), foot: button(say("later"), .secondary),
            content: "<p class=\"quiet\">\(say("done-text"))</p>"),
          card(say("done"), .tinted, content: "<p>\(say("empty-text"))</p>"),
          cardLink(HTML(text: say("people")), to: "/kit", content: "<p class=\"quiet\">\(say("hint"))</p>", .flat),
        ]),
      ])
  }

  var tables: HTML {
    let columns = [
      DataTable.Column(say("name")), DataTable.Column(say("class")), DataTable.Column(say("present"), isNumber: true),
      DataTable.Column(say("rate"), isNumber: true),
    ]
    let rows = KitDemo.people.enumerated().map { place, person in
      let rate: HTML = HTML(text: scene.words.percent(Amount(units: 950_000 - Int64(place) * 12_500)))
      return DataTable.Row(
        [name(person), HTML(text: say("class")), HTML(text: scene.words.number(19 - place)), rate],
        id: "kit-line-" + String(place))
    }
    return part(
      "tables",
      [
        DataTable(say("people"), columns).html(rows),
        DataTable(say("present"), columns, isCaptionHidden: true, staysTable: true).html(
          rows.prefix(2).map { DataTable.Row($0.cells) }),
      ])
  }
}
