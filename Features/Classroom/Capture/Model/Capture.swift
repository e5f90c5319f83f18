public import Base

/// What a guide writes down with one hand, whatever it is.
public enum CaptureKind: String, CaseIterable, Hashable, Sendable {
  case observation, presentation, task
}

public enum CapturePaths {
  public static let capture = "/capture"
  /// With a child that is chosen already.
  public static func of(_ student: ID<Student>) -> String { capture + "?child=" + student.text }
  /// With the children of one class.
  public static func of(_ classroom: ID<Classroom>) -> String { capture + "?classroom=" + classroom.text }
}
