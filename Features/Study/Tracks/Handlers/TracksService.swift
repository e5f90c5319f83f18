import Base
import Database
import Router
import School

/// Carries out what is asked of tracks, and answers what pages ask.
public struct TracksService: Sendable {
  public init() {}
}
