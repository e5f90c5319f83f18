public import Base
public import Database
public import HTML
public import Kit
import Router
import School

/// What the first page says of training, and what it listens to.
public struct TrainingHome: Sendable {
  public let topics: [String]
  public let draw: @Sendable (Scene) -> HTML
}

extension TraineesService {
  /// On the first page stand so many; the others are one tap further.
  static let mostAtHome = 8

  /// Instructors see how far those whom they train have come, a trainee the own training; nothing for who does neither.
  public func home(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> TrainingHome {
    let store = TraineesStore(tx: tx)
    let going = try store.trainees(of: caller).filter { $0.trainee.endedAt == nil }
    var tables = Self.watched
    if let only = going.first, going.count == 1, only.access == .trainee {
      let found = try pieces(of: only.trainee, only.access, caller, tx)
      return TrainingHome(topics: .watching(store.watched(caller), found.tables)) { scene in
        stack(found.pieces.map { $0.draw(scene) })
      }
    }
    let shown = try filled(
      going.prefix(Self.mostAtHome).map { TraineeRow(trainee: $0.trainee, access: $0.access) }, caller, &tables, tx)
    let isStaff = caller.role.isStaff
    return TrainingHome(topics: .watching(store.watched(caller), tables)) { scene in
      // Elsewhere most of the staff train nobody, and miss nothing.
      let isExpected = isStaff && scene.words.variant == SchoolKind.training.rawValue
      return shown.isEmpty && !isExpected ? "" : traineesAtHome(shown, scene)
    }
  }

  /// The rows with how far each has come, in a few words: each feature is asked once for all of them.
  func filled(
    _ rows: [TraineeRow], _ caller: Caller, _ tables: inout [Int], _ tx: Transaction
  ) throws(Refusal) -> [TraineeRow] {
    var rows = rows
    let ids = rows.map { $0.trainee.id }
    for source in pieces {
      let short = try source.short(ids, caller, tx)
      for place in rows.indices {
        guard let piece = short[rows[place].trainee.id] else { continue }
        rows[place].pieces.append(piece)
        for table in piece.tables where !tables.contains(table) { tables.append(table) }
      }
    }
    return rows
  }

  /// All that features say of one training, and the tables it is made of.
  func pieces(
    of trainee: Trainee, _ access: TraineeAccess, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (pieces: [TraineePiece], tables: [Int]) {
    var (found, tables): ([TraineePiece], [Int]) = ([], Self.watched)
    for source in pieces {
      guard let piece = try source.read(trainee, access, caller, tx) else { continue }
      found.append(piece)
      for table in piece.tables where !tables.contains(table) { tables.append(table) }
    }
    return (found, tables)
  }
}
