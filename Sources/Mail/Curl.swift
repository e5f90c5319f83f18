import CCurl
import Foundation
import NIOConcurrencyHelpers

/// One handle of libcurl with its open connections.
///
/// Blocks while it works, so it is used on threads of our own only.
final class Curl: @unchecked Sendable {
  // One thread at a time has it: `Mailer` has one thread, `HTTPClient` hands each handle to one task.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
  private let handle: UnsafeMutableRawPointer
  private var lists: [UnsafeMutablePointer<curl_slist>] = []

  init() throws(DeliveryFailure) {
    guard Curl.isReady, let handle = curl_easy_init() else { throw DeliveryFailure(.passing, "libcurl does not start") }
    self.handle = handle
  }

  deinit {
    dropLists()
    curl_easy_cleanup(handle)
  }

  /// Forgets all options; connections stay open.
  func reset() {
    curl_easy_reset(handle)
    dropLists()
  }

  private func dropLists() {
    for list in lists { curl_slist_free_all(list) }
    lists = []
  }

  func set(_ option: CURLoption, _ value: Int) { _ = post_curl_set_long(handle, option, value) }
  func set(_ option: CURLoption, _ value: String) { _ = post_curl_set_string(handle, option, value) }
  func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) { _ = post_curl_set_pointer(handle, option, value) }

  /// What goes out comes from the `Outflow` under `CURLOPT_READDATA`.
  func setSource() {
    _ = post_curl_set_io(handle, CURLOPT_READFUNCTION) { buffer, size, count, user in
      guard let buffer, let user else { return 0 }
      return Unmanaged<Outflow>.fromOpaque(user).takeUnretainedValue().fill(buffer, size * count)
    }
  }

  /// What comes in goes to the `Inflow` under `CURLOPT_WRITEDATA`.
  func setSink() {
    _ = post_curl_set_io(handle, CURLOPT_WRITEFUNCTION) { buffer, size, count, user in
      guard let buffer, let user else { return 0 }
      return Unmanaged<Inflow>.fromOpaque(user).takeUnretainedValue().take(buffer, size * count)
    }
  }

  /// What a mail server answers, line by line, goes to the `Replies` under `CURLOPT_HEADERDATA`.
  func setReplies() {
    _ = post_curl_set_io(handle, CURLOPT_HEADERFUNCTION) { buffer, size, count, user in
      guard let buffer, let user else { return 0 }
      return Unmanaged<Replies>.fromOpaque(user).takeUnretainedValue().take(buffer, size * count)
    }
  }

  /// libcurl keeps the list's address, so the list lives until the next reset.
  func set(_ option: CURLoption, lines: [String]) {
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines { list = curl_slist_append(list, line) }
    if let list { lists.append(list) }
    _ = post_curl_set_list(handle, option, list)
  }

  /// What every transfer of ours has in common: no signals in a threaded program, no proxy out of the environment, TLS
  /// of this decade.
  func setUsual(seconds: Int, connect: Int, authorities: String?) {
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_TIMEOUT, seconds)
    set(CURLOPT_CONNECTTIMEOUT, connect)
    set(CURLOPT_PROXY, "")
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let authorities { set(CURLOPT_CAINFO, authorities) }
  }

  /// Gives up within a second or so when the flag is raised: a server that stops waits for nobody's time-out.
  ///
  /// The flag must live as long as the transfer.
  func setWatch(_ flag: StopFlag) {
    set(CURLOPT_NOPROGRESS, 0)
    set(CURLOPT_XFERINFODATA, Unmanaged.passUnretained(flag).toOpaque())
    _ = post_curl_set_watch(handle, CURLOPT_XFERINFOFUNCTION) { user, _, _, _, _ in
      guard let user else { return 0 }
      return Unmanaged<StopFlag>.fromOpaque(user).takeUnretainedValue().isRaised ? 1 : 0
    }
  }

  var responseCode: Int {
    var code = 0
    _ = post_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &code)
    return code
  }

  var retryAfter: Int? {
    var seconds: curl_off_t = 0
    _ = post_curl_get_offset(handle, CURLINFO_RETRY_AFTER, &seconds)
    return seconds > 0 ? Int(clamping: seconds) : nil
  }

  /// - Returns: libcurl's result, with its sentence when it is not good.
  func perform() -> (code: CURLcode, reason: String) {
    var buffer = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
    let code = buffer.withUnsafeMutableBufferPointer { place in
      set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(place.baseAddress))
      defer { set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer?.none) }
      return curl_easy_perform(handle)
    }
    guard code != CURLE_OK else { return (code, "") }
    let said = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (code, said.isEmpty ? String(cString: curl_easy_strerror(code)) : said)
  }
}

/// Says to a transfer that nobody waits for it any more.
final class StopFlag: Sendable {
  private let raised = NIOLockedValueBox(false)
  var isRaised: Bool { raised.withLockedValue { $0 } }
  func raise() { raised.withLockedValue { $0 = true } }
}

/// Bytes that libcurl takes piece by piece.
final class Outflow {
  private let bytes: [UInt8]
  private var place = 0
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func fill(_ buffer: UnsafeMutablePointer<CChar>, _ most: Int) -> Int {
    let count = min(most, bytes.count - place)
    guard count > 0 else { return 0 }
    bytes.withUnsafeBytes { source in
      if let base = source.baseAddress { memcpy(buffer, base + place, count) }
    }
    place += count
    return count
  }
}

/// Bytes that libcurl brings, up to a limit.
final class Inflow {
  private let limit: Int
  private(set) var bytes: [UInt8] = []
  init(limit: Int) { self.limit = limit }

  /// - Returns: how many were taken; fewer than given ends the transfer.
  func take(_ buffer: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
    guard bytes.count + count <= limit else { return 0 }
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: buffer, count: count))
    return count
  }
}

/// The last line of what a mail server has said.
final class Replies {
  private(set) var last = ""

  func take(_ buffer: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
    last = String(decoding: UnsafeRawBufferPointer(start: buffer, count: min(count, 512)), as: UTF8.self)
    return count
  }

  /// The three numbers after the code (RFC 3463): 5, 7 and 26 of `550-5.7.26 Unauthenticated`.
  static func enhanced(_ line: String) -> [Int] {
    let word = line.dropFirst(4).prefix { $0 != " " && $0 != "\r" && $0 != "\n" }
    let numbers = word.split(separator: ".").map { Int($0) }
    return numbers.count == 3 ? numbers.compactMap(\.self) : []
  }
}
