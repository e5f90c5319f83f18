import Base
import Database
import Foundation
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Training

private func form(_ fields: (String, String)...) -> Form { Form(fields.map { Form.Field($0.0, $0.1) }) }

extension FlyingSchool {
  static func library(_ dialect: Dialect) async throws -> FlyingSchool {
    let service = TemplatesService()
    return try await open(dialect, routes: templateRoutes(service))
  }

  func known(_ id: ID<ChecklistTemplate>? = nil) async throws -> KnownTemplate? {
    let (id, school) = (id ?? template, school)
    return try await ledger.read { try TemplatesStore(tx: $0).known(id, in: school) }
  }

  /// The form of the editor as it stands, with what is changed.
  func editor(_ act: String = "save", _ titles: [(String, String)]? = nil, version: String? = nil) async throws -> Form
  {
    let tag = try await known()?.template.versionTag ?? ""
    let items = titles ?? [("1", "Stalls"), ("2", "Slips"), ("3", "Go-around")]
    var fields = [
      Form.Field("name", "Pre-solo"), Form.Field("category", "Flight"), Form.Field("phase", "Before the first solo"),
      Form.Field("relevantData", "Vx 62, Vy 74"), Form.Field("version", version ?? tag), Form.Field("act", act),
    ]
    for (key, title) in items {
      fields.append(Form.Field("title." + key, title))
      fields.append(Form.Field("notes." + key, key == "2" ? "Both sides" : ""))
    }
    return Form(fields)
  }

  /// Changes what the latest version says behind everybody's back.
  func damage() async throws {
    let id = template
    try await write { tx in
      guard let version = try TemplatesStore(tx: tx).version(1, of: id, in: tx.school) else { return }
      try tx.put(
        TemplatesTables.version,
        ChecklistVersion(
          template: id, number: 1, text: version.text + " ", hash: version.hash, publishedAt: version.publishedAt,
          publishedBy: version.publishedBy))
    }
  }
}

@Suite struct `The library of templates` {
  @Test(arguments: Dialect.allCases)
  func `is the staff's, and to others it is not there`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.library(dialect)
    for person in [FlyingSchool.Person.dana, .ruth, .max] {
      #expect(try await school.shown(TemplatesPaths.all, as: person).contains("Pre-solo"), "\(person)")
    }
    let id = school.template
    for person in [FlyingSchool.Person.ben, .stranger] {
      for path in [
        TemplatesPaths.all, TemplatesPaths.template(id), TemplatesPaths.edit(id),
        TemplatesPaths.version(1, of: id), TemplatesPaths.publication(id), TemplatesPaths.importing,
      ] {
        #expect(await school.refusal(.get, path, as: person) == .notFound, "\(path)")
      }
      let form = try await school.editor()
      for path in [
        TemplatesPaths.template(id), TemplatesPaths.publication(id), TemplatesPaths.retirement(id),
        TemplatesPaths.all, TemplatesPaths.shipped,
      ] {
        let refusal = try await school.refused { try await school.send(.post, path, form, as: person) }
        #expect(refusal == .notFound, "\(path)")
      }
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is searched, sifted, and folds what is retired`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.library(dialect)
    try await school.send(.post, TemplatesPaths.all, form(("name", "Welding"), ("category", "Ground")), as: .ruth)
    let found = try await school.shown(TemplatesPaths.all, as: .sam, query: form(("q", "GO-around")))
    #expect(found.contains("Pre-solo") && !found.contains("Welding"))
    let ground = try await school.shown(TemplatesPaths.all, as: .sam, query: form(("category", "Ground")))
    #expect(ground.contains("Welding") && !ground.contains("Pre-solo"))
    #expect(try await school.shown(TemplatesPaths.all, as: .sam, query: form(("q", "zzz"))).contains("Nothing found"))
    try await school.send(.post, TemplatesPaths.retirement(school.template), form(("retired", "on")), as: .sam)
    #expect(try await school.shown(TemplatesPaths.all, as: .sam).contains("1 retired template"))
    try await school.send(.post, TemplatesPaths.retirement(school.template), as: .sam)
    #expect(try await !school.shown(TemplatesPaths.all, as: .sam).contains("1 retired template"))
  }

  @Test(arguments: Dialect.allCases)
  func `takes one of ours by one tap, in the reader's language`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.library(dialect)
    let answer = try await school.send(
      .post, TemplatesPaths.shipped, form(("shipped", "workshop"), ("language", "he")), as: .ruth)
    let page = try await school.html(answer.path ?? "", as: .ruth, .he)
    #expect(page.contains("השבוע הראשון בסדנה"))
    let refusal = try await school.refused {
      try await school.send(.post, TemplatesPaths.shipped, form(("shipped", "moon"), ("language", "he")), as: .ruth)
    }
    #expect(refusal == .invalid("shipped", Phrase("form.choice")))
  }

