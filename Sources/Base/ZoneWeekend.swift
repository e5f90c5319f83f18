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

extension Zone {
  /// The day a week begins with, 1 Monday … 7 Sunday, where the zone is: for everybody in a school the same, whatever they read in.
  ///
  /// The day after a weekend in the middle of the week; elsewhere what calendars on the wall begin with (CLDR firstDay):
  /// Sunday in most of America and in much of Asia and Africa, otherwise Monday.
  public var firstWeekday: Int {
    switch weekend {
    case [5, 6]: 7
    case [4, 5]: 6
    default: hasSundayFirst ? 7 : 1
    }
  }

  private var hasSundayFirst: Bool {
    switch name {
    case "Asia/Tokyo", "Asia/Seoul", "Asia/Taipei", "Asia/Hong_Kong", "Asia/Macau", "Asia/Singapore", "Asia/Manila",
      "Asia/Jakarta", "Asia/Bangkok", "Asia/Dhaka", "Asia/Kolkata", "Asia/Calcutta", "Asia/Karachi", "Asia/Kathmandu",
      "Africa/Johannesburg", "Africa/Nairobi", "Africa/Addis_Ababa", "Africa/Harare", "Africa/Maputo",
      "Pacific/Honolulu", "Europe/Lisbon":
      true
    // the south of South America and a few others print Monday first
    case "America/Argentina/Buenos_Aires", "America/Buenos_Aires", "America/Montevideo", "America/Santiago",
      "America/Guayaquil", "America/La_Paz", "America/Costa_Rica", "America/Havana":
      false
    default: ["America/", "US/", "Canada/"].contains { name.utf8.starts(with: $0.utf8) }
    }
  }
}
