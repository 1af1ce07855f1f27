import PlumblineASCII

/// A location in a JSON value, given by the keys and indices that lead to it (RFC 6901).
///
///     let pointer: JSONPointer = "/response/body/data/0"
///     pointer.tokens          // ["response", "body", "data", "0"]
///     pointer.parent          // "/response/body/data"
///
/// `description` is the escaped text, in which `~` is written `~0` and `/` is written `~1`.
public struct JSONPointer: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The unescaped reference tokens, from the root down.
  public var tokens: [String]

  /// Creates a pointer to the whole value, without tokens.
  public init() {
    tokens = []
  }

  /// Creates a pointer from unescaped tokens.
  public init(tokens: [String]) {
    self.tokens = tokens
  }

  /// Parses the text form, in which each token begins with `/`. Returns `nil` if the string is invalid.
  public init?(_ text: String) {
    guard let tokens = Self.parse(Array(text.utf8)) else { return nil }
    self.tokens = tokens
  }

  /// Parses the URI fragment form with or without its `#`, such as `#/a%20b`. Returns `nil` if an escape is invalid.
  public init?(fragment text: String) {
    var encoded = Array(text.utf8)
    if encoded.first == UInt8(ascii: "#") { encoded.removeFirst() }
    guard let bytes = Self.percentDecoded(encoded), let tokens = Self.parse(bytes) else { return nil }
    self.tokens = tokens
  }

  /// Creates a pointer from a literal, which must be well formed.
  public init(stringLiteral text: String) {
    guard let tokens = Self.parse(Array(text.utf8)) else {
      preconditionFailure("\"\(text)\" isn't a JSON Pointer: each token starts with '/', and '~' is written '~0'.")
    }
    self.tokens = tokens
  }

  /// Returns the pointer to the member with the given name.
  public func appending(_ token: String) -> JSONPointer {
    JSONPointer(tokens: tokens + [token])
  }

  /// Returns the pointer to the element with the given index.
  public func appending(_ index: Int) -> JSONPointer {
    appending(String(index))
  }

  /// Returns the first pointer with the tokens of the second appended.
  public static func + (left: JSONPointer, right: JSONPointer) -> JSONPointer {
    JSONPointer(tokens: left.tokens + right.tokens)
  }

  /// The pointer without its last token, or `nil` at the root.
  public var parent: JSONPointer? {
    tokens.isEmpty ? nil : JSONPointer(tokens: Array(tokens.dropLast()))
  }

  /// Returns a Boolean value that indicates whether this pointer is equal to another, or leads to a location inside it.
  public func isWithin(_ other: JSONPointer) -> Bool {
    tokens.starts(with: other.tokens)
  }

  /// The escaped text of the pointer, such as `/a~1b/0`.
  public var description: String {
    var text = ""
    for token in tokens {
      text += "/"
      guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
        text += token
        continue
      }
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }

  private static func parse(_ bytes: [UInt8]) -> [String]? {
    if bytes.isEmpty { return [] }
    guard bytes[0] == UInt8(ascii: "/") else { return nil }
    var tokens: [String] = []
    var token: [UInt8] = []
    var index = 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "/"):
        tokens.append(String(decoding: token, as: UTF8.self))
        token.removeAll()
      case UInt8(ascii: "~"):
        index += 1
        guard index < bytes.count else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
        default: return nil
        }
      case let byte:
        token.append(byte)
      }
      index += 1
    }
    tokens.append(String(decoding: token, as: UTF8.self))
    return tokens
  }

  private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8]? {
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%") {
        guard index + 2 < bytes.count, let high = bytes[index + 1].hexDigitValue,
          let low = bytes[index + 2].hexDigitValue
        else { return nil }
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return decoded
  }
}

extension JSONPointer: Comparable {
  /// Returns a Boolean value that indicates whether the first pointer precedes the second. Pointers are compared token
  /// by token. Array indices are compared by value and precede names, so that `/2` comes before `/10`.
  public static func < (left: JSONPointer, right: JSONPointer) -> Bool {
    for (one, other) in zip(left.tokens, right.tokens) where one != other {
      switch (one.arrayIndex, other.arrayIndex) {
      case (let one?, let other?): return one < other
      case (_?, nil): return true
      case (nil, _?): return false
      case (nil, nil): return one < other
      }
    }
    return left.tokens.count < right.tokens.count
  }
}

extension String {
  /// The value of an array index (RFC 6901), or `nil` if the token doesn't consist of digits without a leading zero.
  var arrayIndex: Int? {
    guard let first = utf8.first, utf8.count <= 18, utf8.allSatisfy({ $0.isDigit }) else { return nil }
    if first == UInt8(ascii: "0"), utf8.count > 1 { return nil }
    return Int(self)
  }
}
