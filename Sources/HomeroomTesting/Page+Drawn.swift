import Base
import HTML
public import Kit

extension Page {
  /// All that a frame draws of this page alone: its title, the head and the bar of its space, its actions and its body.
  public var drawn: String {
    let head: HTML =
      space.map { space in
        let ways: [HTML] = space.bar.map { "<a href=\"\(url: $0.path)\">\($0.title)</a>" }
        return "\(each: space.facts, { $0 })\(space.end)\(each: ways, { $0 })\(space.menu)"
      } ?? ""
    return HTML(text: title).string + "\n" + head.string + "\n" + actions.string + "\n" + body.string
  }
}