  @Test func `ships five lists that say the same number of things in each language`() {
    for shipped in ShippedTemplate.allCases {
      let english = shipped.content(in: .en)
      #expect(english.items.count >= 10 && !english.relevantData.isEmpty)
      for language in Language.allCases {
        let content = shipped.content(in: language)
        #expect(content.items.count == english.items.count, "\(shipped) \(language)")
        #expect(
          content.items.map { $0.notes.isEmpty } == english.items.map { $0.notes.isEmpty }, "\(shipped) \(language)")
        #expect(
          content.items.allSatisfy { !$0.title.isEmpty && $0.title.unicodeScalars.count <= ChecklistItem.longestTitle })
        #expect(ChecklistContent(text: content.text) == content)
      }
    }
  }
}

@Suite struct `The editor of a template` {
  @Test(arguments: Dialect.allCases)
  func `saves what was typed with every button, and moves, adds and removes`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.library(dialect)
    let path = TemplatesPaths.template(school.template)
    func keys() async throws -> [Int] { try await school.known()?.template.draft?.items.map { $0.key } ?? [] }
    try await school.send(
      .post, path, school.editor("down.1", [("1", "Stalls!"), ("2", "Slips"), ("3", "Go")]), as: .sam)
    #expect(try await keys() == [2, 1, 3])
    #expect(try await school.known()?.template.draft?.item(1)?.title == "Stalls!")
    try await school.send(
      .post, path, school.editor("add", [("3", "Go"), ("2", "Slips"), ("1", "Stalls"), ("new", "Radio")]), as: .ruth)
    #expect(try await keys() == [3, 2, 1, 4])
    // What goes need not be right, and comes back as it was kept.
    let answer = try await school.send(
      .post, path, school.editor("remove.2", [("3", "Go"), ("2", ""), ("1", "Stalls"), ("4", "Radio")]), as: .ruth)
    #expect(try await keys() == [3, 1, 4])
    let undo = try #require(answer.toast?.undo)
    try await school.send(.post, undo.path, Form(undo.fields), as: .ruth)
    #expect(try await keys() == [3, 2, 1, 4])
    #expect(try await school.known()?.template.draft?.item(2)?.notes == "Both sides")
    // A key that is gone is given to nobody else.
    try await school.send(.post, path, school.editor("remove.4", [("3", "Go"), ("4", "Radio")]), as: .ruth)
    try await school.send(.post, path, school.editor("add", [("3", "Go"), ("new", "Taxi")]), as: .ruth)
    #expect(try await keys() == [3, 5])
  }

  @Test(arguments: Dialect.allCases)
  func `refuses what is stale, foreign or wrong, and writes nothing`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.library(dialect)
    let path = TemplatesPaths.template(school.template)
    func refusal(_ form: Form) async throws -> Refusal? {
      try await school.refused { try await school.send(.post, path, form, as: .ruth) }
    }
    #expect(try await refusal(school.editor(version: "1")) == .stale)
    #expect(try await refusal(school.editor("save", [("9", "Foreign")])) == .invalid("title", Phrase("form.choice")))
    #expect(
      try await refusal(school.editor("save", [("1", "a"), ("1", "b")])) == .invalid("title", Phrase("form.choice")))
    #expect(try await refusal(school.editor("save", [("1", "")])) == .invalid("title.1", Phrase("form.required")))
    #expect(try await refusal(school.editor("jump.1")) == .invalid("act", Phrase("form.choice")))
    let long = String(repeating: "x", count: ChecklistItem.longestTitle + 1)
    #expect(
      try await refusal(school.editor("save", [("new", long)]))
        == .invalid("title.new", Phrase("form.too-long", .count(ChecklistItem.longestTitle))))
    #expect(try await school.known()?.template.draft == FlyingSchool.content)
  }

  @Test(arguments: Dialect.allCases)
  func `shows a refused form in the order in which it was typed`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.library(dialect)
    let known = try #require(try await school.known())
    let typed = try await school.editor("save", [("3", "Go"), ("1", ""), ("new", "Radio"), ("2", "Slips")])
    let page = templateEditorPage(
      TemplateEditor(template: known.template, content: FlyingSchool.content),
      .init(typed, problems: [Problem("title.1", Phrase("form.required"))]), school.scene(.en)
    ).body.string
    let places = ["id=\"item-3\"", "id=\"item-1\"", "id=\"item-2\"", "id=\"item-new\""].compactMap {
      page.range(of: $0)?.lowerBound
    }
    #expect(places.count == 4 && places == places.sorted())
    #expect(page.contains("value=\"Radio\"") && page.contains("#f-title.1"))
  }
}

