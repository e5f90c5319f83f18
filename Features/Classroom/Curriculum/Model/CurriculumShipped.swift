public import Base

/// A curriculum of our own writing, to begin with: every school rewrites it.
///
/// The names and the order of materials are common property of the field; the sentences are ours.
public enum CurriculumShipped {
  public enum Band: String, CaseIterable, Hashable, Sendable {
    case early = "3-6"
    case elementary = "6-9"
  }

  /// What a band has, in a language, every parent before what is below it.
  ///
  /// Of the alphabets only the one that the language is written with: adopting again in another language adds that of
  /// the other and changes nothing else.
  public static func lines(_ band: Band, in language: Language) -> [CurriculumLine] {
    let areas =
      switch band {
      case .early: [practicalLife, sensorial, Self.language, mathematics, culture]
      case .elementary: [stories, numbers, words, cosmos]
      }
    return areas.flatMap { read($0, language) }
  }

  /// How an area is written: a head, then what it says in English, French, Arabic and Hebrew.
  ///
  /// A head is `#` for the area, `##` a group, `###` a material or `-` a presentation; its key below its parent's; the
  /// ages in months; `<` and the keys that come before, below those of the area or after `/` anywhere; `@` and the
  /// alphabet it is for. A line of words is the name, and `|` and the aims.
  private static func read(_ table: String, _ language: Language) -> [CurriculumLine] {
    let rows = table.split(separator: "\n")
    let place = Language.allCases.firstIndex(of: language) ?? 0
    var (found, open, skipped) = ([CurriculumLine](), [CurriculumLine](), Int?.none)
    var at = 0
    while at + Language.allCases.count < rows.count {
      let (head, words) = (rows[at].split(separator: " "), rows[at + 1 + place])
      at += 1 + Language.allCases.count
      guard let mark = head.first, let rank = marks.firstIndex(of: String(mark)), head.count > 1 else { continue }
      if let other = skipped, rank > other { continue }
      skipped = nil
      if let alphabet = head.first(where: { $0.hasPrefix("@") }), alphabet.dropFirst() != language.alphabet {
        skipped = rank
        continue
      }
      open.removeAll { $0.kind.rank >= rank }
      let line = CurriculumLine(
        head: head, words: words, kind: CurriculumNode.Kind.allCases[rank], below: open.last?.key, area: open.first?.key
      )
      found.append(line)
      open.append(line)
    }
    guard let area = found.first?.key else { return [] }
    let known = Set(found.map { $0.key })
    return found.map { $0.without { key in key.hasPrefix(area + ".") && !known.contains(key) } }
  }

  private static var marks: [String] { ["#", "##", "###", "-"] }
}

extension Language {
  /// The letters that it is written with, as the shipped curriculum calls them.
  fileprivate var alphabet: String {
    switch self {
    case .en, .fr: "latin"
    case .ar: "arabic"
    case .he: "hebrew"
    }
  }
}

extension CurriculumLine {
  fileprivate init(
    head: [Substring], words: Substring, kind: CurriculumNode.Kind, below parent: String?, area: String?
  ) {
    let own = String(head[1])
    let parts = words.split(separator: "|", maxSplits: 1)
    self.init(
      key: parent.map { $0 + "." + own } ?? own, parent: parent, kind: kind, name: trimmed(String(parts.first ?? "")),
      aims: parts.count > 1 ? trimmed(String(parts[1])) : "", line: 0)
    var isAfter = false
    for word in head.dropFirst(2) {
      let ages = word.split(separator: "-").compactMap { wholeNumber($0.utf8) }
      if word == "<" {
        isAfter = true
      } else if isAfter {
        let key = String(word.last == "," ? word.dropLast() : word)
        after = (after ?? []) + [key.hasPrefix("/") ? String(key.dropFirst()) : (area.map { $0 + "." } ?? "") + key]
      } else if ages.count == 2 {
        (from, until) = (ages[0], ages[1])
      }
    }
  }

  /// Without what comes before it that is not there, as the letters of another alphabet.
  fileprivate func without(_ isGone: (String) -> Bool) -> CurriculumLine {
    var copy = self
    copy.after = after?.filter { !isGone($0) }
    return copy
  }
}
