import ContractModel
import Testing

@Suite struct SecretNamesTests {
  @Test(arguments: [
    "password", "passwd", "pwd", "pass", "user_pass", "passphrase", "prev_password", "previousPassword",
    "password_confirmation", "newpassword", "password2", "user[password]", "csrf", "csrftoken", "X-XSRF-TOKEN",
    "csrfmiddlewaretoken", "jwt", "JWTs", "sid", "sessionId", "session_id", "sessionID", "X-Session", "PHPSESSID",
    "connect.sid", "token", "tokens", "access_token", "refreshToken", "idToken", "IDToken", "page_access_token",
    "nextAuthSecret", "client-secret", "secretHash", "apiKey", "api_key", "apikey", "X-API-Key", "accessKey",
    "access_key_id", "private_key", "signing key", "encryptionKey", "bearer", "auth_code", "Authorization",
    "Proxy-Authorization", "X-Auth-Token", "cookie", "Set-Cookie", "credential", "credentials", "recovery_codes",
    "backupCodes", "deviceToken", "2faCode", "security_answer",
  ])
  func `what stands under these names is secret`(name: String) {
    #expect(SecretNames.kind(of: name) == .secret)
  }

  @Test(arguments: ["otp", "totp", "otp_code", "pin", "cardPin", "PIN", "pin_code", "cvv", "cvv2", "cvc", "passcode"])
  func `what stands under these names is secret as a number too`(name: String) {
    #expect(SecretNames.kind(of: name) == .code)
  }

  @Test(arguments: [
    "next_page_token", "pageToken", "nextToken", "cursor", "next_cursor", "continuationToken", "continuation",
    "sync_token", "prev-page-token", "scroll_id",
  ])
  func `what stands under these names says where a list goes on`(name: String) {
    #expect(SecretNames.kind(of: name) == .cursor)
  }

  @Test(arguments: [
    "max_tokens", "token_type", "tokens_used", "tokenCount", "password_updated_at", "passwordChangedAt",
    "has_password", "isSecret", "requires_otp", "show_pin", "session", "sessions", "author", "authors", "keyboard",
    "has_keyboard", "primary_key", "key", "passenger", "passport", "compass", "bypass", "boarding_pass", "pinned",
    "spin", "spinner", "mapping", "map_pin", "monkey", "secretary", "tokenizer", "design_tokens", "code", "errorCode",
    "postal_code", "account_sid", "cookie_policy", "passed", "opinion", "", "___", "id", "authentication",
  ])
  func `what stands under these names is none`(name: String) {
    #expect(SecretNames.kind(of: name) == nil)
  }

  @Test(arguments: [
    ("APIKey", ["api", "key"]), ("user[newPassword]", ["user", "new", "password"]), ("cvv2", ["cvv", "2"]),
    ("X-API-Key", ["x", "api", "key"]), ("JWTs", ["jwts"]), ("a.b_c-d e", ["a", "b", "c", "d", "e"]),
    ("oauth2Token", ["oauth", "2", "token"]), ("straße_1", ["straße", "1"]), ("", []),
  ])
  func `a name is split into words`(name: String, words: [String]) {
    #expect(NameWords.of(name) == words)
  }

  @Test func `a name as long as an attacker likes costs little`() {
    let name = String(repeating: "passpin", count: 20_000)
    #expect(SecretNames.kind(of: name) == nil)
    #expect(SecretNames.kind(of: name + "_token") == .secret)
  }
}
