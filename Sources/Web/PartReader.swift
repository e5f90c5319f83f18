import Base
import Ledger

/// Collects the parts of a multipart form: small ones as fields, files straight into the store of files.
struct PartReader {
  let files: Files
  let limit: Int
  let mayUpload: Bool
  private(set) var fields: [Form.Field] = []
  private(set) var uploads: [Upload] = []
  private var open: (field: String, file: String?, type: String)?
  private var text: [UInt8] = []
  private var arriving: Files.Writing?

  init(files: Files, limit: Int, mayUpload: Bool) {
    (self.files, self.limit, self.mayUpload) = (files, limit, mayUpload)
  }

  mutating func take(_ event: Multipart.Event) async throws {
    switch event {
    case .begin(let field, let file, let type):
      guard fields.count + uploads.count < Bodies.maxFields else {
        throw Refusal.invalid("", Phrase("form.too-many", .count(Bodies.maxFields)))
      }
      open = (field, file, type)
      if let file, !file.isEmpty {
        guard mayUpload else { throw Unauthorized() }
        arriving = try files.begin(limit: Int64(limit))
      }
    case .data(let bytes):
      if let arriving {
        try await arriving.write(bytes)
      } else {
        text += bytes
        guard text.count <= 1 << 20 else { throw TooLarge() }
      }
    case .end: try await end()
    }
  }

  private mutating func end() async throws {
    guard let part = open else { return }
    if let arriving {
      let content = try await arriving.finish()
      let name = part.file ?? ""
      uploads.append(
        Upload(field: part.field, name: name, type: part.type, hash: content.hash, size: Int(content.size)))
    } else if part.file == nil {
      guard let value = String(validating: text, as: UTF8.self) else {
        throw Refusal.invalid(part.field, Phrase("form.encoding"))
      }
      fields.append(Form.Field(part.field, value))
    }
    (open, arriving) = (nil, nil)
    text = []
  }

  /// The request broke off: what was half written goes away.
  mutating func abandon() async {
    arriving?.abort()
    arriving = nil
  }
}
