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
  /// Whether a letter leaves this server, or lies in a folder.
  public var sends: Bool { if case .server = way { true } else { false } }
  private let threads = NIOThreadPool(numberOfThreads: 1)
  private let line = NIOLockedValueBox<Curl?>(nil)

  public init(_ way: Way) {
    self.way = way
    threads.start()
  }

  deinit { threads.shutdownGracefully { _ in } }

  /// - Throws: `DeliveryFailure`.
  public func send(_ letter: EmailMessage) async throws {
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
  private func deliver(_ letter: EmailMessage, _ server: SMTPServer, _ stop: StopFlag) throws(DeliveryFailure) {
    let open = line.withLockedValue { line in
      defer { line = nil }
      return line
    }
    let curl: Curl
    if let open { curl = open } else { curl = try Mailer.connect(server) }
    curl.setWatch(stop)
    try withExtendedLifetime(stop) { () throws(DeliveryFailure) in try Mailer.send(letter, over: curl) }
    line.withLockedValue { $0 = curl }
  }

  private static func connect(_ server: SMTPServer) throws(DeliveryFailure) -> Curl {
    let curl = try Curl()
    curl.setUsual(seconds: 20, connect: 8, authorities: server.authorities)
    curl.set(CURLOPT_URL, server.url)
    curl.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    curl.set(CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue))  // fails rather than sends in the clear
    curl.set(CURLOPT_UPLOAD, 1)
    if let user = server.user, let password = server.password {
      curl.set(CURLOPT_USERNAME, user)
      curl.set(CURLOPT_PASSWORD, password)
      curl.set(CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN")  // behind TLS, which is forced
    }
    curl.setSource()
    curl.setReplies()
    return curl
  }

  private static func send(_ letter: EmailMessage, over curl: Curl) throws(DeliveryFailure) {
    curl.set(CURLOPT_MAIL_FROM, "<" + letter.from.address.text + ">")
    curl.set(CURLOPT_MAIL_RCPT, lines: ["<" + letter.to.address.text + ">"])
    let (source, replies) = (Outflow(letter.bytes), Replies())
    let (code, reason) = withExtendedLifetime((source, replies)) {
      curl.set(CURLOPT_READDATA, Unmanaged.passUnretained(source).toOpaque())
      curl.set(CURLOPT_HEADERDATA, Unmanaged.passUnretained(replies).toOpaque())
      return curl.perform()
    }
    guard code != CURLE_OK else { return }
    throw failure(code.rawValue, curl.responseCode, reason, said: replies.last)
  }

  /// What a no means: that there is no such mailbox, that this letter is not wanted, or that we are not.
  ///
  /// A 5xx is for good only where it is an answer about the mailbox. About our name or our signature (RFC 7372) or our
  /// password it is a setting: the letter waits until that is put right, and no address is to blame.
  /// - Parameter why: libcurl's sentence, which says at which step it was.
  /// - Parameter said: the server's last line.
  static func failure(_ code: UInt32, _ answer: Int, _ reason: String, said: String = "") -> DeliveryFailure {
    let enhanced = Replies.enhanced(said)
    let isPolicy = enhanced.count == 3 && enhanced[1] == 7
    let isOurName = reason.hasPrefix("MAIL failed") || isPolicy && (20...30).contains(enhanced[2])
    let isOurs = code == CURLE_LOGIN_DENIED.rawValue || [530, 534, 535, 538].contains(answer)
    let text = "mail \(answer > 0 ? answer : Int(code)): \(reason)"
    guard (500..<600).contains(answer) else {
      return DeliveryFailure(.passing, text, isUnreachable: isOurs || answer < 400 || answer == 421)
    }
    if isOurs || isOurName { return DeliveryFailure(.passing, text, isUnreachable: true) }
    let isAbsent = [550, 551, 553].contains(answer)
    if isPolicy || isAbsent && !reason.hasPrefix("RCPT failed") { return DeliveryFailure(.passing, text) }
    return DeliveryFailure(isAbsent ? .gone : .final, text)
  }
}
