import Base

import HTML
import Kit
import Web

extension HomeDesk {
  /// What matters today and nothing else.
  func home(_ ask: Ask) async throws -> Answer {
    .page { scene in Page("home.today", title: scene.words("home.title"), body: "") }
  }
}
