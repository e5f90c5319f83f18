import Base
import HTML

/// Every component in every state, for people who look after how things look (`/kit`).
public func kitPage(_ scene: Scene) -> Page {
  Page("kit.page", title: scene.words("kit.kit"), body: "")
}
