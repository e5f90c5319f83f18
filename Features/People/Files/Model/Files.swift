public import Base

/// A file on its way to the school, in pieces that survive a bad network, a closed lid and a restarted server.
public struct Arrival: Hashable, Sendable {
  public let id: ID<Arrival>
  public var account: ID<Account>
  public let name: String
  /// The whole length in bytes, as it was announced.
  public let size: Int64
  /// How much of it is here, from its beginning.
  public let received: Int64
  /// Its content; `nil` until it is whole.
  public let hash: [UInt8]?
  /// What it is by its content; `nil` until it is whole.
  public let type: String?
  public let createdAt: Instant
  public init(
    id: ID<Arrival>, account: ID<Account>, name: String, size: Int64, received: Int64, hash: [UInt8]?, type: String?,
    createdAt: Instant
  ) {
    (self.id, self.account, self.name) = (id, account, name)
    (self.size, self.received, self.hash, self.type) = (size, received, hash, type)
    self.createdAt = createdAt
  }

  public var isWhole: Bool { type != nil }
}

/// How much may be sent, in bytes; what of it is the school's choice, the school says in megabytes.
public struct FileLimits: Hashable, Sendable {
  /// One file of a student or a parent.
  public let file: Int64
  /// All files of one student together.
  public let person: Int64
  public init(_ work: SchoolWork = SchoolWork()) {
    (file, person) = (Int64(work.file) * Self.megabyte, Int64(work.person) * Self.megabyte)
  }

  /// As phones and computers count, and as sizes are shown.
  public static let megabyte: Int64 = 1_000_000
  /// One file of the staff: lessons have films.
  public static let maxOfStaff = Int64(Limits.staffFile.most)

  /// The most one file of the caller may have.
  public func most(for caller: Caller) -> Int64 { caller.role.isStaff ? Self.maxOfStaff : file }
  /// The same in megabytes, for people.
  public func megabytes(for caller: Caller) -> Int { Int(most(for: caller) / Self.megabyte) }
}

public enum FileNames {
  /// A name as it may be shown and saved: its last part, without control characters and without those that turn the
  /// reading direction round (`gnp.exe` shown as `exe.png`), at most 120 characters, its ending kept.
  public static func shown(_ name: String, else standIn: String = "file") -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    var scalars = String.UnicodeScalarView()
    for scalar in last.unicodeScalars where !isHidden(scalar.value) { scalars.append(scalar) }
    let clean = trimmed(String(scalars))
    let shown = clean.unicodeScalars.count > 120 ? shortened(clean) : clean
    return shown.isEmpty || shown.allSatisfy { $0 == "." } ? standIn : shown
  }

  private static func isHidden(_ code: UInt32) -> Bool {
    code < 32 || code == 127 || (0x80...0x9F).contains(code) || (0x200B...0x200F).contains(code)
      || (0x202A...0x202E).contains(code) || (0x2060...0x206F).contains(code) || code == 0xFEFF || code == 0x061C
  }

  private static func shortened(_ name: String) -> String {
    let ending = FileNames.ending(name)
    let kept = name.unicodeScalars.prefix(120 - min(20, ending.unicodeScalars.count + 1))
    return String(String.UnicodeScalarView(kept)) + (ending.isEmpty ? "" : "." + ending)
  }

  /// What stands after the last dot, in small letters; empty when there is nothing like it.
  public static func ending(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    let ending = name[name.index(after: dot)...]
    return ending.count <= 8 && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      ? ending.lowercased() : ""
  }
}

public enum FilesPaths {
  public static let all = "/uploads"
  public static func arrival(_ id: ID<Arrival>) -> String { all + "/" + id.text }
}
