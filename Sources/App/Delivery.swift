import Base
import Crypto
import Database
import Foundation
import Logging
import Mail
import People
import PeopleServer
import Router
import School
import Talk
import TalkServer
import Web

extension Features {
  /// How words leave the house, as the settings have it.
  static func carriers(
    _ settings: Settings, origin: String, catalogue: Catalogue, metrics: Metrics, logger: Logger
  ) -> Carriers {
    let hosts = settings.list("push-hosts")
    let apple = URL(string: settings["apns-origin"])
    let port = apple?.port.map { ":" + String($0) } ?? ""
    let httpClient = HTTPClient(hosts: AllowedHosts(more: Set(hosts)))
    return Carriers(
      mailer: Mailer(way(settings)), from: sender(settings), contact: contact(settings, origin), httpClient: httpClient,
      apns: apns(
        settings,
        HTTPClient(
          hosts: AllowedHosts(more: [(apple?.host ?? "") + port]),
          authorities: settings.optional("apns-authorities")), logger), origin: origin, catalogue: catalogue,
      count: { metrics.count($0) }, log: { logger.warning("post", metadata: ["why": "\($0)"]) })
  }

  private static func way(_ settings: Settings) -> Mailer.Way {
    guard let url = settings.optional("smtp-url") else { return .folder(Outbox(settings.data + "/outbox")) }
    return .server(
      SMTPServer(
        url: url, user: settings.optional("smtp-user"), password: settings.optional("smtp-password"),
        authorities: settings.optional("smtp-authorities")))
  }

  private static func sender(_ settings: Settings) -> Address {
    let host = URL(string: settings["origin"])?.host ?? "localhost"
    return Address(settings["mail-from"]) ?? Address("homeroom@" + host) ?? .nowhere
  }

  private static func contact(_ settings: Settings, _ origin: String) -> String {
    if let contact = settings.optional("push-contact") { return contact }
    return origin.hasPrefix("https://") ? origin : "mailto:" + sender(settings).text
  }

  /// Apple's way, when there is a key that can be read.
  private static func apns(_ settings: Settings, _ httpClient: HTTPClient, _ logger: Logger) -> APNs? {
    guard let path = settings.optional("apns-key") else { return nil }
    do {
      let key = try P256.Signing.PrivateKey(pemRepresentation: String(contentsOfFile: path, encoding: .utf8))
      return APNs(
        key: key, keyID: settings["apns-key-id"], team: settings["apns-team"], topic: settings["apns-topic"],
        origin: settings["apns-origin"], httpClient: httpClient)
    } catch {
      logger.error("apns-key", metadata: ["why": "the key cannot be read"])
      return nil
    }
  }
}

/// An invitation becomes a letter.
func writeInvitation(_ mail: InviteMail, _ tx: WriteTransaction) throws(Refusal) {
  try NotificationsStore(tx: tx).write(
    OwnEmail(
      to: mail.email, name: mail.name, language: mail.school.language, subject: mail.subject,
      paragraphs: mail.paragraphs, path: mail.path, action: mail.action), id: mail.invite.cast())
}

extension Settings {
  func optional(_ name: String) -> String? { self[name].isEmpty ? nil : self[name] }

  /// Whether letters leave this server.
  var sendsMail: Bool { optional("smtp-url") != nil }
  /// Whether anybody may found a school here.
  var mayFound: Bool { self["new-schools"] == "yes" }

  func list(_ name: String) -> [String] { self[name].split(separator: ",").map { trimmed(String($0)) } }
}

/// Looks every minute at what is due soon.
struct Reminding: Sendable {
  let notifications: NotificationsServer
  let logger: Logger

  func run() async throws {
    while !Task.isCancelled {
      do {
        try await notifications.remind()
        try await notifications.remindOfStudy()
      } catch { logger.warning("reminders", metadata: ["why": "\(error)"]) }
      try await Task.sleep(for: .seconds(60))
    }
  }
}
