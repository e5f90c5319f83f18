public import Base

/// What one draws with.
public enum DrawingPen: String, CaseIterable, Sendable {
  case black, blue, red, green, orange, purple, brown, eraser
}

/// The strokes of a drawing, which lie beside its picture so that it can be drawn on elsewhere.
///
/// They come from a browser, and go back into one: nothing is kept but what a drawing is made of, in bounds.
public struct DrawingStrokes: Hashable, Sendable {
  public enum Paper: String, CaseIterable, Sendable { case blank, lines, squares }
  public enum Width: String, CaseIterable, Sendable { case thin, medium, thick }

  /// The shorter and the longer side of the sheet, either way round.
  public static let sides = [1200, 1600]
  public static let maxBytes = 262_144
  /// In all strokes together.
  public static let maxPoints = 20_000
  /// Strokes, and wipes of the whole sheet.
  public static let maxActs = 5_000
  /// A pen may leave the sheet, but not by more.
  private static let farthest = 10_000
  /// Three numbers make a point: where, where, and how hard.
  private static let numbers = 3

  public let json: JSON
  public let points: Int

  /// - Throws: `Refusal.invalid` on `strokes`, with the limit that was passed.
  public init(_ text: String) throws(Refusal) {
    guard text.utf8.count <= Self.maxBytes else { throw .tooLarge("strokes", most: Self.maxBytes) }
    var limits = JSON.Limits()
    limits.values = Self.maxPoints * Self.numbers + Self.maxActs * 8 + 100
    let read: JSON
    do throws(Refusal) { read = try JSON(Array(text.utf8), limits: limits) } catch { throw Self.wrong }
    let shape = read.readList("shape").compactMap { $0.integer }.map { Int(clamping: $0) }
    guard shape.count == 2, shape.allSatisfy({ Self.sides.contains($0) }),
      let paper = read.readText("paper").flatMap({ Paper(rawValue: $0) })
    else { throw Self.wrong }
    let acts = read.readList("acts")
    guard !acts.isEmpty else { throw Self.wrong }
    guard acts.count <= Self.maxActs else {
      throw .invalid("strokes", Phrase("own-files.strokes-many", .count(Self.maxActs)))
    }
    var (kept, points) = ([JSON](), 0)
    for act in acts {
      let numbers = act.readList("points").count
      points += numbers / Self.numbers
      kept.append(try Self.act(act))
    }
    guard points <= Self.maxPoints else {
      throw .invalid("strokes", Phrase("own-files.points-many", .count(Self.maxPoints)))
    }
    self.points = points
    json = .object([
      ("shape", .list(shape.map { .integer($0) })), ("paper", .text(paper.rawValue)), ("acts", .list(kept)),
    ])
  }

  private static var wrong: Refusal { .invalid("strokes", Phrase("own-files.strokes-wrong")) }

  private static func act(_ act: JSON) throws(Refusal) -> JSON {
    if act.readFlag("clear") == true { return .object([("clear", .flag(true))]) }
    guard let pen = act.readText("pen").flatMap({ DrawingPen(rawValue: $0) }),
      let width = act.readText("width").flatMap({ Width(rawValue: $0) })
    else { throw wrong }
    let points = act.readList("points")
    guard !points.isEmpty, points.count % numbers == 0 else { throw wrong }
    var kept: [JSON] = []
    for point in points {
      guard let number = point.integer, (-Int64(farthest)...Int64(farthest)).contains(number) else { throw wrong }
      kept.append(.integer(Int(clamping: number)))
    }
    return .object([("pen", .text(pen.rawValue)), ("width", .text(width.rawValue)), ("points", .list(kept))])
  }
}
