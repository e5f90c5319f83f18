public import Base

/// A length of time as people write it in a log: whole minutes, always.
///
/// Tenths of an hour lose two minutes of 1:20, so they are a way to write and to show, and never what is kept or added up.
public enum LogTime {
  /// The longest of one entry, in minutes: a thousand hours, so that the sum of all entries fits a device's number.
  public static let most = 60_000

  /// What a number without a unit says.
  public enum Bare: Sendable {
    /// Of a person: from 24 on it is minutes; below, nobody knows, and it is asked back.
    case minutes
    /// Of a column of decimal hours, as logbooks write them.
    case hours
  }

  /// Why something is no length of time.
  public enum Fault: Error, Hashable, Sendable {
    case wrong, unclear, tooLong
    public var phrase: Phrase {
      switch self {
      case .wrong: Phrase("training.log.time-wrong")
      case .unclear: Phrase("training.log.time-unclear")
      case .tooLong: Phrase("training.log.time-long", .count(LogTime.most / 60))
      }
    }
  }

  /// Reads `1:18`, `1.3`, `1,3`, `1 h 18`, `78 min` and `78`.
  public static func minutes(_ text: String, bare: Bare = .minutes) throws(Fault) -> Int {
    let bytes = try plain(text)
    guard let unit = bytes.firstIndex(where: { !isDigit($0) }) else {
      guard let number = wholeNumber(bytes) else { throw .wrong }
      if bare == .hours { return try kept(hours: number) }
      guard number == 0 || number >= 24 else { throw .unclear }
      return try kept(number)
    }
    let (before, after) = (bytes[..<unit], Array(bytes[(unit + 1)...]))
    switch bytes[unit] {
    case UInt8(ascii: ":"):
      guard let hours = wholeNumber(before), after.count == 2, let rest = wholeNumber(after), rest < 60 else {
        throw .wrong
      }
      return try kept(hours: hours, rest)
    case UInt8(ascii: "."): return try decimal(before, after)
    case UInt8(ascii: "h"):
      guard let hours = wholeNumber(before) else { throw .wrong }
      let digits = after.prefix { isDigit($0) }
      guard after.isEmpty || digits.count == 2 && isMinutes(after.dropFirst(2)) else { throw .wrong }
      let rest = wholeNumber(digits) ?? 0
      guard rest < 60 else { throw .wrong }
      return try kept(hours: hours, rest)
    case UInt8(ascii: "m"):
      guard let number = wholeNumber(before), isMinutes(bytes[unit...]) else { throw .wrong }
      return try kept(number)
    default: throw .wrong
    }
  }

  /// Hours with one or two places, to the nearest minute.
  private static func decimal(_ whole: ArraySlice<UInt8>, _ after: [UInt8]) throws(Fault) -> Int {
    let digits = after.last == UInt8(ascii: "h") ? after.dropLast() : after[...]
    guard whole.count + digits.count > 0, digits.count <= 2, let part = digits.isEmpty ? 0 : wholeNumber(digits),
      let hours = whole.isEmpty ? 0 : wholeNumber(whole), !(whole.isEmpty && digits.isEmpty)
    else { throw .wrong }
    let hundredths = digits.count == 1 ? part * 10 : part
    return try kept(hours: hours, (hundredths * 60 + 50) / 100)
  }

  private static func kept(hours: Int, _ rest: Int = 0) throws(Fault) -> Int {
    guard hours <= most / 60 else { throw .tooLong }
    return try kept(hours * 60 + rest)
  }

  private static func kept(_ minutes: Int) throws(Fault) -> Int {
    guard minutes <= most else { throw .tooLong }
    return minutes
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func isMinutes(_ unit: some Collection<UInt8>) -> Bool {
    unit.isEmpty || ["m", "mn", "min", "min."].contains { $0.utf8.elementsEqual(unit) }
  }

  /// Without spaces and marks of direction, in small letters and the digits that programs count with.
  private static func plain(_ text: String) throws(Fault) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      let code = scalar.value
      switch code {
      case 0x20, 0x09, 0xA0, 0x202F, 0x200E, 0x200F, 0x2066...0x2069: continue
      case 0x660...0x669: bytes.append(UInt8(truncatingIfNeeded: code - 0x660 + 48))
      case 0x6F0...0x6F9: bytes.append(UInt8(truncatingIfNeeded: code - 0x6F0 + 48))
      case 0x2C, 0x66B: bytes.append(UInt8(ascii: "."))
      case 0x41...0x5A: bytes.append(UInt8(truncatingIfNeeded: code + 32))
      case 0x21...0x7E: bytes.append(UInt8(truncatingIfNeeded: code))
      default: throw .wrong
      }
      guard bytes.count <= 16 else { throw .wrong }
    }
    guard !bytes.isEmpty else { throw .wrong }
    return bytes
  }

  // MARK: how it is written

  /// `1:18`, as forms and programs have it.
  public static func clock(_ minutes: Int) -> String { String(minutes / 60) + ":" + pad(minutes % 60) }

  /// Hours as an exact number with so many places, rounded half up: once, after everything was added up.
  public static func hours(_ minutes: Int, places: Int) -> Amount {
    let scale: Int64 = places == 1 ? 10 : 100
    return Amount(units: (Int64(minutes) * scale + 30) / 60 * (Amount.scale / scale))
  }

  /// `1.30`: two places tell every minute from the next, so that what goes out comes back the same.
  public static func decimal(_ minutes: Int) -> String {
    let hundredths = (Int64(minutes) * 100 + 30) / 60
    return String(hundredths / 100) + "." + pad(Int(hundredths % 100))
  }
}
