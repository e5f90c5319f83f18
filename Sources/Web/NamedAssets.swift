import Base
public import HTML
public import Kit
public import Router

/// The files browsers look for under fixed addresses, and the page that shows every component.
///
/// - Parameter parts: what features add to that page.
public func namedAssets(_ assets: Assets, parts: @escaping @Sendable (Scene) -> HTML = { _ in "" }) -> [Route] {
  ["favicon.svg", "manifest.webmanifest", "sw.js"].compactMap { name in
    assets.named(name).map { file in
      Route.get("/" + name, .anyone, "A file of the site: \(name).", inAPI: false) { _ throws(Refusal) in
        guard let bytes = file.bytes() else { throw .notFound }
        var response = Response.bytes(bytes, type: file.type)
        // A worker that stays a day behind would serve yesterday's program.
        response.headers = [("Cache-Control", name == "sw.js" ? "no-cache" : "public, max-age=86400")]
        return response
      }
    }
  }
    + [
      .get("/kit", .office, "Every component in every state.", inAPI: false) { _ in
        .page { kitPage($0, more: parts($0)) }
      }
    ]
}