@Suite struct `A version of a template` {
  @Test(arguments: Dialect.allCases)
  func `is published with its hash, after what changes was shown, and never changes`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.library(dialect)
    let (id, path) = (school.template, TemplatesPaths.publication(school.template))
    let same = try await school.refused { try await school.send(.post, path, as: .ruth) }
    #expect(same == .conflict(Phrase("training.templates.publish-same")))
    try await school.send(
      .post, TemplatesPaths.template(id),
      school.editor("save", [("3", "Go-around"), ("1", "Stalls, clean and dirty"), ("new", "Radio failure")]), as: .sam)
    let preview = try await school.shown(path, as: .ruth)
    for words in [
      "1 new item", "Radio failure", "1 reworded item", "Stalls, clean and dirty", "1 retired item", "Slips",
      "order of the items",
    ] { #expect(preview.contains(words), "\(words)") }
    let stale = try await school.refused { try await school.send(.post, path, form(("version", "1")), as: .ruth) }
    #expect(stale == .stale)
    try await school.send(.post, path, as: .ruth)
    let known = try #require(try await school.known())
    #expect(known.template.version == 2 && known.isOffered)
    let page = try await school.html(TemplatesPaths.version(2, of: id), as: .dana)
    #expect(page.contains(known.latest?.hashText ?? "?") && page.contains("Radio failure"))
    #expect(try await school.html(TemplatesPaths.version(1, of: id), as: .dana).contains("Slips"))
    #expect(await school.refusal(.get, TemplatesPaths.version(3, of: id), as: .dana) == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `without items or of a retired template is none`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.library(dialect)
    let id = FlyingSchool.id(299, ChecklistTemplate.self)
    try await school.send(.post, TemplatesPaths.all, form(("name", "Empty"), ("id", id.text)), as: .ruth)
    let again = try await school.refused {
      try await school.send(.post, TemplatesPaths.all, form(("name", "Twice"), ("id", id.text)), as: .ruth)
    }
    #expect(again == .conflict(Phrase("ledger.taken")))
    let empty = try await school.refused { try await school.send(.post, TemplatesPaths.publication(id), as: .ruth) }
    #expect(empty == .conflict(Phrase("training.templates.publish-empty")))
    try await school.send(
      .post, TemplatesPaths.template(school.template), school.editor("save", [("1", "Stalls")]), as: .ruth)
    try await school.send(.post, TemplatesPaths.retirement(school.template), form(("retired", "on")), as: .ruth)
    let retired = try await school.refused {
      try await school.send(.post, TemplatesPaths.publication(school.template), as: .ruth)
    }
    #expect(retired == .conflict(Phrase("training.templates.is-retired")))
  }

  @Test(arguments: Dialect.allCases)
  func `that is not what was published is shown as damaged, and nothing is done with its template`(_ dialect: Dialect)
    async throws
  {
    let school = try await FlyingSchool.library(dialect)
    let id = school.template
    try await school.damage()
    let damaged = Refusal.conflict(Phrase("training.templates.damaged"))
    #expect(try await school.known()?.isOffered == false)
    let tenant = school.school
    #expect(try await school.ledger.read { try TemplatesStore(tx: $0).damaged(in: tenant).map { $0.id } } == [id])
    #expect(try await school.shown(TemplatesPaths.all, as: .dana).contains("does not match its hash"))
    let version = try await school.html(TemplatesPaths.version(1, of: id), as: .ruth)
    #expect(version.contains("Damaged") && !version.contains("Stalls"), "nothing of it is shown")
    #expect(await school.refusal(.get, TemplatesPaths.edit(id), as: .ruth) == damaged)
    for (path, form) in [
      (TemplatesPaths.template(id), try await school.editor()), (TemplatesPaths.publication(id), Form()),
      (TemplatesPaths.copies(id), form(("name", "Copy"))),
    ] {
      let refusal = try await school.refused { try await school.send(.post, path, form, as: .ruth) }
      #expect(refusal == damaged, "\(path)")
    }
    try await school.send(.post, TemplatesPaths.retirement(id), form(("retired", "on")), as: .ruth)
  }

  @Test(arguments: Dialect.allCases)
  func `is duplicated with keys of its own`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.library(dialect)
    let id = FlyingSchool.id(298, ChecklistTemplate.self)
    try await school.send(
      .post, TemplatesPaths.template(school.template), school.editor("save", [("3", "Go"), ("1", "Stalls")]), as: .ruth)
    try await school.send(
      .post, TemplatesPaths.copies(school.template), form(("name", "Copy"), ("id", id.text)), as: .ruth)
    let french = try await school.html(TemplatesPaths.template(id), as: .ruth, .fr)
    #expect(french.contains("value=\"Copie de Copy\""))
    let copy = try #require(try await school.known(id))
    #expect(copy.template.draft?.items.map { $0.key } == [1, 2] && copy.template.nextKey == 3)
    #expect(copy.template.version == 0 && copy.template.draft?.name == "Copy")
  }

  @Test(arguments: [Language.en, .ar, .he])
  func `has its notes where their titles are, whatever they are written in`(_ language: Language) async throws {
    let school = try await FlyingSchool.library(.sqlite)
    let page = try await school.html(TemplatesPaths.version(1, of: school.template), as: .ruth, language)
    #expect(page.contains("<li><bdi>Slips</bdi><p class=\"quiet written\"><bdi>Both sides</bdi></p></li>"))
    #expect(page.contains("<p class=\"written\"><bdi>Vx 62, Vy 74</bdi></p>"))
  }
}
