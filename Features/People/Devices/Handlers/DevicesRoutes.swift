import Base
import Database
import Kit
public import Router

enum DevicesPaths {
  static let device = "/settings/device"
}

/// One page, which is the same for everybody: what it shows of this browser, the browser fills in itself.
public func deviceRoutes() -> [Route] {
  let page = Route.get(
    DevicesPaths.device, .members, "What this browser keeps without a network, and what has yet to be sent",
    inAPI: false, offline: .everybody
  ) { _, _ throws(Refusal) in .page(json: { .object([]) }) { devicePage($0) } }
  return [page.of("Devices")]
}
