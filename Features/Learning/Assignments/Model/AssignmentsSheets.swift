public import Base

/// A file that the teacher gives with the work: for everybody to read, or for each to write in a copy of their own.
public struct Worksheet: Hashable, Sendable {
  public let assignment: ID<CourseItem>
  public let file: ID<WorkFile>
  public let isCopied: Bool
  /// They stand in this order.
  public let addedAt: Instant
  public init(assignment: ID<CourseItem>, file: ID<WorkFile>, isCopied: Bool, addedAt: Instant) {
    (self.assignment, self.file, self.isCopied, self.addedAt) = (assignment, file, isCopied, addedAt)
  }

  /// The most files one piece of work comes with.
  public static let most = 10

  /// The name of one student's copy: worked out, not assigned, so that taking it twice makes one.
  public static func copy(of file: ID<WorkFile>, for student: ID<Student>) -> ID<WorkFile> {
    func mixed(_ word: UInt64) -> UInt64 {
      var word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
      return word ^ word >> 31
    }
    let high = mixed(file.high ^ mixed(student.high)), low = mixed(file.low ^ mixed(student.low &+ 1))
    // The version (8: made by a rule of one's own) and the variant of RFC 9562.
    return ID(
      high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x8000, low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}

/// Files come to an assignment.
public struct AddWorksheets: FormCommand {
  public static let name = "assignments.add-worksheets"
  public let assignment: ID<CourseItem>
  public let isCopied: Bool
  public init(assignment: ID<CourseItem>, isCopied: Bool = false) {
    (self.assignment, self.isCopied) = (assignment, isCopied)
  }

  public init(_ form: inout FormReader) {
    self.init(
      assignment: form.id("assignment"),
      isCopied: form.flag("copy", about: "Each student gets a copy to write in and hand in."))
    form.ignore("file", "upload")
  }
}

/// One leaves it; copies that students have stay theirs.
public struct RemoveWorksheet: FormCommand {
  public static let name = "assignments.remove-worksheet"
  public let assignment: ID<CourseItem>
  public let file: ID<WorkFile>

  public init(_ form: inout FormReader) {
    (assignment, file) = (form.id("assignment"), form.id("file", about: "A file that came with the work."))
  }
}

/// A student takes copies of what is meant to be written in, into their own draft.
public struct TakeCopies: FormCommand {
  public static let name = "assignments.take-copies"
  public let assignment: ID<CourseItem>

  public init(_ form: inout FormReader) { assignment = form.id("assignment") }
}
