package import Base
package import Database
import Kit
public import Router
package import School

/// The form; what it sends comes with files, which a server takes in (`captureServerRoutes`).
public func captureRoutes(_ service: CaptureService) -> [Route] {
  [
    .get(
      CapturePaths.capture, .staff, "The form of a quick capture: an observation, a presentation or a task.",
      query: [
        .optional("child", "A child that is chosen already; may come several times."),
        .optional("classroom", "Children of this class alone."),
      ], inAPI: false, offline: .everybody, service.pageAnswer)
  ]
}

extension CaptureService {
  package func pageAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try page(request, tx), request.draft)
    var answer = Response.page { capturePage(data, draft, $0) }
    // The camera is the phone's own program; the microphone is this page's, and no other's of the record.
    answer.headers.append(
      ("Permissions-Policy", "camera=(), microphone=(self), geolocation=(), payment=(), usb=()"))
    return answer
  }
}

extension Capture {
  /// Where it is found afterwards, what is said, and the way to take it back where it is one thing.
  package func answer(_ outcome: Outcome, path: String, undo: String?) -> Response {
    let toast = Toast(Phrase("capture.saved." + kind.rawValue), undo: undo.map { ($0, []) })
    return .done(path, toast: toast, created: true, json: { .object([("path", .text(path))]) })
  }
  // words: capture.saved.*
}
