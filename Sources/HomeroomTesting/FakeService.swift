import App
import Base
import Classroom
public import ClassroomServer
import Foundation
import School
import Synchronization

/// A service outside, on this machine: it says what a test has it say, and remembers what it was asked.
public final class FakeService: Sendable {
  public enum Way: Sendable {
    case answer(status: Int, [UInt8])
    /// It takes the question and never says anything.
    case silence
  }
  public struct Asked: Sendable {
    public let head: String
    public let body: [UInt8]
    public var text: String { String(decoding: body, as: UTF8.self) }
  }
  private struct State {
    var way: Way
    var asked: [Asked] = []
    var silent: [Int32] = []
  }

  public let port: Int
  private let listener: Int32
  private let state: Mutex<State>

  public init(_ way: Way = .silence) throws {
    state = Mutex(State(way: way))
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(listener, raw, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, raw, &length) == 0
      }
    }
    guard listener >= 0, isOpen else { throw Refusal.unavailable }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [weak self] in
      while true {
        let line = accept(listener, nil, nil)
        guard line >= 0, let self else { return }
        self.serve(line)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    for line in state.withLock({ $0.silent }) { close(line) }
  }

  public func say(_ way: Way) { state.withLock { $0.way = way } }

  /// Says a text as a text service or a speech service says one.
  public func say(_ text: String) {
    let message = JSON.object([("role", .text("assistant")), ("content", .text(text))])
    let whole = JSON.object([("choices", .list([.object([("message", message)])])), ("text", .text(text))])
    say(.answer(status: 200, whole.bytes))
  }

  public var asked: [Asked] { state.withLock { $0.asked } }

  /// As a server has it that was set up for it.
  public func end(key: String = "", seconds: Int = 20) -> OutsideEnd {
    outsideEnd(
      url: "http://127.0.0.1:\(port)/v1/some", host: "127.0.0.1", key: key, model: "a-model", seconds: seconds)
  }

  private func serve(_ line: Int32) {
    let asked = Self.read(line)
    let way = state.withLock { state in
      state.asked.append(asked)
      return state.way
    }
    switch way {
    case .silence: state.withLock { $0.silent.append(line) }
    case .answer(let status, let body):
      let head =
        "HTTP/1.1 \(status) Said\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n"
        + "Connection: close\r\n\r\n"
      var left = (Array(head.utf8) + body)[...]
      while !left.isEmpty {
        let sent = left.withUnsafeBytes { send(line, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard sent > 0 else { break }
        left = left.dropFirst(sent)
      }
      close(line)
    }
  }

  /// All of one request: its head up to the empty line, and as much as that says.
  private static func read(_ line: Int32) -> Asked {
    let end = Array("\r\n\r\n".utf8)
    var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    var split: Int?
    var wanted = Int.max
    while bytes.count < wanted {
      let count = recv(line, &piece, piece.count, 0)
      guard count > 0 else { break }
      bytes += piece[..<count]
      guard split == nil, let place = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { continue }
      split = place
      let lines = String(decoding: bytes[..<place], as: UTF8.self).lowercased().components(separatedBy: "\r\n")
      let length = lines.first { $0.hasPrefix("content-length:") }?.dropFirst("content-length:".count)
      wanted = place + end.count + (length.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) } ?? 0)
    }
    let place = split ?? bytes.count
    return Asked(
      head: String(decoding: bytes[..<place], as: UTF8.self), body: Array(bytes.dropFirst(place + end.count)))
  }
}
