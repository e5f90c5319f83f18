extension Zone {
  /// The days without work in a week, 1 Monday … 7 Sunday, where the zone is.
  ///
  /// Friday and Saturday in most of the Arab world and in Israel, Saturday and Sunday elsewhere (CLDR weekendStart).
  public var weekend: Set<Int> {
    switch name {
    case "Asia/Jerusalem", "Asia/Tel_Aviv", "Israel", "Asia/Riyadh", "Asia/Kuwait", "Asia/Bahrain", "Asia/Qatar",
      "Asia/Muscat", "Asia/Baghdad", "Asia/Amman", "Asia/Damascus", "Asia/Aden", "Asia/Gaza", "Asia/Hebron",
      "Africa/Cairo", "Africa/Khartoum", "Africa/Algiers", "Africa/Tripoli":
      [5, 6]
    case "Asia/Tehran", "Asia/Kabul": [4, 5]
    default: [6, 7]
    }
  }
}
