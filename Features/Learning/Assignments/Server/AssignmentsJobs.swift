import Base
import Database
import Learning
public import Ledger
import People
import Router
import School
import Web

/// What happens to files by and by: pictures get a small copy for the desk, archives that nobody returned go.
enum WorkClock {
  static let small = "assignments.small"
  static let forget = "assignments.forget-archive"
  /// How long an archive waits for its teacher.
  static let maxDelay: Int64 = 24 * 3600
  /// So many pixels each way are enough to judge by; the whole is a tap away.
  static let side = 1280
  static let pictures: Set<String> = ["image/png", "image/jpeg", "image/gif", "image/webp"]

  /// The job is named by the file, so asking twice is asking once.
  static func shrink(_ file: KeptFile, _ tx: WriteTransaction) throws(Refusal) {
    let job: ID<Job> = file.id.smallCopy.cast()
    guard pictures.contains(file.type), try !tx.exists("SELECT 1 FROM job WHERE id = $1", [.id(job)]) else { return }
    try tx.enqueue(job, kind: small, payload: .object([("file", .id(file.id))]))
  }

  static func forget(_ archive: ID<KeptFile>, at instant: Instant, _ tx: WriteTransaction) throws(Refusal) {
    try tx.enqueue(
      archive.cast(), kind: forget, payload: .object([("file", .id(archive))]),
      runAt: instant.plus(seconds: maxDelay))
  }
}

extension AssignmentsServer {
  public var jobHandlers: [JobHandler] {
    [
      JobHandler(WorkClock.small) { job, _ in
        guard case .text(let text) = job.payload["file"], let file = ID<KeptFile>(text) else { return }
        try await shrink(file, in: job.school)
      } parked: { job, ledger in
        guard case .text(let text) = job.payload["file"], let file = ID<KeptFile>(text) else { return }
        try await ledger.upkeep(school: job.school) { try FilesStore(tx: $0).showAsFile(file) }
      },
      JobHandler(WorkClock.forget) { job, _ in
        guard case .text(let text) = job.payload["file"], let file = ID<KeptFile>(text) else { return }
        try await forget(file, in: job.school)
      },
    ]
  }

  /// Keeps a small copy beside a picture; what is small already, or cannot be read, is shown as it is.
  func shrink(_ id: ID<KeptFile>, in school: ID<Tenant>) async throws {
    let (file, known) = try await ledger.read { tx in
      (try tx.file(id, school: school), try tx.file(id.smallCopy, school: school))
    }
    guard let file, known == nil, file.content.size <= Pictures.maxBytes else { return }
    let made = try await PictureProcess().small(file.content, of: ledger.files, side: WorkClock.side)
    guard let made, made.count < file.content.size else { return }
    let content = try await keep(made)
    try await ledger.upkeep(school: school) { tx in
      guard try tx.file(id, school: school) != nil else { return }
      // Nobody's, so that it counts in nobody's space; it is answered to whoever may see the picture.
      try tx.keep(id.smallCopy, content, name: file.name, type: "image/jpeg", by: nil)
    }
  }

  /// Takes away an archive that was looked at and never returned.
  func forget(_ id: ID<KeptFile>, in school: ID<Tenant>) async throws {
    try await ledger.upkeep(school: school) { tx in
      guard let file = try tx.file(id, school: school),
        try AssignmentsStore(tx: tx).places(of: id, in: school).isEmpty
      else { return }
      try tx.forgetFile(id, from: file.account.map { [.person($0)] } ?? [])
    }
  }
}
