import Base
import Database
import Kit
public import Router
import School

public func toolRoutes(_ service: ToolsService) -> [Route] {
  []
}
