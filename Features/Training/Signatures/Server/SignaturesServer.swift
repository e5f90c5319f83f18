public import Base
import Database
import Kit
public import Router
public import School
public import Training
import Web

/// Signs: the password is asked for again, and proving it waits.
public struct SignaturesServer: Sendable {
  public typealias Proof = @Sendable (_ password: String, ID<Account>) async throws -> Bool
  let service: SignaturesService
  let proof: Proof
  let sealer: (@Sendable () async throws -> SignatureSealer)?
  /// - Parameters:
  ///   - sealer: the server's key, where it seals what is signed.
  ///   - proof: whether a password is the account's; throttled.
  public init(
    service: SignaturesService, sealer: (@Sendable () async throws -> SignatureSealer)? = nil, proof: @escaping Proof
  ) {
    (self.service, self.sealer, self.proof) = (service, sealer, proof)
  }

  func proven(_ command: SignChecklist, _ request: Request) async throws -> SignatureProof {
    let isRight = try await proof(command.password, request.caller().account)
    return SignatureProof(isRight: isRight, sealer: isRight ? try await sealer?() : nil)
  }
}

public func signatureServerRoutes(_ server: SignaturesServer) -> [Route] {
  let service = server.service
  let show: PageHandler = { request, tx throws(Refusal) in try service.show(request, tx) }
  return sealRoutes(server) + [
    .post(
      "/training/checklists/:checklist/signature", .members,
      "Signs a checklist off with the password again, or amends what was signed.", form: show,
      SignChecklist.self,
      prepare: { command, request in try await server.proven(command, request) },
      service.handle
    ) { handled in
      .done(
        SignaturesPaths.signature(handled.command.checklist), toast: Toast(Phrase("training.signatures.done")),
        created: true, json: { .object([("id", .text(handled.outcome.text))]) })
    }
  ]
}
