import Base
import Classroom
import School

/// What goes over the line: the form that OpenAI's interface gave such services, and many others speak.
enum OutsideWire {
  /// The body of `/v1/chat/completions`.
  static func chat(model: String, task: String, text: String) -> [UInt8] {
    let messages: [JSON] = [
      .object([("role", .text("system")), ("content", .text(task))]),
      .object([("role", .text("user")), ("content", .text(text))]),
    ]
    return JSON.object([
      ("model", .text(model)), ("messages", .list(messages)), ("stream", .flag(false)),
    ]).bytes
  }

  /// The first choice of an answer, if it is one.
  static func chatAnswer(_ bytes: [UInt8]) -> String? {
    guard let json = try? JSON(bytes), case .list(let choices)? = json["choices"], let first = choices.first,
      case .text(let text)? = first["message"]?["content"]
    else { return nil }
    return clean(text)
  }

  /// The body of `/v1/audio/transcriptions` and its type; the name of the file tells its kind alone.
  ///
  /// - Parameter boundary: letters and digits that no recording has in this order.
  static func speech(
    model: String, sound: [UInt8], type: String, boundary: String
  ) -> (type: String, body: [UInt8]) {
    var body: [UInt8] = []
    func part(_ head: String) { body += Array(("--" + boundary + "\r\nContent-Disposition: form-data; " + head).utf8) }
    part("name=\"model\"\r\n\r\n" + model + "\r\n")
    part("name=\"response_format\"\r\n\r\njson\r\n")
    part("name=\"file\"; filename=\"sound." + ending(of: type) + "\"\r\nContent-Type: " + type + "\r\n\r\n")
    body += sound
    body += Array(("\r\n--" + boundary + "--\r\n").utf8)
    return ("multipart/form-data; boundary=" + boundary, body)
  }

  static func speechAnswer(_ bytes: [UInt8]) -> String? {
    guard let json = try? JSON(bytes), case .text(let text)? = json["text"] else { return nil }
    return clean(text)
  }

  private static func ending(of type: String) -> String {
    switch type {
    case "audio/mpeg": "mp3"
    case "audio/mp4", "audio/x-m4a": "m4a"
    case "audio/ogg": "ogg"
    case "audio/webm": "webm"
    default: "wav"
    }
  }

  /// Without what no text of ours has, and not empty.
  private static func clean(_ text: String) -> String? {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A: out.append(scalar)
      // What controls, and what turns the direction of what stands after it.
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: continue
      default: out.append(scalar)
      }
    }
    let plain = trimmed(String(out))
    return plain.isEmpty ? nil : plain
  }

  // MARK: tasks

  /// What the service is told to do; it is not shown to anybody here, and is in the language that such services know best.
  static func task(_ use: OutsideUse, in language: Language) -> String {
    let (common, tongue) = (
      """
      Marks such as [P1] stand for people: keep each mark exactly as it is and invent none. Add no fact that is not in the \
      text. Never compare children. Plain text, without headings and without markup.
      """, name(of: language)
    )
    switch use {
    case .summary:
      return """
        You help a Montessori guide to write to a child's family. Rewrite the draft below as a warm, plain letter in \
        \(tongue), with every date and number it has. \(common)
        """
    case .insights, .transcript:
      return """
        You help a Montessori guide to plan. The list below has proposals for one child, each with its reason. Explain in \
        \(tongue) in a few short paragraphs what could be done first and why. \(common)
        """
    }
  }

  private static func name(of language: Language) -> String {
    switch language {
    case .en: "English"
    case .fr: "French"
    case .ar: "Arabic"
    case .he: "Hebrew"
    }
  }
}
