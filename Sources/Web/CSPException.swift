public import Router

extension CSPException {
  /// The policy of an answer that is opened for one origin.
  public var policy: String {
    let (rule, origin) =
      switch self {
      case .frame(let origin): ("frame-src 'self'", origin)
      case .media(let origin): ("media-src 'self'", origin)
      }
    return WebServer.policy.replacing(rule, with: rule + " " + origin)
  }
}
