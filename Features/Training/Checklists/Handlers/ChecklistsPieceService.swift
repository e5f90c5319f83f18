import Base
import Database
import Kit
import School

/// The card of a trainee's checklists for the trainee's own page, and how far they are for the list of trainees.
public func checklistsTraineePiece(_ service: ChecklistsService) -> TraineePieceSource {
  TraineePieceSource(
    short: { trainees, caller, tx throws(Refusal) in
      Dictionary(grouping: try service.rows(of: trainees, caller, tx)) { $0.checklist.trainee }.mapValues { rows in
        TraineePiece(tables: [ChecklistsTables.checklist.number]) { checklistsShort(rows, $0) }
      }
    },
    { trainee, access, caller, tx throws(Refusal) in
      let data = try service.list(of: trainee, access, caller, tx)
      return TraineePiece(tables: [ChecklistsTables.checklist.number]) { checklistsCard(data, $0) }
    })
}
