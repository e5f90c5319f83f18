public import Base
import HTML
import HTTPTypes
import Hummingbird
import Kit
import NIOCore
public import Router

extension WebServer {
  static let livePath = "/live"

  /// `GET /live?topics=a,b&last=12`: the stream, until the reader or the server goes.
  func openLine(_ request: Request, _ incoming: Hummingbird.Request, _ context: Context) async throws
    -> Hummingbird.Response
  {
    guard let identity = request.identity else { throw Unauthorized() }
    let caller = try request.caller()
    let topics = (request.query["topics"] ?? "").split(separator: ",").map(String.init)
    let seen = HTTPField.Name("Last-Event-ID").flatMap { incoming.headers[$0] } ?? request.query["last"]
    let channel = context.channel
    let (key, line) = try await live.open(
      topics: topics, identity: identity, caller: caller, scene: request.scene, last: seen.flatMap { Int64($0) },
      again: { try await RequestReading(incoming: incoming, source: context.remote, server: self).identity() },
      cut: { channel.close(promise: nil) })
    let (live, body) = (live, incoming.body)
    return Hummingbird.Response(
      status: .ok, headers: liveHeaders,
      body: .init { writer in
        defer { live.close(key) }
        try await body.consumeWithInboundCloseHandler { [writer] _ in
          await line.run(on: channel)
          try await writer.finish(nil)
        } onInboundClosed: {
          live.close(key)
        }
      })
  }
}

/// The doors of the machinery itself.
public func machineRoutes(
  ready: @escaping @Sendable () async -> Bool, metrics: Metrics, metricsFrom: Set<String> = [],
  openAPI: @escaping @Sendable () -> JSON
) -> [Route] {
  [
    .get(WebServer.livePath, .members, "The live stream of what the open page shows.", inAPI: false) { _ in
      Response(body: .live, json: { .null }, fragments: nil, status: 200, version: nil, next: nil)
    },
    Route.get("/healthz", .anyone, "Whether the process is alive.", inAPI: false) { _ in
      .bytes(Array("ok\n".utf8), type: "text/plain; charset=utf-8")
    }.askingNobody(),
    Route.get("/readyz", .anyone, "Whether requests can be served.", inAPI: false) { _ in
      await ready()
        ? .bytes(Array("ready\n".utf8), type: "text/plain; charset=utf-8")
        : .bytes(Array("not ready\n".utf8), type: "text/plain; charset=utf-8", status: 503)
    }.askingNobody(),
    .get("/metrics", .anyone, "Figures for Prometheus, to this machine or to whom the settings name.", inAPI: false) {
      request in
      guard mayRead(metricsFrom, request) else { throw Refusal.notFound }
      return .bytes(Array(metrics.text.utf8), type: "text/plain; version=0.0.4; charset=utf-8")
    },
    .get("/openapi.json", .anyone, "The description of the API.", inAPI: false) { _ in
      .bytes(openAPI().bytes, type: "application/json; charset=utf-8")
    },
  ]
}

/// Who comes by a proxy that nobody named could be anybody, however near the proxy is.
private func mayRead(_ named: Set<String>, _ request: Request) -> Bool {
  if request.isForwarded { return false }
  if !named.isEmpty { return named.contains(request.source) }
  return request.source.hasPrefix("127.") || request.source == "::1" || request.source == "local"
}
