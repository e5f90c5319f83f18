import Base
public import Database
import People
public import School

extension FlashcardsTables {
  /// How a deck's cards are scheduled from a day on; whoever sees the deck computes by it.
  public static let setting = Table<DeckSetting>(
    "deck_setting", number: 225,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("deck") { $0.deck }
      $0.day("from") { $0.from }
      $0.text("scheduler") { $0.fields.name }
      $0.integer("retention") { $0.fields.retention }
      $0.text("learningSteps") { Self.list($0.fields.learningSteps) }
      $0.text("relearningSteps") { Self.list($0.fields.relearningSteps) }
      $0.integer("maxInterval") { $0.fields.maxInterval }
      $0.text("parameters") { Self.list($0.fields.parameters) }
      // Who said so stays who said so.
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
      $0.instant("deletedAt") { $0.deletedAt }
    }, key: ["school", "id"], indexes: [["school", "deck"]],
    foreign: [.init(["school", "deck"], to: "deck", ["school", "id"]), .init(["by"], to: "account", ["id"])],
    seen: .with("deck", by: "deck")
  ) { cells in
    let (id, deck, from) = (cells.id(DeckSetting.self), cells.id(Deck.self), cells.day())
    var fields = DeckSettingFields()
    (fields.name, fields.retention) = (cells.text(), cells.int())
    (fields.learningSteps, fields.relearningSteps) = (Self.numbers(cells.text()), Self.numbers(cells.text()))
    (fields.maxInterval, fields.parameters) = (cells.int(), Self.numbers(cells.text()))
    return DeckSetting(
      id: id, deck: deck, from: from, fields: fields, by: cells.id(), at: cells.instant(),
      deletedAt: cells.optionalInstant())
  }

  private static func list(_ numbers: [Int]) -> String { numbers.map { String($0) }.joined(separator: " ") }
  private static func numbers(_ text: String) -> [Int] {
    text.split(separator: " ").compactMap { wholeNumber($0.utf8) }
  }
}
