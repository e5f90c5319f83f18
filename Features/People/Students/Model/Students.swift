public import Base

/// A child's record.
///
/// It is not a login: a child may have none, and whoever signs in as the child is `account`.
///
/// What the staff write about the child is not in it: the note is a row of its own, because others may see it than may
/// see the child (`StudentsStore.note`).
public struct Student: Hashable, Sendable, PersonKind {
  public let id: ID<Student>
  public var given: String
  public var family: String
  /// How everybody calls the child, when it is not simply both names.
  public var called: String?
  /// The school's own number for the child; unique in the school when there is one.
  public var number: String?
  public var account: ID<Account>?
  /// The picture of the child, when the school has put one in.
  public var photo: ID<Photo>?
  /// When the child was born, where the school keeps it and the reader may see it.
  public var birthday: Day?
  public var leftAt: Instant?
  public var updatedAt: Instant

  public init(
    id: ID<Student>, given: String, family: String, called: String? = nil, number: String? = nil,
    account: ID<Account>? = nil, photo: ID<Photo>? = nil, birthday: Day? = nil,
    leftAt: Instant? = nil, updatedAt: Instant
  ) {
    self.birthday = birthday
    (self.id, self.given, self.family, self.called, self.number) = (id, given, family, called, number)
    (self.account, self.photo, self.leftAt, self.updatedAt) = (account, photo, leftAt, updatedAt)
  }

  public var name: String { called ?? (family.isEmpty ? given : given + " " + family) }

  /// Where the picture is.
  public var photoPath: String? { photo.map { $0.path(at: StudentsPaths.photo(id)) } }

  /// What lists are ordered by and searches look in: the folded names, the family's first.
  public var sort: String {
    [family, given, called ?? ""].map { Student.fold($0) }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// What has changed when this has.
  public var version: String { String(updatedAt.milliseconds) }
}

extension Student {
  /// A name as it is compared: lower case, without the marks above and below letters, the forms of one Arabic letter as
  /// one. `
  ///
  /// Élodie` is found by `elodie`, `אָדָם` by `אדם`, `أحمد` by `احمد`.
  public static func fold(_ text: String) -> String {
    let text = trimmed(text)
    // Nothing to fold but the case: most names, and every list sorts by this.
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return String(decoding: text.utf8.map { $0 >= 65 && $0 <= 90 ? $0 | 32 : $0 }, as: UTF8.self)
    }
    var out = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars {
      for plain in plain(scalar) { out.append(plain) }
    }
    return String(out)
  }

  private static func plain(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar.value {
    case 0x0300...0x036F, 0x0591...0x05C7, 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670: return []
    case 0x0622, 0x0623, 0x0625, 0x0671: return ["\u{0627}"]
    case 0x0649: return ["\u{064A}"]
    case 0x0629: return ["\u{0647}"]
    case 0x2018, 0x2019, 0x05F3: return ["'"]
    case 0x00DF: return ["s", "s"]
    case 0x00E6: return ["a", "e"]
    case 0x0153: return ["o", "e"]
    case 0x00E0...0x017E: return [latin(scalar)]
    default: return [scalar]
    }
  }

  /// The letter below the accent, for the accented small letters of Europe.
  private static func latin(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xE0...0xE5, 0x101, 0x103, 0x105: "a"
    case 0xE7, 0x107, 0x109, 0x10B, 0x10D: "c"
    case 0xF0, 0x10F, 0x111: "d"
    case 0xE8...0xEB, 0x113, 0x115, 0x117, 0x119, 0x11B: "e"
    case 0x11D, 0x11F, 0x121, 0x123: "g"
    case 0xEC...0xEF, 0x129, 0x12B, 0x12D, 0x12F, 0x131: "i"
    case 0x13A, 0x13C, 0x13E, 0x140, 0x142: "l"
    case 0xF1, 0x144, 0x146, 0x148: "n"
    case 0xF2...0xF6, 0xF8, 0x14D, 0x14F, 0x151: "o"
    case 0x155, 0x157, 0x159: "r"
    case 0x15B, 0x15D, 0x15F, 0x161: "s"
    case 0x163, 0x165, 0x167: "t"
    case 0xF9...0xFC, 0x169, 0x16B, 0x16D, 0x16F, 0x171, 0x173: "u"
    case 0xFD, 0xFF: "y"
    case 0x17A, 0x17C, 0x17E: "z"
    default: scalar
    }
  }
}

/// The paths of the feature, for its routes, its pages and its neighbours' pages.
public enum StudentsPaths {
  public static let all = "/students"
  public static let new = "/students/new"
  public static func student(_ id: ID<Student>) -> String { all + "/" + id.text }
  public static func edit(_ id: ID<Student>) -> String { student(id) + "/edit" }
  public static func photo(_ id: ID<Student>) -> String { student(id) + "/photo" }
  public static func photoEdit(_ id: ID<Student>) -> String { photo(id) + "/edit" }
  public static func leaving(_ id: ID<Student>) -> String { student(id) + "/leaving" }
  public static func returning(_ id: ID<Student>) -> String { student(id) + "/return" }
  public static func deletion(_ id: ID<Student>) -> String { student(id) + "/deletion" }
  public static func guardians(_ id: ID<Student>) -> String { student(id) + "/guardians" }
  public static func newGuardian(_ id: ID<Student>) -> String { guardians(id) + "/new" }
  public static func guardianRemoval(_ id: ID<Student>) -> String { guardians(id) + "/removal" }
  public static func loginRemoval(_ id: ID<Student>) -> String { student(id) + "/login/removal" }
  /// The form of the members' feature that makes a code for one person.
  public static func invite(_ id: ID<Student>, role: Role) -> String {
    "/members/invites/new?student=" + id.text + "&role=" + role.rawValue
  }
}
