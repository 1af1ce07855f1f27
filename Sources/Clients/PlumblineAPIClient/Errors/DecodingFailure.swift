import Foundation

/// The location at which a response deviates from the client's models, and the value that the models expect there.
public struct DecodingFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// A JSON Pointer (RFC 6901) into the body, such as `/data/items/0/id`, or an empty string for the whole body.
  public let pointer: String
  /// The expected value as a phrase, such as `an integer`.
  public let expected: String
  /// The request, such as `GET /api/v2/tickets/1042`.
  public let endpoint: String

  /// Creates a failure.
  public init(pointer: String, expected: String, endpoint: String) {
    self.pointer = pointer
    self.expected = expected
    self.endpoint = endpoint
  }

  /// A one-sentence description for a log or an alert.
  public var description: String {
    let place = pointer.isEmpty ? "the whole body" : pointer
    return "The response to \(endpoint) couldn't be decoded: expected \(expected) at \(place)."
  }
}

extension DecodingFailure {
  /// Creates a description of any error that a `JSONDecoder` throws.
  ///
  /// - Parameters:
  ///   - error: The decoder's error.
  ///   - body: The decoder's input.
  ///   - endpoint: The request in the form used in messages, such as `GET /api/v2/tickets/1042`.
  public init(_ error: any Error, body: Data, endpoint: String) {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      self.init(
        pointer: Self.pointer(context.codingPath + [key]), expected: "a value (the field is required)",
        endpoint: endpoint)
    case DecodingError.valueNotFound(let type, let context):
      self.init(
        pointer: Self.pointer(context.codingPath), expected: "\(Self.phrase(type)), not null", endpoint: endpoint)
    case DecodingError.typeMismatch(let type, let context):
      self.init(pointer: Self.pointer(context.codingPath), expected: Self.phrase(type), endpoint: endpoint)
    case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty:
      // Foundation reports the same error, without a location, for malformed JSON and for 7.5 where the model has an
      // integer.
      let isJSON = (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) != nil
      self.init(
        pointer: "",
        expected: isJSON
          ? "numbers in range (a fraction or a large number doesn't fit the model's integer)" : "valid JSON",
        endpoint: endpoint)
    case DecodingError.dataCorrupted(let context):
      self.init(pointer: Self.pointer(context.codingPath), expected: context.debugDescription, endpoint: endpoint)
    default:
      self.init(pointer: "", expected: "a body that decodes (\(error))", endpoint: endpoint)
    }
  }

  private static func pointer(_ path: [any CodingKey]) -> String {
    path.map { key in
      let token = key.intValue.map(String.init) ?? key.stringValue
      return "/" + token.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
    }.joined()
  }

  /// Returns the JSON term for a Swift type, so that backend developers can understand the message.
  private static func phrase(_ type: any Any.Type) -> String {
    let name = String(describing: type)
    switch name {
    case "Int", "Int64", "UInt": return "an integer"
    case "Double", "Decimal", "Float": return "a number"
    case "String": return "a string"
    case "Bool": return "a boolean"
    case _ where name.hasPrefix("Array"): return "an array"
    case _ where name.hasPrefix("Dictionary"): return "an object"
    default: return "a \(name)"
    }
  }
}
