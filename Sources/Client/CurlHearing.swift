// On Linux, Foundation's own is of no use for an answer that goes on: while one is read it looks some ten thousand times a second
// whether something could be written (three quarters of a core), and it does not say that the line broke (Swift 6.2).
#if os(Linux)
  import CCurl
  import Foundation
  import FoundationNetworking
  import Synchronization

  /// One answer that is read while it comes, by libcurl, on a thread of its own.
  final class Hearing: Sendable {
    private struct State {
      var waiting: CheckedContinuation<ClientLine, any Error>?
      var status = 0
      var headers: [String: String] = [:]
      /// Nobody reads any more.
      var isOver = false
    }
    private let state = Mutex(State())
    private let body: AsyncThrowingStream<[UInt8], any Error>
    private let out: AsyncThrowingStream<[UInt8], any Error>.Continuation
    /// So many pieces wait for a reader, of 16 KB each at most; then the line is cut.
    private static let mostPieces = 1024
    /// A live line says something every fifteen seconds: after so many without a word it is dead.
    private static let patience = 35

    init() { (body, out) = AsyncThrowingStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostPieces)) }

    func begin(_ request: URLRequest) async throws -> ClientLine {
      guard let url = request.url?.absoluteString else { throw ClientError.notHere }
      let headers = (request.allHTTPHeaderFields ?? [:]).map { "\($0): \($1)" }
      out.onTermination = { _ in self.stop() }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          state.withLock { $0.waiting = continuation }
          Thread.detachNewThread { self.run(url, headers) }
        }
      } onCancel: {
        stop()
      }
    }

    private func stop() { state.withLock { $0.isOver = true } }

    private func run(_ url: String, _ headers: [String]) {
      let isWhole = perform(url, headers) == CURLE_OK
      answer(.failure(ClientError.noLine))
      out.finish(throwing: isWhole ? nil : ClientError.noLine)
    }

    private func perform(_ url: String, _ headers: [String]) -> CURLcode {
      guard let curl = curl_easy_init() else { return CURLE_FAILED_INIT }
      var list: UnsafeMutablePointer<curl_slist>?
      for header in headers { list = curl_slist_append(list, header) }
      defer {
        curl_easy_cleanup(curl)
        curl_slist_free_all(list)
      }
      let numbers = [
        (CURLOPT_NOSIGNAL, 1), (CURLOPT_CONNECTTIMEOUT, 30), (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
        (CURLOPT_LOW_SPEED_LIMIT, 1), (CURLOPT_LOW_SPEED_TIME, Self.patience), (CURLOPT_NOPROGRESS, 0),
      ]
      for (option, value) in numbers { _ = post_curl_set_long(curl, option, value) }
      for (option, value) in [(CURLOPT_URL, url), (CURLOPT_PROXY, ""), (CURLOPT_PROTOCOLS_STR, "https,http")] {
        _ = post_curl_set_string(curl, option, value)
      }
      _ = post_curl_set_list(curl, CURLOPT_HTTPHEADER, list)
      hear(curl)
      return withExtendedLifetime(self) { curl_easy_perform(curl) }
    }

    private func hear(_ curl: UnsafeMutableRawPointer) {
      let me = Unmanaged.passUnretained(self).toOpaque()
      for option in [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_XFERINFODATA] {
        _ = post_curl_set_pointer(curl, option, me)
      }
      _ = post_curl_set_io(curl, CURLOPT_HEADERFUNCTION) { buffer, size, count, user in
        guard let buffer, let user else { return 0 }
        Hearing.of(user).take(header: UnsafeRawBufferPointer(start: buffer, count: size * count))
        return size * count
      }
      _ = post_curl_set_io(curl, CURLOPT_WRITEFUNCTION) { buffer, size, count, user in
        guard let buffer, let user else { return 0 }
        if case .enqueued = Hearing.of(user).out.yield(
          Array(UnsafeRawBufferPointer(start: buffer, count: size * count)))
        {
          return size * count
        }
        return 0
      }
      // Asked about once a second, also while nothing comes.
      _ = post_curl_set_watch(curl, CURLOPT_XFERINFOFUNCTION) { user, _, _, _, _ in
        guard let user else { return 1 }
        return Hearing.of(user).state.withLock { $0.isOver } ? 1 : 0
      }
    }

    private static func of(_ user: UnsafeMutableRawPointer) -> Hearing {
      Unmanaged<Hearing>.fromOpaque(user).takeUnretainedValue()
    }

    private func take(header: UnsafeRawBufferPointer) {
      let line = String(decoding: header, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      let known = state.withLock { state -> ClientLine? in
        if line.hasPrefix("HTTP/") {
          let words = line.split(separator: " ")
          (state.status, state.headers) = (words.count > 1 ? Int(words[1]) ?? 0 : 0, [:])
        } else if let colon = line.firstIndex(of: ":") {
          let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
          state.headers[line[..<colon].lowercased()] = value
        }
        guard line.isEmpty, state.status >= 200 else { return nil }
        return ClientLine(status: state.status, headers: state.headers, body: body)
      }
      if let known { answer(.success(known)) }
    }

    private func answer(_ result: Result<ClientLine, any Error>) {
      let waited = state.withLock { state in
        defer { state.waiting = nil }
        return state.waiting
      }
      waited?.resume(with: result)
    }
  }
#endif
