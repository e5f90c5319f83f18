#if !os(Linux)
  import Foundation
  import Synchronization

  /// One answer that is read while it comes, in a session of its own, which ends with it (on Linux: CurlHearing.swift).
  final class Hearing: StayingHere, URLSessionDataDelegate, @unchecked Sendable {
    // Unchecked for its class alone: what it holds is constant and locks itself.
    private let waiting = Mutex<CheckedContinuation<ClientLine, any Error>?>(nil)
    private let body: AsyncThrowingStream<[UInt8], any Error>
    private let out: AsyncThrowingStream<[UInt8], any Error>.Continuation
    /// So many pieces wait for a reader, of 16 KB each at most; then the line is cut.
    private static let mostPieces = 1024

    override init() { (body, out) = AsyncThrowingStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostPieces)) }

    func begin(_ request: URLRequest) async throws -> ClientLine {
      let session = URLSession(configuration: URLSessionTransport.configuration, delegate: self, delegateQueue: nil)
      let task = session.dataTask(with: request)
      out.onTermination = { _ in task.cancel() }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          waiting.withLock { $0 = continuation }
          task.resume()
          session.finishTasksAndInvalidate()
        }
      } onCancel: {
        task.cancel()
      }
    }

    private func answer(_ result: Result<ClientLine, any Error>) {
      let waited = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      waited?.resume(with: result)
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      if let response = response as? HTTPURLResponse {
        answer(.success(ClientLine(status: response.statusCode, headers: response.named, body: body)))
      } else {
        answer(.failure(ClientError.unreadable))
      }
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      if case .dropped = out.yield(Array(data)) { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      answer(.failure(ClientError.noLine))
      out.finish(throwing: error.map { _ in ClientError.noLine })
    }
  }
#endif
