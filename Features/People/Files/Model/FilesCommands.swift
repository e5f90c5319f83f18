public import Base

/// Announces a file: its name and its length.
public struct BeginUpload: FormCommand {
  public static let name = "files.begin-upload"
  public let file: String
  public let size: Int64
  public init(file: String, size: Int64) { (self.file, self.size) = (file, size) }
  public init(_ form: inout FormReader) {
    let name = form.text("name", max: 1000, about: "What it is called.")
    let size = form.integer("size", in: 1...Int(Int32.max), about: "Its length in bytes.")
    self.init(file: FileNames.shown(name), size: Int64(size))
  }
}

/// One piece of it, from a place in it.
public struct AddPiece: Command {
  public static let name = "files.add-piece"
  public let arrival: ID<Arrival>
  public let place: Int64
  public let size: Int64
  /// The SHA-256 of the piece as the sender counted it, in hexadecimal; `nil` when it cannot.
  public let hash: String?
  public init(arrival: ID<Arrival>, place: Int64, size: Int64, hash: String? = nil) {
    (self.arrival, self.place, self.size, self.hash) = (arrival, place, size, hash)
  }

  /// - Parameter size: the length of the piece that came with the form.
  public init(_ form: Form, path names: [String: String] = [:], size: Int64) throws(Refusal) {
    var reader = FormReader(form, path: names)
    arrival = reader.id("arrival")
    place = Int64(reader.integer("place", in: 0...Int(Int32.max)))
    hash = reader.optionalText("sha256", max: 64)
    self.size = size
    try reader.finish()
  }
}
