import CCurl
import Foundation
import NIOConcurrencyHelpers
import NIOPosix

/// The mail server of whoever runs this one.
public struct SMTPServer: Sendable {
  /// `smtps://host:465` speaks TLS from the start, `smtp://host:587` asks for it and gives up where there is none.
  public let url: String
  public let user: String?
  public let password: String?
  /// A PEM file, for a mail server with a certificate of one's own.
  public let authorities: String?
  public init(url: String, user: String? = nil, password: String? = nil, authorities: String? = nil) {
    (self.url, self.user, self.password, self.authorities) = (url, user, password, authorities)
  }
}

/// Sends letters, one after the other, on a thread of its own: nobody else waits for a slow mail server.
public final class Mailer: Sendable {
  /// Where letters go: out, or into a folder when there is no mail server.
  public enum Way: Sendable { case server(SMTPServer), folder(Outbox) }
  public let way: Way
  private let threads = NIOThreadPool(numberOfThreads: 1)
  private let line = NIOLockedValueBox<Curl?>(nil)

  public init(_ way: Way) {
    self.way = way
    threads.start()
  }

  deinit { threads.shutdownGracefully { _ in } }

  /// - Throws: `PostFailure`.
  public func send(_ letter: Letter) async throws {
    let stop = StopFlag()
    try await withTaskCancellationHandler {
      try await threads.runIfActive { [self] in
        switch way {
        case .folder(let outbox): try outbox.put(letter)
        case .server(let server): try deliver(letter, server, stop)
        }
      }
    } onCancel: {
      stop.raise()
    }
  }

  /// Keeps the connection for the next letter, and drops it when anything went wrong.
  private func deliver(_ letter: Letter, _ server: SMTPServer, _ stop: StopFlag) throws(PostFailure) {
    let open = line.withLockedValue { line in
      defer { line = nil }
      return line
    }
    let curl: Curl
    if let open { curl = open } else { curl = try Mailer.connect(server) }
    curl.setWatch(stop)
    try withExtendedLifetime(stop) { () throws(PostFailure) in try Mailer.send(letter, over: curl) }
    line.withLockedValue { $0 = curl }
  }

  private static func connect(_ server: SMTPServer) throws(PostFailure) -> Curl {
    let curl = try Curl()
    curl.setUsual(seconds: 20, connect: 8, authorities: server.authorities)
    curl.set(CURLOPT_URL, server.url)
    curl.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    curl.set(CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue))  // fails rather than sends in the clear
    curl.set(CURLOPT_UPLOAD, 1)
    if let user = server.user, let password = server.password {
      curl.set(CURLOPT_USERNAME, user)
      curl.set(CURLOPT_PASSWORD, password)
      curl.set(CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN")
    }
    curl.setSource()
    return curl
  }

  private static func send(_ letter: Letter, over curl: Curl) throws(PostFailure) {
    curl.set(CURLOPT_MAIL_FROM, "<" + letter.from.address.text + ">")
    curl.set(CURLOPT_MAIL_RCPT, lines: ["<" + letter.to.address.text + ">"])
    let source = Outflow(letter.bytes)
    let (code, why) = withExtendedLifetime(source) {
      curl.set(CURLOPT_READDATA, Unmanaged.passUnretained(source).toOpaque())
      return curl.perform()
    }
    guard code != CURLE_OK else { return }
    throw failure(code.rawValue, curl.responseCode, why)
  }

  /// A 5xx is for good, unless it is about us signing in: that is a setting, and the letter is not to blame.
  static func failure(_ code: UInt32, _ answer: Int, _ why: String) -> PostFailure {
    let isOurs = code == CURLE_LOGIN_DENIED.rawValue || [530, 534, 535, 538].contains(answer)
    let kind: PostFailure.Kind =
      !isOurs && (500..<600).contains(answer) ? ([550, 551, 553].contains(answer) ? .gone : .final) : .passing
    return PostFailure(
      kind, "mail \(answer > 0 ? answer : Int(code)): \(why)",
      isUnreachable: kind == .passing && (isOurs || answer < 400 || answer == 421))
  }
}
