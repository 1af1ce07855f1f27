import PlumblineContractModel
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
    "backupCodes", "deviceToken", "security_answer", "pw", "user_pw", "mnemonic", "seed_phrase", "seedPhrase",
    "ssh_key",
    "deployKey", "license_key", "signature", "sig", "hmac", "hmac_sha256", "X-Hub-Signature-256", "xauth",
  ])
  func `what is under these names is secret`(name: String) {
    #expect(SecretNames.kind(of: name) == .secret)
  }

  @Test(arguments: [
    "otp", "totp", "otp_code", "pin", "cardPin", "PIN", "pin_code", "cvv", "cvv2", "cvc", "passcode", "two_factor_code",
    "twoFactorCode", "tfa_code", "2faCode", "mfa_code", "activation_code", "verification_code",
  ])
  func `what is under these names is secret as a number too`(name: String) {
    #expect(SecretNames.kind(of: name) == .code)
  }

  @Test(arguments: [
    "next_page_token", "pageToken", "nextToken", "cursor", "next_cursor", "continuationToken", "continuation",
    "sync_token", "prev-page-token", "scroll_id",
  ])
  func `what is under these names says where a list goes on`(name: String) {
    #expect(SecretNames.kind(of: name) == .cursor)
  }

  @Test(arguments: [
    "token_type", "tokens_used", "tokenCount", "password_updated_at", "passwordChangedAt", "signature_version", "sigma",
    "design", "csrf-param", "enable_password_reset", "has_next_token", "sessions", "author", "authors", "keyboard",
    "has_keyboard", "primary_key", "key", "passenger", "passport", "compass", "bypass", "boarding_pass", "pinned",
    "spin", "spinner", "mapping", "map_pin", "monkey", "secretary", "tokenizer", "design_tokens", "code", "errorCode",
    "postal_code", "account_sid", "cookie_policy", "passed", "opinion", "", "___", "id", "authentication",
  ])
  func `values under these names aren't secret`(name: String) {
    #expect(SecretNames.kind(of: name) == nil)
  }

  @Test(arguments: [
    "max_tokens", "has_password", "isSecret", "requires_otp", "require_token", "show_pin", "enable_password",
    "enableSecret", "remember_me", "rememberMe",
  ])
  func `a word on a secret is none where it says yes, no or how many`(name: String) throws {
    let kind = try #require(SecretNames.kind(of: name))
    #expect(kind == .flag)
    #expect(kind.ofNumber == nil)
    for text in ["true", "False", "1", "512", "-1", "yes", "off", "null", "never", ""] {
      #expect(kind.settled(by: text) == nil, "\(text)")
    }
    for text in ["hunter", "1a", "q7-secret", "12345678901"] { #expect(kind.settled(by: text) == .secret, "\(text)") }
  }

  @Test(arguments: ["session", "auth", "access", "refresh", "Session"])
  func `what is under these names is secret where it looks like chance`(name: String) throws {
    let kind = try #require(SecretNames.kind(of: name))
    #expect(kind == .opaque)
    #expect(kind.ofNumber == nil)
    for text in [
      "9f86d081884c7d659a2feaa0c55ad015", "q7RtY-8sKd_2LmNz9", "a1B2c3D4e5F6g7H8", "MTIzNDU2Nzg5MDEyMzQ1Ng==",
    ] {
      #expect(kind.settled(by: text) == .secret, "\(text)")
    }
    for text in [
      "morning", "read-write", "2026-11-21T09:30:00Z", "2026-11-21T09:30:00.000+01:00", "1234567890123456",
      "Winter-Session-2026-Room-5", "winterSessionOfTheYear", "550e8400-e29b-41d4-a716-446655440000",
      "https://host/session/2026/5", "a room with a view 5", "/api/v1/sessions/12",
    ] {
      #expect(kind.settled(by: text) == nil, "\(text)")
    }
  }

  @Test(arguments: [
    "Session", "X-Session-Ticket", "X-Access", "X-Refresh", "X-Shopify-Hmac-Sha256", "X-Hmac", "X-Signature",
    "Stripe-Signature", "X-Hub-Signature-256", "X-Session", "Authorization",
  ])
  func `header fields of these names are secret`(name: String) {
    #expect(SecretNames.isSecret(field: name, holding: "x"))
  }

  @Test(arguments: ["Access-Control-Allow-Origin", "X-Access-Level", "Refresh", "ETag", "Digest", "X-Request-Id"])
  func `header fields of other names are none`(name: String) {
    #expect(!SecretNames.isSecret(field: name, holding: "x"))
  }

  @Test(arguments: [
    ("left", SecretNames.Kind.secret, SecretNames.Kind.secret), ("value", .secret, .secret), ("0", .secret, .secret),
    ("access", .secret, .secret), ("session", .secret, .secret), ("pin", .secret, .code), ("expires_at", .secret, nil),
    ("id", .secret, nil), ("userId", .secret, nil), ("name", .secret, nil), ("token_type", .secret, nil),
    ("createdOn", .secret, nil), ("public_key", .secret, nil), ("required", .secret, nil), ("value", .code, .code),
    ("typed", .code, .digits), ("length", .code, nil), ("value", .flag, .flag), ("left", .flag, nil),
    ("left", .opaque, nil), ("left", .cursor, nil), ("value", .cursor, .cursor), ("left", nil, nil),
  ])
  func `everything inside a secret is secret, except statements about it`(
    name: String, outer: SecretNames.Kind?, kind: SecretNames.Kind?
  ) {
    #expect(SecretNames.kind(of: name, in: outer) == kind)
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
