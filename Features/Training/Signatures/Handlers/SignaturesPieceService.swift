import Base
import Database
import HTML
import Kit
import Router
import School

/// What is signed of a trainee, for the trainee's page; nothing as long as nothing is.
public func signatureTraineePiece() -> TraineePieceSource {
  TraineePieceSource { trainee, _, caller, tx throws(Refusal) in
    let signed = try SignaturesStore(tx: tx).newest(of: trainee.id, in: caller.school)
    if signed.isEmpty { return nil }
    return TraineePiece(tables: [SignaturesTables.signature.number, ChecklistsTables.checklist.number]) {
      signedPiece(signed, $0)
    }
  }
}
