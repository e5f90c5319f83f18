public import Base

/// Who may ask.
///
/// Anything finer is the business of the rules behind the route.
public enum Access: Hashable, Sendable {
  /// Anybody, signed in or not.
  case anyone
  /// Whoever has signed in, with or without a school.
  case signedIn
  /// Members of the school they are in, in one of these roles.
  case member([Role])

  /// Every member of the school, whatever the role.
  public static let members = Access.member(Role.allCases)
  public static let staff = Access.member([.owner, .admin, .teacher])
  public static let office = Access.member([.owner, .admin])

  /// Who of a school's members come by it.
  public var roles: [Role] { if case .member(let roles) = self { roles } else { Role.allCases } }

  /// As `homeroom routes` prints it: `anyone`, `signed-in`, or the roles.
  public var text: String {
    switch self {
    case .anyone: "anyone"
    case .signedIn: "signed-in"
    case .member(let roles): roles.map { $0.rawValue }.joined(separator: ",")
    }
  }
}

public enum Method: String, Sendable, CaseIterable { case get = "GET", post = "POST" }

/// One field of a route's form, or of the query of its address, for the description of the API.
public struct Input: Sendable {
  public let name: String, about: String, required: Bool
  public init(_ name: String, _ about: String, required: Bool = true) {
    (self.name, self.about, self.required) = (name, about, required)
  }

  /// Where the next part of a long list begins: what the `Link` header of the part before says.
  public static let after = Input("after", "Where the list goes on, from the Link header.", required: false)
  public static let search = Input("q", "What is searched for.", required: false)
  /// What may be left out, as the values of a query may.
  public static func optional(_ name: String, _ about: String) -> Input { Input(name, about, required: false) }
}

/// One door of the server.
///
/// The table of all routes serves the requests, describes the API and is printed by `homeroom routes`; nothing is
/// reachable that is not in it.
public struct Route: Sendable {
  public let method: Method
  /// `/students/:student/guardians`; a part that begins with a colon stands for an id or a word.
  public let path: String
  public let access: Access
  /// One line for the description of the API.
  public let about: String
  /// The values that the address of a page may carry; and what is to be said of the fields of a form that is posted,
  /// beyond what its command says.
  public let inputs: [Input]
  /// What the form of a command may bring.
  public package(set) var fields: @Sendable () -> [FormField] = { [] }
  /// The command that it carries out.
  package private(set) var command: CommandRegistration?
  /// Whether the same route is served below `/api/v1` with JSON answers.
  public let inAPI: Bool
  /// Who has it on a device.
  public private(set) var offline = Offline.nobody
  /// The most bytes of a body, without the files in it.
  public let bodyLimit: Int
  public let work: RouteWork
  /// The page a refused form comes back on, with what was typed (`request.draft`).
  public let form: RouteWork?
  /// How often one account may come by this door; searches have a pace without being told.
  public private(set) var rateLimits: [RateLimit] = []
  /// The files that may come with its form; on any other route they are refused.
  public package(set) var files: FilesTaken?
  /// Whether the door opens without a look at who asks, and so without the books.
  public private(set) var asksNobody = false
  /// Filled in when the route is mounted.
  public package(set) var feature = ""

  package init(
    method: Method, path: String, access: Access, about: String, inputs: [Input], inAPI: Bool, bodyLimit: Int,
    work: RouteWork, form: RouteWork?
  ) {
    (self.method, self.path, self.access, self.about) = (method, path, access, about)
    (self.inputs, self.inAPI, self.bodyLimit, self.work, self.form) = (inputs, inAPI, bodyLimit, work, form)
  }

  /// The names of what stands in the path.
  package var names: [String] { path.split(separator: "/").filter { $0.hasPrefix(":") }.map { String($0.dropFirst()) } }

  /// The same, with the fields of the command that it carries out.
  package func describing<C: FormCommand>(_ command: C.Type) -> Route {
    var copy = self
    copy.fields = { [names] in C.fields(path: Set(names)) }
    return copy
  }

  package func registering(_ command: CommandRegistration) -> Route {
    var copy = self
    copy.command = command
    return copy
  }

  package func held(by offline: Offline) -> Route {
    var copy = self
    copy.offline = offline
    return copy
  }

  public func rateLimited(_ rateLimits: [RateLimit]) -> Route {
    var copy = self
    copy.rateLimits = rateLimits
    return copy
  }

  package func askingNobody() -> Route {
    var copy = self
    copy.asksNobody = true
    return copy
  }

  public func of(_ feature: String) -> Route {
    var copy = self
    copy.feature = feature
    return copy
  }
}

/// All routes, found by path in one walk.
///
/// Built once, at start.
public struct RouteTable: Sendable {
  public let routes: [Route]
  private let root: Node

  private final class Node: Sendable {
    let words: [String: Node]
    let any: (name: String, node: Node)?
    let routes: [Method: Route]

    /// `routes` with what is left of their paths below this node.
    init(_ routes: [(Route, ArraySlice<String>)]) {
      var (here, deeper) = ([Method: Route](), [String: [(Route, ArraySlice<String>)]]())
      for (route, rest) in routes {
        if let first = rest.first {
          deeper[first, default: []].append((route, rest.dropFirst()))
        } else if here[route.method] == nil {
          here[route.method] = route
        }
      }
      self.routes = here
      words = deeper.filter { !$0.key.hasPrefix(":") }.mapValues { Node($0) }
      let named = deeper.filter { $0.key.hasPrefix(":") }
      precondition(named.count <= 1, "Two names for one place in a path.")
      any = named.first.map { (String($0.key.dropFirst()), Node($0.value)) }
    }
  }

  public init(_ routes: [Route]) {
    let twins = routes.filter { $0.inAPI }.map { route in
      var twin = Route(
        method: route.method, path: "/api/v1" + (route.path == "/" ? "" : route.path), access: route.access,
        about: route.about,
        inputs: route.inputs, inAPI: true, bodyLimit: route.bodyLimit, work: route.work, form: nil
      ).of(route.feature).rateLimited(route.rateLimits)
      (twin.files, twin.fields) = (route.files, route.fields)
      return twin
    }
    // A route written for the API by hand wins over the twin of a page.
    let written = Set(routes.map { $0.method.rawValue + $0.path })
    self.routes = routes + twins.filter { !written.contains($0.method.rawValue + $0.path) }
    root = Node(self.routes.map { ($0, ArraySlice($0.path.split(separator: "/").map { String($0) })) })
  }

  package enum Found {
    case route(Route, [String: String])
    case wrongMethod(allowed: [Method])
    case nothing
  }

  package func find(_ method: Method?, _ path: String) -> Found {
    var (node, names) = (root, [String: String]())
    for bytes in path.utf8.split(separator: UInt8(ascii: "/")) {
      let part = String(Substring(bytes))
      if let next = node.words[part] {
        node = next
      } else if let (name, next) = node.any {
        names[name] = part
        node = next
      } else {
        return .nothing
      }
    }
    if node.routes.isEmpty { return .nothing }
    guard let method, let route = node.routes[method] else { return .wrongMethod(allowed: Array(node.routes.keys)) }
    return .route(route, names)
  }
}
