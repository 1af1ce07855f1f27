/// The one list of names under which secrets stand: of members, parameters, header fields, cookies and form fields.
///
/// A name is split into words, and its last words decide: `prev_password`, `nextAuthSecret` and `X-API-Key` end with the
/// name of a secret, `password_updated_at`, `token_type` and `max_tokens` don't or begin with a word that says otherwise.
/// Words that only say which one it is may follow: `password_confirmation`, `token2`, `secretHash`. Where several endings
/// fit, the longest counts: `next_page_token` is a page's, `page_access_token` is a secret.
///
/// A plain `session` is none, since schedules and classes have sessions too; `X-Session`, `sessionId` and `session_token`
/// are. So is no plain `key`, `code` or `auth`.
package enum SecretNames {
  /// What stands under a name.
  package enum Kind: Sendable, Hashable {
    /// A text that proves who is calling; a number under such a name counts something.
    case secret
    /// The same, and short enough to be written as a number: a PIN.
    case code
    /// Where a list goes on. It is no secret, but may hold something: recordings have another in its place.
    case cursor
  }

  /// What stands under a name; `nil` for most names.
  package static func kind(of name: String) -> Kind? {
    var words = words(of: name)
    if let first = words.first, words.count > 1, denials.contains(first) { return nil }
    if let kind = whole[words.joined(separator: " ")] { return kind }
    while !words.isEmpty {
      if exceptions.contains(words.joined(separator: " ")) { return nil }
      for length in stride(from: min(longest, words.count), through: 1, by: -1) {
        let ending = words.suffix(length).joined(separator: " ")
        if exceptions.contains(ending) { return nil }
        if let kind = endings[ending] { return kind }
      }
      guard let last = words.popLast(), isQualifier(last) else { return nil }
    }
    return nil
  }

  /// Whether what stands under a name must not be shown.
  package static func isSecret(_ name: String) -> Bool {
    switch kind(of: name) {
    case .secret, .code: true
    case .cursor, nil: false
    }
  }

  /// Whether a name says nothing but which one of something it is, as `value` and `current` do: what it is, the name
  /// around it says.
  package static func isQualifier(name: String) -> Bool {
    let words = words(of: name)
    return words.allSatisfy { isQualifier($0) || $0 == "access" || $0 == "refresh" }
  }

  private static func isQualifier(_ word: String) -> Bool {
    qualifiers.contains(word) || word.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// The name's words; one that is two words of ours written as one (`newpassword`, `csrftoken`) counts as two.
  private static func words(of name: String) -> [String] {
    NameWords.of(name).flatMap { word in
      vocabulary.contains(word) ? [word] : parts(of: word[...]) ?? [word]
    }
  }

  private static func parts(of word: Substring) -> [String]? {
    if word.isEmpty { return [] }
    guard word.utf8.count <= 40 else { return nil }
    for length in stride(from: min(longestWord, word.count), through: 2, by: -1) {
      let head = String(word.prefix(length))
      if vocabulary.contains(head), let rest = parts(of: word.dropFirst(length)) { return [head] + rest }
    }
    return nil
  }
}

extension SecretNames {
  private static let secrets = [
    "password", "passwords", "passwd", "pwd", "passphrase", "passphrases", "passkey", "secret", "secrets", "token",
    "tokens", "jwt", "jwts", "csrf", "xsrf", "bearer", "authorization", "cookie", "cookies", "credential",
    "credentials", "psk", "sessid", "phpsessid", "jsessionid", "api key", "api keys", "access key", "access keys",
    "access key id", "private key", "private keys", "secret key", "secret keys", "signing key", "signing keys",
    "encryption key", "master key", "shared key", "auth key", "session key", "subscription key", "account key",
    "storage key", "session id", "session ids", "auth code", "auth codes", "authorization code", "recovery code",
    "recovery codes", "backup code", "backup codes", "verification code", "security code", "security answer",
    "one time code", "mfa code", "fa code", "sms code", "login code", "device code", "code verifier",
    "client assertion", "saml response", "connection string", "amz signature", "goog signature", "x session", "x auth",
    "connect sid", "session sid", "user pass", "db pass", "database pass", "admin pass", "root pass", "smtp pass",
    "mail pass", "login pass", "account pass", "proxy pass", "auth pass", "new pass", "old pass", "current pass",
    "my pass", "api pass", "app pass", "wifi pass", "client pass", "ftp pass",
  ]
  private static let codes = [
    "otp", "otps", "totp", "totps", "pin", "pins", "cvv", "cvc", "passcode", "passcodes", "otp code", "totp code",
    "pin code", "pin number", "cvv code", "cvc code", "otp number",
  ]
  private static let cursors = [
    "cursor", "cursors", "page token", "pagination token", "paging token", "continuation", "continuation token",
    "sync token", "next token", "prev token", "previous token", "delta token", "skip token", "resume token",
    "scroll id",
  ]
  /// Those that are meant only where nothing stands before them.
  private static let whole: [String: Kind] = ["pass": .secret, "sid": .secret, "x sid": .secret]
  /// What ends like a secret and is none.
  private static let exceptions: Set<String> = [
    "design token", "design tokens", "stop token", "stop tokens", "eos token", "bos token", "pad token", "unk token",
    "mask token", "special tokens", "map pin", "drop pin", "location pin", "place pin", "gpio pin", "led pin",
    "data pin", "input pin", "output pin", "board pin",
  ]
  /// A name that begins with one of these says something about a secret.
  private static let denials: Set<String> = [
    "has", "is", "are", "was", "should", "must", "can", "needs", "requires", "required", "uses", "supports", "allow",
    "allows", "enable", "enables", "enabled", "disable", "disabled", "show", "hide", "max", "min", "maximum", "minimum",
    "num", "number", "count", "total",
  ]
  /// Words that may follow and only say which one it is, or how it is written.
  private static let qualifiers: Set<String> = [
    "value", "values", "text", "raw", "plain", "plaintext", "hash", "hashed", "digest", "encrypted", "encoded", "base",
    "hex", "string", "header", "param", "input", "confirm", "confirmation", "repeat", "repeated", "again", "retype",
    "check", "verify", "verification", "new", "old", "current", "previous", "prev", "temp", "tmp", "primary",
    "secondary", "active", "live", "test", "prod", "production", "staging", "sandbox",
  ]

  private static let endings: [String: Kind] = {
    var endings: [String: Kind] = [:]
    for (names, kind) in [(secrets, Kind.secret), (codes, .code), (cursors, .cursor)] {
      for name in names { endings[name] = kind }
    }
    return endings
  }()
  private static let longest = endings.keys.map { $0.count { $0 == " " } + 1 }.max() ?? 1

  /// The words that names written as one word are taken apart into.
  private static let vocabulary: Set<String> = {
    let more = [
      "user", "admin", "my", "client", "app", "web", "service", "server", "db", "smtp", "login", "account", "private",
      "public", "id", "card", "refresh", "middleware", "type", "count", "limit", "used", "expiry", "expires", "pass",
    ]
    let known = endings.keys.flatMap { $0.split(separator: " ").map(String.init) }.filter { $0.count > 1 && $0 != "fa" }
    return Set(known + more).union(qualifiers).union(denials)
  }()
  private static let longestWord = vocabulary.map(\.count).max() ?? 0
}
