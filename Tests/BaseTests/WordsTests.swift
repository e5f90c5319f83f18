import Base
import Foundation
import Testing

@Suite struct `Saying things` {
  let small = Catalogue([
    .en: [
      "pupils": .init(forms: [(.one, "one pupil"), (.other, "%lld pupils")]), "hello": .init("Hello %@"),
      "two": .init("%2$@ before %1$@"), "both": .init("100%% of %lld"), "kind": .init("usual"),
      "kind@montessori": .init("special"),
      "only.english": .init("English stands in"),
    ],
    .ar: [
      "pupils": .init(forms: [
        (.zero, "لا تلاميذ"), (.one, "تلميذ واحد"), (.two, "تلميذان"), (.few, "%lld تلاميذ"), (.many, "%lld تلميذًا"),
        (.other, "%lld تلميذ"),
      ])
    ],
    .he: [
      "pupils": .init(forms: [(.one, "תלמיד אחד"), (.two, "שני תלמידים"), (.other, "%lld תלמידים")]),
      "hello": .init("שלום %@"),
    ],
    .fr: ["pupils": .init(forms: [(.one, "%lld élève"), (.many, "%lld d’élèves"), (.other, "%lld élèves")])],
  ])
  func say(_ language: Language, _ count: Int) -> String { Words(language, catalogue: small)("pupils", .count(count)) }

  @Test func `counts as English counts`() {
    #expect([0, 1, 2].map { say(.en, $0) } == ["0 pupils", "one pupil", "2 pupils"])
  }
  @Test func `counts as Arabic counts, in six forms`() {
    #expect(
      [0, 1, 2, 3, 10, 11, 99, 100, 103].map { say(.ar, $0) } == [
        "لا تلاميذ", "تلميذ واحد", "تلميذان", "3 تلاميذ", "10 تلاميذ", "11 تلميذًا", "99 تلميذًا", "100 تلميذ",
        "103 تلاميذ",
      ])
  }
  @Test func `counts as Hebrew counts, with a dual`() {
    #expect([1, 2, 20].map { say(.he, $0) } == ["תלמיד אחד", "שני תלמידים", "20 תלמידים"])
  }
  @Test func `counts nothing as one in French`() {
    #expect([0, 1, 2].map { say(.fr, $0) } == ["0 élève", "1 élève", "2 élèves"])
  }

  @Test(arguments: Language.allCases)
  func `plural forms are those of ICU`(language: Language) throws {
    let icu = try #require(PluralOracle(language.rawValue), "the ICU inside Foundation was not found")
    for count in Array(0...1200) + [10_000, 999_999, 1_000_000, 1_000_001, 2_000_000, 10_000_000] {
      #expect(language.plural(count).rawValue == icu.category(count), "\(count)")
    }
  }

  @Test func `fills gaps by number, so that a language may turn them round`() {
    let words = Words(.en, catalogue: small)
    #expect(words("two", .text("A"), .text("B")) == "B before A")
    #expect(words("both", .count(7)) == "100% of 7")
    #expect(words("hello", .key("kind")) == "Hello usual")
    #expect(words("two", .text("A")) == " before A")
  }
  @Test func `shows the key where there are no words`() {
    #expect(Words(.en, catalogue: small)("no.such") == "no.such")
  }
  @Test func `says it in English where the language has no words`() {
    #expect(Words(.ar, catalogue: small)("only.english") == "English stands in")
  }
  @Test func `uses the words of the kind of school, and the usual ones elsewhere`() {
    let words = Words(.en, variant: "montessori", catalogue: small)
    #expect(words("kind") == "special")
    #expect(words("hello", .text("x")) == "Hello x")
    #expect(words.forKind("k12")("kind") == "usual")
  }
  @Test func `keeps a name from turning the sentence round`() {
    #expect(Words(.en, catalogue: small)("hello", .text("תומר")) == "Hello \u{2068}תומר\u{2069}")
    #expect(Words(.en, catalogue: small)("hello", .text("Tom")) == "Hello Tom")
    #expect(Words(.he, catalogue: small)("hello", .text("Tom")) == "שלום \u{2068}Tom\u{2069}")
  }
  @Test func `a name that looks like a gap stays a name`() {
    #expect(Words(.en, catalogue: small)("hello", .text("%@ %lld %%")) == "Hello %@ %lld %%")
  }
}

/// The plural rules of the ICU that Foundation brings along, found at run time because no module map links it.
struct PluralOracle {
  typealias Open = @convention(c) (UnsafePointer<CChar>, UInt32, UnsafeMutablePointer<Int32>) -> OpaquePointer?
  typealias Select =
    @convention(c) (
      OpaquePointer, Double, UnsafeMutablePointer<UInt16>, Int32, UnsafeMutablePointer<Int32>
    ) -> Int32
  private let rules: OpaquePointer
  private let select: Select

  init?(_ language: String) {
    _ = Date.FormatStyle(locale: Locale(identifier: language)).format(Date(timeIntervalSince1970: 0))  // loads ICU
    guard let open = dlsym(dlopen(nil, RTLD_NOW), "swift_uplrules_openForType"),
      let select = dlsym(dlopen(nil, RTLD_NOW), "swift_uplrules_select")
    else { return nil }
    var status: Int32 = 0
    guard let rules = unsafeBitCast(open, to: Open.self)(language, 0, &status), status <= 0 else { return nil }
    (self.rules, self.select) = (rules, unsafeBitCast(select, to: Select.self))
  }

  func category(_ count: Int) -> String {
    var (status, keyword) = (Int32(0), [UInt16](repeating: 0, count: 16))
    let length = select(rules, Double(count), &keyword, 16, &status)
    return String(decoding: keyword.prefix(Int(length)), as: UTF16.self)
  }
}
