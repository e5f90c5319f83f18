public import Base

/// Somebody opens a school, and owns it from then on.
public struct CreateSchool: FormCommand {
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

  public init(_ form: inout FormReader) {
    id = form.optionalID("id")
    name = form.text("name")
    kind = form.choice("kind", else: .k12)
    zone = form.text("zone", max: 60)
    language = form.choice("language", else: .en)
    theme = form.optionalChoice("theme")
  }
}

/// The school's name, kind, zone, language or theme is another from now on.
public struct ChangeSchool: FormCommand {
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

  public init(_ form: inout FormReader) {
    name = form.text("name", about: "What the school is called.")
    kind = form.choice("kind", else: .k12, about: "What kind of school it is.")
    zone = form.text("zone", max: 60, about: "Its time zone, as Asia/Jerusalem.")
    language = form.choice("language", else: .en, about: "The language it speaks to whoever has chosen none.")
    theme = form.choice("theme", else: .oasis, about: "How its pages look.")
    version = form.optionalText("version", max: 20, about: "The version that is changed, as the ETag says it.")
  }
}

/// A person goes over to another of their schools, on this device; the last one used is remembered.
public struct SwitchSchool: FormCommand {
  public static let name = "schools.switch"
  public let school: ID<Tenant>
  public init(school: ID<Tenant>) { self.school = school }

  public init(_ form: inout FormReader) {
    school = form.id("school")
    form.ignore("next")
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
public struct SetSchoolPicture: FormCommand {
  public static let name = "schools.set-picture"
  /// As the sender calls it, if it does.
  public let picture: ID<Photo>?
  public init(picture: ID<Photo>? = nil) { self.picture = picture }
  public init(_ form: inout FormReader) {
    form.ignore(SchoolPicture.field, "upload", WaitingPicture.field)
    picture = nil
  }
}

/// Takes the picture of the school out.
public struct RemoveSchoolPicture: FormCommand {
  public static let name = "schools.remove-picture"
  public init() {}
  public init(_ form: inout FormReader) {}
}
