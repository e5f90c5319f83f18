import Base
import Database
import Kit
public import Router
import School

public func studyLogRoutes(_ service: StudyLogService) -> [Route] {
  []
}
