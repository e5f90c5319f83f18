public import Base

/// Somebody opens a school, and owns it from then on.
public struct CreateSchool: Command {
  public static let name = "schools.create"
  /// The sender may choose the school's id, as a phone without a network does.
  public let id: ID<Tenant>?
  public let name: String
  public let kind: SchoolKind
  public let zone: String
  public let language: Language
  /// `nil` takes the theme of the kind.
  public let theme: SchoolTheme?

  public init(
    id: ID<Tenant>? = nil, name: String, kind: SchoolKind, zone: String, language: Language, theme: SchoolTheme? = nil
  ) {
    (self.id, self.name, self.kind) = (id, name, kind)
    (self.zone, self.language, self.theme) = (zone, language, theme)
  }

  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    id = reader.optionalID("id")
    name = reader.text("name")
    kind = reader.choice("kind", else: .k12)
    zone = reader.text("zone", max: 60)
    language = reader.choice("language", else: .en)
    theme = reader.optionalChoice("theme")
    try reader.finish()
  }
}

/// The school's name, kind, zone, language or theme is another from now on.
public struct ChangeSchool: Command {
  public static let name = "schools.change"
  public let name: String
  public let kind: SchoolKind
  public let zone: String
  public let language: Language
  public let theme: SchoolTheme
  /// The state the sender had before their eyes (`School.version`); `nil` changes whatever is there.
  public let version: String?

  public init(
    name: String, kind: SchoolKind, zone: String, language: Language, theme: SchoolTheme, version: String? = nil
  ) {
    (self.name, self.kind, self.zone) = (name, kind, zone)
    (self.language, self.theme, self.version) = (language, theme, version)
  }

  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    name = reader.text("name")
    kind = reader.choice("kind", else: .k12)
    zone = reader.text("zone", max: 60)
    language = reader.choice("language", else: .en)
    theme = reader.choice("theme", else: .oasis)
    version = reader.optionalText("version", max: 20)
    try reader.finish()
  }
}

/// A person goes over to another of their schools, on this device; the last one used is remembered.
public struct SwitchSchool: Command {
  public static let name = "schools.switch"
  public let school: ID<Tenant>
  public init(school: ID<Tenant>) { self.school = school }

  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    school = reader.id("school")
    reader.ignore("next")
    try reader.finish()
  }
}

/// How the picture of a school comes: in which field of a form, and how large it is kept.
public enum SchoolPicture {
  public static let field = "picture"
  /// It is shown no larger than somebody's photo.
  public static let side = 320
  public static func path(_ school: ID<Tenant>) -> String { "/schools/" + school.text + "/picture" }
}

/// Puts a picture of the school in, in the place of the one before.
public struct SetSchoolPicture: Command {
  public static let name = "schools.set-picture"
  public let picture: ID<Photo>
  public init(picture: ID<Photo>) { self.picture = picture }
}

/// Takes the picture of the school out.
public struct RemoveSchoolPicture: Command {
  public static let name = "schools.remove-picture"
  public init() {}
}
