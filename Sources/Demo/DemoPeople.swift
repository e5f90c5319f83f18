import Base

// a table of data

/// The people of the two demo schools: the cast of the acceptance days, and names of four languages for the rest.
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
    let lessons: [(weekday: Int, title: String, start: Int, end: Int)]
  }

  /// One password for everybody, because these people are invented and the school is empty.
  static let password = "open-the-door-8"

  static let rimon: [Person] = [
    Person(.owner, "Dana Levi", "dana@rimon.example", .en), Person(.admin, "Avi Mizrahi", "avi@rimon.example", .he),
    Person(.teacher, "Omar Haddad", "omar@rimon.example", .en),
    Person(.teacher, "Noa Peretz", "noa@rimon.example", .he),
    Person(.student, "Maya Khoury", "maya", .he, [0]), Person(.student, "Yusuf Nasser", "yusuf", .ar, [1]),
    Person(.student, "Camille Laurent", "camille", .fr, [2]), Person(.student, "Adam Cohen", "adam", .en, [3]),
    Person(.student, "Lia Shapira", "lia", .he, [4]), Person(.student, "Sami Darwish", "sami", .ar, [5]),
    Person(.guardian, "ليلى خوري", "leila@rimon.example", .ar, [0, 6]),
    Person(.guardian, "Claire Laurent", "claire@rimon.example", .fr, [2]),
    Person(.guardian, "Ruth Cohen", "ruth@rimon.example", .en, [3]),
  ]
  static let rimonChildren: [(String, String)] = [
    ("Maya", "Khoury"), ("يوسف", "ناصر"), ("Camille", "Laurent"), ("Adam", "Cohen"), ("ליה", "שפירא"),
    ("سامي", "درويش"),
    ("Tomer", "Khoury"),
  ]

  static let hill: [Person] = [
    Person(.owner, "Grace Okoro", "grace@hill.example", .en), Person(.admin, "Paul Brandt", "paul@hill.example", .en),
    Person(.teacher, "Anna Rossi", "anna@hill.example", .en), Person(.teacher, "Karim Aziz", "karim@hill.example", .ar),
    Person(.student, "Ada Byron", "ada", .en, [0]), Person(.student, "Ben Carter", "ben", .en, [1]),
    Person(.student, "Chloé Martin", "chloe", .fr, [2]), Person(.student, "Dalia Haddad", "dalia", .ar, [3]),
    Person(.student, "Eli Stern", "eli", .he, [4]), Person(.student, "Finn Walsh", "finn", .en, [5]),
    Person(.guardian, "Mary Byron", "mary@hill.example", .en, [0, 6]),
    Person(.guardian, "Luc Martin", "luc@hill.example", .fr, [2]),
    Person(.guardian, "هالة حداد", "hala@hill.example", .ar, [3]),
  ]
  static let hillChildren: [(String, String)] = [
    ("Ada", "Byron"), ("Ben", "Carter"), ("Chloé", "Martin"), ("داليا", "حداد"), ("אלי", "שטרן"), ("Finn", "Walsh"),
    ("Theo", "Byron"),
  ]

  static let given = [
    "Noam", "Sara", "Lina", "Omer", "Yael", "Hugo", "Emma", "Louis", "Jade", "Oliver", "Amelia", "Leo", "Zoe", "Daniel",
    "Rania",
    "Karim", "Nour", "Tariq", "Salma", "Itai", "Shira", "Eitan", "Talia", "Gabriel", "Inès", "Jules", "Léa", "Samir",
    "Huda",
    "نور", "كريم", "سلمى", "طارق", "מיכל", "יונתן", "תמר", "איתן", "שירה",
  ]
  static let family = [
    "Ben-David", "Haddad", "Moreau", "Smith", "Katz", "Nassar", "Dubois", "Taylor", "Friedman", "Saleh", "Petit",
    "Brown", "Amar",
    "Khalil", "Leroy", "Wilson", "Golan", "Mansour", "Garnier", "Evans", "عودة", "منصور", "خليل", "כהן", "לוי", "גולן",
  ]
}
