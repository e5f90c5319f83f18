import Base
import Database
import Ledger
import Router

/// Collects the parts of a multipart form: small ones as fields, files straight into the store of files.
struct PartReader {
  let files: Files
  let taken: FilesTaken?
  /// How much may come; asked for when the first file begins.
  var room: FileRoom?
  private(set) var fields: [Form.Field] = []
  private(set) var uploads: [Upload] = []
  /// The files that are whole, for whoever has to give them back.
  private(set) var arrived: [Files.Writing] = []
  /// How much of what came was files.
  private(set) var fileBytes = 0
  private var open: (field: String, file: String?, type: String)?
  private var text: [UInt8] = []
  private var arriving: Files.Writing?

  init(files: Files, taken: FilesTaken?) { (self.files, self.taken) = (files, taken) }

  /// What the form says to prove that it is ours, as far as it has come.
  var proof: String? { fields.first { $0.name == "csrf" }?.value }

  /// Whether the first file begins here.
  func mustAsk(_ event: Multipart.Event) -> Bool {
    guard case .begin(_, let file?, _) = event else { return false }
    return !file.isEmpty && room == nil
  }

  mutating func take(_ event: Multipart.Event) async throws {
    switch event {
    case .begin(let field, let file, let type):
      guard fields.count + uploads.count < Limits.fields.most else {
        throw Refusal.invalid("", Phrase("form.too-many", .count(Limits.fields.most)))
      }
      open = (field, file, type)
      if let file, !file.isEmpty { arriving = try begin(field) }
    case .data(let bytes):
      if let arriving {
        fileBytes += bytes.count
        try await arriving.write(bytes)
      } else {
        text += bytes
      }
    case .end: try await end()
    }
  }

  private func begin(_ field: String) throws -> Files.Writing {
    guard let taken, taken.fields.contains(field), let room else {
      throw Refusal.invalid(field, Phrase("form.no-file"))
    }
    guard uploads.count < min(taken.count, Limits.filesOfForm.most) else {
      throw Refusal.invalid(field, Phrase("form.too-many", .count(min(taken.count, Limits.filesOfForm.most))))
    }
    let most = min(taken.most, room.file)
    let left = room.left.map { $0 - fileBytes } ?? most
    let refusal = left < most ? Refusal.invalid(field, room.full) : Refusal.tooLarge(field, most: most)
    guard left > 0 else { throw refusal }
    return try files.begin(limit: Int64(min(most, left)), else: refusal)
  }

  private mutating func end() async throws {
    guard let part = open else { return }
    if let arriving {
      let content = try await arriving.finish(besides: arrived)
      arrived.append(arriving)
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
  mutating func abandon() {
    arriving?.abort()
    arriving = nil
  }
}
