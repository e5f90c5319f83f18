public import Base

// Base fills these patterns in, by names that no literal spells out:
// words: date.* number.* list.*

extension Field {
  /// The four themes, each with its colours.
  @inline(never) public static func theme(_ scene: Scene, name: String = "theme") -> Field {
    .cards(
      name, scene.words("kit.theme"),
      Appearance.Theme.allCases.map { Choice($0.rawValue, scene.words("theme." + $0.rawValue), picture: swatches($0)) },
      value: scene.look.theme.rawValue)
  }

  /// Light, dark, or as the device says.
  @inline(never) public static func scheme(_ scene: Scene, name: String = "scheme") -> Field {
    .cards(
      name, scene.words("kit.scheme"),
      Appearance.Scheme.allCases.map { Choice($0.rawValue, scene.words("scheme." + $0.rawValue)) },
      value: scene.look.scheme.rawValue)
  }

  /// The languages by their own names, with the reader's word for them below.
  @inline(never) public static func language(_ scene: Scene, name: String = "language") -> Field {
    .cards(
      name, scene.words("kit.language"),
      Language.allCases.map { Choice($0.rawValue, $0.ownName, text: scene.words("language." + $0.rawValue)) },
      value: scene.words.language.rawValue)
  }

  /// What somebody is in a school, in the words of that kind of school.
  @inline(never) public static func role(
    _ name: String, _ label: String, _ roles: [Role], value: Role? = nil, _ scene: Scene
  ) -> Field {
    .select(
      name, label, roles.map { Choice($0.rawValue, scene.words("role." + $0.rawValue)) }, value: value?.rawValue ?? "")
  }
}
