import Base
import HTTPTypes
import Router

extension Refusal {
  /// Its status with the words that go with the number.
  var httpStatus: HTTPResponse.Status {
    switch status {
    case 403: .forbidden
    case 404: .notFound
    case 422: .unprocessableContent
    case 413: .contentTooLarge
    case 409: .conflict
    case 412: .preconditionFailed
    case 429: .tooManyRequests
    case 507: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
    case 503: .serviceUnavailable
    default: .internalServerError
    }
  }
}
