public import Base
public import Router

extension RouteTable {
  /// The description of the API (OpenAPI 3.1), made from the very table that serves the requests.
  public func openAPI(version: String) -> JSON {
    var paths: [String: [(String, JSON)]] = [:]
    for route in routes where route.inAPI && route.path.hasPrefix("/api/v1") || !route.inAPI {
      paths[template(route.path), default: []].append((route.method.rawValue.lowercased(), describe(route)))
    }
    return .object([
      ("openapi", .text("3.1.0")),
      (
        "info",
        .object([
          ("title", .text("Homeroom")), ("version", .text(version)),
          ("license", .object([("name", .text("Apache-2.0")), ("identifier", .text("Apache-2.0"))])),
        ])
      ),
      ("paths", .object(paths.sorted { $0.key < $1.key }.map { ($0.key, .object($0.value)) })),
      (
        "components",
        .object([
          (
            "securitySchemes",
            .object([
              ("token", .object([("type", .text("http")), ("scheme", .text("bearer"))])),
              (
                "session",
                .object([("type", .text("apiKey")), ("in", .text("cookie")), ("name", .text("__Host-homeroom"))])
              ),
            ])
          ),
          ("schemas", .object([("Problem", RouteTable.problemSchema)])),
        ])
      ),
    ])
  }

  private func template(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }.joined(separator: "/")
  }

  private func describe(_ route: Route) -> JSON {
    var members: [(String, JSON)] = [
      (
        "operationId",
        .text(
          route.method.rawValue.lowercased() + route.path.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        )
      ),
      ("tags", .list([.text(route.feature)])), ("summary", .text(route.about)),
      ("x-access", .text(route.access.text)),
    ]
    let parameters = parameters(route)
    if !parameters.isEmpty { members.append(("parameters", .list(parameters))) }
    if route.access != .anyone {
      members.append(("security", .list([.object([("token", .list([]))]), .object([("session", .list([]))])])))
    }
    if route.method == .post { members.append(("requestBody", body(route))) }
    members.append(("responses", .object(responses(route))))
    return .object(members)
  }

  private func parameters(_ route: Route) -> [JSON] {
    let path = route.names.map { parameter("path", Input($0, "The id, or the word, in the path.")) }
    switch route.method {
    case .get: return path + route.inputs.map { parameter("query", $0) }
    case .post: return path + RouteTable.conditions.map { parameter("header", $0) }
    }
  }

  private func parameter(_ place: String, _ input: Input) -> JSON {
    .object([
      ("name", .text(input.name)), ("in", .text(place)), ("required", .flag(input.required)),
      ("description", .text(input.about)), ("schema", .object([("type", .text("string"))])),
    ])
  }

  /// What every change takes besides its fields.
  private static let conditions: [Input] = [
    .optional("Idempotency-Key", "One sending, however often it is repeated: a UUID, or 1 to 255 bytes of your own."),
    .optional("If-Match", "The version (ETag) the change was made for; 412 when what has versions has another."),
  ]

  private func responses(_ route: Route) -> [(String, JSON)] {
    let made = ("201", JSON.object([("description", .text("Done, and something new came into being."))]))
    return RouteTable.done + (route.method == .post ? [made] : []) + RouteTable.refused
  }

  private func body(_ route: Route) -> JSON {
    let fields = route.fields()
    // What is said of `marks.<student>` is said of `marks`.
    let said = Dictionary(route.inputs.map { (stem($0.name), $0.about) }) { first, _ in first }
    let names = Set(fields.map(\.name))
    let others = route.inputs.filter { !names.contains($0.name) && !names.contains(stem($0.name)) }
    let schema = JSON.object([
      ("type", .text("object")),
      (
        "properties",
        .object(
          fields.map { ($0.name, $0.schema($0.about.isEmpty ? said[$0.name] ?? "" : $0.about)) }
            + others.map { ($0.name, .object([("type", .text("string")), ("description", .text($0.about))])) })
      ),
      (
        "required",
        .list((fields.filter(\.isRequired).map(\.name) + others.filter(\.required).map(\.name)).map { .text($0) })
      ),
    ])
    let content = JSON.object([
      ("application/json", .object([("schema", schema)])),
      ("application/x-www-form-urlencoded", .object([("schema", schema)])),
    ])
    return .object([("content", content)])
  }

  private func stem(_ name: String) -> String { name.hasSuffix(">") ? String(name.prefix { $0 != "." }) : name }

  private static let done: [(String, JSON)] = [("200", .object([("description", .text("Done."))]))]

  private static let refused: [(String, JSON)] = [
    (
      "default",
      .object([
        ("description", .text("Refused (RFC 9457).")),
        (
          "content",
          .object([
            (
              "application/problem+json",
              .object([("schema", .object([("$ref", .text("#/components/schemas/Problem"))]))])
            )
          ])
        ),
      ])
    )
  ]

  private static let problemSchema: JSON = .object([
    ("type", .text("object")),
    (
      "properties",
      .object([
        ("type", .object([("type", .text("string"))])), ("title", .object([("type", .text("string"))])),
        ("status", .object([("type", .text("integer"))])), ("detail", .object([("type", .text("string"))])),
        (
          "errors",
          .object([
            ("type", .text("array")),
            (
              "items",
              .object([
                ("type", .text("object")),
                (
                  "properties",
                  .object([
                    ("field", .object([("type", .text("string"))])), ("code", .object([("type", .text("string"))])),
                    ("detail", .object([("type", .text("string"))])),
                  ])
                ),
              ])
            ),
          ])
        ),
      ])
    ),
  ])
}
