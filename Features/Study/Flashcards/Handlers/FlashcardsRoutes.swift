import Base
import Database
import Kit
public import Router
import School

public func flashcardRoutes(_ service: FlashcardsService) -> [Route] {
  []
}
