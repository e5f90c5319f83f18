public import Base

/// How everybody's work is laid out in one archive, and how a marked archive finds its way back.
///
/// `Khoury_Maya_3f9a12cd/1/essay.pdf`: the family's name first, so that folders sort as lists do; a code of the record,
/// so that two of one name stay two and a renamed folder still says whose it is.
public struct WorkArchive: Sendable {
  /// The code of each student: the end of the record's id, as much of it as tells everybody apart.
  public let codes: [ID<Student>: String]
  private let folders: [ID<Student>: String]
  private let students: [String: ID<Student>]

  public init(_ students: [Student]) {
    var short: [String: Int] = [:]
    for student in students { short[String(student.id.text.suffix(8)), default: 0] += 1 }
    var (codes, folders) = ([ID<Student>: String](), [ID<Student>: String]())
    for student in students {
      let tail = String(student.id.text.suffix(8))
      let code = short[tail] == 1 ? tail : hexOnly(student.id.text)
      codes[student.id] = code
      let names = [student.family, student.given].map { WorkArchive.plain($0) }.filter { !$0.isEmpty }
      folders[student.id] = (names + [code]).joined(separator: "_")
    }
    (self.codes, self.folders) = (codes, folders)
    // One by one: a dictionary of pairs throws within, which the browser's Swift cannot.
    var owners: [String: ID<Student>] = [:]
    for (student, code) in codes { owners[code] = student }
    self.students = owners
  }

  public func folder(of student: ID<Student>) -> String? { folders[student] }

  /// Whose folder it is: by the last code in its name, whatever became of the rest: an alphabet that another program
  /// garbled, “Copy of …”, “… (2)”.
  public func student(ofFolder name: some StringProtocol) -> ID<Student>? {
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    for word in words.reversed() {
      if let student = students[String(word).lowercased()] { return student }
    }
    return nil
  }

  /// Where a path of a marked archive leads: the first folder that names a student, or the file itself, and the file's
  /// own name.
  public func place(of path: String) -> (student: ID<Student>, name: String)? {
    let parts = path.split(separator: "/")
    guard let last = parts.last else { return nil }
    for part in parts {
      if let student = student(ofFolder: part) { return (student, FileNames.shown(String(last))) }
    }
    return nil
  }

  /// A name that no other in the same folder has, in either case: `essay.pdf`, `essay (2).pdf`.
  public static func unique(_ name: String, among taken: inout Set<String>) -> String {
    let clean = plainFile(name)
    if taken.insert(clean.lowercased()).inserted { return clean }
    let ending = FileNames.ending(clean)
    let stem = ending.isEmpty ? clean : String(clean.dropLast(ending.count + 1))
    for number in 2... {
      let next = stem + " (" + String(number) + ")" + (ending.isEmpty ? "" : "." + ending)
      if taken.insert(next.lowercased()).inserted { return next }
    }
    return clean
  }

  /// What the archive itself is saved as.
  public static func name(_ title: String) -> String { plainFile(replaced(title) + ".zip") }

  /// A file's name as every system can save it.
  static func plainFile(_ name: String) -> String {
    let shown = replaced(FileNames.shown(name))
    // Windows knows no names that end in a dot or a blank.
    let end = shown.lastIndex { $0 != "." && $0 != " " }
    return end.map { String(shown[...$0]) } ?? "file"
  }

  /// A part of a folder's name: letters of any script, nothing that separates or is reserved.
  static func plain(_ text: String) -> String {
    var out = ""
    for character in replaced(FileNames.shown(text, else: "")) {
      out.append(character.isWhitespace || character == "_" ? "-" : character)
    }
    let kept = out.drop { $0 == "." || $0 == "-" }
    return String(String(kept).prefix(60))
  }

  private static func replaced(_ text: String) -> String {
    String(text.map { "<>:\"/\\|?*".contains($0) ? "-" : $0 })
  }
}

private func hexOnly(_ text: String) -> String { String(text.filter { $0 != "-" }) }
