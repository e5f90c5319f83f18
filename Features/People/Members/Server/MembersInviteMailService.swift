public import Base
import People
public import School

/// An invitation on its way to an address, for whoever writes letters.
///
/// It holds the code, which the books otherwise keep as a hash only: what is made of it is to be forgotten when it is
/// sent.
public struct InviteMail: Sendable {
  public let invite: ID<Invite>
  public let email: String
  public let name: String
  public let school: School
  public let role: Role
  let code: InviteCode

  public var subject: Phrase { Phrase("members.letter.subject", .text(school.name)) }
  public var paragraphs: [Phrase] {
    [
      Phrase("members.letter.hello", .text(name)),
      // words: role.*
      Phrase("members.letter.text", .text(school.name), .key("role." + role.rawValue)), Phrase("members.letter.once"),
    ]
  }
  public var action: Phrase { Phrase("members.letter.join") }
  /// Where the button leads.
  public var path: String { MembersPaths.join + "?code=" + code.text }
}
