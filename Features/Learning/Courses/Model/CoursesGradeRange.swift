import Exact

/// The grades a course is for, as its teacher wrote them: `7`, `7–8`, `7, 8`, `Year 9`.
public enum GradeRange {
  /// Whether a course for these is one for the grade that somebody looks for.
  public static func contains(_ written: String, _ wanted: String) -> Bool {
    if written == wanted { return true }
    guard let grade = single(wanted) else { return false }
    let (numbers, isRange) = read(written)
    guard isRange, numbers.count == 2, numbers[0] <= numbers[1] else { return numbers.contains(grade) }
    return (numbers[0]...numbers[1]).contains(grade)
  }

  private static func single(_ text: String) -> Int? {
    let (numbers, _) = read(text)
    return numbers.count == 1 ? numbers[0] : nil
  }

  /// The numbers in a text, and whether a dash stands between two of them.
  private static func read(_ text: String) -> (numbers: [Int], isRange: Bool) {
    var (found, current, isRange) = ([Int](), Int?.none, false)
    for scalar in plainNumber(text).unicodeScalars {
      if (0x30...0x39).contains(scalar.value) {
        current = min(999, (current ?? 0) * 10 + Int(scalar.value - 0x30))
        continue
      }
      if let number = current { found.append(number) }
      current = nil
      if [0x2D, 0x2010, 0x2011, 0x2012, 0x2013, 0x2014].contains(scalar.value), found.count == 1 { isRange = true }
    }
    if let number = current { found.append(number) }
    return (found, isRange)
  }
}
