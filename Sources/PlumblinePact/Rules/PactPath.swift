/// A location in a message, or an expression that selects several locations, such as `$.items[*].id`.
///
/// An expression also applies below its places, unless a different expression is nearer. The weight of each token
/// determines how near an expression is: 2 for a name and 1 for a wildcard. The longer of two expressions takes
/// precedence.
package struct PactPath: Sendable, Hashable {
  package enum Token: Sendable, Hashable {
    case member(String)
    case index(Int)
    /// Any member, written as `*`.
    case anyMember
    /// Any element of an array, written as `[*]`.
    case anyIndex
  }

  package private(set) var tokens: [Token]

  package init(_ tokens: [Token] = []) { self.tokens = tokens }

  /// Parses an expression such as `$.name.other[0]['a name'][*].*`. Returns `nil` for other forms.
  package init?(_ text: String) {
    var rest = text[...]
    guard rest.popFirst() == "$" else { return nil }
    var tokens: [Token] = []
    while let mark = rest.popFirst() {
      guard let token = mark == "." ? Self.name(&rest) : mark == "[" ? Self.bracket(&rest) : nil else { return nil }
      tokens.append(token)
    }
    self.tokens = tokens
  }

  private static func name(_ rest: inout Substring) -> Token? {
    let name = rest.prefix { $0 != "." && $0 != "[" }
    rest = rest.dropFirst(name.count)
    if name.isEmpty { return nil }
    return name == "*" ? .anyMember : .member(String(name))
  }

  private static func bracket(_ rest: inout Substring) -> Token? {
    if let quote = rest.first, quote == "'" || quote == "\"" {
      rest = rest.dropFirst()
      var name = ""
      while let letter = rest.popFirst() {
        if letter == quote { return rest.popFirst() == "]" ? .member(name) : nil }
        if letter == "\\", let escaped = rest.popFirst() { name.append(escaped) } else { name.append(letter) }
      }
      return nil
    }
    let inner = rest.prefix { $0 != "]" }
    rest = rest.dropFirst(inner.count)
    guard rest.popFirst() == "]" else { return nil }
    if inner == "*" { return .anyIndex }
    guard inner.allSatisfy(\.isNumber), let index = Int(inner) else { return nil }
    return .index(index)
  }

  package func appending(_ token: Token) -> PactPath { PactPath(tokens + [token]) }

  /// The expression without its first token.
  var withoutFirst: PactPath { PactPath(Array(tokens.dropFirst())) }

  /// Returns the weight of the expression for a place, or 0 if it doesn't apply there.
  func weight(at place: PactPath) -> Int {
    guard tokens.count <= place.tokens.count else { return 0 }
    var weight = 2
    for (token, own) in zip(tokens, place.tokens) {
      let factor = Self.weight(token, own)
      guard factor > 0 else { return 0 }
      // No place is so deep that the product of this limit and its depth would overflow.
      weight = min(weight * factor, 1 << 48)
    }
    return weight * (tokens.count + 1)
  }

  private static func weight(_ token: Token, _ own: Token) -> Int {
    switch (token, own) {
    case (.anyMember, _): 1
    case (.anyIndex, .index): 1
    case (.member(let name), .index(let index)): name == "\(index)" ? 2 : 0
    default: token == own ? 2 : 0
    }
  }
}

extension PactPath: CustomStringConvertible {
  /// The expression in the notation of pact files.
  package var description: String {
    "$"
      + tokens.map { token in
        switch token {
        case .anyMember: ".*"
        case .anyIndex: "[*]"
        case .index(let index): "[\(index)]"
        case .member(let name):
          name.allSatisfy { $0.isLetter || $0.isNumber || "_-@#".contains($0) } && !name.isEmpty
            ? ".\(name)" : "['\(name.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))']"
        }
      }.joined()
  }
}
