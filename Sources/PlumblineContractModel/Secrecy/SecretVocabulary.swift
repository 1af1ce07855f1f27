/// The words in the names of secrets, in lowercase and separated by spaces. ``SecretNames`` uses no other words.
///
/// `key`, `code` and `id` alone aren't included. Schedules and classes also use the name `session`, so the value of a
/// plain `session` is a secret only if it looks random. The values of `X-Session`, `sessionId` and `session_token` are
/// always secrets.
enum SecretVocabulary {
  private static let secrets: [String] = [
    "password", "passwords", "passwd", "pwd", "pw", "passphrase", "passphrases", "passkey", "secret", "secrets",
    "token",
    "tokens", "jwt", "jwts", "csrf", "xsrf", "bearer", "authorization", "cookie", "cookies", "credential",
    "credentials", "psk", "sessid", "phpsessid", "jsessionid", "xauth", "mnemonic", "hmac", "sig", "signature",
    "api key", "api keys", "access key", "access keys", "access key id", "private key", "private keys", "secret key",
    "secret keys", "signing key", "signing keys", "encryption key", "master key", "shared key", "auth key",
    "session key", "subscription key", "account key", "storage key", "ssh key", "ssh keys", "deploy key", "deploy keys",
    "license key", "license keys", "licence key", "licence keys", "session id", "session ids", "auth code",
    "auth codes", "authorization code", "recovery code", "recovery codes", "backup code", "backup codes",
    "security answer", "device code", "code verifier", "seed phrase", "recovery phrase", "backup phrase",
    "secret phrase", "client assertion", "saml response", "connection string", "x session", "x auth", "connect sid",
    "session sid", "user pass", "db pass", "database pass", "admin pass", "root pass", "smtp pass", "mail pass",
    "login pass", "account pass", "proxy pass", "auth pass", "new pass", "old pass", "current pass", "my pass",
    "api pass", "app pass", "wifi pass", "client pass", "ftp pass",
  ]
  /// Codes that people type. They may be numbers.
  private static let codes: [String] = [
    "otp", "otps", "totp", "totps", "pin", "pins", "cvv", "cvc", "passcode", "passcodes", "otp code", "totp code",
    "pin code", "pin number", "cvv code", "cvc code", "otp number", "two factor code", "factor code", "tfa code",
    "mfa code", "fa code", "sms code", "one time code", "login code", "verification code", "activation code",
    "security code",
  ]
  private static let cursors: [String] = [
    "cursor", "cursors", "page token", "pagination token", "paging token", "continuation", "continuation token",
    "sync token", "next token", "prev token", "previous token", "delta token", "skip token", "resume token",
    "scroll id",
  ]
  /// Names that count only if no words precede them.
  static let whole: [String: SecretNames.Kind] = [
    "pass": .secret, "sid": .secret, "x sid": .secret, "remember me": .flag, "session": .opaque, "auth": .opaque,
    "access": .opaque, "refresh": .opaque,
  ]
  /// Names of secrets that count only for header fields.
  static let fields: Set<String> = ["session", "x session ticket", "session ticket", "x access", "x refresh"]
  /// Names that end like those of secrets but don't name one.
  static let exceptions: Set<String> = [
    "design token", "design tokens", "stop token", "stop tokens", "eos token", "bos token", "pad token", "unk token",
    "mask token", "special tokens", "map pin", "drop pin", "location pin", "place pin", "gpio pin", "led pin",
    "data pin", "input pin", "output pin", "board pin", "csrf param", "csrf header", "xsrf param", "xsrf header",
    "method signature", "function signature",
  ]
  /// First words that mark a name as a description of a secret.
  static let denials: Set<String> = [
    "has", "is", "are", "was", "should", "must", "can", "needs", "require", "requires", "required", "uses", "supports",
    "allow", "allows", "enable", "enables", "enabled", "disable", "disables", "disabled", "show", "hide", "max", "min",
    "maximum", "minimum", "num", "number", "count", "total",
  ]
  /// Words that may follow and merely qualify the secret or name its encoding.
  static let qualifiers: Set<String> = [
    "value", "values", "text", "raw", "plain", "plaintext", "hash", "hashed", "digest", "encrypted", "encoded", "base",
    "hex", "string", "header", "param", "input", "confirm", "confirmation", "repeat", "repeated", "again", "retype",
    "check", "verify", "verification", "new", "old", "current", "previous", "prev", "temp", "tmp", "primary",
    "secondary", "active", "live", "test", "prod", "production", "staging", "sandbox", "sha",
  ]
  /// The last words of names for values inside a secret that aren't secret themselves: IDs, names, types, times and
  /// descriptions.
  static let remarks: Set<String> = [
    "id", "ids", "uuid", "guid", "sid", "kid", "name", "names", "username", "user", "login", "email", "mail", "owner",
    "account", "tenant", "type", "types", "kind", "format", "alg", "algorithm", "use", "crv", "kty", "encoding",
    "curve", "version", "unit", "at", "on", "in", "by", "date", "time", "timestamp", "expires", "expiry", "expiration",
    "expire", "exp", "iat", "nbf", "issued", "created", "updated", "changed", "modified", "used", "seen", "after",
    "before", "age", "ttl", "duration", "lifetime", "zone", "timezone", "locale", "language", "country", "status",
    "scope", "scopes", "role", "roles", "permission", "permissions", "issuer", "iss", "audience", "aud", "provider",
    "method", "message", "reason", "error", "errors", "title", "label", "description", "pattern", "policy", "strength",
    "rule", "rules", "length", "size", "count", "limit", "total", "level", "priority", "url", "uri", "href", "link",
    "links", "rel", "domain", "host", "path", "site", "region", "environment", "env", "device", "browser", "platform",
    "agent", "os", "ip", "prefix", "fingerprint", "thumbprint", "symbol", "icon", "logo", "color", "colour", "currency",
    "network", "chain", "public key",
  ]

  static let endings: [String: SecretNames.Kind] = {
    var endings: [String: SecretNames.Kind] = [:]
    for (names, kind) in [(secrets, SecretNames.Kind.secret), (codes, .code), (cursors, .cursor)] {
      for name in names { endings[name] = kind }
    }
    return endings
  }()
  /// The number of words in the longest ending.
  static let longest = endings.keys.map { $0.count { $0 == " " } + 1 }.max() ?? 1

  /// The last words of all names in the vocabulary, and of the exceptions.
  static let lastWords: Set<String> = {
    let names = Array(endings.keys) + Array(whole.keys) + Array(exceptions)
    return Set(names.compactMap { (name: String) -> String? in name.split(separator: " ").last.map(String.init) })
  }()

  /// The words to recognize when splitting joined names.
  static let all: Set<String> = {
    let more = [
      "user", "admin", "my", "client", "app", "web", "service", "server", "db", "smtp", "login", "account", "private",
      "public", "id", "card", "refresh", "middleware", "type", "count", "limit", "used", "expiry", "expires", "pass",
      "remember", "me",
    ]
    // Split the computation into steps. A single expression takes the compiler two seconds.
    let parts: [Substring] = endings.keys.flatMap { (name: String) -> [Substring] in name.split(separator: " ") }
    let known = parts.map(String.init).filter { (part: String) -> Bool in part.count > 1 && part != "fa" }
    return Set(known + more).union(qualifiers).union(denials)
  }()
  static let longestWord = all.map(\.count).max() ?? 0
}
