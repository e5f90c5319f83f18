import Classroom
public import ClassroomServer
import Foundation
import Mail
import School

extension Features {
  /// The services outside that the operator has set up; their keys go from the settings to their clients and no further.
  static func outside(_ settings: Settings) -> OutsideEnds {
    var ends: [OutsideKind: OutsideEnd] = [:]
    ends[.text] = end("chat", settings)
    ends[.speech] = end("speech", settings)
    return OutsideEnds(ends)
  }

  private static func end(_ name: String, _ settings: Settings) -> OutsideEnd? {
    guard let url = settings.optional(name + "-url"), let host = URL(string: url)?.host else { return nil }
    return outsideEnd(
      url: url, host: host, key: settings[name + "-key"], model: settings[name + "-model"],
      seconds: Int(settings["outside-seconds"]) ?? 20)
  }
}

/// A service that is asked over the line.
public func outsideEnd(url: String, host: String, key: String, model: String, seconds: Int) -> OutsideEnd {
  let client = ServiceClient(url: url, key: key, seconds: seconds, limit: OutsideLimits.answer)
  return OutsideEnd(host: host, model: model) { type, body in
    switch await client.post(type: type, body: body) {
    case .success(let bytes): .answered(bytes)
    case .failure(let failure): .failed(OutsideOutcome(failure))
    }
  }
}

extension OutsideOutcome {
  fileprivate init(_ failure: ServiceClient.Failure) {
    switch failure {
    case .timedOut: self = .timedOut
    case .tooLarge: self = .large
    case .unreachable: self = .unreachable
    case .refused: self = .refused
    case .busy: self = .busy
    }
  }
}
