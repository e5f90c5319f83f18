import Base
import Foundation
import Ledger
import Router
import ServiceLifecycle
import Web

extension Homeroom {
  /// What the command line asks of the server that runs on the same directory.
  ///
  /// A table of its own, which only the socket in that directory serves: for whoever comes by the network none of it
  /// exists.
  var controlRoutes: [Route] {
    [
      control("backup", "Copies the books and files.", [Input("directory", "The directory to make.")]) { form in
        try await backUp(to: try Self.asked("directory", form))
      },
      control("doctor", "Examines books, files and journal.") { _ in try await examine() },
      control("erase", "Erases what is due by this machine's clock.") { _ in try await erase() },
      control(
        "replica", "Writes what a device would hold.",
        [
          Input("account", "The e-mail or username."), Input("school", "The id or the exact name."),
          Input("file", "The file to make."),
        ]
      ) { form in
        try await writeReplica(
          of: try Self.asked("account", form), in: try Self.asked("school", form), to: try Self.asked("file", form))
      },
      control("retry-post", "Lets what was parked leave the house again.") { _ in try await retryPost() },
    ]
  }

  private static func asked(_ field: String, _ form: Form) throws -> String {
    guard let value = form[field] else { throw Refusal.invalid(field, Phrase("form.required")) }
    return value
  }

  /// A route that answers with what there is to say, and with 500 and a sentence when it failed.
  private func control(
    _ name: String, _ about: String, _ inputs: [Input] = [], _ work: @escaping @Sendable (Form) async throws -> String
  ) -> Route {
    .post("/control/" + name, .anyone, about, inputs: inputs, inAPI: false) { request in
      let form = request.form
      do {
        // A page may read for so long and no longer; a backup takes what it takes, until the server is to stop.
        let said = try await ReadLimit.$current.withValue(nil) {
          try await cancelWhenGracefulShutdown { try await work(form) }
        }
        return .bytes(Array(said.utf8), type: "text/plain; charset=utf-8")
      } catch {
        let sentence = error is CancellationError ? "The server was stopped before it was done." : Sentence.of(error)
        return .bytes(Array(sentence.utf8), type: "text/plain; charset=utf-8", status: 500)
      }
    }.askingNobody()
  }
}
