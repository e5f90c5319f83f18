import Base
import Database
import Kit
public import Router

public enum DevicesPaths {
  static let device = "/settings/device"
  /// The form of something that was refused, with what was typed; `key` names it.
  ///
  /// A device answers.
  public static let edit = "/settings/device/edit"
}

/// One page, which is the same for everybody: what it shows of this browser, the browser fills in itself.
public func deviceRoutes() -> [Route] {
  let page = Route.get(
    DevicesPaths.device, .members, "What this browser keeps without a network, and what has yet to be sent",
    inAPI: false, offline: .everybody
  ) { _, _ throws(Refusal) in .page(json: { .object([]) }) { devicePage($0) } }
  // Only the device knows what lies in its tray; who is not on it is led to the page that says so.
  let edit = Route.get(
    DevicesPaths.edit, .members,
    "A refused request in its form; on the server nothing but the way to the device’s page",
    inAPI: false
  ) { _, _ throws(Refusal) in .done(DevicesPaths.device) }
  return [page.of("Devices"), edit.of("Devices")]
}
