public import Base

/// Words of a language that are worth spelling, and the keys of its keyboard.
public enum ToolsWords {
  /// Thirty words.
  public static func spelling(_ language: Language) -> [String] {
    words(language).split(separator: " ").map { String($0) }
  }

  private static func words(_ language: Language) -> String {
    switch language {
    case .en:
      "because friend believe receive different beautiful answer science island knife people through thought enough "
        + "neighbour library separate necessary weather whether tomorrow surprise minute Wednesday February piece "
        + "height guess calendar language"
    case .fr:
      "beaucoup aujourd’hui toujours maintenant longtemps école élève fenêtre forêt hôpital français garçon leçon "
        + "huit œuf sœur oiseau feuille travail soleil famille rythme balle mille ville temps printemps automne "
        + "quelquefois naître"
    case .he:
      "שולחן מחברת ילקוט כיתה מורה תלמיד שיעור הפסקה ספרייה חופשה משפחה חברים שבוע אתמול מחר עכשיו תמיד לפעמים "
        + "אולי כאשר בריאות עבודה תשובה שאלה טלפון אוטובוס רכבת מטרייה עיתון תרנגול"
    case .ar:
      "مدرسة كتاب معلم سؤال مسألة قراءة كتابة سماء شمس قمر بيئة هواء شاطئ مبتدئ لؤلؤ رأس بئر ذئب مائدة طائرة صديق "
        + "مستشفى موسيقى هذا لكن أولئك عصا هدى استقبال امرأة"
    }
  }

  /// The letters of a row where its language's usual keyboard has them.
  static func row(_ row: TypingLesson.Row, _ language: Language) -> String {
    switch (language, row) {
    case (.en, .home): "asdfghjkl;"
    case (.en, .top): "qwertyuiop"
    case (.en, .bottom): "zxcvbnm,."
    case (.fr, .home): "qsdfghjklm"
    case (.fr, .top): "azertyuiop"
    case (.fr, .bottom): "wxcvbn,;:"
    case (.he, .home): "שדגכעיחלךף"
    case (.he, .top): "קראטוןםפ"
    case (.he, .bottom): "זסבהנמצתץ"
    case (.ar, .home): "شسيبلاتنمكط"
    case (.ar, .top): "ضصثقفغعهخحجد"
    case (.ar, .bottom): "ئءؤرىةوزظ"
    }
  }
}

/// Lines to type with the letters of one row.
public struct TypingLesson: Hashable, Sendable {
  public enum Row: String, CaseIterable, Hashable, Sendable { case home, top, bottom }
  public let language: Language, row: Row

  public init(_ language: Language, _ row: Row) { (self.language, self.row) = (language, row) }

  public var keys: [String] { ToolsWords.row(row, language).map { String($0) } }

  /// Neighbours first, then mixed: the same on every device.
  public var lines: [String] {
    let keys = keys
    let neighbours = keys.indices.dropLast().map { place in
      keys[place] + keys[place] + keys[place + 1] + keys[place]
    }
    var chance = StudyChance(seed: UInt64(keys.count))
    let mixed = (0..<2).map { _ in
      (0..<6).map { _ in (0..<4).map { _ in keys[chance.below(keys.count)] }.joined() }.joined(separator: " ")
    }
    return [neighbours.joined(separator: " ")] + mixed
  }
}
