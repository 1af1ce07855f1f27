/// What a call is given: where the server is, who calls, and the values it needs.
public struct CallContext: Sendable {
  /// The base URL that the client is to use, without a slash at its end. It is always a loopback address: the verifier
  /// stands between the client and its target.
  public let baseURL: String
  /// The caller's credentials by their names in the contract: `apiKey`, `session`. Empty for a call by nobody.
  public let credentials: [String: String]
  /// What the caller types in to log in, by the names that the contract's persona has: `email`, `password`.
  public let login: [String: String]
  /// Values given with `--var NAME=VALUE`.
  public let variables: [String: String]

  public init(
    baseURL: String, credentials: [String: String] = [:], login: [String: String] = [:],
    variables: [String: String] = [:]
  ) {
    self.baseURL = baseURL
    self.credentials = credentials
    self.login = login
    self.variables = variables
  }

  /// A text that `--var` can replace, for values that a real server knows by another name.
  public func text(_ name: String, default value: String) -> String { variables[name] ?? value }

  /// A number that `--var` can replace, for ids that a real server counts otherwise.
  ///
  /// - Throws: ``VariableError`` when the given text isn't a whole number.
  public func integer(_ name: String, default value: Int) throws(VariableError) -> Int {
    guard let text = variables[name] else { return value }
    guard let number = Int(text) else { throw VariableError(name: name, text: text) }
    return number
  }
}

/// A `--var` whose value isn't of the type that a call needs.
public struct VariableError: Error, Sendable, Hashable, CustomStringConvertible {
  public let name: String
  public let text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  public var description: String { "--var \(name)=\(text): \(name) must be a whole number, such as \(name)=1042." }
}
