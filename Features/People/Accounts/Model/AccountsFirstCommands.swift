public import Base

/// Whoever runs the server makes the first account on it, by the link that it printed when it was started.
public struct MakeFirstAccount: FormCommand {
  public static let name = "accounts.make-first"
  public let code: String
  public let name: String
  public let email: String
  public let password: String

  public init(code: String, name: String, email: String, password: String) {
    (self.code, self.name, self.email, self.password) = (code, name, email, password)
  }

  public init(_ form: inout FormReader) {
    code = form.text("code", max: 64)
    name = form.personName("name")
    email = foldedIdentifier(form.text("email", max: 254))
    password = form.password("password")
    if !email.isEmpty, !isEmail(email) { form.fail("email", Phrase("accounts.email-wrong")) }
    if !password.isEmpty, let reason = passwordProblem(password, not: [name, email]) { form.fail("password", reason) }
  }
}
