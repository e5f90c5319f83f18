public import Base
public import Database

extension Transaction {
  /// What is written down under a name about these books as a whole, of no school and no person.
  public func placeMark(_ name: String) throws(Refusal) -> String? {
    try first("SELECT value FROM place_mark WHERE name = $1", [.text(name)]) { $0.text(0) }
  }
}

extension WriteTransaction {
  public func setPlaceMark(_ name: String, _ value: String) throws(Refusal) {
    try execute(
      """
      INSERT INTO place_mark (name, value) VALUES ($1, $2)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """, [.text(name), .text(value)])
  }

  public func removePlaceMark(_ name: String) throws(Refusal) {
    try execute("DELETE FROM place_mark WHERE name = $1", [.text(name)])
  }
}
