import Foundation
import PlumblineJSONTree

extension ClientFailure {
  /// Creates a failure from a decoder's error, with the JSON Pointer where decoding stopped and the expected value.
  ///
  /// ```swift
  /// catch let error as DecodingError {
  ///   ClientFailure(decoding: error)  // "expected an integer at /data/id, not null", codingPath "/data/id"
  /// }
  /// ```
  public init(decoding error: DecodingError) {
    let expected: String
    let path: [any CodingKey]
    var reason: String?
    switch error {
    case .keyNotFound(let key, let context):
      (path, expected) = (context.codingPath + [key], "expected a value at \(Self.place(context.codingPath + [key]))")
      reason = "which is missing"
    case .valueNotFound(let type, let context):
      (path, expected) = (context.codingPath, "expected \(Self.phrase(type)) at \(Self.place(context.codingPath))")
      reason = "not null"
    case .typeMismatch(let type, let context):
      (path, expected) = (context.codingPath, "expected \(Self.phrase(type)) at \(Self.place(context.codingPath))")
    case .dataCorrupted(let context):
      let words = context.debugDescription.isEmpty ? "it can't be read" : context.debugDescription
      (path, expected) = (context.codingPath, "\(Self.place(context.codingPath)): \(words)")
    @unknown default:
      (path, expected) = ([], "\(error)")
    }
    let message = reason.map { "\(expected), \($0)" } ?? expected
    self.init(.decoding, message: message, codingPath: path.isEmpty ? nil : Self.pointer(path))
  }

  /// Creates a failure from an error that the client doesn't define itself, such as a decoder's or the connection's.
  ///
  /// ```swift
  /// func failure(of error: any Error) -> ClientFailure {
  ///   switch error {
  ///   case WeatherError.unknownCity: ClientFailure(.notFound, message: "There is no such city.")
  ///   default: ClientFailure(describing: error)
  ///   }
  /// }
  /// ```
  public init(describing error: any Error) {
    switch error {
    case let error as DecodingError:
      self.init(decoding: error)
    case let error as URLError:
      self.init(Self.kind(of: error.code), message: error.localizedDescription)
    case let error as any LocalizedError:
      self.init(.other, message: error.errorDescription ?? "\(error)")
    default:
      self.init(.other, message: "\(error)")
    }
  }

  /// Returns the kind of a `URLSession` error: an unreadable response, no response, or an error within the client.
  private static func kind(of code: URLError.Code) -> Kind {
    switch code {
    case .cannotDecodeContentData, .cannotDecodeRawData, .cannotParseResponse, .badServerResponse: .decoding
    case .badURL, .unsupportedURL, .cancelled: .other
    case .userAuthenticationRequired, .userCancelledAuthentication: .unauthorized
    default: .network
    }
  }

  private static func place(_ path: [any CodingKey]) -> String { path.isEmpty ? "the whole body" : pointer(path) }

  private static func pointer(_ path: [any CodingKey]) -> String {
    JSONPointer(tokens: path.map { $0.intValue.map(String.init) ?? $0.stringValue }).description
  }

  /// Returns the JSON term for a Swift type, so that backend developers understand the message.
  private static func phrase(_ type: any Any.Type) -> String {
    let name = String(describing: type)
    switch name {
    case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64": return "an integer"
    case "Double", "Float", "Decimal", "NSDecimal": return "a number"
    case "String": return "a string"
    case "Bool": return "a boolean"
    case "Date": return "a date"
    case _ where name.hasPrefix("Array<"): return "an array"
    case _ where name.hasPrefix("Dictionary<"): return "an object"
    default: return "a valid \(name)"
    }
  }
}
