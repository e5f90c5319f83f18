package import Base

extension Form {
  /// The fields that a page may have in it: no password goes back to where it was typed.
  package var withoutSecrets: [Field] { fields.filter { !Form.secrets.contains($0.name) } }

  /// What `FormReader.password` reads in any form of ours: neither shown again nor kept with a receipt.
  package static let secrets: Set = ["password", "current", "new"]
}

extension Refusal {
  /// What a form can show beside its fields.
  package var problems: [Problem]? {
    switch self {
    case .invalid(let problems): problems
    case .tooLarge(let problem): [problem]
    case .conflict(let reason), .notAllowed(let reason): [Problem("", reason)]
    case .stale, .tooMany: [Problem("", sentence)]
    case .notFound, .full, .lost, .unavailable: nil
    }
  }

  /// The sentence for the person who asked.
  package var sentence: Phrase {
    switch self {
    case .notAllowed(let reason), .conflict(let reason): reason
    case .tooLarge(let problem): problem.reason
    case .tooMany(let seconds): Phrase("refusal.too-many.text", .count(max(1, (seconds + 59) / 60)))
    case .notFound, .invalid, .stale, .full, .lost, .unavailable: Phrase("refusal." + code + ".text")
    }
  }
}
