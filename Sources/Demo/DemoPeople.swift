import Base

// a table of data

/// The people of the demo schools: the cast of the acceptance days.
///
/// A family's names, script and language belong together; the rest of the classes are named by `DemoNames`.
enum DemoPeople {
  struct Person: Sendable {
    let role: Role
    let name: String
    let identifier: String
    let language: Language
    /// For guardians and students: places in the school's list of named children.
    var children: [Int] = []
    init(_ role: Role, _ name: String, _ identifier: String, _ language: Language, _ children: [Int] = []) {
      (self.role, self.name, self.identifier, self.language, self.children) = (
        role, name, identifier, language, children
      )
    }
  }

  struct DemoClass: Sendable {
    let name: String
    /// Places in the list of people.
    let teachers: [Int]
    let size: Int
    /// Of an ordinary week.
    let lessons: [(weekday: Int, title: String, start: Int, end: Int)]
  }

  /// One password for everybody, because these people are invented and the school is empty.
  static let password = "open-the-door-8"

  static let rimon: [Person] = [
    Person(.owner, "Dana Levi", "dana@rimon.example", .en), Person(.admin, "אבי מזרחי", "avi@rimon.example", .he),
    Person(.teacher, "Omar Haddad", "omar@rimon.example", .en),
    Person(.teacher, "נועה פרץ", "noa@rimon.example", .he),
    Person(.student, "مايا خوري", "maya", .ar, [0]), Person(.student, "يوسف ناصر", "yusuf", .ar, [1]),
    Person(.student, "Camille Laurent", "camille", .fr, [2]), Person(.student, "Adam Cohen", "adam", .en, [3]),
    Person(.student, "ליה שפירא", "lia", .he, [4]), Person(.student, "سامي درويش", "sami", .ar, [5]),
    Person(.guardian, "ليلى خوري", "leila@rimon.example", .ar, [0, 6]),
    Person(.guardian, "Claire Laurent", "claire@rimon.example", .fr, [2]),
    Person(.guardian, "Ruth Cohen", "ruth@rimon.example", .en, [3]),
  ]
  static let rimonChildren: [(String, String)] = [
    ("مايا", "خوري"), ("يوسف", "ناصر"), ("Camille", "Laurent"), ("Adam", "Cohen"), ("ליה", "שפירא"),
    ("سامي", "درويش"),
    ("يزن", "خوري"),
  ]

  static let hill: [Person] = [
    Person(.owner, "Grace Okoro", "grace@hill.example", .en), Person(.admin, "Paul Brandt", "paul@hill.example", .en),
    Person(.teacher, "Anna Rossi", "anna@hill.example", .en), Person(.teacher, "كريم عزيز", "karim@hill.example", .ar),
    Person(.student, "Ada Byron", "ada", .en, [0]), Person(.student, "Ben Carter", "ben", .en, [1]),
    Person(.student, "Chloé Martin", "chloe", .fr, [2]), Person(.student, "داليا حداد", "dalia", .ar, [3]),
    Person(.student, "אלי שטרן", "eli", .he, [4]), Person(.student, "Finn Walsh", "finn", .en, [5]),
    Person(.guardian, "Mary Byron", "mary@hill.example", .en, [0, 6]),
    Person(.guardian, "Luc Martin", "luc@hill.example", .fr, [2]),
    Person(.guardian, "هالة حداد", "hala@hill.example", .ar, [3]),
  ]
  static let hillChildren: [(String, String)] = [
    ("Ada", "Byron"), ("Ben", "Carter"), ("Chloé", "Martin"), ("داليا", "حداد"), ("אלי", "שטרן"), ("Finn", "Walsh"),
    ("Theo", "Byron"),
  ]

  static let coast: [Person] = [
    Person(.owner, "Max Lindqvist", "max@coast.example", .en),
    Person(.teacher, "Ruth Adler", "ruth@coast.example", .en),
    Person(.teacher, "سامي حبيب", "sam@coast.example", .ar), Person(.student, "Ben Okafor", "ben@coast.example", .en),
    Person(.student, "Inès Moreau", "ines@coast.example", .fr),
  ]

  /// The schools in their order, with the people who sign in.
  static let schools = [("Rimon School", rimon), ("Hill Street Montessori", hill), ("Coast Flying Club", coast)]
}
