import PlumblineContractModel

/// A broker's credentials, either a token or a name and password. They come from the environment variables that Pact's
/// own tools read.
struct BrokerLogin: Sendable {
  /// The value of the `Authorization` field.
  let authorization: String
  /// The values that must never appear in the output.
  let secrets: [String]

  /// Reads the credentials from the environment, or returns `nil` if it has none.
  init?(_ environment: [String: String]) throws(UsageError) {
    let token = Self.value("PACT_BROKER_TOKEN", environment)
    let name = Self.value("PACT_BROKER_USERNAME", environment)
    let password = Self.value("PACT_BROKER_PASSWORD", environment)
    if let token {
      guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw UsageError("PACT_BROKER_TOKEN has a space, a line break or another character that a token can't have.")
      }
      authorization = "Bearer \(token)"
      secrets = [token]
    } else if let name {
      let pair = Base64.encode("\(name):\(password ?? "")".utf8)
      authorization = "Basic \(pair)"
      secrets = [pair] + [password].compactMap { $0 }
    } else {
      return nil
    }
  }

  private static func value(_ name: String, _ environment: [String: String]) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
