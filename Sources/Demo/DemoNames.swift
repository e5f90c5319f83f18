import School

// a table of data

/// Names for those whom nobody knows by name: a given and a family name of one language, in its own letters.
enum DemoNames {
  struct Names: Sendable { let given: [String], family: [String] }

  /// What a class speaks at home, child by child: in Jerusalem mostly Hebrew and Arabic, in London mostly English.
  static func homes(_ kind: SchoolKind) -> [Names] {
    kind == .montessori
      ? [english, english, french, english, arabic, english, hebrew, english]
      : [hebrew, arabic, hebrew, arabic, english, hebrew, arabic, hebrew, french, arabic]
  }

  static let arabic = Names(
    given: [
      "نور", "كريم", "سلمى", "طارق", "رانيا", "سمير", "هدى", "لينا", "آدم", "ياسمين", "عمر", "جنى", "زيد", "ديما",
      "رامي",
      "تالا", "فارس", "سارة", "مجد", "ريم",
    ],
    family: [
      "حداد", "عودة", "منصور", "خليل", "صالح", "نصار", "زعبي", "جبارين", "شاهين", "عيسى", "بشارة", "حمدان", "قاسم",
      "سلامة",
    ])

  static let hebrew = Names(
    given: [
      "נועם", "יעל", "איתי", "שירה", "איתן", "טליה", "עומר", "מיכל", "יונתן", "תמר", "אורי", "הילה", "דניאל", "רוני",
      "גיא",
      "אביגיל", "יואב", "מאיה", "עידו", "נגה",
    ],
    family: [
      "כהן", "לוי", "גולן", "פרידמן", "בן־דוד", "כץ", "אמר", "ביטון", "אזולאי", "שגיא", "ברק", "רוזן", "דהן", "אברהמי",
    ])

  static let french = Names(
    given: ["Hugo", "Emma", "Louis", "Jade", "Gabriel", "Inès", "Jules", "Léa", "Noé", "Alice", "Raphaël", "Manon"],
    family: ["Moreau", "Dubois", "Petit", "Leroy", "Garnier", "Fontaine", "Chevalier", "Marchand", "Roussel", "Blanc"])

  static let english = Names(
    given: [
      "Oliver", "Amelia", "Leo", "Zoe", "Jack", "Grace", "Harry", "Ruby", "Noah", "Ella", "Henry", "Isla", "Thomas",
      "Alice",
    ],
    family: ["Smith", "Taylor", "Brown", "Wilson", "Evans", "Clarke", "Wright", "Hughes", "Foster", "Bennett", "Reed"])

  /// Everybody is somebody else: who would be called as another one takes the next name.
  static func name(_ place: Int, of homes: [Names], _ given: Int, _ family: Int, besides taken: inout Set<String>) -> (
    String, String
  ) {
    let names = homes[place % homes.count]
    for step in 0..<names.given.count {
      let found = (names.given[(given + step) % names.given.count], names.family[family % names.family.count])
      if taken.insert(found.0 + " " + found.1).inserted { return found }
    }
    return (names.given[given % names.given.count], names.family[family % names.family.count])
  }
}
