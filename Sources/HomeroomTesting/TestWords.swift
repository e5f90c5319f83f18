import App
public import Base

/// What the pages really say, for tests that render them.
public enum TestWords {
  /// Read once, for it takes half a second; a test that needs words fails without them.
  public static let all = (try? TestSchool.resources.get())?.catalogue ?? Catalogue([:])

  public static func of(_ language: Language, variant: String = "") -> Words {
    Words(language, variant: variant, catalogue: all)
  }
}
