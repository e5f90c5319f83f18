extension ZIP {
  /// Writes an archive without packing; the same files in the same order give the same bytes.
  public struct Writer {
    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0
    /// How many bytes have been drained.
    private var drained = 0
    private var names = Set<String>()

    public init() {}

    public mutating func add(_ name: String, _ content: [UInt8]) {
      var checksum = Checksum()
      checksum.add(content)
      open(name, size: content.count, checksum: checksum.value)
      bytes += content
    }

    /// Begins a file whose content the caller sends itself and counts with `sent`, for contents too long for memory.
    public mutating func open(_ name: String, size: Int, checksum: UInt32) {
      precondition(names.insert(name).inserted, "An archive has one file of a name; this one was added twice.")
      precondition(UInt32(exactly: size) != nil, "A file in an archive is smaller than four gigabytes.")
      let offset = drained + bytes.count
      let common = Writer.common(checksum, size, name.utf8.count)
      bytes += Writer.word(0x0403_4B50, 4) + common + Array(name.utf8)
      directory += Writer.word(0x0201_4B50, 4) + Writer.word(20, 2) + common
      directory += [UInt8](repeating: 0, count: 10) + Writer.word(offset, 4) + Array(name.utf8)
      count += 1
    }

    /// So many bytes of the open file's content went past the writer.
    public mutating func sent(_ bytes: Int) { drained += bytes }

    /// What was written since the last call; for sending a long archive in pieces.
    public mutating func drain() -> [UInt8] {
      drained += bytes.count
      defer { bytes = [] }
      return bytes
    }

    /// Ends the archive and returns what was not drained yet.
    public mutating func finish() -> [UInt8] {
      let start = drained + bytes.count
      bytes += directory
      bytes += Writer.word(0x0605_4B50, 4) + Writer.word(0, 4)
      bytes += Writer.word(count, 2) + Writer.word(count, 2)
      bytes += Writer.word(directory.count, 4) + Writer.word(start, 4) + Writer.word(0, 2)
      return drain()
    }

    /// What both headers share: version 2.0, UTF-8 names, stored, midnight of 1 January 1980.
    private static func common(_ checksum: UInt32, _ size: Int, _ name: Int) -> [UInt8] {
      word(20, 2) + word(0x0800, 2) + word(0, 2) + word(0, 2) + word(0x0021, 2)
        + word(Int(truncatingIfNeeded: checksum), 4)
        + word(size, 4) + word(size, 4) + word(name, 2) + word(0, 2)
    }

    private static func word(_ value: Int, _ length: Int) -> [UInt8] {
      (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
  }
}
