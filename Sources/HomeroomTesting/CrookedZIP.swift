public import Archive

/// Makes archives as honest or as crooked as a test wants.
public enum CrookedZIP {
  public struct Entry {
    public var name: [UInt8]
    public var content: [UInt8] = []
    public var method = 0
    public var flags = 0x0800
    public var packed: Int?
    public var size: Int?
    public var checksum: UInt32?
    public var mode = 0
    public var offset: Int?

    public init(
      name: [UInt8], content: [UInt8] = [], method: Int = 0, flags: Int = 0x0800, packed: Int? = nil, size: Int? = nil,
      checksum: UInt32? = nil
    ) {
      (self.name, self.content, self.method, self.flags) = (name, content, method, flags)
      (self.packed, self.size, self.checksum) = (packed, size, checksum)
    }
  }

  private static func word(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  public static func make(_ entries: [Entry], count: Int? = nil) -> [UInt8] {
    var (bytes, directory) = ([UInt8](), [UInt8]())
    for entry in entries {
      var checksum = ZIP.Checksum()
      checksum.add(entry.content)
      let sizes =
        word(Int(entry.checksum ?? checksum.value), 4) + word(entry.packed ?? entry.content.count, 4)
        + word(entry.size ?? entry.content.count, 4)
      let common =
        word(20, 2) + word(entry.flags, 2) + word(entry.method, 2) + word(0, 4) + sizes
        + word(entry.name.count, 2) + word(0, 2)
      let offset = entry.offset ?? bytes.count
      bytes += word(0x0403_4B50, 4) + common + entry.name + entry.content
      directory += word(0x0201_4B50, 4) + word(20, 2) + common + word(0, 6)
      directory += word(entry.mode << 16, 4) + word(offset, 4) + entry.name
    }
    let end = word(0x0605_4B50, 4) + word(0, 4) + word(count ?? entries.count, 2) + word(count ?? entries.count, 2)
    return bytes + directory + end + word(directory.count, 4) + word(bytes.count, 4) + word(0, 2)
  }

  /// Unpacks deflate data that consists of stored blocks only.
  public static func inflate(_ packed: ArraySlice<UInt8>) throws(ZIP.Fault) -> ZIP.Pieces {
    var rest = packed
    var isLast = false
    return { () throws(ZIP.Fault) -> [UInt8]? in
      if isLast { return nil }
      let header = Array(rest.prefix(5))
      isLast = header[0] == 1
      let length = Int(header[1]) | Int(header[2]) << 8
      defer { rest = rest.dropFirst(5 + length) }
      return Array(rest.dropFirst(5).prefix(length))
    }
  }

  public static func deflated(_ content: [UInt8]) -> [UInt8] {
    [1] + word(content.count, 2) + word(~content.count, 2) + content
  }
}

extension ZIP.Archive {
  /// A whole file; a deflated one has stored blocks only.
  public func content(of entry: ZIP.Entry) throws(ZIP.Fault) -> [UInt8] {
    let pieces = try pieces(of: entry, inflate: CrookedZIP.inflate)
    var content: [UInt8] = []
    while let piece = try pieces() { content += piece }
    return content
  }
}
