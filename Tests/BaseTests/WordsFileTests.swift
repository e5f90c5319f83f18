import Base
import Testing

@Suite struct `The words that go with a device` {
  private let all = Catalogue([
    .en: [
      "hello": .init("Hello %@"), "pupils": .init(forms: [(.one, "one pupil"), (.other, "%lld pupils")]),
      "kind": .init("usual"), "kind@montessori": .init("special"), "only.english": .init("English stands in"),
    ],
    .ar: [
      "hello": .init("مرحبًا %@"), "kind": .init("عادي"), "kind@montessori": .init("خاص"),
      "pupils": .init(forms: [(.zero, "لا تلاميذ"), (.few, "%lld تلاميذ"), (.other, "%lld تلميذ")]),
    ],
  ])

  @Test(arguments: [Language.en, .ar]) func `say what the server's say`(_ language: Language) throws {
    let (read, entries) = try Catalogue.read(file: all.file(language).bytes)
    #expect(read == language)
    for variant in ["", "montessori"] {
      let (here, there) = (
        Words(language, variant: variant, catalogue: all),
        Words(language, variant: variant, catalogue: Catalogue([language: entries]))
      )
      for count in [0, 1, 3, 11, 100] { #expect(there("pupils", .count(count)) == here("pupils", .count(count))) }
      for key in ["kind", "only.english", "no.such"] { #expect(there(key) == here(key)) }
      #expect(there("hello", .text("Maya")) == here("hello", .text("Maya")))
    }
  }

  @Test func `are the same bytes, in whatever order they were read`() {
    let forms: [(Plural, String)] = [(.few, "b"), (.other, "c"), (.zero, "a")]
    let files = [forms, forms.reversed()].map {
      Catalogue([.ar: ["pupils": .init(forms: $0), "hello": .init("d")]]).file(.ar).bytes
    }
    #expect(files[0] == files[1])
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"language":"xx","words":{}}"#, #"{"language":"en"}"#, #"{"language":"en","words":{"a":1}}"#,
    #"{"language":"en","words":{"a":{"most":"b"}}}"#, #"{"language":"en","words":{"a":{"one":["b"]}}}"#,
  ])
  func `are refused when they are written otherwise`(_ text: String) {
    #expect(throws: Refusal.self) { try Catalogue.read(file: Array(text.utf8)) }
  }
}
