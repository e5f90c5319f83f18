import Base
import XML

/// The pictures of one question while its file is read: what Moodle calls `@@PLUGINFILE@@/name` is `picture-1.jpg` here.
struct QuizPictureShelf {
  static let token = "@@PLUGINFILE@@/"
  private(set) var found: [QuestionImport.Picture] = []
  private var names: [String] = []

  /// A text with our names in the place of theirs.
  ///
  /// - Parameter files: those that came with this text; another text may call another picture the same.
  /// - Returns: also whether a file or a place for one was left over.
  mutating func take(_ text: String, _ files: [XMLElement]) -> (text: String, isLeft: Bool) {
    guard !files.isEmpty || text.utf8.contains(64) else { return (text, false) }
    var known: [(name: String, number: Int)] = []
    for file in files {
      guard let name = file.attribute("name"), !name.isEmpty, file.attribute("encoding") == "base64",
        let bytes = QuizBase64.bytes(file.text), !bytes.isEmpty
      else { continue }
      guard let number = put(name, bytes, file.line) else { continue }
      known.append((name, number))
      let address = Self.address(name)
      if address != name { known.append((address, number)) }
    }
    let (changed, used, isLeft) = Self.renamed(text, known)
    return (changed, isLeft || known.contains { !used.contains($0.number) } || known.count < files.count)
  }

  /// The number of a picture; the same one that another text has, too, has one.
  private mutating func put(_ name: String, _ bytes: [UInt8], _ line: Int) -> Int? {
    if let place = names.indices.first(where: { names[$0] == name && found[$0].bytes == bytes }) {
      return found[place].number
    }
    guard found.count < QuizPictures.most else { return nil }
    let own = QuizPictures.numbers(in: name).first.flatMap { QuizPictures.name($0) == name ? $0 : nil }
    let taken = found.map { $0.number }
    let number =
      own.flatMap { taken.contains($0) ? nil : $0 } ?? (1...QuizPictures.most + 1).first { !taken.contains($0) }
    guard let number else { return nil }
    names.append(name)
    found.append(QuestionImport.Picture(number, bytes, line: line))
    return number
  }

  private static func renamed(
    _ text: String, _ known: [(name: String, number: Int)]
  ) -> (text: String, used: Set<Int>, isLeft: Bool) {
    let (bytes, token) = (Array(text.utf8), Array(Self.token.utf8))
    // The longest name that fits is meant.
    let names = known.map { (bytes: Array($0.name.utf8), number: $0.number) }.sorted { $0.bytes.count > $1.bytes.count }
    var (out, used, isLeft, place) = ([UInt8](), Set<Int>(), false, 0)
    while place < bytes.count {
      guard bytes[place] == token[0], bytes[place...].starts(with: token) else {
        out.append(bytes[place])
        place += 1
        continue
      }
      place += token.count
      guard let fitting = names.first(where: { bytes[place...].starts(with: $0.bytes) }) else {
        (out, isLeft) = (out + token, true)
        continue
      }
      used.insert(fitting.number)
      out += Array(QuizPictures.name(fitting.number).utf8)
      place += fitting.bytes.count
    }
    return (String(decoding: out, as: UTF8.self), used, isLeft)
  }

  /// A name as addresses write it.
  private static func address(_ name: String) -> String {
    var out = ""
    for byte in name.utf8 {
      let isPlain =
        byte >= 48 && byte <= 57 || byte >= 65 && byte <= 90 || byte >= 97 && byte <= 122
        || "-_.~".utf8.contains(byte)
      out += isPlain ? String(Unicode.Scalar(byte)) : "%" + String(hex([byte])).uppercased()
    }
    return out
  }
}
