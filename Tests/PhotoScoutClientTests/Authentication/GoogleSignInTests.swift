import PhotoScoutClient
import Testing

@Suite struct GoogleSignInTests {
  private static let google = GoogleSignIn.photoScout
  private static let redirect = google.redirectURI

  @Test func `the URL has the documented parameters in the documented order`() throws {
    let parts = Self.google.url(nonce: "n").split(separator: "?", maxSplits: 1)
    #expect(parts.first == "https://accounts.google.com/o/oauth2/v2/auth")
    let names = try #require(parts.last).split(separator: "&").compactMap { $0.split(separator: "=").first }
    #expect(names == ["client_id", "redirect_uri", "response_type", "scope", "nonce"])
  }

  @Test func `a refusal shows why`() {
    #expect(throws: AuthenticationError.declined("access_denied")) {
      try Self.google.idToken(inRedirect: Self.redirect + "#error=access_denied&state=1")
    }
    #expect(AuthenticationError.declined("access_denied").errorDescription?.contains("allow") == true)
  }

  @Test(arguments: ["#a", "?error=x", "#error=x", "", "#id_token=a"])
  func `the web view learns of every redirect, whatever it brings`(rest: String) {
    #expect(Self.google.isRedirect(Self.redirect + rest))
  }

  @Test(arguments: [
    "", ":", "com.vladimirbolshakov.PhotoScout:", "com.vladimirbolshakov.PhotoScout:/OAUTH2REDIRECT", "é",
  ])
  func `other addresses aren't the redirect`(text: String) {
    #expect(!Self.google.isRedirect(text))
  }

  @Test func `a redirect that is cut off anywhere brings no token`() {
    let text = Self.redirect + "#id_token=a.b.c"
    for length in 0..<(text.count - 5) {
      #expect(throws: AuthenticationError.self) { try Self.google.idToken(inRedirect: String(text.prefix(length))) }
    }
    #expect(throws: Never.self) { try Self.google.idToken(inRedirect: text) }
  }

  @Test func `a redirect as long as a book is refused`() {
    let text = Self.redirect + "#id_token=" + String(repeating: "a", count: 100_000)
    #expect(throws: AuthenticationError.notTheRedirect) { try Self.google.idToken(inRedirect: text) }
  }
}
