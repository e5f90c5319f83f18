import Base
import Database
import Router
import School

/// Carries out what is asked of the log of study, and answers what pages ask.
public struct StudyLogService: Sendable {
  public init() {}
}
