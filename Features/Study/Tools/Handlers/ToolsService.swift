import Base
import Database
import Router
import School

/// Carries out what is asked of tools, and answers what pages ask.
public struct ToolsService: Sendable {
  public init() {}
}
