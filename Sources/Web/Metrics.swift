import Base
import HTTPTypes
import NIOConcurrencyHelpers
import Router

/// What the server counts, in the text format of Prometheus.
///
/// No label names a person, a school or a raw path.
public final class Metrics: Sendable {
  /// Upper bounds of the histogram in milliseconds.
  private static let bounds: [Int] = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500]

  private struct Series {
    var buckets = [Int](repeating: 0, count: Metrics.bounds.count + 1)
    var count = 0
    var microseconds: Int64 = 0

    mutating func note(_ place: Int, _ time: Int64) {
      buckets[place] += 1
      count += 1
      microseconds += time
    }
  }
  private struct State {
    var requests: [String: Series] = [:]
    var statuses: [String: Int] = [:]
    var counters: [String: Int] = [:]
  }
  private let state = NIOLockedValueBox(State())
  private let gauges = NIOLockedValueBox<[(name: String, about: String, value: @Sendable () -> Int)]>([])

  public init() {}

  public func gauge(_ name: String, _ about: String, _ value: @escaping @Sendable () -> Int) {
    gauges.withLockedValue { $0.append((name, about, value)) }
  }

  public func count(_ name: String, by amount: Int = 1) {
    state.withLockedValue { $0.counters[name, default: 0] += amount }
  }

  /// Its letters in capitals: whatever a stranger sends, a label holds nothing else.
  static func name(_ method: HTTPRequest.Method) -> String {
    switch method {
    case .get: "GET"
    case .post: "POST"
    default: method.rawValue.uppercased().filter { $0.isLetter }
    }
  }

  /// One request: the route's template, never the path that was asked for.
  func request(route: String, method: String, status: Int, microseconds: Int64) {
    let key = "method=\"\(method)\",route=\"\(route)\""
    state.withLockedValue { state in
      let place = Metrics.bounds.firstIndex { microseconds <= Int64($0) * 1000 } ?? Metrics.bounds.count
      state.requests[key, default: Series()].note(place, microseconds)
      state.statuses["\(key),status=\"\(status)\"", default: 0] += 1
    }
  }

  /// The whole page for `/metrics`.
  public var text: String {
    let now = state.withLockedValue { $0 }
    var out = "# HELP homeroom_requests_total Requests answered.\n# TYPE homeroom_requests_total counter\n"
    for (key, count) in now.statuses.sorted(by: { $0.key < $1.key }) {
      out += "homeroom_requests_total{\(key)} \(count)\n"
    }
    out +=
      "# HELP homeroom_request_duration_seconds Time to answer.\n# TYPE homeroom_request_duration_seconds histogram\n"
    for (key, series) in now.requests.sorted(by: { $0.key < $1.key }) { out += histogram(key, series) }
    for (name, count) in now.counters.sorted(by: { $0.key < $1.key }) {
      out += "# HELP homeroom_\(name)_total Counted since the start.\n# TYPE homeroom_\(name)_total counter\n"
      out += "homeroom_\(name)_total \(count)\n"
    }
    for gauge in gauges.withLockedValue({ $0 }) {
      out += "# HELP homeroom_\(gauge.name) \(gauge.about)\n# TYPE homeroom_\(gauge.name) gauge\n"
      out += "homeroom_\(gauge.name) \(gauge.value())\n"
    }
    return out
  }

  private func histogram(_ key: String, _ series: Series) -> String {
    var (out, sum) = ("", 0)
    for (place, bound) in Metrics.bounds.enumerated() {
      sum += series.buckets[place]
      let seconds = Amount(units: Int64(bound) * 10).text
      out += "homeroom_request_duration_seconds_bucket{\(key),le=\"\(seconds)\"} \(sum)\n"
    }
    out += "homeroom_request_duration_seconds_bucket{\(key),le=\"+Inf\"} \(series.count)\n"
    out += "homeroom_request_duration_seconds_sum{\(key)} \(Double(series.microseconds) / 1_000_000)\n"
    return out + "homeroom_request_duration_seconds_count{\(key)} \(series.count)\n"
  }
}
