import Base
import Database
import Kit
public import Router
import School

public func trackRoutes(_ service: TracksService) -> [Route] {
  []
}
